import { describe, expect, it } from 'vitest'
import { standardPricing, type Pricing } from '#contract/channels/pricing.ts'
import { undoChangeSet } from '#contract/changes/changes.ts'
import { unlistProduct } from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { restartPricing } from '#contract/pricing/pricing.ts'
import { falling, pricedShop } from '../../../testing/shop/priced.ts'
import { reconcileJob } from '../../sync/reconciling/reconcile.ts'
import { priceJob } from './jobs.ts'

const { app, sandbox, shop, override, change, pass, work, pricesOf, plan, history, live } = pricedShop()

describe('a pricing, where it could do harm', () => {
  it('is not taken back where it was restarted since, and came to the same price again', async () => {
    const product = await live(falling)
    pass(0.51)
    await work()
    const [first] = await history()
    await app().call(restartPricing, { body: { productId: product.id, channel: 'ebay' }, as: shop().as })
    pass(0.51)
    await work()
    expect(await pricesOf(product.sku)).toEqual([107.5])
    const late = await app().call(undoChangeSet, { params: { id: first?.id ?? 0 }, as: shop().as })
    expect(late.body.data).toMatchObject({ changed: 0, failed: 1 })
  })

  it('LST-219 begins to fall a whole period after that was switched on, however long it is listed', async () => {
    const product = await live({ price: true, basePrice: 90 })
    pass(3)
    await override('ebay', product.id, { pricingConfiguration: { ...standardPricing, ...falling } })
    await shop().list('ebay', product.id, { sync: true })
    await work(3)
    expect(await pricesOf(product.sku)).toEqual([120])
    pass(0.51)
    await work()
    expect(await pricesOf(product.sku)).toEqual([107.5])
  })

  it('LST-240 sends no price that percents bring to 0, below, or beyond all numbers: what stands there stays', async () => {
    const product = await live({ price: true, basePrice: 90 })
    for (const basePrice of [-20, 1e300]) {
      const pricingConfiguration = { ...standardPricing, price: true, basePrice }
      expect(await override('ebay', product.id, { pricingConfiguration })).toMatchObject({ status: 200 })
      const check = await app().call(preflight, { query: { productId: product.id, channel: 'ebay' }, as: shop().as })
      expect(check.body.data?.errors).toMatchObject({ price: expect.stringMatching(/^These settings result/) })
      expect((await plan(product.id))?.configuration).toMatchObject({ basePrice })
      await shop().list('ebay', product.id, { sync: true })
      await work()
      expect(await pricesOf(product.sku)).toEqual([90])
    }
  })

  it('LST-240 a price that is hardly meant is told of before it is sent, and sent all the same', async () => {
    const product = await live({ price: true, basePrice: 1500 })
    const check = await app().call(preflight, { query: { productId: product.id, channel: 'ebay' }, as: shop().as })
    expect(check.body.data).toMatchObject({ errors: {}, warnings: { price: expect.stringContaining('1,500%') } })
    expect(await pricesOf(product.sku)).toEqual([1500])
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

  it('LST-227 an auction that was ended is shown as over, and begun again by nobody but the seller', async () => {
    const product = await live({ listAuction: true, startPrice: 40, auctionLength: 3, relistAuction: 5 })
    const isLive = async () => (await shop().listing('ebay', product.id)).status === 'listed'
    expect((await plan(product.id))?.over).toBe(false)
    await shop().sending(
      app().call(unlistProduct, { params: { integration: 'ebay' }, body: { productId: product.id }, as: shop().as }),
    )
    pass(4)
    await work(2)
    expect([await isLive(), (await plan(product.id))?.over]).toEqual([false, true])
    await shop().list('ebay', product.id)
    expect([await isLive(), (await plan(product.id))?.over]).toEqual([true, false])
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

  describe('that would list anew what its seller ended by hand on eBay', () => {
    const there = async (sku: string) =>
      (await shop().onChannel('ebay', sku)).filter(({ status }) => status !== 'ENDED')
    const endByHand = (sku: string) =>
      fetch(`${sandbox().url}/_sandbox/ebay/edit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sku, status: 'ended' }),
      })
    const readBack = async () =>
      reconcileJob(app().services, {
        organizationId: shop().ctx.organizationId,
        integrationId: await shop().integrationId('ebay'),
      })

    it.each<[string, Partial<Pricing>, [number, number]]>([
      [
        'LST-227 leaves an auction',
        { listAuction: true, startPrice: 40, auctionLength: 1, relistAuction: 5 },
        [0.97, 0.05],
      ],
      ['LST-228 leaves a listing at a price', { relist: true, relistEvery: 1 }, [0.97, 0.05]],
    ])('%s as it is, and tells it', async (_title, pricing, [before, after]) => {
      const product = await live(pricing)
      pass(0.5)
      await work()
      await endByHand(product.sku)
      pass(before - 0.5)
      await work()
      pass(after)
      await work(4)
      expect(await there(product.sku)).toEqual([])
      await readBack()
      expect(await shop().listing('ebay', product.id)).toMatchObject({
        status: 'unlisted',
        result: {
          reason: 'This listing is no longer live on eBay. It ended or was removed there. List it again.',
        },
      })
      pass(3)
      await work(3)
      expect(await there(product.sku)).toEqual([])
    })

    it('LST-227 an auction of which nobody saw that it ran to its end is not begun again, and one that was seen is', async () => {
      const auction = { listAuction: true, startPrice: 40, auctionLength: 1, relistAuction: 5 }
      const unseen = await live(auction)
      const [first] = await there(unseen.sku)
      pass(1.02)
      await work(3)
      expect(await there(unseen.sku)).toMatchObject([{ externalId: first?.externalId }])
      await shop().sending(
        app().call(unlistProduct, { params: { integration: 'ebay' }, body: { productId: unseen.id }, as: shop().as }),
      )
      const watched = await live(auction)
      const [listing] = await there(watched.sku)
      pass(0.999)
      await work()
      pass(0.02)
      await work(3)
      const [again, ...more] = await there(watched.sku)
      expect([again?.externalId === listing?.externalId, more]).toEqual([false, []])
    })
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
})
