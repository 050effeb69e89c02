import { expect } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { listListingProducts } from '#contract/listings/listings.ts'
import { ordersByProduct } from '#contract/orders/orders.ts'
import { getProduct } from '#contract/products/products.ts'
import type { Sandbox } from './sandbox.ts'
import type { Seller } from './seller.ts'
import { until } from './wait.ts'

export type OrderRows = CallReply<typeof ordersByProduct>

/** Waits until the sales are orders and both channels show what is available; then checks that nothing was counted twice. */
export async function agree(
  seller: Seller,
  sandbox: Sandbox,
  product: { id: number; sku: string },
  expected: { available: number; reserved: number; orders: number },
  withinMs = 60_000,
): Promise<OrderRows> {
  const orders = () => seller.call(ordersByProduct, { query: { sku: product.sku, pageSize: 100 } })
  await until(
    `${expected.orders} orders, ${expected.available} pieces everywhere`,
    async () => {
      const [stock, orderList, ...channels] = await Promise.all([
        seller.call(getProduct, { params: { id: product.id } }),
        orders(),
        sandbox.listings('ebay'),
        sandbox.listings('shopify'),
      ])
      const shown = channels.map((c) => c.filter((l) => l.sku === product.sku))
      const state = {
        available: stock.quantity,
        orders: orderList.length,
        shown: shown.map((s) => s.map((l) => l.quantity)),
      }
      if (
        state.available !== expected.available ||
        state.orders !== expected.orders ||
        !shown.every((s) => s.length === 1 && s[0]?.quantity === expected.available)
      )
        throw new Error(JSON.stringify(state))
      return true
    },
    withinMs,
  )
  // Settled for good: nothing is owed any more, and what was seen once stays.
  await until('nothing owed', async () =>
    (await seller.call(listListingProducts, { query: { productId: product.id } })).every((l) => l.pending === null),
  )
  const stock = await seller.call(getProduct, { params: { id: product.id } })
  expect({ available: stock.quantity, reserved: stock.reservedQuantity, onHand: stock.onHand }).toEqual({
    available: expected.available,
    reserved: expected.reserved,
    onHand: expected.available + expected.reserved,
  })
  const rows = await orders()
  expect(new Set(rows.map((o) => `${o.channel} ${o.externalOrderId}`)).size).toBe(expected.orders)
  for (const channel of ['ebay', 'shopify'])
    expect((await sandbox.listings(channel)).filter((l) => l.sku === product.sku)).toHaveLength(1)
  return rows
}
