import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { MOST_SHIPPED, shipOrders } from '#contract/orders/ship-many.ts'
import { toOrder } from '#web/addresses.ts'
import { useWrite } from '#web/api.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Link } from '#web/ui/link.tsx'

type Reply = CallReply<typeof shipOrders>

/** Ships the selected orders with what each has as its service and tracking number, and says what came of each. */
export function ShipManyDialog({ orderIds, onClose }: { orderIds: readonly number[]; onClose: () => void }) {
  const write = useWrite(shipOrders, { quiet: true })
  const tooMany = orderIds.length > MOST_SHIPPED
  const send = (event: FormEvent) => {
    event.preventDefault()
    write.mutate({ body: { orders: orderIds.map((orderId) => ({ orderId })) } })
  }
  return (
    <FormDialog opened onClose={onClose} title={`Mark ${plural(orderIds.length, 'order')} shipped`}>
      {write.data ? (
        <Outcomes reply={write.data} onClose={onClose} />
      ) : (
        <form onSubmit={send} className="stack">
          <p>
            Each channel receives the service and tracking number saved with its order. An order that its channel
            rejects stays open, and the others ship.
          </p>
          {tooMany && <Callout tone="warning">Select up to {MOST_SHIPPED} orders to ship them at once.</Callout>}
          {write.error && <Callout tone="danger">{write.error.message}</Callout>}
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={write.isPending} disabled={tooMany} data-autofocus>
              Mark Shipped
            </Button>
          </DialogFooter>
        </form>
      )}
    </FormDialog>
  )
}

function Outcomes({ reply: { shipped, outcomes }, onClose }: { reply: Reply; onClose: () => void }) {
  const others = outcomes.filter(({ outcome }) => outcome !== 'shipped')
  return (
    <div className="stack">
      <div role="status">
        <Callout tone={others.length > 0 ? 'warning' : 'success'}>
          {plural(shipped, 'order')} shipped{others.length > 0 && `, ${plural(others.length, 'order')} not shipped`}.
        </Callout>
      </div>
      {others.length > 0 && (
        <ul>
          {others.map(({ orderId, number, message }) => (
            <li key={orderId}>
              <Link className="link" {...toOrder(orderId)} onClick={onClose}>
                {number || `Order ${orderId}`}
              </Link>
              : {message}
            </li>
          ))}
        </ul>
      )}
      <DialogFooter>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogFooter>
    </div>
  )
}
