import { describe, expect, it } from 'vitest'
import {
  changedIn,
  changeOf,
  creationOf,
  type Draft,
  newDraft,
  problemOf,
  type Template,
  wrongBarcode,
} from './draft.ts'

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
  const draft: Draft = { ...newDraft(template), sku: 'A-1', quantity: 7, price: 12.5 }
  it('sends only what was changed, with the version that was read', () => {
    const edits: Partial<Draft> = { price: 13, title: draft.title }
    expect(changedIn(draft, edits)).toEqual(['price'])
    expect(changeOf({ ...draft, ...edits }, changedIn(draft, edits), 9, 3, draft)).toEqual({
      id: 9,
      version: 3,
      price: 13,
    })
  })
  it('PRO-070 makes an emptied number 0', () =>
    expect(changeOf({ ...draft, cost: null }, ['cost'], 9, 3, draft)).toMatchObject({ cost: 0 }))
  it('PRO-209 leaves a variation without a price to the product', () => {
    const row = {
      key: 'new-1',
      name: 'Red',
      sku: 'A-1-R',
      skuLock: '',
      barcode: '',
      price: null,
      cost: null,
      quantity: null,
      images: [],
      selectedImages: [],
      attributes: [],
    }
    expect(changeOf({ ...draft, variations: [row] }, ['variations'], 9, 3, draft).variations).toEqual([
      {
        name: 'Red',
        sku: 'A-1-R',
        barcode: '',
        price: null,
        cost: null,
        quantity: 0,
        attributes: [],
        images: [],
        selectedImages: [],
      },
    ])
  })
  it('counts only the variations that were counted: a sale of another one meanwhile stays taken', () => {
    const row = (id: number, quantity: number) => ({
      key: String(id),
      id,
      name: `Row ${id}`,
      sku: `A-1-${id}`,
      skuLock: '',
      barcode: '',
      price: null,
      cost: null,
      quantity,
      images: [{ url: `https://x.test/${id}.png`, source: 'import' }],
      selectedImages: [] as string[],
      attributes: [],
    })
    const base = { ...draft, variations: [row(1, 4), row(2, 4)] }
    const edited = { ...base, variations: [{ ...row(1, 4), name: 'Small' }, row(2, 6)] }
    const sent = changeOf(edited, ['variations'], 9, 3, base).variations
    expect(sent?.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Small', undefined],
      ['Row 2', 6],
    ])
  })
  it('PRO-207 sends the pictures of the variation for which one was chosen alone', () => {
    const row = (id: number, selectedImages: string[]) => ({
      key: String(id),
      id,
      name: `Row ${id}`,
      sku: `A-1-${id}`,
      skuLock: '',
      barcode: '',
      price: null,
      cost: null,
      quantity: 1,
      images: [{ url: `https://x.test/${id}.png`, source: 'import' }],
      selectedImages,
      attributes: [],
    })
    const base = { ...draft, variations: [row(1, []), row(2, [])] }
    const edited = { ...base, variations: [row(1, []), row(2, ['https://x.test/front.png'])] }
    const sent = changeOf(edited, ['variations'], 9, 3, base).variations
    expect(sent?.map(({ images, selectedImages }) => [images, selectedImages])).toEqual([
      [undefined, undefined],
      [[{ url: 'https://x.test/2.png', source: 'import' }], ['https://x.test/front.png']],
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

describe('a barcode that is none', () => {
  const length = 'Barcodes have 8, 12, 13 or 14 digits (ISBN: 10 or 13). If there’s none, enter “Does not apply”.'
  const row = {
    key: 'a',
    name: 'Red',
    sku: 'A-1-R',
    skuLock: '',
    price: null,
    cost: null,
    quantity: 1,
    images: [],
    selectedImages: [],
    attributes: [],
  }
  const draft = (barcode: string, ...rows: string[]): Draft => ({
    ...newDraft(template),
    barcode,
    variations: rows.map((code) => ({ ...row, barcode: code })),
  })
  it('is told at its field, without asking the server', () => {
    expect(problemOf('barcode', draft('12345'))).toBe(length)
    expect(problemOf('barcode', draft('0 36000-29145 2'))).toBeUndefined()
    expect(problemOf('barcode', draft(''))).toBeUndefined()
  })
  it('keeps a save from being sent, with the variation that it is of', () => {
    expect(wrongBarcode(draft('12345'), ['barcode'])).toBe(length)
    expect(wrongBarcode(draft('', '036000291452', '12345'), ['variations'])).toBe(`Variation 2: ${length}`)
  })
  it('does not keep anything else from being saved', () => {
    expect(wrongBarcode(draft('12345', '12345'), ['title'])).toBeUndefined()
    expect(wrongBarcode(draft('036000291452', ''), ['barcode', 'variations'])).toBeUndefined()
  })
})
