import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { standardPricing, type Pricing } from '#contract/channels/pricing.ts'
import { listChangeItems, listChangeSets, undoChangeSet } from '#contract/changes.ts'
import { listingChannels, saveListingProducts, saveListingTemplates, unlistProduct } from '#contract/listings.ts'
import { preflight } from '#contract/preflight.ts'
import { pricePlan, restartPricing } from '#contract/pricing.ts'
import { listingsShop } from '../../testing/listings.ts'
import { lookForPrices } from '../sync/ticker.ts'
import { priceJob } from './pricing-jobs.ts'

const { app, shop, template, override, change } = listingsShop()

const DAY_S = 86_400
let ahead = 0
/** The product's clock goes on. */
const pass = (days: number) => (ahead += days * DAY_S * 1000)
beforeAll(() => {
  const { clock } = app().services
  app().services.clock = {
    ...clock,
    now: () => new Date(Date.now() + ahead),
    random: () => clock.random(),
    uuid: () => clock.uuid(),
  }
})
beforeEach(() => (ahead = 0))
afterAll(() => (ahead = 0))

const falling: Partial<Pricing> = {
  price: true,
  basePrice: 90,
  reducePrice: true,
  maxPrice: 120,
  reduceBy: 12.5,
  reduceEvery: 0.5,
}
/** What is due is done and sent; what needs several steps is done step by step. */
async function work(times = 1) {
  for (let i = 0; i < times; i += 1) {
    await priceJob(app().services, { organizationId: shop().ctx.organizationId })
    await shop().send()
    ahead += 15_000
  }
}
const asked = async (sku: string) => (await shop().onChannel('ebay', sku)).map(({ price }) => price)
const plan = async (productId: number) =>
  (await app().call(pricePlan, { query: { productId, channel: 'ebay' }, as: shop().as })).body.data
const history = async () =>
  (await app().call(listChangeSets, { query: { limit: 5 }, as: shop().as })).body.data?.data ?? []
async function live(pricing: Partial<Pricing>, given: object = {}) {
  const product = await shop().product(template(), { price: 100, ...given })
  await override('ebay', product.id, { pricingConfiguration: { ...standardPricing, ...pricing } })
  await shop().list('ebay', product.id)
  return product
}
const days = (from: number, at: unknown) => Math.round((new Date(at as string).getTime() - from) / (DAY_S * 10)) / 100

describe('a price that falls', () => {
  it('LST-216 LST-217 LST-218 LST-219 LST-220 begins at its maximum, falls by its steps to its floor, and is shown before and after', async () => {
    const begun = Date.now()
    const product = await live(falling)
    expect(await asked(product.sku)).toEqual([120])
    const before = await plan(product.id)
    expect(before).toMatchObject({
      own: 100,
      now: 120,
      floor: 90,
      live: true,
      reductions: 0,
      configuration: { lastReduced: '' },
    })
    expect(before?.steps.map(({ act, at, price }) => [act, days(begun, at), price])).toEqual([
      ['reduce', 0.5, 107.5],
      ['reduce', 1, 95],
      ['reduce', 1.5, 90],
    ])
    pass(0.45)
    await work()
    expect(await asked(product.sku)).toEqual([120])
    pass(0.06)
    await work()
    expect(await asked(product.sku)).toEqual([107.5])
    const after = await plan(product.id)
    expect(after).toMatchObject({ now: 107.5, reductions: 1 })
    expect(days(begun, after?.configuration?.lastReduced)).toBeCloseTo(0.51, 2)
    const [set] = await history()
    expect(set).toMatchObject({
      kind: 'pricing',
      title: 'Reduced 1 price on eBay, by schedule',
      state: 'done',
      changed: 1,
    })
    const items = await app().call(listChangeItems, { params: { id: set?.id ?? 0 }, query: {}, as: shop().as })
    expect(items.body.data?.data[0]).toMatchObject({
      productId: product.id,
      changes: [{ before: '120.00', after: '107.50' }],
    })
    for (let i = 0; i < 3; i += 1) {
      pass(0.51)
      await work()
    }
    expect(await asked(product.sku)).toEqual([90])
    expect(await plan(product.id)).toMatchObject({ now: 90, reductions: 3, steps: [] })
  })

  it('is taken back like any change, and holds for a whole period; a second time is refused where it fell since', async () => {
    const product = await live(falling)
    pass(0.51)
    await work()
    const [set] = await history()
    const undone = await app().call(undoChangeSet, { params: { id: set?.id ?? 0 }, as: shop().as })
    expect(undone).toMatchObject({ status: 200, body: { data: { kind: 'undo', state: 'done', changed: 1 } } })
    await work()
    expect(await asked(product.sku)).toEqual([120])
    expect(await plan(product.id)).toMatchObject({ now: 120, reductions: 0, configuration: { lastReduced: '' } })
    pass(0.51)
    await work()
    const [first] = await history()
    pass(0.51)
    await work()
    expect(await asked(product.sku)).toEqual([95])
    const late = await app().call(undoChangeSet, { params: { id: first?.id ?? 0 }, as: shop().as })
    expect(late.body.data).toMatchObject({ changed: 0, failed: 1 })
    expect(await asked(product.sku)).toEqual([95])
  })

  it('LST-230 LST-231 restarts from its maximum, which clears when it fell last; only while it falls', async () => {
    const product = await live(falling)
    pass(0.51)
    await work()
    const restart = (productId: number) =>
      app().call(restartPricing, { body: { productId, channel: 'ebay' }, as: shop().as })
    const { body } = await restart(product.id)
    await work()
    expect(await asked(product.sku)).toEqual([120])
    expect(await plan(product.id)).toMatchObject({ reductions: 0, configuration: { lastReduced: '' } })
    await app().call(undoChangeSet, { params: { id: body.data?.changeSetId ?? 0 }, as: shop().as })
    await work()
    expect(await asked(product.sku)).toEqual([107.5])
    const steady = await live({ price: true, basePrice: 80 })
    expect(await restart(steady.id)).toMatchObject({
      status: 400,
      body: { fields: { reducePrice: 'Switch Price Reduction on first.' } },
    })
    expect(await asked(steady.sku)).toEqual([80])
  })

  it('LST-232 starts when the product is listed: nothing is planned before, and what is ended and listed again begins anew', async () => {
    const product = await shop().product(template(), { price: 100 })
    await override('ebay', product.id, { pricingConfiguration: { ...standardPricing, ...falling } })
    expect(await plan(product.id)).toMatchObject({ live: false, steps: [] })
    expect(
      await app().call(restartPricing, { body: { productId: product.id, channel: 'ebay' }, as: shop().as }),
    ).toMatchObject({ status: 400, body: { message: 'Price Reduction will start when product is listed.' } })
    await shop().list('ebay', product.id)
    pass(0.51)
    await work()
    expect(await asked(product.sku)).toEqual([107.5])
    const end = { params: { integration: 'ebay' as const }, body: { productId: product.id, wait: 20 }, as: shop().as }
    await shop().sending(app().call(unlistProduct, end))
    pass(3)
    await work()
    expect((await shop().listing('ebay', product.id)).status).toBe('unlisted')
    await shop().list('ebay', product.id)
    expect(await asked(product.sku)).toEqual([120])
  })
})

describe('a pricing that changes', () => {
  it('LST-241 of the template counts for all its listings, from now on; the check before says what is asked', async () => {
    const own = await shop().template()
    const product = await shop().product(own, { price: 100 })
    await shop().list('ebay', product.id, { sync: true })
    expect(await asked(product.sku)).toEqual([100])
    const panel = (await app().call(listingChannels, { query: { templateId: own }, as: shop().as })).body.data
    const schemas = panel?.ebay?.listingTemplate?.schemas ?? []
    const save = (pricing: Partial<Pricing>) =>
      app().call(saveListingTemplates, {
        body: {
          listingTemplates: [
            {
              templateId: own,
              channel: 'ebay',
              schemas: schemas.map((one) => ({ ...one, pricingConfiguration: pricing })) as never,
            },
          ],
        },
        as: shop().as,
      })
    expect(await save(falling)).toMatchObject({ status: 200 })
    await work()
    expect(await asked(product.sku)).toEqual([120])
    const check = await app().call(preflight, { query: { productId: product.id, channel: 'ebay' }, as: shop().as })
    expect(check.body.data).toMatchObject({ price: 120, asked: 120, own: { price: 100 } })
    pass(0.51)
    await work()
    expect(await asked(product.sku)).toEqual([107.5])
    await save({})
    await work()
    expect([await asked(product.sku), await plan(product.id)]).toMatchObject([
      [100],
      { configuration: null, steps: [] },
    ])
  })

  it('LST-228 LST-229 is listed anew after its days: under another number, once, with the price that it has come to', async () => {
    const product = await live({ ...falling, reduceEvery: 0.6, relist: true, relistEvery: 1 })
    const first = (await shop().listing('ebay', product.id)).externalId
    pass(0.61)
    await work()
    pass(0.41)
    await work(3)
    const [there, ...more] = await shop().onChannel('ebay', product.sku)
    expect(more).toEqual([])
    expect(there).toMatchObject({ price: 107.5, quantity: 10 })
    expect(there?.externalId).not.toBe(first)
    expect(await plan(product.id)).toMatchObject({ reductions: 1, live: true })
    expect(await shop().listing('ebay', product.id)).toMatchObject({
      status: 'listed',
      externalId: there?.externalId,
      pending: null,
    })
  })

  it('LST-221 LST-222 LST-223 LST-224 LST-227 is an auction of one piece, begun again as often as it may, and then over', async () => {
    const begun = Date.now()
    const auction = { listAuction: true, startPrice: 40, buyItNowPrice: 130, auctionLength: 1, relistAuction: 1 }
    const product = await live(auction)
    const there = () => shop().onChannel('ebay', product.sku)
    const first = (await there())[0]?.externalId
    expect(await there()).toMatchObject([{ price: 40, quantity: 1 }])
    expect((await plan(product.id))?.steps.map(({ act, at, price }) => [act, days(begun, at), price])).toEqual([
      ['again', 1, 40],
      ['stop', 2, 40],
    ])
    pass(1.001)
    await work(3)
    // One that may still run is not ended.
    expect(await there()).toMatchObject([{ externalId: first }])
    pass(0.01)
    await work(3)
    expect(await there()).toMatchObject([
      { externalId: expect.not.stringMatching(String(first)), price: 40, quantity: 1 },
    ])
    expect(await plan(product.id)).toMatchObject({ auctions: 1, live: true })
    pass(1.02)
    await work(3)
    expect([await there(), (await shop().listing('ebay', product.id)).status]).toEqual([[], 'unlisted'])
    pass(1)
    await work(3)
    expect(await there()).toEqual([])
  })

  it('LST-221 becomes an auction and a listing at a price again, never both; without a piece it is ended', async () => {
    const product = await live({})
    const set = async (pricing: Partial<Pricing>) => {
      await override('ebay', product.id, { pricingConfiguration: { ...standardPricing, ...pricing } })
      await shop().list('ebay', product.id, { sync: true })
      await work()
    }
    const there = async () =>
      (await shop().onChannel('ebay', product.sku)).map(({ price, quantity }) => [price, quantity])
    expect(await there()).toEqual([[100, 10]])
    await set({ listAuction: true, startPrice: 60, buyItNowPrice: 50 })
    expect(await there()).toEqual([[60, 1]])
    await set({ price: true, basePrice: 70 })
    expect(await there()).toEqual([[70, 10]])
    await set({ listAuction: true, startPrice: 60 })
    await change({ id: product.id, quantity: 0 })
    await work()
    expect(await there()).toEqual([])
  })

  it('LST-224 nothing is ended for an auction that does not stand there, nor before the days that one was listed for', async () => {
    const set = (id: number, pricing: Partial<Pricing>) =>
      override('ebay', id, { pricingConfiguration: { ...standardPricing, ...pricing } })
    const steady = await live({ price: true, basePrice: 70 })
    const running = await live({ listAuction: true, startPrice: 40, auctionLength: 7 })
    const there = () => Promise.all([steady, running].map(async ({ sku }) => (await shop().onChannel('ebay', sku))[0]))
    const before = await there()
    pass(4)
    // Neither is told: they do not sync.
    await set(steady.id, { listAuction: true, auctionLength: 3 })
    await set(running.id, { listAuction: true, startPrice: 40, auctionLength: 3 })
    await work(3)
    expect(await there()).toEqual(before)
    await set(running.id, { relist: true, relistEvery: 1 })
    await work(3)
    expect(await there()).toEqual(before)
  })

  it('LST-228 is not listed anew against who ends it meanwhile', async () => {
    const product = await live({ relist: true, relistEvery: 1 })
    const end = () =>
      app().call(unlistProduct, {
        params: { integration: 'ebay' },
        body: { productId: product.id, wait: 0 },
        as: shop().as,
      })
    pass(1.01)
    await priceJob(app().services, { organizationId: shop().ctx.organizationId })
    expect(await shop().listing('ebay', product.id)).toMatchObject({ pending: 'end' })
    await end()
    await work(3)
    expect(await shop().onChannel('ebay', product.sku)).toEqual([])
    await shop().list('ebay', product.id)
    pass(1.01)
    await end()
    await work(3)
    expect(await shop().onChannel('ebay', product.sku)).toEqual([])
  })

  it('LST-228 stays listed while it could not be listed anew: without a piece, or without what eBay needs', async () => {
    const product = await live({ relist: true, relistEvery: 1 })
    const there = async () => (await shop().onChannel('ebay', product.sku)).map(({ externalId }) => externalId)
    const first = await there()
    expect(first).toHaveLength(1)
    await change({ id: product.id, quantity: 0 })
    await work()
    pass(1.01)
    await work(3)
    expect((await shop().listing('ebay', product.id)).status).toBe('listed')
    await change({ id: product.id, quantity: 5 })
    await work()
    expect(await there()).toEqual(first)
    await override('ebay', product.id, {
      pricingConfiguration: { relist: true, relistEvery: 1 },
      ebayCategoryIds: '1,2',
    })
    pass(0.1)
    await work(3)
    expect(await there()).toEqual(first)
    await override('ebay', product.id, { pricingConfiguration: { relist: true, relistEvery: 1 } })
    pass(0.1)
    await work(3)
    expect(await shop().onChannel('ebay', product.sku)).toMatchObject([
      { externalId: expect.not.stringMatching(String(first[0])), quantity: 5 },
    ])
  })

  it('finds what is due of every organization, and nothing before its time', async () => {
    const queued = async () =>
      (
        await app().services.queue.boss.findJobs('listings.price', {
          data: { organizationId: shop().ctx.organizationId },
        })
      ).filter(({ state }) => state === 'created').length
    await live(falling)
    await work()
    await lookForPrices(app().services)
    const before = await queued()
    pass(0.51)
    await lookForPrices(app().services)
    await lookForPrices(app().services)
    expect([before, await queued()]).toEqual([0, 1])
  })

  it('says nothing of a listing that is not saved', async () => {
    const product = await shop().product(template())
    expect(await plan(product.id)).toBeNull()
    const saved = await app().call(saveListingProducts, {
      body: {
        listingProducts: [
          { channel: 'ebay', productId: product.id, schemaOverrides: { pricingConfiguration: { maxPrice: 'high' } } },
        ],
      },
      as: shop().as,
    })
    expect(saved).toMatchObject({
      status: 400,
      body: { fields: { 'schemaOverrides.pricingConfiguration.maxPrice': 'Enter a number.' } },
    })
  })
})
