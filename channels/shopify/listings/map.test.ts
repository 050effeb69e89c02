import { describe, expect, it } from 'vitest'
import { ShopifySchema, ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import { handleOf, imageMark, type ShopifyListing, toProductInput } from './map.ts'

const settings = ShopifySettings.parse({ locationId: '5' })
const listing = (more: Partial<ShopifyListing> = {}): ShopifyListing => ({
  key: 12,
  title: 'Red Été Shirt',
  description: '<p>Soft</p>',
  currency: 'USD',
  condition: 'New',
  images: ['https://p.example/1.jpg'],
  tags: ['soft'],
  vendor: 'Motto',
  sizeAndWeight: { weightUnit: 'kg', sizeUnit: 'cm', weight: 0.3, width: null, length: null, height: null },
  variants: [{ sku: 'S-1', options: {}, price: 1299, quantity: 4, barcode: '4006381333931' }],
  fields: ShopifySchema.parse({}),
  external: null,
  ...more,
})
const fresh = { variantIds: {}, withImages: true, update: false, live: true }

describe('a product on Shopify', () => {
  it('in one form has the option that Shopify gives it', () => {
    expect(toProductInput(listing(), settings, fresh)).toEqual({
      title: 'Red Été Shirt',
      descriptionHtml: '<p>Soft</p>',
      handle: 'red-ete-shirt-motto-12',
      vendor: 'Motto',
      tags: ['soft'],
      status: 'ACTIVE',
      productOptions: [{ name: 'Title', position: 1, values: [{ name: 'Default Title' }] }],
      files: [{ originalSource: 'https://p.example/1.jpg', contentType: 'IMAGE', alt: 'Red Été Shirt' }],
      variants: [
        {
          position: 1,
          optionValues: [{ optionName: 'Title', name: 'Default Title' }],
          sku: 'S-1',
          price: '12.99',
          inventoryPolicy: 'DENY',
          barcode: '4006381333931',
          inventoryItem: { tracked: true, measurement: { weight: { value: 0.3, unit: 'KILOGRAMS' } } },
          inventoryQuantities: [{ locationId: 'gid://shopify/Location/5', name: 'available', quantity: 4 }],
        },
      ],
    })
  })
  it('has no barcode where there is none', () => {
    for (const barcode of ['Does not apply', '']) {
      const [variant] = toProductInput(
        listing({ variants: [{ sku: 'S-1', options: {}, price: 1, quantity: 1, barcode }] }),
        settings,
        fresh,
      ).variants
      expect(variant).not.toHaveProperty('barcode')
    }
  })
  it('LST-302 LST-303 LST-304 takes vendor, tags, type and collections of the template first', () => {
    const fields = ShopifySchema.parse({
      vendor: 'Acme',
      tags: 'a, b',
      productType: 'Shirts',
      collectionIds: '7,gid://shopify/Collection/8',
      locationId: 'gid://shopify/Location/9',
    })
    expect(toProductInput(listing({ fields }), settings, fresh)).toMatchObject({
      vendor: 'Acme',
      tags: ['a', 'b'],
      productType: 'Shirts',
      collections: ['gid://shopify/Collection/7', 'gid://shopify/Collection/8'],
      variants: [{ inventoryQuantities: [{ locationId: 'gid://shopify/Location/9' }] }],
    })
  })
  it('with variations sends all of them, known ones by their id, and every picture once', () => {
    const variants = [
      { sku: 'S-1', options: { Color: 'Red', Size: 'L' }, price: 100, quantity: 1, image: 'https://p.example/r.jpg' },
      { sku: 'S-2', options: { Color: 'Blue', Size: 'L' }, price: 200, quantity: 0 },
    ]
    const input = toProductInput(listing({ variants }), settings, {
      variantIds: { 'S-1': 'gid://v1' },
      withImages: true,
      update: true,
      live: false,
    })
    expect(input).toMatchObject({
      productOptions: [
        { name: 'Color', position: 1, values: [{ name: 'Red' }, { name: 'Blue' }] },
        { name: 'Size', position: 2, values: [{ name: 'L' }] },
      ],
      files: [{ originalSource: 'https://p.example/1.jpg' }, { originalSource: 'https://p.example/r.jpg' }],
      variants: [
        { id: 'gid://v1', file: { originalSource: 'https://p.example/r.jpg' }, price: '1.00' },
        { sku: 'S-2', price: '2.00' },
      ],
    })
    for (const absent of ['status', 'handle']) expect(input).not.toHaveProperty(absent)
    for (const variant of input.variants) expect(variant).not.toHaveProperty('inventoryQuantities')
    expect(input.variants[1]).not.toHaveProperty('id')
  })
  it('leaves pictures alone that did not change', () => {
    expect(toProductInput(listing(), settings, { ...fresh, withImages: false })).not.toHaveProperty('files')
    expect(imageMark(listing())).toBe(imageMark(listing({ title: 'Another', key: 99 })))
    expect(imageMark(listing())).not.toBe(imageMark(listing({ images: ['https://p.example/2.jpg'] })))
  })
  it('has a handle of its own, that Shopify would not give by itself', () => {
    expect(handleOf(listing({ title: '日本' }))).toBe('product-motto-12')
    expect(handleOf(listing({ title: 'x'.repeat(300) })).length).toBeLessThanOrEqual(255)
    expect(handleOf(listing({ key: 1 }))).not.toBe(handleOf(listing({ key: 11 })))
  })
})
