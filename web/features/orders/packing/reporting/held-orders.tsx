import { Button } from '@mantine/core'
import { undoItemReport } from '#contract/orders/item-reports.ts'
import { reportWords } from '#domain/orders/packing/reports.ts'
import { orderName } from '#domain/orders/name.ts'
import { toOrder } from '#web/addresses.ts'
import { useWrite } from '#web/api.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Link, LinkButton } from '#web/ui/link.tsx'
import classes from '../packing.module.css'
import type { Order } from '../told.ts'

/** What is held is not packed; it comes back here as soon as it is released. */
export function HeldOrders({ orders, mayPack }: { orders: readonly Order[]; mayPack: boolean }) {
  const onHold = orders.filter((order) => order.held)
  const others = onHold.filter(({ reports }) => reports.length === 0)
  if (onHold.length === 0) return null
  return (
    <div className={classes.note}>
      {onHold
        .filter(({ reports }) => reports.length > 0)
        .map((order) => (
          <ReportedOrder key={order.id} order={order} mayPack={mayPack} />
        ))}
      {others.length > 0 && (
        <Callout tone="warning">
          {plural(others.length, 'order')} on hold not included:{' '}
          {others.map((order, at) => (
            <span key={order.id}>
              {at > 0 && ', '}
              <Link {...toOrder(order.id)} className="mono link">
                {orderName(order)}
              </Link>
            </span>
          ))}
          . Release the hold to pack {others.length === 1 ? 'it' : 'them'} here.
        </Callout>
      )}
    </div>
  )
}

/** An order that waits for what a packer reported. */
function ReportedOrder({ order, mayPack }: { order: Order; mayPack: boolean }) {
  const undo = useWrite(undoItemReport, { onSuccess: () => toast.success('Report undone') })
  const last = order.reports.findLast(({ canUndo }) => canUndo)
  return (
    <Callout
      tone="warning"
      action={
        mayPack && (
          <>
            {last && (
              <Button
                size="xs"
                variant="default"
                loading={undo.isPending}
                onClick={() => undo.mutate({ body: { reportId: last.id } })}
              >
                Undo report
              </Button>
            )}
            <LinkButton size="xs" variant="default" to="/orders/issues" search={{ order: order.id }}>
              Resolve
            </LinkButton>
          </>
        )
      }
    >
      <Link {...toOrder(order.id)} className="mono link">
        {orderName(order)}
      </Link>{' '}
      is on hold: {order.reports.map(reportWords).join(', ')}. Set its box aside.
    </Callout>
  )
}
