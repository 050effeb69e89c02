import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { duplicate } from './skus.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const COPIES = 100

it('PRO-086..PRO-090 many who copy one product at once each get a SKU of their own', async () => {
  const seller = await makeSeller(app.services)
  const template = await makeTemplate(seller.ctx)
  const first = await makeProduct(seller.ctx, template.id, { sku: 'LAMP000001' })
  const copies = await Promise.all(Array.from({ length: COPIES }, () => duplicate(seller.ctx, first.id)))
  expect(new Set(copies.map(({ id }) => id)).size).toBe(COPIES)
  const { rows } = await sql<{ n: number; ours: number }>`
    select count(distinct sku)::int as n, count(*) filter (where sku ~ '^(LAMP[0-9]{6}|[A-Z0-9]{8})$')::int as ours
    from stock_levels where organization_id = ${seller.ctx.organizationId}`.execute(seller.ctx.db)
  expect(rows).toEqual([{ n: COPIES + 1, ours: COPIES + 1 }])
}, 120_000)
