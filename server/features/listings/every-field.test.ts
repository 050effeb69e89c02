import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { descriptions } from '#contract/channels/all.ts'
import type { ChannelDescription } from '#contract/channels/describe.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import { standardPricing } from '#contract/channels/pricing.ts'
import { listIntegrations, saveIntegration } from '#contract/integrations/integrations.ts'
import * as contract from '#contract/listings/listings.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { makeIntegration } from '../../testing/shop/orders.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'

/** A field, the requirements that ask for it, and a value that differs from what it begins with. */
type Row = readonly [channel: BuiltId, field: string, ids: string, value: unknown]

const aspects = [{ aspectName: 'Color', value: ['Blue', '{{Color}}'], dataType: 'STRING', required: true }]
const properties = [
  { propertyId: 200, propertyName: 'Length', values: ['12', '{{Length}}'], scaleId: 5, required: true },
]
const pricing = {
  ...standardPricing,
  price: true,
  basePrice: 95,
  reducePrice: true,
  maxPrice: 120,
  reduceBy: 3,
  reduceEvery: 4,
  lastReduced: '2026-11-01T00:00:00.000Z',
  listAuction: false,
  startPrice: 51,
  buyItNowPrice: 131,
  auctionLength: 5,
  startDay: 'Monday',
  startTime: '18:30',
  relistAuction: 2,
  relist: true,
  relistEvery: 9,
}
const spreadsheets = [
  { spreadsheetId: 'book', sheetId: 3, headers: [{ cellId: 'B', name: 'Colour', value: '{{Colour}}' }] },
]

const rows: Row[] = []
/** Notes which fields the table has: a new field of a channel fails until it has a row. */
function table(declared: readonly Row[]): readonly Row[] {
  rows.push(...declared)
  return declared
}

let app: TestApp
let as: string
let templateId: number
let productId: number

beforeAll(async () => {
  app = await testApp()
  const seller = await makeSeller(app.services)
  as = seller.as
  for (const channel of Object.keys(descriptions) as BuiltId[]) await makeIntegration(seller.ctx, channel)
  templateId = (await makeTemplate(seller.ctx)).id
  productId = (await makeProduct(seller.ctx, templateId)).id
})
afterAll(() => app.stop())

const described = Object.entries<ChannelDescription>(descriptions).flatMap(([channel, { fields = [] }]) =>
  fields.map((field) => ({ channel, ...field })),
)
const keyOf = (channel: string, name: string) => `${channel}.${name}`
const fieldsOn = (place: 'template' | 'product' | 'integration') =>
  described.flatMap(({ channel, name, on }) => (on.includes(place) ? [keyOf(channel, name)] : []))

describe('a listing template', () => {
  it.each(
    table([
      ['ebay', 'ebayCategoryIds', 'LST-159', '15687,9355'],
      ['ebay', 'ebayCategoryVersion', 'LST-163', '129'],
      ['ebay', 'title', 'LST-160', '{{Brand}} {{SKU}}'],
      ['ebay', 'description', 'LST-162', '<p>Good</p>'],
      ['ebay', 'subtitle', 'LST-161', 'Soft'],
      ['ebay', 'condition', 'LST-164', 'Used'],
      ['ebay', 'conditionDescription', 'LST-165', 'One scratch'],
      ['ebay', 'brand', 'LST-166', '{{Maker}}'],
      ['ebay', 'locationId', 'LST-167', 'hall'],
      ['ebay', 'paymentPolicyId', 'LST-168', '61'],
      ['ebay', 'returnPolicyId', 'LST-169', '62'],
      ['ebay', 'fulfillmentPolicyId', 'LST-170', '63'],
      ['ebay', 'aspects', 'LST-171', aspects],
      ['ebay', 'pricingConfiguration', 'LST-214..LST-229', pricing],
      ['etsy', 'taxonomyIds', 'LST-251', '1062'],
      ['etsy', 'title', 'LST-252', '{{SKU}} mug'],
      ['etsy', 'description', 'LST-253', '<p>Tea</p>'],
      ['etsy', 'type', 'LST-254', 'download'],
      ['etsy', 'materials', 'LST-255', 'Clay,Glaze'],
      ['etsy', 'tags', '', 'tea,cup'],
      ['etsy', 'whenMade', 'LST-256', '1990s'],
      ['etsy', 'whoMade', 'LST-257', 'collective'],
      ['etsy', 'supply', '', 'supply'],
      ['etsy', 'renewal', '', 'manual'],
      ['etsy', 'shippingProfileId', 'LST-258', '71'],
      ['etsy', 'returnPolicyId', 'LST-259', '72'],
      ['etsy', 'processingProfileId', '', '73'],
      ['etsy', 'sectionId', '', '74'],
      ['etsy', 'properties', 'LST-260', properties],
      ['shopify', 'title', 'LST-298', '{{SKU}} shirt'],
      ['shopify', 'description', 'LST-299', '<p>Cotton</p>'],
      ['shopify', 'locationId', 'LST-300', '81'],
      ['shopify', 'productType', 'LST-301', 'Shirts'],
      ['shopify', 'vendor', 'LST-302', '{{Maker}}'],
      ['shopify', 'tags', 'LST-303', 'new,red'],
      ['shopify', 'collectionIds', 'LST-304', '5,6'],
      ['square', 'title', 'LST-308', '{{SKU}} cake'],
      ['square', 'description', 'LST-309', '<p>Sweet</p>'],
      ['square', 'locationId', 'LST-310', 'L1'],
      ['square', 'categoryIds', 'LST-311', 'C1,C2'],
      ['square', 'taxIds', '', 'T1,T2'],
      ['bigcommerce', 'title', 'LST-317', '{{SKU}} lamp'],
      ['bigcommerce', 'description', 'LST-318', '<p>Brass</p>'],
      ['bigcommerce', 'locationId', 'LST-319', '1'],
      ['bigcommerce', 'categoryIds', 'LST-320', '23,24'],
      ['bigcommerce', 'brandName', 'LST-321', 'Acme'],
      ['bigcommerce', 'tags', 'LST-322', 'lamp,brass'],
      ['clover', 'title', 'LST-326', '{{SKU}} tea'],
      ['clover', 'description', 'LST-327', '<p>Green</p>'],
      ['clover', 'locationId', 'LST-328', 'M1'],
      ['clover', 'categoryIds', 'LST-329', 'SHIRTS0000001'],
      ['csv', 'spreadsheets', 'LST-338', spreadsheets],
    ]),
  )('the %s field %s is saved and read back (%s)', async (channel, name, _ids, value) => {
    const schema = { id: 's1', name: 'Default', [name]: value }
    const saved = await app.call(contract.saveListingTemplates, {
      body: { listingTemplates: [{ templateId, channel, schemas: [schema] }] },
      as,
    })
    expect(saved.status).toBe(200)
    const { body } = await app.call(contract.listingChannels, { query: { templateId }, as })
    expect(body.data?.[channel]?.listingTemplate?.schemas).toMatchObject([{ [name]: value }])
  })

  it('has a row in this table for each field of each channel', () => {
    expect(rows.map(([channel, name]) => keyOf(channel, name)).toSorted()).toEqual(fieldsOn('template').toSorted())
  })
})

describe('what a product says of its own', () => {
  const ownRows = rows.flatMap(([channel, name, , value]) => {
    const field = described.find((each) => each.channel === channel && each.name === name)
    return field && (field.on as readonly string[]).includes('product')
      ? [[channel, field.override ?? name, value] as const]
      : []
  })

  it.each(ownRows)('the %s field %s is saved and read back', async (channel, name, value) => {
    const saved = await app.call(contract.saveListingProducts, {
      body: { listingProducts: [{ channel, productId, schemaOverrides: { [name]: value } }] },
      as,
    })
    expect(saved.status).toBe(200)
    const { body } = await app.call(contract.listListingProducts, { query: { productId }, as })
    expect(body.data?.find((listing) => listing.channel === channel)?.schemaOverrides).toEqual({ [name]: value })
  })
})

describe('the settings of an account', () => {
  it.each(described.filter(({ on }) => on.includes('integration')))(
    'the $channel setting $name is saved and read back',
    async ({ channel, name, currencies }) => {
      // A site is one that Motto knows; of other choices the channel says which there are.
      const settings = { [name]: Object.keys(currencies ?? {}).at(-1) ?? 'chosen' }
      const saved = await app.call(saveIntegration, { body: { channel: channel as BuiltId, settings }, as })
      expect(saved.status).toBe(200)
      const { body } = await app.call(listIntegrations, { as })
      expect(body.data?.[channel as BuiltId]?.integration.config).toMatchObject(settings)
    },
  )
})
