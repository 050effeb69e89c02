import { describe, expect, it } from 'vitest'
import { listListingProducts, listToChannels } from '#contract/listings/listings.ts'
import { agree } from './agree.ts'
import type { FaultKind } from './sandbox.ts'
import { type Story, listed, live } from './story.ts'
import { until } from './wait.ts'

/**
 * One product on two channels, one stock, while channels misbehave: the same for any way of running Motto.
 * @param begun a seller on both channels, there from the first `beforeAll` on
 */
export function faultsSuite(begun: () => Story): void {
  const kinds: [FaultKind, number][] = [
    ['error500', 3],
    ['timeout', 1],
    ['timeout_after_commit', 1],
    ['rate_limit', 2],
    ['drop_webhook', 5],
    ['duplicate_webhook', 5],
    ['reorder_webhooks', 5],
    ['expire_token', 1],
  ]
  describe('one product on two channels, one stock, while channels misbehave', () => {
    it.each(kinds)(
      'LST-345 LST-080 with %s: one listing per channel, one order per sale, the same quantity everywhere',
      async (kind, count) => {
        const { seller, sandbox, template, image } = begun()
        const product = await seller.product(template, { image })
        for (const channel of ['ebay', 'shopify']) await sandbox.fault(channel, kind, count)
        await seller.call(listToChannels, { body: { productId: product.id, wait: 20 } })
        await live(seller, product.id)
        for (const channel of ['ebay', 'shopify']) await sandbox.fault(channel, kind, count)
        await sandbox.buy('ebay', product.sku, 3)
        await sandbox.buy('shopify', product.sku, 2)
        const orders = await agree(seller, sandbox, product, { available: 5, reserved: 5, orders: 2 })
        expect(orders.map((o) => [o.channel, o.totalQuantity]).sort()).toEqual([
          ['ebay', 3],
          ['shopify', 2],
        ])
        await sandbox.clearFaults()
      },
    )
  })

  it('a sale that is cancelled gives its pieces back once, on both channels', async () => {
    const { seller, sandbox } = begun()
    const product = await listed(begun())
    const { externalOrderId } = await sandbox.buy('ebay', product.sku, 4)
    await agree(seller, sandbox, product, { available: 6, reserved: 4, orders: 1 })
    await sandbox.cancel('ebay', externalOrderId)
    await agree(seller, sandbox, product, { available: 10, reserved: 0, orders: 1 })
  })

  it('twenty buyers for the last three pieces on two channels: every sale is an order, the excess is oversold, stock never below zero', async () => {
    const { seller, sandbox } = begun()
    const product = await listed(begun(), 3)
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => sandbox.buy(i % 2 ? 'ebay' : 'shopify', product.sku, 1)),
    )
    const sold = tries.filter((t) => t.status === 'fulfilled').length
    // Each channel had three to sell before it heard of the other's sales.
    expect(sold).toBeGreaterThan(3)
    expect(sold).toBeLessThanOrEqual(6)
    const orders = await agree(seller, sandbox, product, { available: 0, reserved: 3, orders: sold })
    expect(orders.filter((o) => o.oversold)).toHaveLength(sold - 3)
  })

  it('CHN-022 a revoked consent is shown as such, what is owed is kept, and is sent once the channel is authorized again', async () => {
    const { seller, sandbox } = begun()
    const product = await listed(begun())
    await sandbox.fault('ebay', 'revoke_token', 1)
    await sandbox.buy('shopify', product.sku, 1)
    await until(
      'eBay asks for authorization',
      async () => {
        const [ebay] = await seller.call(listListingProducts, { query: { productId: product.id } })
        return ebay?.channel === 'ebay' && ebay.pending !== null && ebay.result?.reason.includes('Re-authorize')
      },
      60_000,
    )
    await seller.authorize('ebay')
    await agree(seller, sandbox, product, { available: 9, reserved: 1, orders: 1 })
  })
}
