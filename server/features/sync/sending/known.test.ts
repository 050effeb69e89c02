import { afterAll, beforeAll, expect, it } from 'vitest'
import { chanceOf } from '#domain/testing/stock/time.ts'
import { type Standing, afterCancel, afterSale } from '#domain/stock/spot.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../../context.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { makeListing } from '../../../testing/shop/listed.ts'
import { inTransaction } from '../../../context.ts'
import { channelOrder, orderLine } from '../../../testing/shop/orders.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import * as known from './known.ts'

let app: TestApp
let ctx: Ctx
beforeAll(async () => {
  app = await testApp()
  ctx = (await makeSeller(app.services)).ctx
})
afterAll(() => app.stop())

const rowOf = (listingId: number) =>
  ctx.db
    .selectFrom('listingStock')
    .select(['lastSet', 'expected', 'unseen', 'trying', 'heard', 'doubt', 'hidden', 'back', 'risen'])
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', '=', listingId)
    .executeTakeFirstOrThrow()

/** Gives a listing's number some standing. @param heard how often its sales were heard of */
async function anyStanding(id: number, chance: ReturnType<typeof chanceOf>, heard: number): Promise<Standing> {
  const before: Standing = {
    lastSet: chance.below(9),
    expected: chance.below(9),
    unseen: chance.below(4),
    trying: chance.happens(0.5) ? chance.below(12) : null,
    heard,
    doubt: chance.happens(0.5),
    hidden: chance.below(5),
    back: chance.below(3),
    risen: chance.below(3),
  }
  await ctx.db
    .updateTable('listingStock')
    .set(before)
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', '=', id)
    .execute()
  return before
}

it.each([
  ['ebay', 'last'],
  ['shopify', 'compare'],
] as const)(
  'DESIGN 2: what is heard of sales and cancellations on %s is kept as the rule says',
  async (channel, mode) => {
    const template = await makeTemplate(ctx)
    const product = await makeProduct(ctx, template.id)
    await makeListing(ctx, { productId: product.id, templateId: template.id, channel })
    const { id, integrationId } = await ctx.db
      .selectFrom('listingProducts')
      .select(['id', 'integrationId'])
      .where('organizationId', '=', ctx.organizationId)
      .where('productId', '=', product.id)
      .executeTakeFirstOrThrow()
    const chance = chanceOf(17)
    const spot = { listingId: id, sku: product.sku, locationId: '' }
    await known.prepareNew(ctx, integrationId, [spot])
    for (let i = 0; i < 150; i += 1) {
      const before = await anyStanding(id, chance, i)
      const pieces = [{ sku: product.sku, quantity: chance.between(1, 6) }]
      const sold = chance.happens(0.7)
      await inTransaction(ctx, (ctx) => (sold ? known.heard : known.back)(ctx, integrationId, pieces))
      const [{ quantity } = { quantity: 0 }] = pieces
      expect({ ...(await rowOf(id)) }, JSON.stringify({ before, quantity, sold })).toEqual(
        sold ? afterSale(before, quantity, mode) : afterCancel(before, quantity),
      )
    }
  },
)

it.each([
  ['ebay', 'last'],
  ['shopify', 'compare'],
] as const)(
  'DESIGN 2: orders of %s that were undone before we hear of them are a sale and a cancellation',
  async (channel, mode) => {
    const template = await makeTemplate(ctx)
    const chance = chanceOf(23)
    const product = await makeProduct(ctx, template.id, { quantity: 50 })
    const live = { status: 'listed', externalId: `${channel}-${product.id}`, syncQuantity: true } as const
    await makeListing(ctx, { productId: product.id, templateId: template.id, channel }, live)
    const { id, integrationId } = await ctx.db
      .selectFrom('listingProducts')
      .select(['id', 'integrationId'])
      .where('organizationId', '=', ctx.organizationId)
      .where('productId', '=', product.id)
      .executeTakeFirstOrThrow()
    const debt = () =>
      ctx.db
        .selectFrom('listingDebts')
        .select(['pending', 'pendingVersion'])
        .where('organizationId', '=', ctx.organizationId)
        .where('listingId', '=', id)
        .executeTakeFirstOrThrow()
    await known.prepareNew(ctx, integrationId, [{ listingId: id, sku: product.sku, locationId: '' }])
    const ways = [
      { what: 'cancelled', over: { cancelled: true }, line: {}, undone: 3, remaining: 0 },
      { what: 'cancelled, one lost', over: { cancelled: true }, line: { lost: 1 }, undone: 2, remaining: 1 },
      { what: 'one taken out', over: {}, line: { restocked: 1 }, undone: 1, remaining: 2 },
      { what: 'all taken out', over: {}, line: { restocked: 3 }, undone: 3, remaining: 0 },
    ]
    const rounds = Array.from({ length: 6 }, () => ways).flat()
    for (const [i, { what, over, line, undone, remaining }] of rounds.entries()) {
      const before = await anyStanding(id, chance, i)
      const { pendingVersion } = await debt()
      const order = channelOrder({ ...over, lines: [orderLine({ sku: product.sku, quantity: 3, ...line })] })
      await takeIn(ctx, { id: integrationId, channel }, [order])
      expect({ ...(await rowOf(id)) }, JSON.stringify({ before, what })).toEqual(
        afterCancel(afterSale(before, undone + remaining, mode), undone),
      )
      expect((await debt()).pending).toBe('quantity')
      expect((await debt()).pendingVersion).toBeGreaterThan(pendingVersion)
    }
  },
)

it('DESIGN 2: an order from before the connection that was cancelled changes no number', async () => {
  const template = await makeTemplate(ctx)
  const product = await makeProduct(ctx, template.id, { quantity: 5 })
  await makeListing(ctx, { productId: product.id, templateId: template.id })
  const { id, integrationId } = await ctx.db
    .selectFrom('listingProducts')
    .select(['id', 'integrationId'])
    .where('organizationId', '=', ctx.organizationId)
    .where('productId', '=', product.id)
    .executeTakeFirstOrThrow()
  await known.prepareNew(ctx, integrationId, [{ listingId: id, sku: product.sku, locationId: '' }])
  const before = { ...(await rowOf(id)) }
  const order = channelOrder({ cancelled: true, lines: [orderLine({ sku: product.sku, quantity: 2 })] })
  const historyBefore = new Date(order.orderDate.getTime() + 1000)
  await takeIn(ctx, { id: integrationId, channel: 'ebay', historyBefore }, [order])
  expect({ ...(await rowOf(id)) }).toEqual(before)
})
