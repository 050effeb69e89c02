import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../main.ts'
import { openSandbox } from '../../testing/open.ts'
import { type Api, connect, control, list, mug, mugOffer } from '../../testing/ebay-session.ts'

const inventory = '/sell/inventory/v1'
interface Refusal {
  errors: { errorId: number; message: string; parameters?: { name: string; value: string }[] }[]
}

describe('listing on eBay', () => {
  let sandbox: Sandbox
  let api: Api
  beforeEach(async () => {
    sandbox = await openSandbox()
    ;({ api } = await connect(sandbox))
  })
  afterEach(() => sandbox.stop())

  const errorsOf = (answer: { body: unknown }) => (answer.body as Refusal).errors
  const idsOf = (answer: { body: unknown }) => errorsOf(answer).map(({ errorId }) => errorId)
  const put = (sku: string, item: unknown, headers = {}) =>
    api('PUT', `${inventory}/inventory_item/${sku}`, item, headers)
  const offer = async (sku: string, more = {}) =>
    ((await api('POST', `${inventory}/offer`, mugOffer(sku, more))).body as { offerId: string }).offerId
  const publish = (offerId: string) => api('POST', `${inventory}/offer/${offerId}/publish`, {})
  const quantityOf = async (sku: string) =>
    ((await control(sandbox, 'GET', 'ebay/listings')).body as { sku: string; quantity: number; status: string }[]).find(
      (listing) => listing.sku === sku,
    )

  it('publish without a body is turned away with 411, before the API', async () => {
    await put('MUG', mug())
    const offerId = await offer('MUG')
    const empty = await api('POST', `${inventory}/offer/${offerId}/publish`)
    expect(empty.status).toBe(411)
    expect(empty.headers.get('content-type')).toContain('text/html')
    expect((await publish(offerId)).status).toBe(200)
    expect((await api('POST', `${inventory}/offer/${offerId}/withdraw`)).status).toBe(411)
  })

  it('Accept-Language: * and a missing Content-Language are 400 with 25709', async () => {
    expect(idsOf(await put('MUG', mug(), { 'accept-language': '*' }))).toEqual([25709])
    expect(idsOf(await put('MUG', mug(), { 'content-language': '' }))).toEqual([25709])
    expect((await api('GET', `${inventory}/inventory_item`, undefined, { 'accept-language': '*' })).status).toBe(400)
  })

  it('a PUT replaces the whole item: what is not sent is gone', async () => {
    await put('MUG', mug({ packageWeightAndSize: { weight: { value: 1, unit: 'POUND' } } }))
    await put('MUG', mug())
    expect((await api('GET', `${inventory}/inventory_item/MUG`)).body).not.toHaveProperty('packageWeightAndSize')
  })

  it('a second offer for the SKU is 25002 and names the first', async () => {
    await put('MUG', mug())
    const offerId = await offer('MUG')
    const again = await api('POST', `${inventory}/offer`, mugOffer('MUG'))
    expect(again.status).toBe(400)
    expect(errorsOf(again)).toMatchObject([{ errorId: 25002, parameters: [{ name: 'offerId', value: offerId }] }])
  })

  it('offset is the number of a page, not of an item', async () => {
    for (const sku of ['A', 'B', 'C']) await put(sku, mug())
    const page = (await api('GET', `${inventory}/inventory_item?limit=2&offset=1`)).body as {
      inventoryItems: { sku: string }[]
      total: number
      size: number
      next?: string
    }
    expect(page.inventoryItems.map(({ sku }) => sku)).toEqual(['C'])
    expect([page.total, page.size, page.next]).toEqual([3, 1, undefined])
    for (const wrong of ['limit=0', 'limit=201', 'offset=-1', 'limit=x'])
      expect(idsOf(await api('GET', `${inventory}/inventory_item?${wrong}`))).toEqual([25706])
  })

  it('required aspects are asked for when publishing, not before', async () => {
    const bare = mug({ product: { ...mug().product, aspects: {} } })
    expect((await put('MUG', bare)).status).toBe(204)
    const offerId = await offer('MUG')
    const refused = await publish(offerId)
    expect(refused.status).toBe(400)
    expect(errorsOf(refused)).toMatchObject([{ errorId: 25002, parameters: [{ value: 'Brand' }] }])
    expect(errorsOf(refused)[0]?.message).toContain('The item specific Brand is missing.')
    await put('MUG', mug())
    expect((await publish(offerId)).status).toBe(200)
  })

  it.each([
    ['no category', {}, { categoryId: '' }, [25005]],
    ['a category that is no leaf', {}, { categoryId: '11450' }, [25005]],
    [
      'an unknown shipping policy',
      {},
      { listingPolicies: { ...mugOffer('').listingPolicies, fulfillmentPolicyId: '1' } },
      [25007],
    ],
    ['no payment and no return policy', {}, { listingPolicies: { fulfillmentPolicyId: '6196932000' } }, [25008, 25009]],
    ['an unknown location', {}, { merchantLocationKey: 'nowhere' }, [25012]],
    ['no price', {}, { pricingSummary: {} }, [25003]],
    ['no piece', {}, { availableQuantity: 0 }, [25004]],
    ['no condition', { condition: undefined }, {}, [25021]],
    ['a condition that mugs do not have', { condition: 'PRE_OWNED_EXCELLENT' }, {}, [25021]],
    ['no picture', { product: { ...mug().product, imageUrls: [] } }, {}, [25014]],
    ['a picture over http', { product: { ...mug().product, imageUrls: ['http://images.example/a.jpg'] } }, {}, [25015]],
    [
      'a picture on this machine',
      { product: { ...mug().product, imageUrls: ['http://127.0.0.1:3000/a.jpg'] } },
      {},
      [],
    ],
    [
      'a value outside a closed list',
      { product: { ...mug().product, aspects: { Brand: ['A'], 'Dishwasher Safe': ['Perhaps'] } } },
      {},
      [25002],
    ],
    ['two values where one is allowed', { product: { ...mug().product, aspects: { Brand: ['A', 'B'] } } }, {}, [25002]],
  ])('publishing with %s', async (_, item, more, expected) => {
    await put('MUG', mug(item))
    const published = await publish(await offer('MUG', more))
    expect(published.status === 200 ? [] : idsOf(published)).toEqual(expected)
  })

  it('a size must exist in its size type', async () => {
    const shirt = (type: string, size: string) =>
      mug({
        product: {
          ...mug().product,
          aspects: { Brand: ['Harbor'], Department: ['Men'], Color: ['Red'], 'Size Type': [type], Size: [size] },
        },
      })
    await put('TEE', shirt('Regular', 'XLT'))
    const offerId = await offer('TEE', { categoryId: '15687' })
    expect(errorsOf(await publish(offerId))).toMatchObject([{ errorId: 25002, parameters: [{ value: 'Size' }] }])
    await put('TEE', shirt('Big & Tall', 'XLT'))
    expect((await publish(offerId)).status).toBe(200)
  })

  it.each([
    ['a title of 81 characters', { product: { ...mug().product, title: 'x'.repeat(81) } }, 25503],
    [
      '25 pictures',
      {
        product: {
          ...mug().product,
          imageUrls: Array.from({ length: 25 }, (_, n) => `https://images.example/${n}.jpg`),
        },
      },
      25501,
    ],
    ['a quantity below 0', { availability: { shipToLocationAvailability: { quantity: -1 } } }, 25004],
    ['an aspect that is no list', { product: { ...mug().product, aspects: { Brand: 'A' } } }, 25601],
    [
      'an aspect value of 51 characters',
      { product: { ...mug().product, aspects: { Brand: ['x'.repeat(51)] } } },
      25601,
    ],
    ['an unknown condition', { condition: 'SHINY' }, 25021],
  ])('an item with %s is refused at once', async (_, item, expected) => {
    expect(idsOf(await put('MUG', mug(item)))).toEqual([expected])
    expect((await api('GET', `${inventory}/inventory_item/MUG`)).status).toBe(404)
  })
  it('a SKU of 51 characters is 25707', async () => {
    expect(idsOf(await put('x'.repeat(51), mug()))).toEqual([25707])
    expect((await put(encodeURIComponent('A+B/ 1'), mug())).status).toBe(204)
    expect((await api('GET', `${inventory}/inventory_item/${encodeURIComponent('A+B/ 1')}`)).body).toMatchObject({
      sku: 'A+B/ 1',
    })
  })

  it('publishing twice is one listing and a warning; withdrawn and published again it is a new one', async () => {
    const { offerId, listingId } = await list(api, 'MUG')
    expect((await publish(offerId)).body).toMatchObject({ listingId, warnings: [{ errorId: 25402 }] })
    expect((await api('POST', `${inventory}/offer/${offerId}/withdraw`, {})).body).toMatchObject({ listingId })
    expect((await api('GET', `${inventory}/offer/${offerId}`)).body).toMatchObject({ status: 'UNPUBLISHED' })
    expect((await control(sandbox, 'GET', 'ebay/listings')).body).toEqual([])
    const again = (await publish(offerId)).body as { listingId: string }
    expect(again.listingId).toMatch(/^\d{12}$/)
    expect(again.listingId).not.toBe(listingId)
  })

  it("shows the smaller of the item's and the offer's quantity; at 0 it is out of stock, not ended", async () => {
    const { offerId, listingId } = await list(api, 'MUG')
    const set = (item: number, ofOffer: number) =>
      api('POST', `${inventory}/bulk_update_price_quantity`, {
        requests: [
          {
            sku: 'MUG',
            shipToLocationAvailability: { quantity: item },
            offers: [{ offerId, availableQuantity: ofOffer }],
          },
        ],
      })
    await set(9, 4)
    expect(await quantityOf('MUG')).toMatchObject({ quantity: 4, status: 'ACTIVE' })
    await set(2, 4)
    expect(await quantityOf('MUG')).toMatchObject({ quantity: 2 })
    await set(0, 4)
    expect(await quantityOf('MUG')).toMatchObject({ quantity: 0, status: 'OUT_OF_STOCK' })
    await set(3, 3)
    expect((await api('GET', `${inventory}/offer/${offerId}`)).body).toMatchObject({
      listing: { listingId, listingStatus: 'ACTIVE' },
    })
  })

  it('without the out-of-stock program the listing ends at 0', async () => {
    const { offerId } = await list(api, 'MUG')
    await api('POST', '/sell/account/v1/program/opt_out', { programType: 'OUT_OF_STOCK_CONTROL' })
    await api('POST', `${inventory}/bulk_update_price_quantity`, {
      requests: [{ sku: 'MUG', offers: [{ offerId, availableQuantity: 0 }] }],
    })
    expect((await api('GET', `${inventory}/offer/${offerId}`)).body).toMatchObject({ status: 'UNPUBLISHED' })
  })

  it('a bulk update answers per element: 207 as soon as one failed', async () => {
    const { offerId } = await list(api, 'MUG')
    await put('LOOSE', mug())
    const loose = await offer('LOOSE')
    const good = { sku: 'MUG', offers: [{ offerId, price: { value: '21.50', currency: 'USD' } }] }
    expect((await api('POST', `${inventory}/bulk_update_price_quantity`, { requests: [good] })).status).toBe(200)
    const mixed = await api('POST', `${inventory}/bulk_update_price_quantity`, {
      requests: [
        good,
        { sku: 'NONE' },
        { sku: 'LOOSE', offers: [{ offerId: loose, availableQuantity: 1 }] },
        { sku: 'MUG', offers: [{ offerId, price: { value: 5, currency: 'USD' } }] },
      ],
    })
    expect(mixed.status).toBe(207)
    const { responses } = mixed.body as { responses: { statusCode: number; errors: { errorId: number }[] }[] }
    expect(responses.map(({ statusCode, errors }) => [statusCode, errors.map(({ errorId }) => errorId)])).toEqual([
      [200, []],
      [404, [25702]],
      [400, [25713]],
      [400, [25003]],
    ])
    expect((await api('GET', `${inventory}/offer/${offerId}`)).body).toMatchObject({
      pricingSummary: { price: { value: '21.50' } },
      availableQuantity: 5,
    })
    const many = Array.from({ length: 26 }, () => good)
    expect((await api('POST', `${inventory}/bulk_update_price_quantity`, { requests: many })).status).toBe(400)
  })

  it('25713 for offers that are not there, 25702 for SKUs, both 404', async () => {
    for (const [path, id] of [
      ['offer?sku=NONE', 25713],
      ['offer/1', 25713],
      ['inventory_item/NONE', 25702],
    ] as const) {
      const answer = await api('GET', `${inventory}/${path}`)
      expect([answer.status, idsOf(answer)]).toEqual([404, [id]])
    }
  })

  it("the public page shows title, price and what is left, and none of the seller's markup", async () => {
    const { listingId } = await list(
      api,
      'MUG',
      mug(),
      mugOffer('MUG', { listingDescription: '<script>alert(1)</script><p>Fired twice</p>' }),
    )
    const page = await fetch(`${sandbox.url}/ebay/itm/${listingId}`)
    const html = await page.text()
    expect(html).toContain('Stoneware mug, 12 oz')
    expect(html).toContain('18.00 USD')
    expect(html).toContain('5 available')
    expect(html).not.toContain('<script>alert')
    expect((await fetch(`${sandbox.url}/ebay/itm/1`)).status).toBe(404)
  })

  describe('families', () => {
    const shirt = (color: string, size: string) =>
      mug({
        product: {
          ...mug().product,
          title: `Harbor tee ${color} ${size}`,
          aspects: { Brand: ['Harbor'], Department: ['Men'], 'Size Type': ['Regular'], Size: [size], Color: [color] },
        },
      })
    const group = (skus: string[], more = {}) => ({
      title: 'Harbor tee',
      description: 'A shirt.',
      imageUrls: ['https://images.example/tee.jpg'],
      aspects: { Brand: ['Harbor'] },
      variantSKUs: skus,
      variesBy: {
        aspectsImageVariesBy: ['Color'],
        specifications: [
          { name: 'Color', values: ['Red', 'Blue'] },
          { name: 'Size', values: ['M', 'L'] },
        ],
      },
      ...more,
    })
    const putGroup = (key: string, body: unknown) => api('PUT', `${inventory}/inventory_item_group/${key}`, body)
    const publishGroup = (key: string) =>
      api('POST', `${inventory}/offer/publish_by_inventory_item_group`, {
        inventoryItemGroupKey: key,
        marketplaceId: 'EBAY_US',
      })
    const shirts: [sku: string, color: string, size: string][] = [
      ['TEE-RM', 'Red', 'M'],
      ['TEE-RL', 'Red', 'L'],
      ['TEE-BM', 'Blue', 'M'],
    ]
    const listShirts = async () => {
      for (const [sku, color, size] of shirts) {
        await put(sku, shirt(color, size))
        await offer(sku, { categoryId: '15687' })
      }
      await putGroup('TEE', group(shirts.map(([sku]) => sku)))
      return (await publishGroup('TEE')).body as { listingId: string }
    }

    it('are one listing; an order names the variation', async () => {
      const { listingId } = await listShirts()
      const shown = (await control(sandbox, 'GET', 'ebay/listings')).body as { externalId: string; sku: string }[]
      expect(shown.map(({ sku }) => sku)).toEqual(['TEE-RM', 'TEE-RL', 'TEE-BM'])
      expect(new Set(shown.map(({ externalId }) => externalId))).toEqual(new Set([listingId]))
      await control(sandbox, 'POST', 'ebay/buy', { sku: 'TEE-RL', quantity: 1 })
      const { orders } = (await api('GET', '/sell/fulfillment/v1/order')).body as { orders: { lineItems: unknown[] }[] }
      expect(orders[0]?.lineItems[0]).toMatchObject({
        sku: 'TEE-RL',
        title: 'Harbor tee',
        legacyItemId: listingId,
        legacyVariationId: expect.any(String),
        variationAspects: [
          { name: 'Color', value: 'Red' },
          { name: 'Size', value: 'L' },
        ],
      })
    })

    it('take in a new variation when published again, under the same listing', async () => {
      const { listingId } = await listShirts()
      await put('TEE-BL', shirt('Blue', 'L'))
      await offer('TEE-BL', { categoryId: '15687' })
      await putGroup('TEE', group([...shirts.map(([sku]) => sku), 'TEE-BL']))
      expect((await publishGroup('TEE')).body).toMatchObject({ listingId })
      expect(((await control(sandbox, 'GET', 'ebay/listings')).body as unknown[]).length).toBe(4)
    })

    it('may lose a variation that has not sold, and must keep one that has', async () => {
      await listShirts()
      await control(sandbox, 'POST', 'ebay/buy', { sku: 'TEE-RM', quantity: 1 })
      expect(idsOf(await putGroup('TEE', group(['TEE-RL', 'TEE-BM'])))).toEqual([25019])
      expect((await putGroup('TEE', group(['TEE-RM', 'TEE-RL']))).status).toBe(204)
      expect(
        ((await control(sandbox, 'GET', 'ebay/listings')).body as { sku: string }[]).map(({ sku }) => sku),
      ).toEqual(['TEE-RM', 'TEE-RL'])
    })

    it('refuse SKUs that are unknown, listed alone or in another family', async () => {
      await listShirts()
      await list(api, 'MUG')
      expect(idsOf(await putGroup('OTHER', group(['NONE'])))).toEqual([25701])
      expect(idsOf(await putGroup('OTHER', group(['MUG'])))).toEqual([25704])
      expect(idsOf(await putGroup('OTHER', group(['TEE-RM'])))).toEqual([25703])
    })

    it('refuse two variations alike, and one without its offer', async () => {
      await put('A', shirt('Red', 'M'))
      await put('B', shirt('Red', 'M'))
      await offer('A', { categoryId: '15687' })
      await putGroup('TEE', group(['A', 'B']))
      expect(errorsOf(await publishGroup('TEE'))[0]?.message).toContain('Every variation needs an offer')
      await offer('B', { categoryId: '15687' })
      expect(errorsOf(await publishGroup('TEE')).map(({ message }) => message)).toEqual([
        'Invalid data in the Inventory Item Group. Two variations have the same values.',
      ])
    })

    it('are withdrawn together', async () => {
      await listShirts()
      const withdrawn = await api('POST', `${inventory}/offer/withdraw_by_inventory_item_group`, {
        inventoryItemGroupKey: 'TEE',
        marketplaceId: 'EBAY_US',
      })
      expect(withdrawn.status).toBe(204)
      expect((await control(sandbox, 'GET', 'ebay/listings')).body).toEqual([])
    })
  })
})
