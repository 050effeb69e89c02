import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listingHealth } from '#contract/analytics/listing-days.ts'
import { listListings } from '#contract/listings/listings.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { makeListing } from '../../../testing/shop/listed.ts'
import { countListings } from './count-listings.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const at = (moment: string) => ({ ...app.services, clock: { ...app.services.clock, now: () => new Date(moment) } })

it('how listings stood is kept by day of the organization, today as of now, as many as the lists of them hold', async () => {
  const seller = await makeSeller(app.services)
  const other = await makeSeller(app.services)
  const { ctx, as } = seller
  await app.services.database.system
    .updateTable('organizations')
    .set({ timeZone: 'Pacific/Auckland' })
    .where('id', '=', ctx.organizationId)
    .execute()
  const templateId = (await makeTemplate(ctx)).id
  const refusal = JSON.stringify({
    status: 'rejected',
    reason: 'No.',
    code: '',
    fields: {},
    warnings: [],
    at: new Date(0),
  })
  const listing = async (channel: 'ebay' | 'etsy', more: object) => {
    const { id: productId } = await makeProduct(ctx, templateId)
    await makeListing(ctx, { productId, templateId, channel }, more)
  }
  await listing('ebay', { status: 'listed', externalId: 'a' })
  await listing('ebay', { status: 'listed', externalId: 'b', result: refusal })
  await listing('ebay', { status: 'error' })
  await listing('ebay', { status: 'unlisted', externalId: 'c' })
  await listing('etsy', { status: 'draft' })
  const theirs = (await makeTemplate(other.ctx)).id
  await makeListing(other.ctx, { productId: (await makeProduct(other.ctx, theirs)).id, templateId: theirs })

  // It is March 2 in Auckland already, and clocks change there on April 5.
  await countListings(at('2026-03-01T12:00:00Z'))
  await sql`update listing_products set status = 'unlisted' where organization_id = ${ctx.organizationId} and external_id = 'a'`.execute(
    ctx.db,
  )
  await countListings(at('2026-04-04T10:59:00Z'))
  await sql`delete from listing_products where organization_id = ${ctx.organizationId} and channel = 'etsy'`.execute(
    ctx.db,
  )
  await countListings(at('2026-04-05T11:59:00Z'))
  await countListings(at('2026-04-05T11:59:30Z'))

  const read = async (query: object, who = as) => (await app.call(listingHealth, { as: who, query })).body.data
  const range = { startDate: '2026-03-01', endDate: '2026-04-30' }
  expect((await read(range))?.rows).toEqual([
    { day: '2026-03-02', channel: 'ebay', listed: 2, refused: 2, ended: 1 },
    { day: '2026-03-02', channel: 'etsy', listed: 0, refused: 0, ended: 0 },
    { day: '2026-04-04', channel: 'ebay', listed: 1, refused: 2, ended: 2 },
    { day: '2026-04-04', channel: 'etsy', listed: 0, refused: 0, ended: 0 },
    { day: '2026-04-05', channel: 'ebay', listed: 1, refused: 2, ended: 2 },
  ])
  expect((await read({ ...range, channels: ['etsy'] }))?.rows.map(({ channel }) => channel)).toEqual(['etsy', 'etsy'])
  expect((await read({ ...range, startDate: '2026-04-05' }))?.rows).toHaveLength(1)
  expect((await read(range, other.as))?.rows.map(({ listed }) => listed)).toEqual([1, 1, 1])

  // Today nothing was counted, and is told all the same.
  const now = await read({})
  const items = async (status: 'listed' | 'error' | 'unlisted') =>
    (await app.call(listListings, { as, query: { status } })).body.data?.data.length
  expect(now?.rows).toEqual([
    {
      day: now?.today,
      channel: 'ebay',
      listed: await items('listed'),
      refused: await items('error'),
      ended: await items('unlisted'),
    },
  ])
  expect(now?.rows[0]).toMatchObject({ listed: 1, refused: 2, ended: 2 })
})

it('a day counted again forgets channels without listings; two processes count once', async () => {
  const { ctx, as } = await makeSeller(app.services)
  const templateId = (await makeTemplate(ctx)).id
  await makeListing(ctx, { productId: (await makeProduct(ctx, templateId)).id, templateId })
  await countListings(at('2026-02-01T08:00:00Z'))
  await sql`delete from listing_products where organization_id = ${ctx.organizationId}`.execute(ctx.db)
  await Promise.all([countListings(at('2026-02-01T09:00:00Z')), countListings(at('2026-02-01T09:00:00Z'))])
  const { data } = (await app.call(listingHealth, { as, query: { startDate: '2026-02-01', endDate: '2026-02-01' } }))
    .body
  expect(data?.rows).toEqual([])
})
