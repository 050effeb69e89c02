import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiChecker, openApiChecker } from '../../../channels/testing/published/spec.ts'
import { describedBy, describedCalls } from '../testing/described.ts'
import type { Sandbox } from '../main.ts'
import { openSandbox } from '../testing/open.ts'
import { type Api, connect, control, list, mug, mugOffer } from '../testing/ebay-session.ts'

const files: Record<string, string> = {
  '/sell/inventory/v1': 'sell_inventory_v1_oas3.json',
  '/sell/account/v1': 'sell_account_v1_oas3.json',
  '/sell/fulfillment/v1': 'sell_fulfillment_v1_oas3.json',
  '/sell/metadata/v1': 'sell_metadata_v1_oas3.json',
  '/commerce/taxonomy/v1': 'commerce_taxonomy_v1_oas3.json',
  '/commerce/identity/v1': 'commerce_identity_v1_oas3.json',
}
const described = describedBy(...Object.values(files).map((file) => `ebay/spec/${file}`))
const checkers = new Map<string, ApiChecker>()
function checkerFor(path: string): ApiChecker {
  const at = Object.keys(files).findIndex((start) => path.startsWith(start))
  const file = described.paths[at]
  if (file === undefined) throw new Error(`No description is known for ${path}.`)
  const checker = checkers.get(file) ?? openApiChecker(file)
  checkers.set(file, checker)
  return checker
}

const inventory = '/sell/inventory/v1'
const account = '/sell/account/v1'
const orders = '/sell/fulfillment/v1/order'
const shirt = (color: string, size: string) =>
  mug({
    product: {
      title: 'Harbor tee',
      description: 'A shirt.',
      imageUrls: ['https://images.example/tee.jpg'],
      aspects: { Brand: ['Harbor'], Department: ['Men'], 'Size Type': ['Regular'], Size: [size], Color: [color] },
    },
  })

describe.skipIf(described.isAbsent)(`eBay's published API descriptions${described.note}`, () => {
  let sandbox: Sandbox
  let raw: Api
  const { call, problems } = describedCalls({
    checker: checkerFor,
    send: (method, path, body) => raw(method, path, body),
  })
  const api = async (...sent: Parameters<typeof call>) => ({ body: await call(...sent) })
  beforeAll(async () => {
    sandbox = await openSandbox()
    raw = (await connect(sandbox)).api
  })
  beforeEach(() => {
    problems.length = 0
  })
  afterAll(() => sandbox.stop())

  it('account, policies and places answer as described', async () => {
    await api('GET', '/commerce/identity/v1/user/', 200)
    await api('GET', `${account}/privilege`, 200)
    await api('GET', `${account}/program/get_opted_in_programs`, 200)
    await api('POST', `${account}/program/opt_in`, 409, { programType: 'OUT_OF_STOCK_CONTROL' })
    await api('POST', `${account}/program/opt_out`, 200, { programType: 'OUT_OF_STOCK_CONTROL' })
    await api('POST', `${account}/program/opt_in`, 200, { programType: 'OUT_OF_STOCK_CONTROL' })
    for (const kind of ['fulfillment', 'payment', 'return']) {
      await api('GET', `${account}/${kind}_policy?marketplace_id=EBAY_US`, 200)
      await api('GET', `${account}/${kind}_policy?marketplace_id=EBAY_MARS`, 400)
      const made = await api('POST', `${account}/${kind}_policy`, 201, {
        name: `New ${kind}`,
        marketplaceId: 'EBAY_US',
        categoryTypes: [{ name: 'ALL_EXCLUDING_MOTORS_VEHICLES' }],
        ...(kind === 'return' ? { returnsAccepted: false } : {}),
      })
      const id = (made.body as Record<string, string>)[`${kind}PolicyId`]
      await api('GET', `${account}/${kind}_policy/${id}`, 200)
      await api(
        'GET',
        `${account}/${kind}_policy/get_by_policy_name?marketplace_id=EBAY_US&name=${encodeURIComponent(`New ${kind}`)}`,
        200,
      )
      await api('DELETE', `${account}/${kind}_policy/${id}`, 204)
    }
    await api('GET', `${inventory}/location?limit=10&offset=0`, 200)
    const place = {
      location: { address: { postalCode: '10001', country: 'US', stateOrProvince: 'NY' } },
      name: 'New York',
      phone: '2125550100',
      locationTypes: ['WAREHOUSE'],
    }
    await api('POST', `${inventory}/location/ny`, 204, place)
    await api('POST', `${inventory}/location/ny`, 409, place)
    await api('GET', `${inventory}/location/ny`, 200)
    await api('POST', `${inventory}/location/ny/disable`, 200)
    await api('POST', `${inventory}/location/ny/enable`, 200)
    await api('POST', `${inventory}/location/ny/update_location_details`, 204, { name: 'New York 2' })
    await api('DELETE', `${inventory}/location/ny`, 204)
    await api('GET', `${inventory}/location/ny`, 404)
    expect(problems).toEqual([])
  })

  it('categories, aspects and conditions answer as described', async () => {
    const tree = '/commerce/taxonomy/v1/category_tree/0'
    await api('GET', '/commerce/taxonomy/v1/get_default_category_tree_id?marketplace_id=EBAY_US', 200)
    await api('GET', tree, 200)
    await api('GET', `${tree}/get_category_subtree?category_id=11450`, 200)
    await api('GET', `${tree}/get_category_suggestions?q=running+shoes`, 200)
    for (const leaf of ['15687', '27386', '139973', '46782'])
      await api('GET', `${tree}/get_item_aspects_for_category?category_id=${leaf}`, 200)
    await api('GET', `${tree}/get_item_aspects_for_category?category_id=11450`, 400)
    await api(
      'GET',
      `/sell/metadata/v1/marketplace/EBAY_US/get_item_condition_policies?filter=${encodeURIComponent('categoryIds:{15687|20695}')}`,
      200,
    )
    await api('GET', '/sell/metadata/v1/marketplace/EBAY_US/get_listing_structure_policies', 200)
    expect(problems).toEqual([])
  })

  it('listings of Seller Hub are migrated as described', async () => {
    const items = [{ sku: 'HUB-1', title: 'Lamp', price: 30, quantity: 4, madeIn: 'Seller Hub' }]
    await fetch(`${sandbox.url}/_sandbox/ebay/items`, { method: 'POST', body: JSON.stringify(items) })
    const all = await fetch(`${sandbox.url}/_sandbox/ebay/listings`).then(
      (answer) => answer.json() as Promise<{ sku: string; externalId: string }[]>,
    )
    const listingId = all.find(({ sku }) => sku === 'HUB-1')?.externalId
    await api('GET', `${inventory}/inventory_item/HUB-1`, 404)
    await api('POST', `${inventory}/bulk_migrate_listing`, 200, { requests: [{ listingId }] })
    await api('POST', `${inventory}/bulk_migrate_listing`, 207, { requests: [{ listingId }] })
    await api('POST', `${inventory}/bulk_migrate_listing`, 400, { requests: [] })
    await api('GET', `${inventory}/offer?sku=HUB-1`, 200)
    expect(problems).toEqual([])
  })

  it('items, offers, families and listings answer as described', async () => {
    await api('PUT', `${inventory}/inventory_item/MUG-1`, 204, mug())
    await api('GET', `${inventory}/inventory_item/MUG-1`, 200)
    await api('GET', `${inventory}/inventory_item/NONE`, 404)
    await api('GET', `${inventory}/inventory_item?limit=2&offset=0`, 200)
    await api('GET', `${inventory}/offer?sku=MUG-1`, 404)
    const offer = await api('POST', `${inventory}/offer`, 201, mugOffer('MUG-1'))
    await api('POST', `${inventory}/offer`, 400, mugOffer('MUG-1'))
    const id = (offer.body as { offerId: string }).offerId
    await api('GET', `${inventory}/offer/${id}`, 200)
    await api('GET', `${inventory}/offer?sku=MUG-1&marketplace_id=EBAY_US&format=FIXED_PRICE`, 200)
    await api('POST', `${inventory}/offer/get_listing_fees`, 200, { offers: [{ offerId: id }] })
    await api('POST', `${inventory}/offer/${id}/publish`, 200, {})
    await api('POST', `${inventory}/offer/${id}/publish`, 200, {})
    await api('GET', `${inventory}/offer/${id}`, 200)
    const { sku: _sku, marketplaceId: _marketplaceId, format: _format, ...change } = mugOffer('MUG-1')
    await api('PUT', `${inventory}/offer/${id}`, 204, { ...change, availableQuantity: 3 })
    await api('POST', `${inventory}/bulk_update_price_quantity`, 207, {
      requests: [
        {
          sku: 'MUG-1',
          shipToLocationAvailability: { quantity: 9 },
          offers: [{ offerId: id, availableQuantity: 9, price: { value: '20.00', currency: 'USD' } }],
        },
        { sku: 'NONE' },
      ],
    })
    await api('POST', `${inventory}/offer/${id}/withdraw`, 200, {})
    await api('POST', `${inventory}/bulk_create_or_replace_inventory_item`, 200, {
      requests: [
        { sku: 'TEE-R-M', locale: 'en_US', ...shirt('Red', 'M') },
        { sku: 'TEE-B-L', locale: 'en_US', ...shirt('Blue', 'L') },
      ],
    })
    await api('POST', `${inventory}/bulk_get_inventory_item`, 200, {
      requests: [{ sku: 'TEE-R-M' }, { sku: 'TEE-B-L' }],
    })
    await api('PUT', `${inventory}/inventory_item_group/TEE`, 204, {
      inventoryItemGroupKey: 'TEE',
      title: 'Harbor tee',
      description: 'A shirt.',
      imageUrls: ['https://images.example/tee.jpg'],
      aspects: { Brand: ['Harbor'] },
      variantSKUs: ['TEE-R-M', 'TEE-B-L'],
      variesBy: {
        aspectsImageVariesBy: ['Color'],
        specifications: [
          { name: 'Color', values: ['Red', 'Blue'] },
          { name: 'Size', values: ['M', 'L'] },
        ],
      },
    })
    await api('GET', `${inventory}/inventory_item_group/TEE`, 200)
    await api('POST', `${inventory}/bulk_create_offer`, 200, {
      requests: ['TEE-R-M', 'TEE-B-L'].map((sku) => mugOffer(sku, { categoryId: '15687' })),
    })
    await api('POST', `${inventory}/offer/publish_by_inventory_item_group`, 200, {
      inventoryItemGroupKey: 'TEE',
      marketplaceId: 'EBAY_US',
    })
    await api('POST', `${inventory}/bulk_publish_offer`, 200, { requests: [{ offerId: id }] })
    await control(sandbox, 'POST', 'ebay/buy', { sku: 'TEE-R-M', quantity: 1 })
    await api('POST', `${inventory}/offer/withdraw_by_inventory_item_group`, 204, {
      inventoryItemGroupKey: 'TEE',
      marketplaceId: 'EBAY_US',
    })
    await api('DELETE', `${inventory}/inventory_item_group/TEE`, 204)
    await api('DELETE', `${inventory}/offer/${id}`, 204)
    await api('DELETE', `${inventory}/inventory_item/MUG-1`, 204)
    expect(problems).toEqual([])
  })

  it('orders and their packages answer as described', async () => {
    await list(raw, 'MUG-2')
    const bought = async () =>
      (
        (await control(sandbox, 'POST', 'ebay/buy', { sku: 'MUG-2', quantity: 2 })).body as {
          externalOrderId: string
        }
      ).externalOrderId
    const [shipped, cancelled] = [await bought(), await bought()]
    await control(sandbox, 'POST', 'ebay/cancel', { externalOrderId: cancelled })
    await api(
      'GET',
      `${orders}?limit=50&filter=${encodeURIComponent('lastmodifieddate:[2026-01-01T00:00:00.000Z..]')}`,
      200,
    )
    await api('GET', `${orders}?orderIds=${shipped}`, 200)
    await api('GET', `${orders}/${cancelled}`, 200)
    await api('GET', `${orders}/00-00000-00000`, 404)
    await api('POST', `${orders}/${shipped}/shipping_fulfillment`, 201, {
      lineItems: [],
      shippingCarrierCode: 'USPS',
      trackingNumber: '94001118992231',
    })
    await api('GET', `${orders}/${shipped}/shipping_fulfillment`, 200)
    await api('GET', `${orders}/${shipped}/shipping_fulfillment/94001118992231`, 200)
    await api('GET', `${orders}/${shipped}`, 200)
    expect(problems).toEqual([])
  })
})
