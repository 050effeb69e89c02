import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Channel, ChannelError, type FailureKind } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { systemClock } from '../../services.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { listingsShop } from '../../testing/shop/listings.ts'
import { type AnyShop, openFakeShop } from '../../testing/shop/shop.ts'

const start = Date.now()
/** The clock stands still, so many seconds after the start. */
const stopClock = (app: TestApp, seconds: number) =>
  void (app.services.clock = { ...systemClock, now: () => new Date(start + seconds * 1000) })
const errorsOf = async (app: TestApp, { as }: { as: string }, channel: 'shopify', productId: number) =>
  (await app.call(preflight, { query: { productId, channel }, as })).body.data?.errors

describe('what a listing refers to on the simulator', () => {
  const { app, shop } = listingsShop()
  afterEach(() => void (app().services.clock = systemClock))

  it.each([
    ['ebay', 'fulfillmentPolicyId', 'eBay no longer has this fulfillment policy. Choose another.', undefined, ''],
    ['etsy', 'shippingProfileId', 'Etsy no longer has this shipping profile. Choose another.', undefined, ''],
    ['square', 'categoryIds', 'Square no longer has this category. Choose another.', lookups.square.categories, 'id'],
    ['clover', 'categoryIds', 'Clover no longer has this category. Choose another.', lookups.clover.categories, 'id'],
    [
      'bigcommerce',
      'categoryIds',
      'BigCommerce no longer has this category. Choose another.',
      lookups.bigcommerce.categories,
      'category_id',
    ],
  ] as const)(
    'LST-079 what was deleted on %s is named at its field %s by the next check',
    async (channel, field, sentence, choices, id) => {
      const options = choices && ((await app().call(choices, { as: shop().as })).body.data as Record<string, unknown>[])
      const fields = options && { [channel]: { [field]: String(options[0]?.[id]) } }
      const product = await shop().product(await shop().template(fields && { fields }))
      await shop().list(channel, product.id)
      const check = async () => {
        const { body } = await app().call(preflight, { query: { productId: product.id, channel }, as: shop().as })
        return body.data?.errors
      }
      expect(await check()).toEqual({})
      await shop().remotes[channel].fault('take_away')
      stopClock(app(), 3600)
      expect(await check()).toEqual({ [field]: sentence })
    },
  )
})

describe('a location that a listing refers to', () => {
  let app: TestApp
  beforeAll(async () => void (app = await testApp()))
  afterEach(() => void (app.services.clock = systemClock))
  afterAll(() => app.stop())

  const goneError = { locationId: 'Shopify no longer has this location. Choose another.' }
  /** @param answer what the channel says of its locations */
  async function opened(
    answer: () => Promise<unknown>,
  ): Promise<{ shop: AnyShop; channel: Channel; productId: number }> {
    const { channel, ...fake } = fakeChannel(channelOf('shopify'))
    channel.lookups = { locations: answer }
    channel.refersTo = ({ fields }) => ({ locationId: (fields as { locationId: string }).locationId })
    const shop = await openFakeShop(app, { channel, ...fake })
    stopClock(app, 0)
    const { id } = await shop.product(await shop.template())
    await shop.list('shopify', id)
    return { shop, channel, productId: id }
  }

  it('is asked for once in a minute, however many listings are checked', async () => {
    let requests = 0
    const { shop, productId } = await opened(
      async () => ((requests += 1), [{ id: 'shelf', name: 'Shelf', isActive: true }]),
    )
    requests = 0
    for (let i = 0; i < 3; i += 1) expect(await errorsOf(app, shop, 'shopify', productId)).toEqual({})
    expect(requests).toBe(0)
    stopClock(app, 61)
    for (let i = 0; i < 3; i += 1) expect(await errorsOf(app, shop, 'shopify', productId)).toEqual({})
    expect(requests).toBe(1)
  })

  it('is asked for again before an old answer calls it gone, as it may be new', async () => {
    let locations: { id: string; name: string; isActive: boolean }[] = [{ id: 'shelf', name: 'Shelf', isActive: true }]
    const { shop, productId } = await opened(async () => locations)
    locations = []
    stopClock(app, 61)
    expect(await errorsOf(app, shop, 'shopify', productId)).toEqual(goneError)
    locations = [{ id: 'shelf', name: 'Shelf', isActive: true }]
    stopClock(app, 70)
    expect(await errorsOf(app, shop, 'shopify', productId)).toEqual({})
  })

  it('is judged by the answer of its own organization', async () => {
    const first = await opened(async () => [{ id: 'shelf', name: 'Shelf', isActive: true }])
    const second = await opened(async () => [])
    expect(await errorsOf(app, second.shop, 'shopify', second.productId)).toEqual(goneError)
    expect(await errorsOf(app, first.shop, 'shopify', first.productId)).toEqual({})
  })

  it.each<FailureKind>(['unavailable', 'rate_limited', 'quota', 'too_expensive'])(
    'is not called gone, and blocks nothing, while the channel answers %s',
    async (kind) => {
      const { shop, productId } = await opened(async () => {
        throw new ChannelError(kind, 'Not now.')
      })
      expect(await errorsOf(app, shop, 'shopify', productId)).toEqual({})
      expect(await shop.listing('shopify', productId)).toMatchObject({ status: 'listed' })
    },
  )

  it('is judged by what was known of it while the channel is silent', async () => {
    const { channel, shop, productId } = await opened(async () => [])
    let isSilent = false
    let locations = ['shelf']
    channel.factsSeconds = 60
    channel.facts = async () => {
      if (isSilent) throw new ChannelError('unavailable', 'Not now.')
      return locations
    }
    channel.refersTo = () => ({})
    channel.check = (_listing, facts) => {
      const errors: Record<string, string> = (facts as string[]).includes('shelf') ? {} : { locationId: 'It is gone.' }
      return { errors, causes: {}, warnings: {} }
    }
    expect(await errorsOf(app, shop, 'shopify', productId)).toEqual({})
    isSilent = true
    stopClock(app, 61)
    expect(await errorsOf(app, shop, 'shopify', productId)).toEqual({})
    isSilent = false
    locations = []
    expect(await errorsOf(app, shop, 'shopify', productId)).toEqual({ locationId: 'It is gone.' })
  })
})
