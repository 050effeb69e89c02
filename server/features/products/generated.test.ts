import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { numberedSku } from '#domain/products/skus/sku.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { createMany } from './service.ts'
import { listPrefixes } from './skus.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const SELLERS = 8
const EACH = 1250
const AT_ONCE = 500

it('PRO-087 PRO-090 PRO-091 ten thousand SKUs that eight sellers number at once, from the same prefix, are ten thousand', async () => {
  const { ctx } = await makeSeller(app.services)
  const { id: templateId } = await makeTemplate(ctx)
  let refused = 0
  /** Counts on from what the server offers, as the page does, again for those that somebody else was quicker to take. */
  const number = async (): Promise<string[]> => {
    const own: string[] = []
    while (own.length < EACH) {
      const offered = await listPrefixes(ctx, undefined)
      const { maxValue = 0 } = offered.find(({ prefix }) => prefix === 'SK') ?? {}
      const skus = Array.from({ length: Math.min(AT_ONCE, EACH - own.length) }, (_, n) => numberedSku(maxValue + 1 + n))
      const made = await createMany(
        ctx,
        skus.map((sku) => ({ templateId, sku, title: '', description: '' })),
      )
      for (const [n, outcome] of made.entries()) {
        if (outcome.state === 'created') own.push(skus[n] ?? '')
        else {
          expect(outcome.code).toBe('sku_taken')
          refused += 1
        }
      }
    }
    return own
  }
  const all = (await Promise.all(Array.from({ length: SELLERS }, number))).flat()
  expect(new Set(all).size).toBe(SELLERS * EACH)
  const levels = await ctx.db.selectFrom('stockLevels').select('sku').execute()
  expect(levels.map(({ sku }) => sku).toSorted()).toEqual(all.toSorted())
  // Else nobody asked for what somebody else took at the same moment, and this shows nothing.
  expect(refused).toBeGreaterThan(AT_ONCE)
}, 120_000)
