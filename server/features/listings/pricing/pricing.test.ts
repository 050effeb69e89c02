import { describe, expect, it } from 'vitest'
import { standardPricing, type Pricing } from '#contract/channels/pricing.ts'
import { listChangeItems, undoChangeSet } from '#contract/changes/changes.ts'
import {
  listingChannels,
  saveListingProducts,
  saveListingTemplates,
  unlistProduct,
} from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { listingPrices, restartPricing } from '#contract/pricing/pricing.ts'
import { DAY_S, falling, pricedShop } from '../../../testing/shop/priced.ts'
import { lookForPrices } from '../../sync/ticker.ts'

const { app, shop, template, override, change, pass, work, pricesOf, plan, history, live } = pricedShop()
const days = (from: number, at: unknown) => Math.round((new Date(at as string).getTime() - from) / (DAY_S * 10)) / 100

describe('a price that falls', () => {
  it('LST-216 LST-217 LST-218 LST-219 LST-220 begins at its maximum, falls by its steps to its floor, and is shown before and after', async () => {
    const begun = Date.now()
    const product = await live(falling)
    expect(await pricesOf(product.sku)).toEqual([120])
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
    expect(await pricesOf(product.sku)).toEqual([120])
    pass(0.06)
    await work()
    expect(await pricesOf(product.sku)).toEqual([107.5])
    const after = await plan(product.id)
    expect(after).toMatchObject({ now: 107.5, reductions: 1 })
    const prices = await app().call(listingPrices, { query: { productId: product.id }, as: shop().as })
    expect(prices.body.data).toContainEqual(expect.objectContaining({ channel: 'ebay', price: 107.5 }))
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
    expect(await pricesOf(product.sku)).toEqual([90])
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
    expect(await pricesOf(product.sku)).toEqual([120])
    expect(await plan(product.id)).toMatchObject({ now: 120, reductions: 0, configuration: { lastReduced: '' } })
    pass(0.51)
    await work()
    const [first] = await history()
    pass(0.51)
    await work()
    expect(await pricesOf(product.sku)).toEqual([95])
    const late = () => app().call(undoChangeSet, { params: { id: first?.id ?? 0 }, as: shop().as })
    expect((await late()).body.data).toMatchObject({ changed: 0, failed: 1 })
    expect(await pricesOf(product.sku)).toEqual([95])
  })

  it('LST-230 LST-231 restarts from its maximum, which clears when it fell last; only while it falls', async () => {
    const product = await live(falling)
    pass(0.51)
    await work()
    const restart = (productId: number) =>
      app().call(restartPricing, { body: { productId, channel: 'ebay' }, as: shop().as })
    const { body } = await restart(product.id)
    await work()
    expect(await pricesOf(product.sku)).toEqual([120])
    expect(await plan(product.id)).toMatchObject({ reductions: 0, configuration: { lastReduced: '' } })
    await app().call(undoChangeSet, { params: { id: body.data?.changeSetId ?? 0 }, as: shop().as })
    await work()
    expect(await pricesOf(product.sku)).toEqual([107.5])
    const steady = await live({ price: true, basePrice: 80 })
    expect(await restart(steady.id)).toMatchObject({
      status: 400,
      body: { fields: { reducePrice: 'Switch Price Reduction on first.' } },
    })
    expect(await pricesOf(steady.sku)).toEqual([80])
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
    expect(await pricesOf(product.sku)).toEqual([107.5])
    const end = { params: { integration: 'ebay' as const }, body: { productId: product.id, wait: 20 }, as: shop().as }
    await shop().sending(app().call(unlistProduct, end))
    pass(3)
    await work()
    expect((await shop().listing('ebay', product.id)).status).toBe('unlisted')
    await shop().list('ebay', product.id)
    expect(await pricesOf(product.sku)).toEqual([120])
  })
})

describe('a pricing that changes', () => {
  it('LST-241 of the template counts for all its listings, from now on; the check before says what is asked', async () => {
    const own = await shop().template()
    const product = await shop().product(own, { price: 100 })
    await shop().list('ebay', product.id, { sync: true })
    expect(await pricesOf(product.sku)).toEqual([100])
    const panel = (await app().call(listingChannels, { query: { templateId: own }, as: shop().as })).body.data
    const schemas = panel?.ebay?.listingTemplate?.schemas ?? []
    const save = (pricing: Partial<Pricing>) =>
      app().call(saveListingTemplates, {
        body: {
          listingTemplates: [
            {
              templateId: own,
              channel: 'ebay',
              schemas: schemas.map((schema) => ({ ...schema, pricingConfiguration: pricing })) as never,
            },
          ],
        },
        as: shop().as,
      })
    expect(await save(falling)).toMatchObject({ status: 200 })
    await work()
    expect(await pricesOf(product.sku)).toEqual([120])
    const check = await app().call(preflight, { query: { productId: product.id, channel: 'ebay' }, as: shop().as })
    expect(check.body.data).toMatchObject({ price: 120, asked: 120, own: { price: 100 } })
    pass(0.51)
    await work()
    expect(await pricesOf(product.sku)).toEqual([107.5])
    await save({})
    await work()
    expect([await pricesOf(product.sku), await plan(product.id)]).toMatchObject([
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
    // It is looked at while it runs.
    pass(0.97)
    await work()
    pass(0.031)
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
