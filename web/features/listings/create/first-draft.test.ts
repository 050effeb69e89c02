import { describe, expect, it } from 'vitest'
import { blankDraft, bodyOf, paragraphs, problemsOn, suggestedSku, type Wants } from './first-draft.ts'

const full = {
  ...blankDraft(),
  title: ' Linen shirt ',
  price: 19.99,
  quantity: 7,
  images: [{ url: '/a.jpg', source: 'cloudinary' }],
}
const wants: Wants = {
  schema: { ebayCategoryIds: '15687' },
  overrides: { selectedCategoryIds: '15687' },
  attributes: [{ name: 'Brand', value: 'Handmade', options: ['Unbranded', 'Handmade'] }],
  kind: 'T-Shirts',
  problems: {},
}

describe('what keeps a draft from a channel', () => {
  it('nothing, when all is there', () => {
    expect(problemsOn('ebay', full, 'NL-1', wants)).toEqual({})
  })
  it('each field that is blank, by name; a photo only where the channel asks for one', () => {
    expect(
      Object.keys(problemsOn('ebay', blankDraft(), '', { ...wants, problems: { category: 'Choose one.' } })),
    ).toEqual(['title', 'price', 'quantity', 'images', 'sku', 'category'])
    expect(problemsOn('shopify', { ...full, images: [] }, 'NL-1', undefined)).toEqual({})
  })
  it('a title that is too long for one of them, in its own words', () => {
    const long = { ...full, title: 'A'.repeat(81) }
    expect(problemsOn('ebay', long, 'NL-1', wants)).toEqual({
      title: 'eBay titles can have up to 80 characters. This one has 81.',
    })
    expect(problemsOn('shopify', long, 'NL-1', undefined)).toEqual({})
  })
})

it.each([
  ['Northlight Camera', [], 'NC-000001'],
  ['A very long name of it', [], 'AVL-000001'],
  ['***', [], 'SK-000001'],
  ['Northlight', [{ type: 'inventory', prefix: 'OB-', maxValue: 41, count: 12 }], 'OB-000042'],
  ['Northlight', [{ type: 'custom', prefix: 'SK', maxValue: 0, count: 0 }], 'N-000001'],
])('a first SKU of "%s" counts on from what is there', (name, prefixes, sku) => {
  expect(suggestedSku(name, prefixes)).toBe(sku)
})

it('a description is text, not markup; without one the title stands for it', () => {
  expect(paragraphs('Fits <M & L>\n\nWash cold')).toBe('<p>Fits &lt;M &amp; L&gt;</p><p>Wash cold</p>')
  expect(bodyOf(full, 'NL-1', [{ channel: 'shopify', wants: undefined }]).product.description).toBe(
    '<p>Linen shirt</p>',
  )
})

it('what is sent names each channel with its own fields, and item specifics as attributes', () => {
  expect(
    bodyOf(full, ' NL-1 ', [
      { channel: 'ebay', wants },
      { channel: 'shopify', account: 8, wants: undefined },
    ]),
  ).toMatchObject({
    product: { sku: 'NL-1', title: 'Linen shirt', attributes: [{ name: 'Brand', value: 'Handmade' }] },
    template: { name: 'T-Shirts', attributes: [{ name: 'Brand', options: ['Unbranded', 'Handmade'] }] },
    channels: [
      { channel: 'ebay', schema: wants.schema, overrides: wants.overrides },
      { channel: 'shopify', integrationId: 8, schema: {}, overrides: {} },
    ],
  })
})
