import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { ledgerOrder } from '../../testing/shop/ledger-order.ts'
import { levelsOf } from '../stock/service.ts'
import * as products from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const blank = { cost: undefined, price: undefined, msrp: undefined, quantity: undefined, sold: undefined }

it('DESIGN 2: saves, orders and cancels of the same live products at once: none fails, nothing is lost', async () => {
  const { ctx } = await makeSeller(app.services)
  const { id: templateId } = await makeTemplate(ctx)
  const made: Awaited<ReturnType<typeof makeProduct>>[] = []
  for (let n = 0; n < 4; n += 1) made.push(await makeProduct(ctx, templateId, { quantity: 1000 }))
  for (const channel of ['ebay', 'shopify'] as const) {
    const { id: integrationId } = await ctx.db
      .insertInto('integrations')
      .values({ organizationId: ctx.organizationId, channel, settings: '{}', tokens: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('listingProducts')
      .values(
        made.toReversed().map((p) => ({
          organizationId: ctx.organizationId,
          productId: p.id,
          templateId,
          channel,
          integrationId,
          schemaOverrides: '{}',
          sync: true,
          status: 'listed' as const,
          externalId: `${channel}-${p.id}`,
        })),
      )
      .execute()
  }
  const lines = made.map((p, n) => ({ key: String(n), sku: p.sku, quantity: 1 }))
  await Promise.all(
    Array.from({ length: 15 }, (_, n) => ({
      n,
      sale: ledgerOrder(ctx, n, n % 2 ? lines : lines.toReversed()),
    })).flatMap(({ n, sale }) => [
      sale.take().then(() => (n % 3 ? undefined : sale.release())),
      products.update(ctx, { ...blank, id: made[n % 4]?.id ?? 0, price: 100 + n }),
      products.update(ctx, { ...blank, id: made[(n + 1) % 4]?.id ?? 0, sold: 500 + n, title: `Title ${n}` }),
    ]),
  )
  // 15 orders of one piece each; those numbered 0, 3, 6, 9 and 12 were cancelled.
  const now = await levelsOf(
    ctx,
    made.map((p) => p.id),
  )
  expect(now.map(({ onHand, reserved, available }) => ({ onHand, reserved, available }))).toEqual(
    Array.from({ length: 4 }, () => ({ onHand: 1000, reserved: 10, available: 990 })),
  )
  expect(
    (await ctx.db.selectFrom('listingDebts').select('pending').execute()).every((l) => l.pending === 'revise'),
  ).toBe(true)
})
