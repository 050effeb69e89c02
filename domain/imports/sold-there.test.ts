import { expect, it } from 'vitest'
import { type SoldThere, familySkus, productOf } from './sold-there.ts'

const variant = { sku: 'A', options: {}, price: 1250, quantity: 3, barcode: '96385074', image: 'https://x.test/a.png' }
const listing: SoldThere = {
  title: 'Blue mug, large',
  description: '<p>A mug</p>',
  images: ['https://x.test/1.png', 'https://x.test/a.png'],
  brand: 'Kiln',
  condition: 'New',
  tags: ['mug'],
  attributes: [{ name: 'Colour', values: ['Blue', 'White'] }],
  sizeAndWeight: null,
  variants: [variant],
}
const sized = (sku: string, Size: string, price = 1250) => ({ ...variant, sku, price, options: { Size } })

it('IMP-168 SKU, texts, price, pieces, pictures and attributes of a listing are its product’s', () => {
  expect(productOf(listing, '', 'eBay Import')).toMatchObject({
    sku: 'A',
    templateName: 'eBay Import',
    title: 'Blue mug, large',
    description: '<p>A mug</p>',
    condition: 'New',
    tags: ['mug'],
    price: 1250,
    quantity: 3,
    barcode: '96385074',
    images: [{ url: 'https://x.test/1.png' }, { url: 'https://x.test/a.png' }],
    attributes: [
      { name: 'Brand', value: 'Kiln' },
      { name: 'Colour', value: 'Blue, White' },
    ],
    variations: [],
  })
})

it('a listing with several parts is a product with variations; one part of a single form is the product itself', () => {
  const family = productOf({ ...listing, variants: [sized('A-S', 'S'), sized('A-L', 'L', 1500)] }, 'mug', '')
  expect(family).toMatchObject({ sku: 'mug', price: 1250, quantity: 0, barcode: '' })
  expect(family.variations).toMatchObject([
    { name: 'S', sku: 'A-S', price: 1250, quantity: 3, attributes: [{ name: 'Size', value: 'S' }] },
    { name: 'L', sku: 'A-L', price: 1500, quantity: 3, attributes: [{ name: 'Size', value: 'L' }] },
  ])
  const alone = productOf({ ...listing, variants: [sized('A-S', 'S')] }, 'mug', '')
  expect([alone.sku, alone.variations]).toEqual(['A-S', []])
  expect(alone.attributes).toContainEqual({ name: 'Size', value: 'S' })
})

it('IMP-164 a listing of which a part has no SKU has none as a whole, so that its import refuses it', () => {
  const product = productOf({ ...listing, variants: [sized('A-S', 'S'), sized('', 'L')] }, 'mug', '')
  expect([product.sku, product.variations]).toEqual(['', []])
})

it('a family goes by the channel’s key, else by its title; never by the SKU of one of its parts', () => {
  const family = { title: 'Blue mug, large', variants: [sized('blue-mug-large', 'S'), sized('B', 'L')] }
  expect(familySkus(family, 'KEY').slice(0, 2)).toEqual(['KEY', 'blue-mug-large-2'])
  expect(familySkus({ ...family, variants: [sized('A', 'S')] }, '')[0]).toBe('blue-mug-large')
  expect(familySkus({ title: '!!', variants: [] }, '')[0]).toBe('listing')
})
