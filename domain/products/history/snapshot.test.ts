import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProductAttribute } from '#contract/products/products.ts'
import type { Image } from '#contract/shapes.ts'
import { type Held, difference, heldOf, putBack, snapshotOf } from './snapshot.ts'

const attribute = (name: string, value: string) => ({
  templateAttributeId: null,
  name,
  value,
  overrideDynamicMapping: false,
  source: 'user',
})
const nothing = <T>() => fc.constant<T[]>([])
const products: fc.Arbitrary<Held> = fc.record({
  templateId: fc.integer({ min: 1, max: 3 }),
  sku: fc.string(),
  title: fc.string(),
  description: fc.string(),
  condition: fc.string(),
  notes: fc.string(),
  vendor: fc.string(),
  warehouse: fc.string(),
  location: fc.string(),
  bin: fc.string(),
  barcode: fc.string(),
  tags: fc.uniqueArray(fc.string(), { maxLength: 4 }),
  cost: fc.nat(),
  price: fc.nat(),
  msrp: fc.nat(),
  attributes: fc
    .uniqueArray(fc.constantFrom('Colour', 'Size', 'Voltage', 'price', '12'), { maxLength: 5 })
    .chain((names) => fc.tuple(...names.map((name) => fc.string().map((value) => attribute(name, value))))),
  images: fc.array(fc.record({ url: fc.string(), source: fc.string() }), { maxLength: 3 }),
  active: fc.boolean(),
  configuration: fc.record({ dynamicMappingEnabled: fc.boolean() }),
  sizeAndWeight: fc.record({
    weightUnit: fc.constantFrom('kg', 'lb', 'g', 'oz'),
    sizeUnit: fc.constantFrom('cm', 'in'),
    weight: fc.option(fc.nat()),
    width: fc.option(fc.nat()),
    length: fc.option(fc.nat()),
    height: fc.option(fc.nat()),
  }),
  quantity: fc.nat({ max: 1000 }),
  sold: fc.nat({ max: 1000 }),
  variations: fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 5 }).chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          name: fc.string(),
          sku: fc.string(),
          barcode: fc.string(),
          price: fc.option(fc.nat()),
          cost: fc.option(fc.nat()),
          images: nothing<Image>(),
          selectedImages: nothing<string>(),
          attributes: nothing<ProductAttribute>(),
          quantity: fc.nat({ max: 1000 }),
          sold: fc.nat({ max: 1000 }),
        }),
      ),
    ),
  ),
})
/** Some of the one, in its order: what an edit that only takes away leaves. */
const without = <T>(list: readonly T[], keep: readonly boolean[]) =>
  list.filter((_, n) => keep[n % Math.max(1, keep.length)] ?? true)

describe('snapshots', () => {
  it('show the whole product', () => {
    fc.assert(
      fc.property(products, (product) => {
        expect(heldOf(snapshotOf(product))).toEqual(product)
      }),
    )
  })
  it('a change put back is as before', () => {
    fc.assert(
      fc.property(products, products, (before, now) => {
        const changed = difference(snapshotOf(before), snapshotOf(now))
        expect(changed ? putBack(now, changed.before, changed.after) : { state: now }).toEqual({ state: before })
      }),
    )
  })
  it('what was removed comes back to its place', () => {
    fc.assert(
      fc.property(products, fc.array(fc.boolean(), { minLength: 1 }), (before, keep) => {
        const now = {
          ...before,
          attributes: without(before.attributes, keep),
          variations: without(before.variations ?? [], keep),
        }
        const changed = difference(snapshotOf(before), snapshotOf(now))
        expect(changed ? putBack(now, changed.before, changed.after) : { state: now }).toEqual({ state: before })
      }),
    )
  })
  it('pieces go back by the difference, so that a sale meanwhile stays, and not below zero', () => {
    fc.assert(
      fc.property(products, fc.nat({ max: 2000 }), fc.nat({ max: 3000 }), (product, counted, sold) => {
        const before = { ...product, quantity: 100 }
        const changed = difference(snapshotOf(before), snapshotOf({ ...product, quantity: counted }))
        if (!changed) return
        const now = { ...product, quantity: Math.max(0, counted - sold) }
        expect(putBack(now, changed.before, changed.after)).toEqual({
          state: { ...now, quantity: Math.max(0, now.quantity + 100 - counted) },
        })
      }),
    )
  })
  it('what somebody changed since is named, and nothing is put back', () => {
    fc.assert(
      fc.property(products, (product) => {
        const { before, after } = difference(
          snapshotOf({ ...product, price: 1, title: 'a' }),
          snapshotOf({ ...product, price: 2, title: 'b' }),
        ) ?? { before: {}, after: {} }
        expect(putBack({ ...product, price: 2, title: 'c' }, before, after)).toEqual({ conflict: 'title' })
        expect(putBack({ ...product, price: 2, title: 'b', notes: 'newer' }, before, after)).toEqual({
          state: { ...product, price: 1, title: 'a', notes: 'newer' },
        })
      }),
    )
  })
})
