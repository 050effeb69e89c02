import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listJobs } from '#contract/jobs.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { makeIntegration } from '../../../testing/shop/orders.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())

it('background work is counted up to 10,000; a page beyond says that it is there', async () => {
  const { ctx, as } = await makeSeller(app.services)
  const { id: integrationId } = await makeIntegration(ctx, 'ebay')
  const { id: templateId } = await makeTemplate(ctx)
  await sql`
    with made as (
      insert into products (organization_id, template_id, sku, title, price)
      select ${ctx.organizationId}, ${templateId}, 'WORK-' || n, 'Lamp ' || n, 1000 from generate_series(1, 10020) n returning id
    )
    insert into listing_products (organization_id, product_id, template_id, channel, integration_id, schema_overrides, list, result)
    select ${ctx.organizationId}, id, ${templateId}, 'ebay', ${integrationId}, '{}', true, '{"status": "rejected", "reason": "The title is too long."}'
    from made`.execute(ctx.db)
  const page = async (query: { offset: number; limit: number; state?: 'failed' | 'running' }) =>
    (await app.call(listJobs, { as, query })).body.data
  expect(await page({ offset: 0, limit: 5, state: 'failed' })).toMatchObject({ items: 10_000, itemsCapped: true })
  expect(await page({ offset: 10_010, limit: 5, state: 'failed' })).toMatchObject({ items: 10_015, itemsCapped: true })
  expect(await page({ offset: 0, limit: 5, state: 'running' })).toEqual({ data: [], items: 0 })
}, 60_000)
