import { expect, it } from 'vitest'
import type { Held, HeldVariation } from './snapshot.ts'
import { writtenChange } from './written.ts'

const row = (id: number, sku: string, quantity = 0): HeldVariation => ({
  id,
  name: sku,
  sku,
  barcode: '',
  price: null,
  cost: null,
  images: [],
  selectedImages: [],
  attributes: [],
  quantity,
  sold: 0,
})
const now = { title: 'Now', tags: [], attributes: [], sizeAndWeight: {}, variations: [row(7, 'S', 3), row(9, 'L', 2)] }
const change = (old: object[], changed: object[]) =>
  writtenChange(now as unknown as Held, { variations: old }, { variations: changed })

it('finds what changed inside a list, each variation by its number, or, of an old or new one, by its SKU', () => {
  const { id: _, ...unnumbered } = row(0, 'L', 2)
  const made = change([row(7, 'S', 5), row(8, 'M', 1)], [row(7, 'S', 3), unnumbered])
  expect(Object.keys(made?.before ?? {}).toSorted()).toEqual([
    'variation.7.quantity',
    'variation.8',
    'variation.8.quantity',
    'variation.8.sold',
  ])
  expect(made?.after).toMatchObject({ 'variation.7.quantity': 3, 'variation.9': { sku: 'L' } })
})

it('gives those without a number that are gone one that nobody has, the same on both sides', () => {
  const { id: _, ...unnumbered } = row(0, 'M', 1)
  expect(Object.keys(change([unnumbered], [{ ...unnumbered, quantity: 4 }])?.before ?? {})).toEqual([
    'variation.10.quantity',
  ])
})

it('is nothing where the entry says the same twice', () => {
  expect(writtenChange(now as unknown as Held, { title: 'A' }, { title: 'A' })).toBe(null)
})
