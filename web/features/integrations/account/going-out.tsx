import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import type { PriceRule } from '#contract/pricing/price-rule.ts'
import { toIntegrations } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { useAccount } from '#web/form/channels/account.tsx'
import { ruleWords } from '#web/form/words/price.ts'
import { number } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import type { Integration } from '../integration-state.ts'
import { tabLabels, tabsOf } from './tabs.ts'

/** What every listing of the account shows of our stock and our prices, and how many of its defaults are set. */
export function GoingOut({ integration }: { integration: Integration }) {
  const { channel, currency, priceRule } = integration
  const organization = useRead(getClient, { query: {} })
  const account = useAccount()
  const { config } = integration.integration
  const buffer = Number(config.buffer ?? 0)
  const fields = defaultsOf(channel)
  const set = fields.filter(({ name }) => Boolean(config[name])).length
  return (
    <Card
      title="How listings go out"
      footer={tabsOf(integration)
        .filter((tab) => tab === 'defaults' || tab === 'prices')
        .map((tab) => (
          <LinkButton key={tab} {...toIntegrations(channel, { account }, tab)} variant="default">
            {tabLabels[tab]}
          </LinkButton>
        ))}
    >
      <Facts>
        <dt>Stock</dt>
        <dd>{buffer > 0 ? `Available stock minus ${number(buffer)}` : 'All available stock'}</dd>
        {currency && (
          <>
            <dt>Prices</dt>
            <dd>{pricesOf(priceRule, organization.data?.currency, currency)}</dd>
          </>
        )}
        {fields.length > 0 && (
          <>
            <dt>Defaults for new listings</dt>
            <dd>
              {number(set)} of {number(fields.length)} set
            </dd>
          </>
        )}
      </Facts>
    </Card>
  )
}

/** The fields whose value a new listing takes from its account. */
const defaultsOf = (channel: ChannelId) =>
  (builtDescription(channel)?.fields ?? []).filter(
    ({ on, asks, options }) => on.includes('integration') && (asks !== undefined || options !== undefined),
  )

/** @param own the organization's currency, once it is known */
function pricesOf(rule: PriceRule | null, own: string | undefined, theirs: string): string {
  if (rule && (own === undefined || (rule.from === own && rule.to === theirs))) return ruleWords(rule)
  return own === undefined || own === theirs ? 'As they are' : `Need an exchange rate from ${own} to ${theirs}`
}
