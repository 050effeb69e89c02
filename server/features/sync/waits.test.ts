import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listListings, listProduct, saveListingProducts } from '#contract/listings/listings.ts'
import { beginPublishing, getPublishing, startPublishing } from '#contract/publishing.ts'
import { makeSeller } from '#seed/make.ts'
import { jobContext } from '../../context.ts'
import { syncShop } from '../../testing/setup/sync.ts'
import { letGo } from '../integrations/connections/held.ts'
import { waitsOf } from '../integrations/connections/waits.ts'
import { publishingJob } from '../publishing/jobs.ts'
import { pushBatch } from './sending/push.ts'

const { app, shop, template, integrationId, due } = syncShop()

type Held = 'look_first_until' | 'hold_until'
const keepOut = (column: Held, seconds: number) =>
  sql`update integrations set ${sql.ref(column)} = now() + make_interval(secs => ${seconds}) where organization_id = ${shop().ctx.organizationId}`.execute(
    shop().ctx.db,
  )
const rowOf = async (productId: number) =>
  (await app().call(listListings, { query: {}, as: shop().as })).body.data?.data.find(
    (listing) => listing.productId === productId,
  )
/** Asked for, and nobody looks at what was sold meanwhile. */
async function readCount() {
  const { id: productId } = await shop().product(template())
  const listSettings = { list: true, sync: true }
  const as = shop().as
  await app().call(saveListingProducts, {
    body: { listingProducts: [{ channel: 'shopify', productId, listSettings }] },
    as,
  })
  await app().call(listProduct, { params: { channel: 'shopify' }, body: { productId, wait: 0 }, as })
  expect(await pushBatch(shop().ctx, integrationId())).toBe(false)
  return productId
}

it.each([
  ['look_first_until', 'sales'],
  ['hold_until', 'channel'],
] as const)(
  'a first listing that waits on %s says so, in its panel and in the list, until it is sent',
  async (column, what) => {
    await keepOut(column, 600)
    const productId = await readCount()
    const waits = { for: what, since: expect.any(String), until: expect.any(String) }
    const { waits: reasons, ...listing } = await shop().listing('shopify', productId)
    expect({ ...listing, waits: reasons }).toMatchObject({ status: 'draft', pending: 'publish', result: null, waits })
    expect(Date.parse(reasons?.until ?? '')).toBeGreaterThan(Date.parse(reasons?.since ?? ''))
    expect(await rowOf(productId)).toMatchObject({ waits: reasons })
    await keepOut(column, -1)
    expect(await shop().listing('shopify', productId)).toMatchObject({ pending: 'publish', waits: null })
    await due(productId)
    await shop().send()
    expect(await shop().listing('shopify', productId)).toMatchObject({ status: 'listed', pending: null, waits: null })
  },
)

it('what owes nothing waits for nothing, and nobody hears of another organization', async () => {
  const { id: productId } = await shop().product(template())
  await shop().list('shopify', productId, { sync: true })
  await keepOut('look_first_until', 600)
  expect(await shop().listing('shopify', productId)).toMatchObject({ status: 'listed', waits: null })
  expect(await rowOf(productId)).toMatchObject({ waits: null })
  expect([...(await waitsOf(shop().ctx, [integrationId()])).keys()]).toEqual([integrationId()])
  const stranger = await makeSeller(app().services)
  const theirs = jobContext(app().services, stranger.ctx.organizationId)
  expect((await waitsOf(theirs, [integrationId()])).size).toBe(0)
})

it('a run that lists many says which account waits for a look', async () => {
  const as = shop().as
  const { id: productId } = await shop().product(template())
  const body = { selection: { ids: [productId] }, integrationIds: [integrationId()] }
  const runId = (await app().call(beginPublishing, { body, as })).body.data?.id ?? 0
  const work = () => publishingJob(app().services, { organizationId: shop().ctx.organizationId, runId })
  const waits = async () =>
    (await app().call(getPublishing, { params: { id: runId }, as })).body.data?.accounts[0]?.waits
  await work()
  await keepOut('look_first_until', 600)
  expect(await waits(), 'nothing was asked for yet').toBeNull()
  await app().call(startPublishing, { params: { id: runId }, as })
  await work()
  expect(await waits()).toMatchObject({ for: 'sales', until: expect.any(String) })
  await keepOut('look_first_until', -1)
  expect(await waits()).toBeNull()
})

it.each([
  ['two minutes', 120, 'sales'],
  ['ten seconds', 10, undefined],
] as const)(
  'after a silence of %s its sales are looked at first, and its numbers read back: %s s, %s',
  async (_words, seconds, what) => {
    const { organizationId, db } = shop().ctx
    await sql`update integrations set held_since = now() - make_interval(secs => ${seconds}), held_kind = 'unavailable', stock_checked_at = now() where organization_id = ${organizationId}`.execute(
      db,
    )
    await letGo(app().services, { organizationId, integrationId: integrationId() })
    expect((await waitsOf(shop().ctx, [integrationId()])).get(integrationId())?.for).toBe(what)
    const { stockCheckedAt } = await db
      .selectFrom('integrations')
      .select('stockCheckedAt')
      .where('organizationId', '=', organizationId)
      .executeTakeFirstOrThrow()
    expect(stockCheckedAt === null).toBe(what !== undefined)
  },
)
