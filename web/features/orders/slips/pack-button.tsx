import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import { orderActions } from '#web/actions/order-actions.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { Barred } from './paper-buttons.tsx'
import { packLink } from './paper-link.ts'

const { short: label, icon, page } = orderActions.packOrders

/** Leads to where the selected orders are packed, else to all that are ready. */
export const PackButton = ({ chosen }: { chosen: readonly number[] }) =>
  chosen.length > MOST_ON_PAPER ? (
    <Barred label={label} icon={icon} why={`Select up to ${MOST_ON_PAPER} orders to pack`} />
  ) : (
    <LinkButton {...(chosen.length > 0 ? packLink(chosen) : page)} variant="default" leftSection={<Icon name={icon} />}>
      {label}
    </LinkButton>
  )
