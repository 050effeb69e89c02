import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EbaySchema, EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { ebayMug } from '../../testing/ebay-mug.ts'
import { check, ebayLimits } from './check.ts'
import type { EbayListing } from './map.ts'

const good = ebayMug({
  fields: EbaySchema.parse({
    ebayCategoryIds: '20695',
    locationId: 'home',
    fulfillmentPolicyId: '1',
    paymentPolicyId: '2',
    returnPolicyId: '3',
    aspects: [
      { aspectName: 'brand', value: 'Acme' },
      { aspectName: 'Material', value: 'Glass' },
    ],
  }),
})
const aspect = (localizedAspectName: string, rule: object = {}, values: string[] = []) => ({
  localizedAspectName,
  aspectConstraint: rule,
  aspectValues: values.map((localizedValue) => ({ localizedValue })),
})
const facts = {
  aspects: [
    aspect('Brand', { aspectRequired: true, aspectUsage: 'RECOMMENDED' }),
    aspect('Material', { aspectMode: 'SELECTION_ONLY' }, ['Glass', 'Steel']),
    aspect('Capacity', { aspectUsage: 'RECOMMENDED', aspectDataType: 'NUMBER' }),
    aspect('Colour', {}),
  ],
  conditions: [
    { condition: 'NEW', name: 'New' },
    { condition: 'USED_EXCELLENT', name: 'Used' },
  ],
}
const errorsOf = (more: Partial<EbayListing>, fields: object = {}) =>
  check({ ...good, ...more, fields: { ...good.fields, ...fields } }, facts).errors
const aspects = (...list: [string, string | string[]][]) => ({
  aspects: EbaySchema.parse({ aspects: list.map(([aspectName, value]) => ({ aspectName, value })) }).aspects,
})

describe('what eBay would refuse', () => {
  it('nothing of a good listing; recommended item specifics are only a warning', () => {
    expect(check(good, facts)).toEqual({
      errors: {},
      causes: {},
      warnings: { 'aspects.Capacity': 'Recommended: buyers filter by Capacity.' },
    })
  })
  it.each<[string, Partial<EbayListing>, object, string]>([
    ['title', { title: 'x'.repeat(81) }, {}, '81'],
    ['title', { title: ' ' }, {}, 'requires a title'],
    ['description', { description: '<p> </p>' }, {}, 'description'],
    ['images', { images: [] }, {}, 'at least 1'],
    ['images', { images: Array.from({ length: 25 }, (_, i) => `https://p.example/${i}`) }, {}, '24'],
    ['ebayCategoryIds', {}, { ebayCategoryIds: '' }, 'Choose an eBay category'],
    ['ebayCategoryIds', {}, { ebayCategoryIds: '1,2' }, 'exactly one'],
    ['condition', { condition: 'Mint' }, {}, 'has no condition'],
    ['condition', { condition: 'Used - Good' }, {}, 'Allowed: New, Used'],
    ['price', { variants: [{ sku: 'A', options: {}, price: 0, quantity: 1 }] }, {}, 'above 0'],
    ['sku', { variants: [{ sku: 'A'.repeat(51), options: {}, price: 1, quantity: 1 }] }, {}, '50 characters'],
    ['quantity', { variants: [{ sku: 'A', options: {}, price: 1, quantity: 0 }] }, {}, 'at least 1 unit'],
    [
      'variations',
      { variants: ['A', 'B'].map((sku) => ({ sku, options: { Size: 'L' }, price: 1, quantity: 1 })) },
      {},
      'same options',
    ],
    ['aspects.Brand', {}, aspects(['Material', 'Glass']), 'eBay requires Brand'],
    ['aspects.Material', {}, aspects(['Brand', 'A'], ['Material', 'Wood']), 'Choose a value from the list'],
    ['aspects.Material', {}, aspects(['Brand', 'A'], ['Material', 'glass']), 'Write “Glass”'],
    ['aspects.Brand', {}, aspects(['Brand', ['A', 'B']]), 'one value'],
    ['aspects.Brand', {}, aspects(['Brand', 'A'.repeat(51)]), '50 characters'],
    ['aspects.Capacity', {}, aspects(['Brand', 'A'], ['Capacity', 'big']), 'a number'],
    ['fulfillmentPolicyId', {}, { fulfillmentPolicyId: '' }, 'fulfillment policy'],
    ['paymentPolicyId', {}, { paymentPolicyId: '' }, 'payment policy'],
    ['returnPolicyId', {}, { returnPolicyId: '' }, 'return policy'],
    ['locationId', {}, { locationId: '' }, 'location'],
  ])('%s: %j', (field, more, fields, sentence) => {
    const errors = errorsOf(more, fields)
    expect(Object.keys(errors)).toEqual([field])
    expect(errors[field]).toContain(sentence)
  })
  it('a required item specific may come from the options of the variations', () => {
    const variants = ['Red', 'Blue'].map((Brand) => ({ sku: Brand, options: { Brand }, price: 1, quantity: 1 }))
    expect(errorsOf({ variants }, aspects())).toEqual({})
  })
  it('warns of options that the category does not vary by', () => {
    const known = {
      ...facts,
      aspects: [
        ...facts.aspects,
        aspect('Size', { aspectEnabledForVariations: true }),
        aspect('Theme', { aspectEnabledForVariations: false }),
      ],
    }
    const varying = (name: string) =>
      check(
        {
          ...good,
          variants: ['1', '2'].map((value) => ({ sku: value, options: { [name]: value }, price: 1, quantity: 1 })),
        },
        known,
      )
    expect(varying('Size').warnings).not.toHaveProperty('variations')
    expect(varying('theme').warnings.variations).toContain('Theme')
    expect(varying('theme').errors).toEqual({})
  })
  it('a size must go with its size type, in each variation', () => {
    const size = {
      ...aspect('Size', { aspectMode: 'SELECTION_ONLY' }),
      aspectValues: ['M', 'XLT'].map((localizedValue) => ({
        localizedValue,
        valueConstraints: [
          {
            applicableForLocalizedAspectName: 'Size Type',
            applicableForLocalizedAspectValues: [localizedValue === 'M' ? 'Regular' : 'Big & Tall'],
          },
        ],
      })),
    }
    const known = { aspects: [aspect('Size Type'), size] }
    const variants = ['M', 'XLT'].map((Size) => ({ sku: Size, options: { Size }, price: 1, quantity: 1 }))
    const of = (type: string, some = variants) =>
      check({ ...good, fields: { ...good.fields, ...aspects(['Size Type', type]) }, variants: some }, known).errors[
        'aspects.Size'
      ]
    expect(of('Regular')).toBe('eBay doesn’t allow “XLT” for Size where Size Type is “Regular”. Change one of them.')
    expect(of('Regular', variants.slice(0, 1))).toBeUndefined()
    expect(of('Big & Tall', variants.slice(1))).toBeUndefined()
  })
  it('a text that is no size is named before it is sent', () => {
    const checkSize = (required: boolean, text: string) =>
      check(
        { ...good, fields: { ...good.fields, ...aspects(['Size', text]) } },
        { aspects: [aspect('Size', { aspectRequired: required })] },
      )
    expect(checkSize(true, 'See description').errors['aspects.Size']).toContain('doesn’t allow “See description”')
    expect(checkSize(false, 'N/A').errors).toEqual({})
    expect(checkSize(false, 'N/A').warnings['aspects.Size']).toBe(
      'eBay may hide listings whose Size is “N/A”. Enter the size.',
    )
    expect(checkSize(true, 'M')).toMatchObject({ errors: {}, warnings: {} })
  })
  it('the integration fills in policies and location', () => {
    const blank = {
      ...good,
      fields: { ...good.fields, locationId: '', fulfillmentPolicyId: '', paymentPolicyId: '', returnPolicyId: '' },
    }
    const settings = EbaySettings.parse({
      locationId: 'home',
      fulfillmentPolicyId: '1',
      paymentPolicyId: '2',
      returnPolicyId: '3',
    })
    expect(Object.keys(check(blank, facts).errors)).toHaveLength(4)
    expect(check(blank, facts, settings).errors).toEqual({})
  })
  it('LST-224 an auction has days of eBay’s, and no variations', () => {
    const auction = { days: 7, startPrice: 100, buyItNowPrice: null }
    expect(errorsOf({ auction })).toEqual({})
    expect(errorsOf({ auction: { ...auction, days: 4 } })).toEqual({
      pricingConfiguration: 'eBay auctions can run 1, 3, 5, 7, 10, 21, 30 days. Yours is 4 days.',
    })
    const variants = ['S', 'L'].map((size) => ({ sku: size, options: { Size: size }, price: 1299, quantity: 1 }))
    expect(errorsOf({ auction, variants })).toMatchObject({
      pricingConfiguration: 'eBay doesn’t allow auctions for products with variations.',
    })
  })

  it('a live listing may be empty', () => {
    expect(
      errorsOf({
        external: { externalId: '1', url: '', parts: {} },
        variants: [{ sku: 'A', options: {}, price: 1, quantity: 0 }],
      }),
    ).toEqual({})
  })
})

it("counts what eBay counts by the figures that eBay's page names, whose source stands there", () => {
  const page = readFileSync('docs/channels/ebay.md', 'utf8')
  const figure = (pattern: RegExp) => Number(pattern.exec(page)?.[1]?.replaceAll(',', ''))
  const ofLane = (lane: string) => ebayLimits.quotas.find((quota) => quota.lane === lane)
  const day = 86_400
  expect(ebayLimits.revisions).toMatchObject({ calls: figure(/([\d,]+) revisions a day/), seconds: day })
  expect(ofLane('inventory')).toMatchObject({ calls: figure(/Inventory ([\d,]+), orders/), seconds: day })
  expect(ofLane('fulfillment')).toMatchObject({ calls: figure(/, orders ([\d,]+), Taxonomy/), seconds: day })
  for (const lane of ['taxonomy', 'metadata'])
    expect(ofLane(lane)).toMatchObject({ calls: figure(/Taxonomy and Metadata ([\d,]+) each/), seconds: day })
  // An item and an offer for each SKU, and the group.
  expect([1, 50].map(ebayLimits.revisions.ofWhole)).toEqual([3, 101])
})
