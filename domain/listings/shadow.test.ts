import { describe, expect, it } from 'vitest'
import { changedContent, newListing, plainOf, type SeenContent, type SentContent } from './shadow.ts'

const sent: SentContent = {
  title: 'Walnut tray',
  description: '<p>Oiled <b>walnut</b>.</p>',
  condition: 'New',
  tags: ['wood', 'tray'],
  imageCount: 2,
  variants: [{ sku: 'TRAY-S', price: '24.00', barcode: '', quantity: 4 }],
  fields: [{ field: 'taxonomyIds', label: 'Category', value: '482' }],
}
const seen: SeenContent = {
  ...sent,
  tags: ['tray', 'wood'],
  variants: [{ sku: 'TRAY-S', price: '24.00', barcode: '' }],
}

describe('what an update would change of a listing', () => {
  it('lists nothing when the channel already shows the same', () => {
    expect(changedContent(sent, seen)).toEqual([])
  })

  it('names each field with what is on the channel and what it would become', () => {
    const was = { ...seen, title: 'Tray', variants: [{ sku: 'TRAY-S', price: '20.00', barcode: '' }] }
    expect(changedContent(sent, was)).toEqual([
      { field: 'title', label: 'Title', sku: '', now: 'Tray', would: 'Walnut tray' },
      { field: 'price', label: 'Price', sku: 'TRAY-S', now: '20.00', would: '24.00' },
    ])
  })

  it('lists price and quantity of a variation that the channel does not have yet', () => {
    const variants = [...sent.variants, { sku: 'TRAY-L', price: '32.00', barcode: '', quantity: 1 }]
    expect(
      changedContent({ ...sent, variants }, seen).map(({ field, sku, now, would }) => [field, sku, now, would]),
    ).toEqual([
      ['price', 'TRAY-L', '', '32.00'],
      ['quantity', 'TRAY-L', '', '1'],
    ])
  })

  it('tells what was never read as unknown, never as empty', () => {
    const rows = changedContent(sent, null)
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.every(({ now }) => now === null)).toBe(true)
    expect(rows.some(({ field }) => field === 'quantity')).toBe(false)
  })

  it('ignores the words in which a channel writes the condition', () => {
    expect(changedContent(sent, { ...seen, condition: 'NEW' })).toEqual([])
    expect(changedContent(sent, { ...seen, condition: '' })).toEqual([])
  })

  it('counts a long description as changed when only its end differs', () => {
    const long = 'word '.repeat(100)
    const rows = changedContent({ ...sent, description: `${long}new` }, { ...seen, description: `${long}old` })
    expect(rows.map(({ field }) => field)).toEqual(['description'])
  })

  it('lists all that a new listing says, without blanks', () => {
    expect(newListing(sent).map(({ field, would }) => `${field}: ${would}`)).toEqual([
      'title: Walnut tray',
      'description: Oiled walnut .',
      'condition: New',
      'tags: tray, wood',
      'images: 2',
      'taxonomyIds: 482',
      'price: 24.00',
      'quantity: 4',
    ])
  })

  it('reads a description as text', () => {
    expect(plainOf('<ul><li>A&nbsp;&amp; B</li></ul>')).toBe('A & B')
  })
})
