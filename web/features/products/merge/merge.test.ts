import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aProduct } from '#web/testing/listings.ts'
import { type Draft, draftOf, type DraftVariation } from '../page/draft.ts'
import { merge } from './merge.ts'

const attribute = (name: string, value: string) => ({
  templateAttributeId: null,
  name,
  value,
  overrideDynamicMapping: false,
  source: 'user',
})
const variation = (id: number, over: Partial<DraftVariation> = {}): DraftVariation => ({
  key: String(id),
  id,
  name: `Row ${id}`,
  sku: `ROW-${id}`,
  skuLock: '',
  barcode: '',
  price: null,
  cost: null,
  quantity: 10,
  images: [],
  selectedImages: [],
  attributes: [],
  ...over,
})
const base: Draft = {
  ...draftOf(aProduct()),
  tags: ['summer', 'linen'],
  attributes: [attribute('Color', 'Blue'), attribute('Size', 'M')],
  images: ['a', 'b', 'c'].map((url) => ({ url, source: 'cloudinary' })),
  variations: [variation(1), variation(2)],
}
const urls = (of: Partial<Draft>) => of.images?.map(({ url }) => url)

describe('edits on top of what somebody else saved', () => {
  it('take the other fields as they are, and ask nothing where both wrote the same', () => {
    const theirs = { ...base, title: 'Theirs', price: 30 }
    expect(merge(base, { bin: 'A1', price: 30 }, theirs)).toEqual({ fields: { bin: 'A1' }, clashes: [] })
  })

  it('ask where both changed a field, and do as was chosen', () => {
    const theirs = { ...base, price: 30 }
    expect(merge(base, { price: 40 }, theirs)).toEqual({
      fields: { price: 40 },
      clashes: [{ path: 'price', label: 'Price', before: '20', theirs: '30', mine: '40' }],
    })
    expect(merge(base, { price: 40 }, theirs, () => 'theirs').fields).toEqual({})
  })

  it('lose no attribute, tag or picture of either', () => {
    const theirs: Draft = {
      ...base,
      attributes: [attribute('Color', 'Blue'), attribute('Size', 'L'), attribute('Fit', 'Slim')],
      tags: ['linen', 'sale'],
      images: ['a', 'b', 'c', 'd'].map((url) => ({ url, source: 'cloudinary' })),
    }
    const { fields, clashes } = merge(
      base,
      {
        attributes: [attribute('Color', 'Red'), attribute('Size', 'M'), attribute('Care', 'Cold')],
        tags: ['summer', 'linen', 'new'],
        images: ['c', 'a'].map((url) => ({ url, source: 'cloudinary' })),
      },
      theirs,
    )
    expect(clashes).toEqual([])
    expect(fields.attributes?.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'Color Red',
      'Size L',
      'Fit Slim',
      'Care Cold',
    ])
    expect(fields.tags).toEqual(['linen', 'sale', 'new'])
    expect(urls(fields)).toEqual(['c', 'a', 'd'])
  })

  it('tell a variation that one removed and the other changed, and keep a sale that neither typed', () => {
    const theirs = { ...base, variations: [variation(1, { quantity: 9 }), variation(2, { price: 5 })] }
    const { fields, clashes } = merge(base, { variations: [variation(1, { name: 'Small' })] }, theirs)
    expect(clashes).toEqual([
      { path: 'variations.2', label: 'Variation Row 2', before: 'Changed', theirs: 'Changed', mine: 'Removed' },
    ])
    expect(fields.variations).toEqual([variation(1, { name: 'Small', quantity: 9 })])
    const both = merge(
      base,
      { variations: [variation(1, { price: 7 }), variation(2)] },
      {
        ...base,
        variations: [variation(1, { price: 8, sku: 'X' }), variation(2)],
      },
    )
    expect(both.clashes.map(({ label, before, theirs: t, mine }) => [label, before, t, mine])).toEqual([
      ['Variation Row 1: Price', 'Nothing', '8', '7'],
    ])
    expect(both.fields.variations?.[0]).toMatchObject({ price: 7, sku: 'X' })
  })

  it('come out alike for any two edits: what one alone changed stays, what nobody changed stays as it was', () => {
    const words = fc.constantFrom('', 'x', 'y')
    const attributes = fc.uniqueArray(
      fc
        .record({ name: fc.constantFrom('A', 'B', 'C', 'D'), value: words })
        .map(({ name, value }) => attribute(name, value)),
      { selector: ({ name }) => name },
    )
    const draft = fc.record({ title: words, bin: words, attributes, tags: fc.uniqueArray(words) })
    fc.assert(
      fc.property(draft, draft, draft, (b, m, t) => {
        const [began, theirs] = [
          { ...base, ...b },
          { ...base, ...t },
        ]
        const { fields, clashes } = merge(began, m, theirs)
        const after = { ...theirs, ...fields }
        const valueOf = (of: Draft | typeof m, name: string) => of.attributes.find((a) => a.name === name)?.value
        const places: [string, (of: Draft | typeof m) => unknown][] = [
          ['title', (of) => of.title],
          ['bin', (of) => of.bin],
          ...['A', 'B', 'C', 'D'].map((name): [string, (of: Draft | typeof m) => unknown] => [
            `attributes.${name}`,
            (of) => valueOf(of, name),
          ]),
        ]
        for (const [path, of] of places) {
          const [was, mine, other] = [of(began), of(m), of(theirs)]
          const clash = mine !== was && other !== was && mine !== other
          expect(
            clashes.some((candidate) => candidate.path === path),
            path,
          ).toBe(clash)
          expect(of(after), path).toBe(mine === was ? other : mine)
        }
        for (const tag of ['', 'x', 'y']) {
          const [was, mine, other] = [began, m, theirs].map(({ tags }) => (tags as string[]).includes(tag))
          expect(after.tags.includes(tag), tag).toBe(mine === was ? other : mine)
        }
      }),
    )
  })
})
