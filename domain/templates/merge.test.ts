import { describe, expect, it } from 'vitest'
import { type MergeAction, mergeActions } from '#contract/products/merging.ts'
import type { ProductAttribute } from '#contract/products/products.ts'
import type { Held, HeldVariation } from '../products/history/snapshot.ts'
import { valuesOf } from '../products/attributes/values.ts'
import { type Merge, mergedValue, mergeProduct, mergeTemplate, unmergeTemplate } from './merge.ts'

const attribute = (name: string, value: string, more: Partial<ProductAttribute> = {}): ProductAttribute => ({
  templateAttributeId: null,
  name,
  value,
  overrideDynamicMapping: false,
  source: 'template',
  ...more,
})
const state = (attributes: ProductAttribute[], more: Partial<Held> = {}) =>
  ({ title: '', description: '', vendor: '', location: '', warehouse: '', bin: '', attributes, ...more }) as Held
const merge = (action: MergeAction, more: Partial<Merge> = {}): Merge => ({
  source: 'Colour',
  target: 'Color',
  action,
  deleteSource: false,
  ...more,
})
/** What the product says of an attribute afterwards. */
const after = (now: Held, request: Merge) => {
  const made = mergeProduct(now, request)
  if ('fields' in made) throw new Error(JSON.stringify(made.fields))
  return { values: valuesOf({ ...now, ...made.change }), ...made }
}

describe('TPL-155 a merge', () => {
  it.each([
    // source, target, then the target after fill, replace and overwrite
    ['Red', '', 'Red', 'Red', 'Red'],
    ['Red', 'Blue', 'Blue', 'Red', 'Red'],
    ['', 'Blue', 'Blue', 'Blue', ''],
    ['', '', '', '', ''],
    ['  ', 'Blue', 'Blue', 'Blue', '  '],
    ['Red', '  ', 'Red', 'Red', 'Red'],
  ])('of "%s" into "%s": fill "%s", replace "%s", overwrite "%s"', (source, target, ...expected) => {
    expect(mergeActions.map((action) => mergedValue(action, source, target))).toEqual(expected)
    const now = state([attribute('Colour', source), attribute('Color', target)])
    expect(mergeActions.map((action) => after(now, merge(action)).values.get('color'))).toEqual(expected)
  })

  /** Every product that can be made of these words: an attribute may also be missing. */
  const words = [undefined, '', ' ', 'Red', 'كتان 🧵']
  const products = words.flatMap((source) =>
    words.map((target) =>
      state([
        attribute('Size', 'L'),
        ...(source === undefined ? [] : [attribute('colour', source)]),
        ...(target === undefined ? [] : [attribute('COLOR', target)]),
      ]),
    ),
  )
  const merges = mergeActions.flatMap((action) => [merge(action), merge(action, { deleteSource: true })])

  it.each(merges)(
    '$action, source deleted: $deleteSource, done twice is done once, and touches nothing else',
    (request) => {
      for (const now of products) {
        const once = { ...now, ...after(now, request).change }
        // Without the source there is nothing to overwrite with: a second run is not asked for then.
        if (!request.deleteSource) expect(mergeProduct(once, request)).toEqual({ change: {}, effect: null })
        expect(once.attributes.find((a) => a.name === 'Size')).toEqual(attribute('Size', 'L'))
        expect(once.attributes.some((a) => a.name === 'colour')).toBe(
          !request.deleteSource && now.attributes.some((a) => a.name === 'colour'),
        )
      }
    },
  )
  it('fill and replace never lose the only value there is', () => {
    const lost = products.flatMap((now) =>
      merges
        .filter(({ action }) => action !== 'overwrite')
        .flatMap((request) => {
          const there = ['colour', 'color'].map((name) => valuesOf(now).get(name) ?? '').filter((value) => value.trim())
          const value = after(now, request).values.get('color') ?? ''
          return there.length === 0 || there.includes(value) ? [] : [{ now, request, value }]
        }),
    )
    expect(lost).toEqual([])
  })
  it('says what becomes of the value', () => {
    const effect = (source: string, target: string, action: MergeAction) =>
      after(state([attribute('Colour', source), attribute('Color', target)]), merge(action)).effect
    expect(effect('Red', '', 'fill')).toBe('filled')
    expect(effect('Red', 'Blue', 'fill')).toBe(null)
    expect(effect('Red', 'Blue', 'replace')).toBe('replaced')
    expect(effect('', 'Blue', 'overwrite')).toBe('emptied')
    expect(effect('Red', 'Red', 'overwrite')).toBe(null)
  })
  it('keeps an attribute where it stood and what else it is; a new one comes last', () => {
    const now = state([attribute('Color', '', { templateAttributeId: 7 }), attribute('Colour', 'Red')])
    expect(after(now, merge('fill', { deleteSource: true })).change.attributes).toEqual([
      attribute('Color', 'Red', { templateAttributeId: 7, source: 'user' }),
    ])
    const without = state([attribute('Colour', 'Red'), attribute('Size', 'L')])
    expect(after(without, merge('fill')).change.attributes?.map((a) => a.name)).toEqual(['Colour', 'Size', 'Color'])
  })
  it('an attribute with a field of its own is read from it and kept in it', () => {
    const now = state([attribute('Maker', 'Acme')], { vendor: '' })
    expect(after(now, merge('fill', { source: 'Maker', target: 'Vendor' })).change).toEqual({ vendor: 'Acme' })
    const shelved = state([], { bin: 'A-1' })
    expect(after(shelved, merge('fill', { source: 'Bin', target: 'Shelf' })).values.get('shelf')).toBe('A-1')
  })
  it('a value that its field cannot hold is refused at that field', () => {
    const now = state([attribute('Maker', 'x'.repeat(10_000))])
    expect(mergeProduct(now, merge('fill', { source: 'Maker', target: 'Vendor' }))).toEqual({
      fields: { vendor: expect.stringMatching(/^Vendor can have up to [\d,]+ characters\.$/) as string },
    })
  })
  it('texts follow an attribute that goes', () => {
    const now = state([], { title: '{{ colour }} mug', description: '<p>{{Colour}} {{Size}}</p>' })
    expect(after(now, merge('fill', { deleteSource: true })).change).toEqual({
      title: '{{Color}} mug',
      description: '<p>{{Color}} {{Size}}</p>',
    })
    expect(after(now, merge('fill')).change).toEqual({})
  })
  it('variations that name the source are merged each for itself', () => {
    const variation = (id: number, ...attributes: ProductAttribute[]) => ({ id, attributes }) as HeldVariation
    const variations = [variation(1, attribute('Colour', 'Red')), variation(2, attribute('Color', 'Blue'))]
    const made = after(state([], { variations }), merge('overwrite', { deleteSource: true }))
    expect(made.change.variations?.map((v) => v.attributes.map((a) => [a.name, a.value]))).toEqual([
      [['Color', 'Red']],
      [['Color', 'Blue']],
    ])
    expect(after(state([], { variations: variations.slice(1) }), merge('overwrite')).change).toEqual({})
  })
})

describe('the template of a merge', () => {
  const of = (name: string, options: string[] = []) =>
    ({ id: name.length, name, type: 'text', defaultValue: '', index: 0, constraint: 'optional', options }) as const
  const template = {
    title: '{{Colour}} mug',
    description: '',
    variations: ['Size', 'Colour'],
    attributes: [of('Colour', ['red', 'Green']), of('Color', ['Red', 'Blue'])].map((a) => ({ ...a })),
  }
  it('lets texts and variations follow, and offers the options of both', () => {
    expect(mergeTemplate(template, merge('fill', { deleteSource: true }))).toMatchObject({
      title: '{{Color}} mug',
      variations: ['Size', 'Color'],
      target: { name: 'Color', options: ['Red', 'Blue', 'Green'] },
      removed: { name: 'Colour' },
    })
    expect(mergeTemplate(template, merge('fill'))).toMatchObject({ title: '{{Colour}} mug', removed: null })
  })
  it('is put back where nobody changed it since', () => {
    const [source] = template.attributes
    if (!source) throw new Error('no source')
    const done = { ...merge('fill', { deleteSource: true }), templateId: 1, was: { ...template, source } }
    const made = mergeTemplate(template, done)
    expect(unmergeTemplate(made, done)).toMatchObject({ title: '{{Colour}} mug', variations: ['Size', 'Colour'] })
    expect(unmergeTemplate({ ...made, title: 'Mug' }, done)).not.toHaveProperty('title')
  })
})
