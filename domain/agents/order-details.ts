import type { OrderAction } from '#contract/agents/actions.ts'
import type { Order } from '#contract/orders/orders.ts'

type Shown = Pick<Order, 'channel' | 'currency'> & {
  shippingDetails: Pick<Order['shippingDetails'], 'shippingMethod' | 'trackingNumber'>
  items: readonly Pick<Order['items'][number], 'id' | 'sku' | 'quantity' | 'sent'>[]
}

/** What will be done with an order, in sentences. @param money that the buyer gets back, in minor units */
export function orderDetails(input: OrderAction, order: Shown, money: number): string[] {
  const amount = (minor: number) => `${(minor / 100).toFixed(2)} ${order.currency}`
  if (input.action === 'ship') {
    const left = order.items.flatMap(({ sku, quantity, sent }) =>
      quantity > sent ? [`${quantity - sent} × ${sku}`] : [],
    )
    const { shippingMethod, trackingNumber } = order.shippingDetails
    const service = input.service || shippingMethod
    const number = input.trackingNumber || trackingNumber
    return [
      `Ships ${left.join(', ')}.`,
      number
        ? `Parcel: ${[service, number].filter(Boolean).join(', ')}.`
        : `Without a tracking number${service && `, by ${service}`}.`,
    ]
  }
  if (input.action === 'cancel') {
    const restocked = input.restock ? ['Its units are restocked.'] : []
    return order.channel === 'manual'
      ? ['Cancels the order. Its units are restocked.']
      : ['Cancels the order on its channel.', `The buyer gets up to ${amount(money)} back.`, ...restocked]
  }
  const lines = input.lines.map(({ itemId, quantity, amount: back, restock }) => {
    const sku = order.items.find(({ id }) => id === itemId)?.sku ?? 'an unknown line'
    return `${sku}: ${amount(back)} back${quantity > 0 ? ` for ${quantity} ${quantity === 1 ? 'unit' : 'units'}` : ''}${restock ? ', restocked' : ''}.`
  })
  return [...lines, ...(input.shipping > 0 ? [`Shipping: ${amount(input.shipping)} back.`] : [])]
}
