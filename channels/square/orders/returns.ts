import { ask, type SquareConnection } from '../calls.ts'
import { OneRefund, Orders, type SquareOrder } from './wire.ts'
import { Changes } from '../wire.ts'

/** Line → its pieces that were taken out before they were sent. */
export type Taken = ReadonlyMap<string, { restocked: number; lost: number }>

/** When the order was sent; the end of time where it is not. */
const sentAt = ({ fulfillments }: SquareOrder): string =>
  fulfillments.flatMap(({ shipment_details: details }) => details?.shipped_at ?? []).toSorted()[0] ?? '9999'

/**
 * What came back stands in orders of its own, which the refunds name. Only what was never sent counts: the rest was handed over, and somebody
 * counts it when it is back. Square says in its movements of stock whether the pieces are on the shelf again.
 */
export async function takenOut(c: SquareConnection, order: SquareOrder): Promise<Taken> {
  const refunds = order.refunds.filter(
    ({ created_at: at, status }) => (at ?? '') < sentAt(order) && status !== 'REJECTED',
  )
  if (order.fulfillments.length === 0 || refunds.length === 0) return new Map()
  const orderIds: string[] = []
  for (const { id } of refunds) {
    const { refund } = await ask(c, OneRefund, { method: 'GET', path: `refunds/${encodeURIComponent(id)}` })
    if (refund.order_id && refund.order_id !== order.id) orderIds.push(refund.order_id)
  }
  if (orderIds.length === 0) return new Map()
  const json = { order_ids: [...new Set(orderIds)] }
  const { orders } = await ask(c, Orders, { method: 'POST', path: 'orders/batch-retrieve', json })
  const back = returnedOf(order, orders)
  const shelved = await shelvedOf(c, order, new Set(refunds.map(({ id }) => id)))
  return new Map(
    order.line_items.flatMap(({ uid, catalog_object_id: variation }) => {
      const pieces = back.get(uid ?? '') ?? 0
      if (pieces === 0) return []
      const onShelf = Math.min(pieces, shelved.get(variation ?? '') ?? 0)
      shelved.set(variation ?? '', (shelved.get(variation ?? '') ?? 0) - onShelf)
      return [[uid ?? '', { restocked: onShelf, lost: pieces - onShelf }] as const]
    }),
  )
}

function returnedOf(order: SquareOrder, orders: SquareOrder[]): Map<string, number> {
  const back = new Map<string, number>()
  for (const { source_order_id: source, return_line_items: lines } of orders.flatMap((returned) => returned.returns))
    if (source === order.id)
      for (const { source_line_item_uid: uid, quantity } of lines)
        back.set(uid ?? '', (back.get(uid ?? '') ?? 0) + Math.ceil(Number(quantity)))
  return back
}

/** Changes of the very moment are left out of what comes after it; an order can be refunded in the millisecond that made it. @param at ISO 8601 */
const justBefore = (at: string) => new Date(new Date(at).getTime() - 1000).toISOString()

/** Variation → pieces that these refunds put on the shelf again. The oldest changes come first, so those of a refund stand on the last page. */
async function shelvedOf(c: SquareConnection, order: SquareOrder, refunds: Set<string>): Promise<Map<string, number>> {
  const ids = order.line_items.flatMap(({ catalog_object_id: id }) => id ?? [])
  const shelved = new Map<string, number>()
  if (ids.length === 0) return shelved
  const json = {
    catalog_object_ids: [...new Set(ids)],
    types: ['ADJUSTMENT'],
    states: ['IN_STOCK'],
    updated_after: justBefore(order.created_at),
    limit: 1000,
  }
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await ask(c, Changes, {
      method: 'POST',
      path: 'inventory/changes/batch-retrieve',
      json: { ...json, ...(cursor && { cursor }) },
    })
    for (const { adjustment } of page.changes)
      if (adjustment?.to_state === 'IN_STOCK' && adjustment.refund_id && refunds.has(adjustment.refund_id)) {
        const id = adjustment.catalog_object_id ?? ''
        shelved.set(id, (shelved.get(id) ?? 0) + Math.floor(Number(adjustment.quantity)))
      }
    cursor = page.cursor
  }
  return shelved
}
