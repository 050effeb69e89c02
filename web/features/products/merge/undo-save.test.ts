import { describe, expect, it } from 'vitest'
import { aProduct } from '#web/testing/listings.ts'
import { draftOf } from '../draft.ts'
import { takenBack } from './undo-save.ts'

const variation = (id: number, name: string, quantity: number) => ({
  id,
  name,
  sku: `TEE-${name}`,
  skuLock: '',
  barcode: '',
  price: null,
  cost: null,
  quantity,
  images: [],
  selectedImages: [],
  attributes: [],
})
const product = (...variations: ReturnType<typeof variation>[]) =>
  draftOf(aProduct({ variations: variations as never }))

describe('taking back a save of variations', () => {
  const before = product(variation(1, 'S', 5), variation(2, 'M', 3))
  const rowsOf = (saved: typeof before, now: typeof before) => {
    const taken = takenBack(['variations'], { before, saved, now })
    return 'fields' in taken
      ? taken.fields.variations?.map(({ id, sku, quantity }) => [id, sku, quantity])
      : taken.since
  }

  it('gives each its count back by the difference', () => {
    const saved = product(variation(1, 'S', 9), variation(2, 'M', 3))
    const now = product(variation(1, 'S', 8), variation(2, 'M', 1))
    expect(rowsOf(saved, now)).toEqual([
      [1, 'TEE-S', 4],
      [2, 'TEE-M', 1],
    ])
  })

  it('brings back one that was taken away as a new one, and takes away what was added', () => {
    const saved = product(variation(1, 'S', 5), variation(3, 'L', 2))
    expect(rowsOf(saved, saved)).toEqual([
      [1, 'TEE-S', 5],
      [undefined, 'TEE-M', 3],
    ])
  })

  it('never counts below nothing', () => {
    const saved = product(variation(1, 'S', 20), variation(2, 'M', 3))
    expect(rowsOf(saved, product(variation(1, 'S', 2), variation(2, 'M', 3)))?.[0]).toEqual([1, 'TEE-S', 0])
  })

  it('does nothing where a name was changed again', () => {
    const saved = product(variation(1, 'S', 5), variation(2, 'Medium', 3))
    expect(rowsOf(saved, product(variation(1, 'S', 5), variation(2, 'Middle', 3)))).toEqual(['variations'])
  })
})
