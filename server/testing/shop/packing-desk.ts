import { ordersToPack, packPieces } from '#contract/orders/packing.ts'
import { ordersDesk } from './orders-desk.ts'
import { channelOrder, orderLine } from './orders.ts'

/** A desk for orders where they are packed, too. */
export function packingDesk() {
  const desk = ordersDesk()
  const { app, as, take, idOf, product } = desk

  const shown = async (orderId: number) => {
    const [order] = (await app().call(ordersToPack, { query: { ids: [String(orderId)] }, as: as() })).body.data ?? []
    if (!order) throw new Error('an order to pack')
    return order
  }
  const pack = (orderId: number, itemId: number, by = 1, who = as()) =>
    app().call(packPieces, { body: { orderId, itemId, by }, as: who })
  /** An order for two mugs and a cap, to pack. */
  async function toPack() {
    const [mug, cap] = [await product(), await product()]
    const order = channelOrder({
      lines: [
        orderLine({ externalId: 'L1', sku: mug.sku, quantity: 2 }),
        orderLine({ externalId: 'L2', sku: cap.sku, quantity: 1 }),
      ],
    })
    await take(order)
    const orderId = await idOf(order)
    const [mugs = 0, caps = 0] = (await shown(orderId)).lines.map(({ id }) => id)
    return { order, orderId, mug, cap, mugs, caps }
  }
  return { ...desk, shown, pack, toPack }
}
