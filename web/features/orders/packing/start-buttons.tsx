import { orderActions } from '#web/actions/order-actions.ts'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { LinkButton } from '#web/ui/link.tsx'
import { packLink, paperLink } from '../slips/paper-link.ts'

/** One walk for a run, and the run. */
export const StartButtons = ({ ids }: { ids: readonly number[] }) =>
  ids.length > 0 && (
    <>
      <LinkButton
        {...paperLink('pick', ids)}
        target="_blank"
        variant="default"
        leftSection={<Icon name={orderActions.printPickList.icon} />}
      >
        {orderActions.printPickList.short}
      </LinkButton>
      <LinkButton {...packLink(ids)} leftSection={<Icon name={orderActions.packOrders.icon} />}>
        {orderActions.packOrders.short} {number(ids.length)}
      </LinkButton>
    </>
  )
