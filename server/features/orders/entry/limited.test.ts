import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cancelOrder } from '#contract/orders/change.ts'
import { updateProduct } from '#contract/products/products.ts'
import { makeProduct, makeToken } from '#seed/make.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { ordersByHand } from '../../../testing/shop/written-orders.ts'
import { takeIn } from '../intake/intake.ts'

const { app, ctx, template, order, write, stock } = ordersByHand()

/** A product that is live on two accounts, and a token for the second one alone. */
async function onTwoAccounts(quantity: number) {
  const product = await makeProduct(ctx(), template(), { quantity })
  const other = await makeIntegration(ctx())
  const own = await makeIntegration(ctx(), 'shopify')
  for (const { id, channel } of [other, own]) {
    const { organizationId } = ctx()
    const row = { organizationId, productId: product.id, templateId: template(), schemaOverrides: '{}', sync: true }
    await ctx()
      .db.insertInto('listingProducts')
      .values({ ...row, channel, integrationId: id, status: 'listed', externalId: `${channel}-1` })
      .execute()
  }
  const { headers } = await makeToken(ctx(), {
    accounts: [own.id],
    scopes: ['products:write', 'orders:write', 'listings:read'],
  })
  const settle = () => sql`update listing_debts set pending = null, pending_since = null`.execute(ctx().db)
  const pending = async () =>
    (
      await ctx()
        .db.selectFrom('listingDebts')
        .select(['integrationId', 'pending'])
        .where('organizationId', '=', ctx().organizationId)
        .execute()
    ).flatMap(({ integrationId, pending }) => (pending ? [integrationId] : []))
  await settle()
  return { product, other, own, headers, settle, pending }
}

describe('a write of a token that is limited to one account', () => {
  it('sends the units that an order leaves to the other accounts as well', async () => {
    const { product, other, own, headers, pending } = await onTwoAccounts(5)
    expect((await write(order(product.sku, 2), { as: '', headers })).status).toBe(200)
    expect((await pending()).toSorted((a, b) => a - b)).toEqual([other.id, own.id].toSorted((a, b) => a - b))
  })
  it('sends an edited product to the other accounts as well', async () => {
    const { product, other, headers, pending } = await onTwoAccounts(5)
    const body = { product: { id: product.id, quantity: 3 } }
    expect((await app().call(updateProduct, { body, headers })).status).toBe(200)
    expect(await pending()).toContain(other.id)
  })
  it('gives units that come free to the order of another account that waits for them', async () => {
    const { product, other, headers } = await onTwoAccounts(3)
    const { id } = (await write(order(product.sku, 3), { as: '', headers })).body.data ?? { id: 0 }
    const waiting = channelOrder({ lines: [orderLine({ sku: product.sku, quantity: 2 })] })
    await takeIn(ctx(), { id: other.id, channel: 'ebay' }, [waiting])
    expect((await app().call(cancelOrder, { body: { orderId: id }, headers })).status).toBe(200)
    expect(await stock(product.id)).toMatchObject({ reserved: 2, available: 1 })
    const { oversold } = await ctx()
      .db.selectFrom('orders')
      .select('oversold')
      .where('externalOrderId', '=', waiting.externalOrderId)
      .executeTakeFirstOrThrow()
    expect(oversold).toBe(false)
  })
})
