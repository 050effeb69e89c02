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

it('tasks of the queue and rejected listings are one list, by time', async () => {
  const { ctx, as } = await makeSeller(app.services)
  const { id: integrationId } = await makeIntegration(ctx, 'ebay')
  const { id: otherId } = await makeIntegration(ctx, 'shopify')
  const { id: templateId } = await makeTemplate(ctx)
  const { organizationId } = ctx
  await sql`
    insert into jobs.job (name, data, state, created_on, policy)
    select 'sync.look', jsonb_build_object('organizationId', ${organizationId}::bigint, 'integrationId', n.id), 'failed', n.at::timestamptz, 'standard'
    from (values (${integrationId}::bigint, '2026-11-03'), (${otherId}::bigint, '2026-11-02'), (${integrationId}::bigint, '2026-11-01')) n(id, at)`.execute(
    app.services.database.system,
  )
  await sql`
    with made as (
      insert into products (organization_id, template_id, sku, title) values (${organizationId}, ${templateId}, 'LAMP', 'Lamp') returning id
    )
    insert into listing_products (organization_id, product_id, template_id, channel, integration_id, schema_overrides, list, result, updated_at)
    select ${organizationId}, id, ${templateId}, 'ebay', ${integrationId}, '{}', true, '{"status": "rejected", "reason": "Too long."}', '2026-11-02 12:00'
    from made`.execute(ctx.db)
  const page = async (query: object) => {
    const { data } = (await app.call(listJobs, { as, query: { state: 'failed', ...query } })).body
    return {
      items: data?.items,
      rows: data?.data.map(({ createdAt, subject }) => `${createdAt.slice(8, 10)} ${subject}`),
    }
  }
  expect(await page({})).toEqual({ items: 4, rows: ['03 eBay', '02 eBay, LAMP', '02 Shopify', '01 eBay'] })
  expect(await page({ offset: 1, limit: 2 })).toEqual({ items: 4, rows: ['02 eBay, LAMP', '02 Shopify'] })
  expect(await page({ channel: 'ebay', offset: 2 })).toEqual({ items: 3, rows: ['01 eBay'] })
  expect(await page({ integrationId: otherId })).toEqual({ items: 1, rows: ['02 Shopify'] })
  expect(await page({ offset: 9 })).toEqual({ items: 4, rows: [] })
})
