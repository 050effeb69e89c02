import { describe, expect, it } from 'vitest'
import { changedIn, changeOf, creationOf, type Draft, newDraft, problemOf, type Template } from './draft.ts'

const template: Template = {
  id: 4,
  clientId: 1,
  name: 'Lenses',
  details: '',
  notes: '',
  isStock: false,
  tags: 'lens,prime',
  title: '{{Brand}} ',
  description: '<p>Sharp.</p>',
  sizeAndWeight: { weightUnit: 'oz', sizeUnit: 'in', weight: 14.6, width: null, length: null, height: null },
  configuration: { dynamicMappingEnabled: false },
  attributes: [
    { id: 1, name: 'Brand', index: 0, defaultValue: 'Nikon', constraint: 'required' },
    { id: 2, name: 'Bin', index: 1, defaultValue: 'A1' },
  ],
  variations: [],
  products: 0,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
}

describe('a new product', () => {
  it('PRO-024 PRO-025 PRO-037 begins with the defaults of its template', () => {
    const draft = newDraft(template)
    expect([draft.title, draft.description, draft.tags, draft.bin, draft.condition]).toEqual([
      '{{Brand}} ',
      '<p>Sharp.</p>',
      ['lens', 'prime'],
      'A1',
      'New',
    ])
    expect(draft.attributes.find((a) => a.name === 'Brand')).toMatchObject({
      value: 'Nikon',
      source: 'template',
      templateAttributeId: 1,
    })
    expect(draft.sizeAndWeight).toMatchObject({ weight: 14.6, weightUnit: 'oz' })
  })
  it('PRO-065..PRO-067 sends blank numbers as 0', () => {
    const { quantity, sold, price } = creationOf(newDraft(template), 4)
    expect([quantity, sold, price]).toEqual([0, 0, 0])
  })
})

describe('saving', () => {
  const kept: Draft = { ...newDraft(template), sku: 'A-1', quantity: 7, price: 12.5 }
  it('sends only what was changed, with the version that was read', () => {
    const edits: Partial<Draft> = { price: 13, title: kept.title }
    expect(changedIn(kept, edits)).toEqual(['price'])
    expect(changeOf({ ...kept, ...edits }, changedIn(kept, edits), 9, 3)).toEqual({ id: 9, version: 3, price: 13 })
  })
  it('PRO-070 makes an emptied number 0', () =>
    expect(changeOf({ ...kept, cost: null }, ['cost'], 9, 3)).toMatchObject({ cost: 0 }))
  it('PRO-209 leaves a variation without a price to the product', () => {
    const row = { key: 'new-1', name: 'Red', sku: 'A-1-R', price: null, cost: null, quantity: null, attributes: [] }
    expect(changeOf({ ...kept, variations: [row] }, ['variations'], 9, 3).variations).toEqual([
      { name: 'Red', sku: 'A-1-R', price: null, cost: null, quantity: 0, attributes: [] },
    ])
  })
})

it('PRO-060 PRO-061 PRO-062 required fields say so while they are empty', () => {
  const blank: Draft = { ...newDraft(template), title: ' ', description: '<p>&nbsp;</p>', condition: '' }
  expect(
    (['sku', 'title', 'description', 'condition', 'quantity', 'vendor'] as const).map((field) =>
      problemOf(field, blank),
    ),
  ).toEqual([
    'SKU is required.',
    'Title is required.',
    'Description is required.',
    'Condition is required.',
    'Quantity is required.',
    undefined,
  ])
})
