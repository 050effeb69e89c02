import { expect, it } from 'vitest'
import { labelOf } from '../attributes/labels.ts'
import { showChanges } from './shown.ts'

const attribute = {
  templateAttributeId: null,
  name: 'Colour',
  value: 'Red',
  overrideDynamicMapping: false,
  source: 'user',
  at: 0,
}
const variation = {
  id: 7,
  name: 'S',
  sku: 'MUG-S',
  price: 450,
  cost: null,
  images: [],
  selectedImages: [],
  attributes: [],
  at: 0,
}

it('INV-208 a change is shown field by field, in one order, as a person reads it', () => {
  const before = {
    'attr.Colour': attribute,
    tags: ['a', 'b'],
    price: 1995,
    quantity: 3,
    weight: null,
    active: true,
    images: [],
    configuration: { dynamicMappingEnabled: false },
    'variation.7': variation,
    'variation.7.quantity': 1,
  }
  const after = {
    'attr.Colour': { ...attribute, value: 'Blue' },
    tags: [],
    price: 5,
    quantity: 0,
    weight: 1.5,
    active: false,
    images: [{ url: '/1' }],
    configuration: { dynamicMappingEnabled: true },
    'variation.7': { ...variation, price: null },
    'variation.7.quantity': 2,
  }
  expect(showChanges(before, after)).toEqual([
    { field: 'price', before: '19.95', after: '0.05' },
    { field: 'quantity', before: '3', after: '0' },
    { field: 'tags', before: 'a, b', after: '' },
    { field: 'active', before: 'yes', after: 'no' },
    { field: 'weight', before: '', after: '1.5' },
    { field: 'images', before: '0 images', after: '1 image' },
    { field: 'configuration', before: 'off', after: 'on' },
    { field: 'attr.Colour', before: 'Red', after: 'Blue' },
    { field: 'variation.7', before: 'S, MUG-S, 4.50', after: 'S, MUG-S' },
    { field: 'variation.7.quantity', before: '1', after: '2' },
  ])
})
it('what came or went is shown by its side; a mere change of place is none that a person reads', () => {
  expect(showChanges({ 'attr.Colour': attribute }, {})).toEqual([{ field: 'attr.Colour', before: 'Red', after: '' }])
  expect(showChanges({ 'attr.Colour': attribute }, { 'attr.Colour': { ...attribute, at: 3 } })).toEqual([])
})
it('of a product that was made or deleted the essential is shown', () => {
  const whole = { sku: 'MUG-1', title: 'Mug', price: 1995, quantity: 3, notes: 'n', cost: 7 }
  expect(showChanges(null, whole)).toEqual([
    { field: 'sku', before: '', after: 'MUG-1' },
    { field: 'title', before: '', after: 'Mug' },
    { field: 'price', before: '', after: '19.95' },
    { field: 'quantity', before: '', after: '3' },
  ])
  expect(showChanges(whole, null).map((c) => c.before)).toEqual(['MUG-1', 'Mug', '19.95', '3'])
})
it.each([
  ['price', 'Price'],
  ['msrp', 'MSRP'],
  ['sku', 'SKU'],
  ['weightUnit', 'Weight unit'],
  ['attr.Shoe size', 'Shoe size'],
  ['templateId', 'Template'],
])('%s is called %s', (field, label) => {
  expect(labelOf(field)).toBe(label)
})
