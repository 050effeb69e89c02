import { beforeAll, describe, expect, it } from 'vitest'
import { lookups } from '#contract/integrations/lookups.ts'
import { integrationsApp } from '../../testing/shop/integrations.ts'
import { openShop, type Shop } from '../../testing/shop/shop.ts'

const { app, sandbox } = integrationsApp()
const testedChannels = ['ebay', 'square', 'shopify', 'bigcommerce'] as const
let shop: Shop
const goods = [
  { sku: 'CUP-1', title: 'Cup', price: 3.1, quantity: 7 },
  { sku: 'JUG-1', title: 'Jug', price: 12.5, quantity: 2 },
  { sku: 'MUG-1', title: 'Mug', price: 8, quantity: 4 },
]
beforeAll(async () => {
  shop = await openShop(app(), sandbox(), testedChannels)
  for (const channel of testedChannels) await shop.remotes[channel].addItems(goods)
})

describe('what stands on a channel, as the channel says it', () => {
  it('IMP-169 IMP-170 IMP-184 items of eBay with their offers, page by page, and how many there are', async () => {
    const read = (query: object) => app().call(lookups.ebay.inventoryItemOffers, { query: query as never, as: shop.as })
    const first = (await read({ offset: '0', limit: '2' })).body.data
    expect([first?.count, first?.inventoryItemOffers.length]).toEqual([3, 2])
    const rest = (await read({ offset: '2', limit: '2' })).body.data?.inventoryItemOffers ?? []
    const all = [...(first?.inventoryItemOffers ?? []), ...rest]
    expect(all.find(({ inventoryItem: { sku } }) => sku === 'JUG-1')).toEqual({
      inventoryItem: {
        sku: 'JUG-1',
        product: { title: 'Jug' },
        availability: { shipToLocationAvailability: { quantity: 2 } },
      },
      offer: {
        offerId: expect.stringMatching(/^\d+$/),
        sku: 'JUG-1',
        status: 'PUBLISHED',
        pricingSummary: { price: { value: expect.stringMatching(/^12\.50?$/), currency: 'USD' } },
        listing: { listingId: expect.stringMatching(/^\d+$/) },
      },
    })
    expect(new Set(all.map(({ inventoryItem: { sku } }) => sku)).size).toBe(3)
    expect((await read({ offset: '1', limit: '2' })).body).toMatchObject({
      code: 'channel_refused',
      message: 'offset must be a multiple of limit, 2.',
    })
    expect((await read({ limit: '51' })).body.message).toBe('limit must be a whole number from 1 to 50.')
  })

  it('IMP-185 the offer of a SKU on eBay, or that there is none', async () => {
    const offerOf = async (sku: string) => (await app().call(lookups.ebay.offer, { query: { sku }, as: shop.as })).body
    expect((await offerOf('MUG-1')).data).toMatchObject({ sku: 'MUG-1', status: 'PUBLISHED' })
    expect(await offerOf('a/b +1')).toMatchObject({ success: true, data: null })
    expect((await offerOf('')).code).toBe('invalid_input')
  })

  it('IMP-171 IMP-172 IMP-187 items of Square, by a text and by their places', async () => {
    const read = async (query: object) =>
      (await app().call(lookups.square.items, { query: query as never, as: shop.as })).body.data?.items ?? []
    const [jug, ...others] = await read({ textFilter: 'jug-1' })
    expect(others).toEqual([])
    expect(jug).toEqual({
      id: expect.stringMatching(/./),
      itemData: {
        name: 'Jug',
        isArchived: false,
        variations: [
          {
            id: expect.stringMatching(/./),
            itemVariationData: {
              name: expect.any(String),
              sku: 'JUG-1',
              priceMoney: { amount: 1250, currency: 'USD' },
            },
          },
        ],
      },
    })
    const names = async (query: object) => (await read(query)).map(({ itemData: { name } }) => name)
    expect(await names({ offset: '1', limit: '1' })).toEqual(['Jug'])
    expect(await names({ offset: '3' })).toEqual([])
  })

  it('IMP-166 IMP-173 IMP-189 products of Shopify, at most 100 at a time, and where to go on', async () => {
    const read = (query: object) => app().call(lookups.shopify.products, { query: query as never, as: shop.as })
    const { products = [], sinceId = '' } = (await read({ limit: '2' })).body.data ?? {}
    expect(products.map(({ title, status, variants }) => [title, status, variants])).toEqual([
      ['Cup', 'ACTIVE', [{ id: expect.stringMatching(/^gid:/), sku: 'CUP-1', price: '3.10' }]],
      ['Jug', 'ACTIVE', [{ id: expect.stringMatching(/^gid:/), sku: 'JUG-1', price: '12.50' }]],
    ])
    expect(sinceId).toBe(products.at(-1)?.id)
    const rest = (await read({ limit: '2', sinceId })).body.data
    expect([rest?.products.map(({ title }) => title), rest?.sinceId]).toEqual([['Mug'], ''])
    expect((await read({ limit: '101' })).body.message).toBe('limit must be a whole number from 1 to 100.')
    expect((await read({ sinceId: '1 OR status:draft' })).body.message).toBe('sinceId must be the id of a product.')
    const many = Array.from({ length: 99 }, (_, n) => ({ sku: `TIN-${n}`, title: `Tin ${n}`, price: 1, quantity: 1 }))
    await shop.remotes.shopify.addItems(many)
    expect((await read({})).body.data).toMatchObject({
      products: { length: 100 },
      sinceId: expect.stringMatching(/^gid:/),
    })
  })

  it('IMP-174 IMP-191 products of BigCommerce, page by page, and how many there are', async () => {
    const read = async (query: object) =>
      (await app().call(lookups.bigcommerce.products, { query: query as never, as: shop.as })).body.data
    const second = await read({ limit: '2', page: '2' })
    expect(second).toEqual({
      count: 3,
      products: [{ id: expect.stringMatching(/^\d+$/), name: 'Mug', sku: 'MUG-1', price: 8 }],
    })
    expect(await read({ page: '9' })).toEqual({ count: 3, products: [] })
  })

  it('says what to do where no account is connected', async () => {
    const bare = await openShop(app(), sandbox(), [])
    const answer = await app().call(lookups.ebay.inventoryItemOffers, { query: {} as never, as: bare.as })
    expect(answer.body.code).toBe('integration_missing')
  })
})
