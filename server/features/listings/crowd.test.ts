import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listListings } from '#contract/listings/listings.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { makeIntegration } from '../../testing/shop/orders.ts'

const MANY = 10_020
let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let integrationId: number

beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  const { organizationId, db } = seller.ctx
  const template = (await makeTemplate(seller.ctx)).id
  integrationId = (await makeIntegration(seller.ctx, 'ebay')).id
  await sql`
    with made as (
      insert into products (organization_id, template_id, sku, title)
      select ${organizationId}, ${template}, 'MANY-' || n, 'One of many' from generate_series(1, ${MANY}::int) n returning id
    )
    insert into listing_products (organization_id, product_id, template_id, channel, integration_id, sync_quantity, status, external_id)
    select ${organizationId}, id, ${template}, 'ebay', ${integrationId}, true, 'listed', 'x' || id from made`.execute(
    db,
  )
})
// The first call of a session notes that it is used.
beforeAll(async () => void (await app.call(listListings, { query: {}, as: seller.as })))
afterAll(() => app.stop())

const page = async (query: object) => {
  const { statements } = app.services.database
  const before = statements.count
  const { body } = await app.call(listListings, { query, as: seller.as })
  return { ...body.data, rows: body.data?.data.length, statements: statements.count - before }
}

it('DESIGN 7: of many listings no more than 10,000 are counted, in at most 2 statements a page', async () => {
  for (const query of [{}, { channel: 'ebay' }, { integrationId }])
    expect(await page({ ...query, limit: 25 })).toMatchObject({
      rows: 25,
      items: 10_000,
      itemsCapped: true,
      statements: 2,
    })
  const deep = await page({ offset: 10_010, limit: 5 })
  expect(deep).toMatchObject({ rows: 5, items: 10_015, itemsCapped: true })
  expect(await page({ offset: 10_010, limit: 25 })).toMatchObject({ rows: 10, items: MANY, statements: 1 })
})

it('DESIGN 7: the header counts in 1 statement, up to 1,000 of each', async () => {
  const { statements } = app.services.database
  await app.call(getStart, { as: seller.as })
  const before = statements.count
  const { body } = await app.call(getStart, { as: seller.as })
  expect(statements.count - before).toBe(1)
  expect(body.data).toMatchObject({ liveListings: 1000, failedListings: 0 })
})

it('DESIGN 7: the listings of a channel with two accounts come in the order of their changes, page by page', async () => {
  const { organizationId, db } = seller.ctx
  const mine = await Promise.all(['etsy', 'etsy'].map((channel) => makeIntegration(seller.ctx, channel as 'etsy')))
  await sql`
    insert into listing_products (organization_id, product_id, template_id, channel, integration_id, status, updated_at)
    select ${organizationId}, p.id, p.template_id, 'etsy', i.id, 'draft', now() - (p.id * 2 + i.id % 2) * interval '1 second'
    from (select id, template_id from products where organization_id = ${organizationId} order by id limit 20) p
      cross join unnest(${mine.map(({ id }) => id)}::bigint[]) i(id)`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select id from listing_products where organization_id = ${organizationId} and channel = 'etsy' order by updated_at desc, id desc`.execute(
    db,
  )
  const ids = async (query: object) =>
    (await app.call(listListings, { query: { channel: 'etsy', ...query }, as: seller.as })).body.data?.data.map(
      ({ id }) => id,
    )
  const all = rows.map(({ id }) => id)
  expect(all).toHaveLength(40)
  expect([...((await ids({ limit: 25 })) ?? []), ...((await ids({ limit: 25, offset: 25 })) ?? [])]).toEqual(all)
  expect(await ids({ limit: 100, integrationId: mine[0]?.id, status: 'draft' })).toHaveLength(20)
  expect(await ids({ limit: 100, integrationId })).toEqual([])
})

it('DESIGN 7: the integrations page takes 3 statements, one of which counts them, up to 10,000', async () => {
  const { statements } = app.services.database
  const before = statements.count
  const { body } = await app.call(listIntegrations, { as: seller.as })
  expect(statements.count - before).toBe(3)
  expect(body.data?.ebay?.counts).toEqual({ live: 10_000, pending: 0, failed: 0, notKept: 0 })
})
