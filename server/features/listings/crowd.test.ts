import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listIntegrations } from '#contract/integrations.ts'
import { listListings } from '#contract/listings.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { makeIntegration } from '../../testing/orders.ts'

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

it('DESIGN 7: the integrations page counts them in 2 statements, up to 10,000', async () => {
  const { statements } = app.services.database
  const before = statements.count
  const { body } = await app.call(listIntegrations, { as: seller.as })
  expect(statements.count - before).toBe(2)
  expect(body.data?.ebay?.counts).toEqual({ live: 10_000, pending: 0, failed: 0, notKept: 0 })
})
