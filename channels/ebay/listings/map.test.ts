import { describe, expect, it } from 'vitest'
import { EbaySchema, EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { ebayMug } from '../../testing/ebay-mug.ts'
import { conditionOf } from './conditions.ts'
import {
  aspectsOf,
  type EbayListing,
  mergeAspects,
  newGroupKey,
  readBarcodes,
  saidOf,
  toGroup,
  toItem,
  toNewOffer,
  toOffer,
} from './map.ts'

const settings = EbaySettings.parse({
  locationId: 'home',
  fulfillmentPolicyId: '1',
  paymentPolicyId: '2',
  returnPolicyId: '3',
})
const listing = (more: Partial<EbayListing> = {}): EbayListing =>
  ebayMug({
    description: '<p>Blue &amp; big</p>',
    variants: [variant()],
    fields: EbaySchema.parse({ ebayCategoryIds: '20695', aspects: [{ aspectName: 'Brand', value: 'Acme' }] }),
    ...more,
  })
const variant = (more = {}) => ({ sku: 'MUG-1', options: {}, price: 1299, quantity: 4, ...more })

describe('PRO-072..PRO-076 conditions', () => {
  it.each([
    ['New', 'NEW'],
    ['New Other', 'NEW_OTHER'],
    ['New Other - Open Box', 'NEW_OTHER'],
    ['New Other (Open Box, With Tags, Unused)', 'NEW_OTHER'],
    ['Used', 'USED_EXCELLENT'],
    ['Used - Excellent', 'USED_EXCELLENT'],
    ['Used - Very Good', 'USED_VERY_GOOD'],
    ['Used - Good', 'USED_GOOD'],
    ['Used - Fair', 'USED_ACCEPTABLE'],
    ['Used - Poor', 'USED_ACCEPTABLE'],
    ['Refurbished', 'SELLER_REFURBISHED'],
    ['Refurbished - Excellent', 'EXCELLENT_REFURBISHED'],
    ['Refurbished - Very Good', 'VERY_GOOD_REFURBISHED'],
    ['Refurbished - Good', 'GOOD_REFURBISHED'],
    ['Refurbished - Fair', 'SELLER_REFURBISHED'],
    ['Refurbished - Poor', 'SELLER_REFURBISHED'],
    ['Parts / Not Working', 'FOR_PARTS_OR_NOT_WORKING'],
    ['Parts or Not Working', 'FOR_PARTS_OR_NOT_WORKING'],
    ['Like New', 'LIKE_NEW'],
    ['Excellent', 'USED_EXCELLENT'],
    ['Good', 'USED_GOOD'],
    ['Acceptable', 'USED_ACCEPTABLE'],
    [' like  new ', 'LIKE_NEW'],
    ['New with tags', 'NEW'],
    ['New without tags', 'NEW_OTHER'],
    ['Pre-owned - Fair', 'PRE_OWNED_FAIR'],
    ['Mint', undefined],
  ])('%s is %s', (text, condition) => expect(conditionOf(text)).toBe(condition))
})

describe('the inventory item', () => {
  it('is a full replacement that keeps what we do not send', () => {
    const there = {
      sku: 'MUG-1',
      locale: 'en_US',
      groupIds: ['g'],
      condition: 'USED_GOOD',
      conditionDescription: 'scratched',
      product: { title: 'Old', ean: ['4006381333931'], aspects: { Color: ['Blue'], Brand: ['Other'] } },
      packageWeightAndSize: { weight: { value: 2, unit: 'POUND' } },
      availability: {
        pickupAtLocationAvailability: [{ merchantLocationKey: 'shop' }],
        shipToLocationAvailability: { quantity: 1 },
      },
    }
    expect(toItem(listing(), variant(), there)).toEqual({
      condition: 'NEW',
      conditionDescription: 'scratched',
      product: {
        title: 'Mug',
        description: 'Blue & big',
        ean: ['4006381333931'],
        imageUrls: ['https://p.example/1.jpg'],
        aspects: { Color: ['Blue'], Brand: ['Acme'] },
      },
      packageWeightAndSize: { weight: { value: 2, unit: 'POUND' } },
      availability: {
        pickupAtLocationAvailability: [{ merchantLocationKey: 'shop' }],
        shipToLocationAvailability: { quantity: 4 },
      },
    })
  })
  it('carries options as aspects, and the picture of the variation', () => {
    const item = toItem(
      listing({ variants: [variant({ options: { Color: 'Red' } })] }),
      variant({ options: { Color: 'Red' }, image: 'https://p.example/red.jpg' }),
      null,
    )
    expect(item.product.aspects).toEqual({ Brand: ['Acme'], Color: ['Red'] })
    expect(item.product.imageUrls).toEqual(['https://p.example/red.jpg'])
  })
  it.each([
    ['012345678905', { upc: ['012345678905'] }],
    ['4006381333931', { ean: ['4006381333931'] }],
    ['978-3-16-148410-0', { isbn: ['9783161484100'] }],
    ['0306406152', { isbn: ['0306406152'] }],
    ['Does not apply', { upc: ['Does not apply'], ean: ['Does not apply'] }],
    ['96385074', { ean: ['96385074'] }],
    ['ABC', {}],
  ])('knows what kind of barcode %s is', (barcode, expected) => {
    const { upc, ean, isbn } = toItem(listing(), variant({ barcode }), null).product as Record<string, unknown>
    expect(Object.fromEntries(Object.entries({ upc, ean, isbn }).filter(([, value]) => value))).toEqual(expected)
  })
  it('a barcode takes the place of the one that stands there, whatever its kind; without one that stays', () => {
    const there = { product: { upc: ['Does not apply'], ean: ['Does not apply'] } }
    const itemWith = (barcode?: string) => toItem(listing(), variant({ barcode }), there).product
    expect(itemWith('012345678905')).toMatchObject({ upc: ['012345678905'] })
    expect(itemWith('012345678905')).not.toHaveProperty('ean')
    expect(itemWith()).toMatchObject(there.product)
    expect(itemWith('ABC')).toMatchObject(there.product)
  })
  it.each([
    [{ ean: ['4006381333931'] }, '4006381333931'],
    [{ upc: ['012345678905'], ean: ['Does not apply'] }, '012345678905'],
    [{ isbn: ['9783161484100'], upc: ['Does not apply'] }, '9783161484100'],
    [{ upc: ['Does not apply'], ean: ['Does not apply'] }, 'Does not apply'],
    [{ upc: [] }, ''],
    [{}, ''],
  ])('reads of %o the barcode %s', (product, barcode) => expect(readBarcodes(product)).toBe(barcode))
  it('sends a package only with what is known of it', () => {
    const size = { weightUnit: 'lb', sizeUnit: 'in', weight: 1.5, width: 2, length: null, height: 4 } as const
    expect(toItem(listing({ sizeAndWeight: size }), variant(), null).packageWeightAndSize).toEqual({
      weight: { value: 1.5, unit: 'POUND' },
    })
    expect(
      toItem(listing({ sizeAndWeight: { ...size, length: 3 } }), variant(), null).packageWeightAndSize,
    ).toMatchObject({ dimensions: { width: 2, length: 3, height: 4, unit: 'INCH' } })
  })
  it('cuts the plain description at 4,000 characters; the offer has it whole', () => {
    const long = listing({ description: `<p>${'word '.repeat(2000)}</p>` })
    expect(toItem(long, variant(), null).product.description).toHaveLength(4000)
    expect(toOffer(long, variant(), settings, null).listingDescription).toBe(long.description)
  })
})

describe('aspects', () => {
  it('a blank one removes, one that is not mentioned stays', () => {
    const ours = aspectsOf(
      EbaySchema.parse({
        aspects: [
          { aspectName: 'Brand', value: ' ' },
          { aspectName: 'Features', value: ['Foil', ''] },
        ],
      }),
    )
    expect(mergeAspects({ brand: ['Old'], Color: ['Red'], Features: ['Old'] }, ours)).toEqual({
      Color: ['Red'],
      Features: ['Foil'],
    })
  })
  it('goes with what we wrote and say no more; what somebody wrote there by hand stays', () => {
    const aspect = (name: string) => [{ aspectName: name, value: 'Green', dataType: 'STRING', required: false }]
    const before = listing({ fields: EbaySchema.parse({ subtitle: 'Soft', aspects: aspect('Finish') }) })
    const there = toItem(before, variant(), null)
    const byHand = { ...there, product: { ...there.product, aspects: { ...there.product.aspects, Care: ['Cold'] } } }
    const ours = { externalId: '1', url: '', parts: {}, data: saidOf(before) }
    const now = (external: EbayListing['external']) =>
      toItem(
        { ...listing({ fields: EbaySchema.parse({ aspects: aspect('Material') }) }), external },
        variant(),
        byHand as never,
      )
    expect(now(ours).product).not.toHaveProperty('subtitle')
    expect(now(ours).product.aspects).toEqual({ Care: ['Cold'], Material: ['Green'] })
    expect(now({ ...ours, data: {} }).product).toMatchObject({ subtitle: 'Soft', aspects: { Finish: ['Green'] } })
  })
  it('LST-166 the brand fills its aspect where the template has none', () => {
    expect(aspectsOf(EbaySchema.parse({ brand: 'Acme', aspects: [{ aspectName: 'Brand', value: '' }] }))).toEqual({
      Brand: ['Acme'],
    })
  })
})

describe('the offer', () => {
  it('takes location and policies of the settings where the listing has none', () => {
    expect(toNewOffer(listing(), variant(), settings)).toEqual({
      sku: 'MUG-1',
      marketplaceId: 'EBAY_US',
      format: 'FIXED_PRICE',
      categoryId: '20695',
      merchantLocationKey: 'home',
      availableQuantity: 4,
      pricingSummary: { price: { value: '12.99', currency: 'USD' } },
      listingPolicies: { fulfillmentPolicyId: '1', paymentPolicyId: '2', returnPolicyId: '3' },
      listingDescription: '<p>Blue &amp; big</p>',
      listingDuration: 'GTC',
      includeCatalogProductDetails: false,
    })
  })
  it('keeps what stands there and leaves out what is fixed', () => {
    const there = {
      offerId: '9',
      sku: 'MUG-1',
      status: 'PUBLISHED',
      marketplaceId: 'EBAY_US',
      format: 'FIXED_PRICE',
      listing: { listingId: '110' },
      tax: { applyTax: true },
      listingPolicies: { bestOfferTerms: { bestOfferEnabled: true } },
    }
    const offer = toOffer(listing(), variant(), settings, there)
    expect(offer).toMatchObject({
      tax: { applyTax: true },
      listingPolicies: { bestOfferTerms: { bestOfferEnabled: true }, returnPolicyId: '3' },
    })
    for (const fixed of ['offerId', 'sku', 'status', 'marketplaceId', 'format', 'listing'])
      expect(offer).not.toHaveProperty(fixed)
  })
})

describe('the group', () => {
  const family = listing({
    variants: [
      variant({ options: { Color: 'Red', Size: 'L' }, image: 'https://p.example/r.jpg' }),
      variant({ sku: 'MUG-2', options: { Color: 'Blue', Size: 'L' }, image: 'https://p.example/b.jpg' }),
    ],
  })
  it('varies by its options, the picture by the one that really varies', () => {
    expect(toGroup(family, 'k', null)).toMatchObject({
      inventoryItemGroupKey: 'k',
      variantSKUs: ['MUG-1', 'MUG-2'],
      aspects: { Brand: ['Acme'] },
      variesBy: {
        aspectsImageVariesBy: ['Color'],
        specifications: [
          { name: 'Color', values: ['Red', 'Blue'] },
          { name: 'Size', values: ['L'] },
        ],
      },
    })
  })
  it('has the same key for every attempt, of at most 50 characters', () => {
    expect(newGroupKey(family)).toBe(newGroupKey({ ...family, title: 'Another', key: 8 }))
    expect(newGroupKey(family)).not.toBe(newGroupKey(listing({ variants: [variant({ sku: 'X' })] })))
    expect(newGroupKey(family).length).toBeLessThanOrEqual(50)
  })
})
