import { describe, expect, it } from 'vitest'
import { ShopifySchema, ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import { check } from './check.ts'
import type { ShopifyListing } from './map.ts'

const good: ShopifyListing = {
  key: 1,
  title: 'Shirt',
  description: 'Soft',
  currency: 'USD',
  condition: 'New',
  images: ['https://p.example/1.jpg'],
  tags: [],
  vendor: '',
  sizeAndWeight: null,
  variants: [{ sku: 'S', options: {}, price: 100, quantity: 0 }],
  fields: ShopifySchema.parse({ locationId: '5' }),
  external: null,
}
const place = (id: string, isActive = true) => ({
  id: `gid://shopify/Location/${id}`,
  name: `Place ${id}`,
  isActive,
  address: '',
})
const facts = { locations: [place('5'), place('6', false)], collections: ['gid://shopify/Collection/7'] }
const variant = (sku: string, options: Record<string, string>, more = {}) => ({
  sku,
  options,
  price: 1,
  quantity: 1,
  ...more,
})

describe('what Shopify would refuse', () => {
  it('nothing of a good listing', () => expect(check(good, facts)).toEqual({ errors: {}, causes: {}, warnings: {} }))
  it.each<[string, Partial<ShopifyListing>, string]>([
    ['title', { title: '' }, 'requires a title'],
    ['title', { title: 'x'.repeat(256) }, '256'],
    ['locationId', { fields: ShopifySchema.parse({}) }, 'Choose a Shopify location'],
    ['locationId', { fields: ShopifySchema.parse({ locationId: '6' }) }, 'Place 6 is closed'],
    ['locationId', { fields: ShopifySchema.parse({ locationId: '7' }) }, 'doesn’t have this location'],
    ['tags', { tags: ['x'.repeat(256)] }, '255'],
    ['tags', { tags: Array.from({ length: 251 }, (_, i) => `t${i}`) }, '250'],
    ['variations', { variants: [variant('A', { a: '1', b: '1', c: '1', d: '1' })] }, '3 options'],
    ['variations', { variants: [variant('A', { a: '1' }), variant('B', { a: '1' })] }, 'same options'],
    [
      'variations',
      { variants: [variant('A', { a: '1', b: '1' }), variant('B', { a: '2' })] },
      'needs a value for a, b',
    ],
    ['variations', { variants: Array.from({ length: 2049 }, (_, i) => variant(`A${i}`, { a: String(i) })) }, '2048'],
    ['variations', { variants: [variant('A', { a: 'm' }), variant('B', { a: 'M' })] }, 'same options'],
    ['variations', { variants: [variant('A', { a: ' ' }), variant('B', { a: '2' })] }, 'needs a value for a'],
    ['variations', { variants: [variant('A', { ' ': '1' })] }, 'no name'],
    ['vendor', { vendor: 'v'.repeat(256) }, '255'],
    ['productType', { fields: { ...ShopifySchema.parse({ locationId: '5' }), productType: 'p'.repeat(256) } }, '255'],
    [
      'collectionIds',
      { fields: ShopifySchema.parse({ locationId: '5', collectionIds: '7,8' }) },
      'no longer has this collection',
    ],
    ['images', { images: ['shirt.jpg'] }, 'isn’t a web address: shirt.jpg'],
    ['sku', { variants: [variant('', {})] }, 'SKU'],
    ['price', { variants: [variant('A', {}, { price: -1 })] }, 'price'],
  ])('%s: %#', (field, more, sentence) => {
    const { errors } = check({ ...good, ...more }, facts)
    expect(Object.keys(errors)).toEqual([field])
    expect(errors[field]).toContain(sentence)
  })
  it('the integration fills in the location; unknown locations are not guessed at', () => {
    const blank = { ...good, fields: ShopifySchema.parse({}) }
    expect(check(blank, facts, ShopifySettings.parse({ locationId: '5' })).errors).toEqual({})
    expect(check({ ...good, fields: ShopifySchema.parse({ locationId: '7' }) }, undefined).errors).toEqual({})
  })
  it('warns of what sells badly', () => {
    expect(
      Object.keys(
        check({ ...good, images: [], description: '', variants: [variant('A', {}, { price: 0 })] }, facts).warnings,
      ).sort(),
    ).toEqual(['description', 'images', 'price'])
  })
})
