import type { IntegrationTab } from '#web/addresses.ts'
import type { Integration } from '../integration-state.ts'

/** The tabs of an account: an unauthorized account has none, and a channel without a currency takes our prices as they are. */
export const tabsOf = ({
  authenticated,
  currency,
}: Pick<Integration, 'authenticated' | 'currency'>): IntegrationTab[] =>
  authenticated
    ? ['overview', 'defaults', ...(currency ? (['prices'] as const) : []), 'health', 'shadow']
    : ['overview']

export const tabLabels: Readonly<Record<IntegrationTab, string>> = {
  overview: 'Overview',
  defaults: 'Listing defaults',
  prices: 'Prices',
  health: 'Health',
  shadow: 'Shadow mode',
}
/** The tab that an address names; the overview where it names none. */
export const tabOf = (name: string | undefined): IntegrationTab =>
  name && Object.hasOwn(tabLabels, name) ? (name as IntegrationTab) : 'overview'
