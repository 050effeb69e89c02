/** An order as its buyer knows it, else as its channel does. */
export const orderName = (order: { number: string; externalOrderId: string; id: number }): string =>
  order.number || order.externalOrderId || String(order.id)
