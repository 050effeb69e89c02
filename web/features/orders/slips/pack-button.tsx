import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import { orderActions } from '#web/actions/order-actions.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { number } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link.tsx'
import { Barred } from './paper-buttons.tsx'
import { packLink } from './paper-link.ts'

const { short: label, icon, page } = orderActions.packOrders

/** What is counted up to here. */
const MOST_COUNTED = 1000

/** Leads to where the selected orders are packed, else to all that are ready, and says how many these are. @param ready up to 1,000 */
export const PackButton = ({ chosen, ready }: { chosen: readonly number[]; ready: number }) =>
  chosen.length > MOST_ON_PAPER ? (
    <Barred label={label} icon={icon} why={`Select up to ${MOST_ON_PAPER} orders to pack`} />
  ) : (
    <LinkButton {...(chosen.length > 0 ? packLink(chosen) : page)} variant="default" leftSection={<Icon name={icon} />}>
      {label} {countOf(chosen.length || ready)}
    </LinkButton>
  )

const countOf = (orders: number) => (orders === 0 ? '' : `${number(orders)}${orders === MOST_COUNTED ? '+' : ''}`)
