import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Edit } from '#contract/changes/changes.ts'
import { applyEdits, changeTags } from './edits.ts'
import type { Held } from './snapshot.ts'

const attribute = (name: string, value: string) => ({
  templateAttributeId: null,
  name,
  value,
  overrideDynamicMapping: false,
  source: 'user',
})
const current: Held = {
  templateId: 1,
  sku: 'MUG-1',
  barcode: '',
  title: 'Red mug, red',
  description: '',
  condition: 'New',
  notes: '',
  vendor: '',
  warehouse: '',
  location: '',
  bin: 'B-7',
  tags: ['red', 'Mug'],
  cost: 500,
  price: 1999,
  msrp: 0,
  attributes: [attribute('Colour', 'Red')],
  images: [],
  active: true,
  configuration: { dynamicMappingEnabled: false },
  quantity: 10,
  sold: 3,
  sizeAndWeight: { weightUnit: 'lb', sizeUnit: 'in', weight: 1.1, width: null, length: 2, height: null },
}
const template = [{ name: 'Colour' }, { name: 'Size' }]
const run = (edits: object[], of: Held = current) =>
  applyEdits(
    of,
    edits.map((e) => Edit.parse(e)),
    template,
  )
const changed = (field: string, edit: object, of?: Held) => {
  const made = run([{ field, ...edit }], of)
  return 'change' in made ? made.change : made.fields[field]
}
const set = (value: string) => ({ action: 'set', value })
const add = (amount: number) => ({ action: 'add', amount })
const multiply = (factor: number) => ({ action: 'multiply', factor })
const round = (to: number, more: object = {}) => ({ action: 'round', to, ...more })
const replace = (find: string, by: string, matchCase = false) => ({ action: 'replace', find, with: by, matchCase })
const append = (text: string) => ({ action: 'append', text })
const prepend = (text: string) => ({ action: 'prepend', text })

describe('INV-208 an edit makes of a product', () => {
  it.each<[string, object, object | string]>([
    ['price', set('12.5'), { price: 1250 }],
    ['barcode', set('400-6381-333931'), { barcode: '4006381333931' }],
    ['barcode', set('does not apply'), { barcode: 'Does not apply' }],
    [
      'barcode',
      set('4006381333932'),
      'This barcode isn’t valid: the check digit doesn’t match. Compare it with the label.',
    ],
    ['barcode', append('1'), 'Barcode cannot have text appended.'],
    ['price', set(' 0 '), { price: 0 }],
    ['price', set(''), 'Enter a price like 12.50.'],
    ['price', set('12,50'), { price: 1250 }],
    ['price', set('cheap'), '“cheap” is not a number. Enter a price like 12.50.'],
    ['price', set('-1'), 'Enter a price of 0 or more.'],
    ['price', set('100000000000'), 'At most 10,000,000,000.'],
    ['price', add(1e10), 'Price would go above 10,000,000,000.'],
    ['price', add(0.01), { price: 2000 }],
    ['price', add(-20), 'Price would go below 0.'],
    ['price', multiply(1.1), { price: 2199 }],
    ['price', multiply(0), { price: 0 }],
    ['price', round(1, { less: 0.01 }), { price: 1999 }],
    ['price', round(5, { direction: 'down' }), { price: 1500 }],
    ['price', round(5, { direction: 'up', less: 0.05 }), { price: 1995 }],
    ['price', append('x'), 'Price cannot have text appended.'],
    ['msrp', round(1, { less: 0.01 }), 'MSRP would go below 0.'],
    ['cost', multiply(0.333), { cost: 167 }],
    ['quantity', set('7'), { quantity: 7 }],
    ['quantity', set('7.0'), { quantity: 7 }],
    ['quantity', set('7.5'), 'Units must be a whole number.'],
    ['quantity', set('many'), '“many” is not a number. Enter a quantity like 12.'],
    ['quantity', add(-10), { quantity: 0 }],
    ['quantity', add(-11), 'Quantity would go below 0.'],
    ['quantity', multiply(0.25), { quantity: 3 }],
    ['sold', add(2), { sold: 5 }],
    ['weight', set(''), { sizeAndWeight: { ...current.sizeAndWeight, weight: null } }],
    ['weight', multiply(3), { sizeAndWeight: { ...current.sizeAndWeight, weight: 3.3 } }],
    ['weight', set('heavy'), '“heavy” is not a number. Enter a weight like 12.5.'],
    ['width', add(2), {}],
    ['width', set('0.125'), { sizeAndWeight: { ...current.sizeAndWeight, width: 0.125 } }],
    ['weightUnit', set('KG'), { sizeAndWeight: { ...current.sizeAndWeight, weightUnit: 'kg' } }],
    ['weightUnit', set('stone'), 'Use kg, lb, g or oz.'],
    ['sizeUnit', set('mm'), 'Use cm or in.'],
    ['sizeUnit', append('m'), 'Size unit cannot have text appended.'],
    ['active', set('no'), { active: false }],
    ['active', set('perhaps'), 'Use yes or no.'],
    ['title', set('Blue mug'), { title: 'Blue mug' }],
    ['title', replace('red', 'Blue'), { title: 'Blue mug, Blue' }],
    ['title', replace('red', 'Blue', true), { title: 'Red mug, Blue' }],
    ['title', replace('mug, ', '$& $1'), { title: 'Red $& $1red' }],
    ['title', append(' (new)'), { title: 'Red mug, red (new)' }],
    ['title', prepend('NEW '), { title: 'NEW Red mug, red' }],
    ['title', append('x'.repeat(490)), 'At most 500 characters.'],
    ['title', add(1), 'Title cannot be added to.'],
    ['bin', set('b'.repeat(256)), 'At most 255 characters.'],
    ['tags', set('a, b,,a'), { tags: ['a', 'b'] }],
    ['tags', append('sale, red'), { tags: ['red', 'Mug', 'sale'] }],
    ['tags', replace('mug', 'Cup'), { tags: ['red', 'Cup'] }],
    ['tags', replace('re', 'x'), { tags: ['red', 'Mug'] }],
    ['tags', replace('red', ''), { tags: ['Mug'] }],
    ['tags', prepend('x'), 'Tags cannot have text put before it.'],
    ['attr.colour', set('Blue'), { attributes: [attribute('Colour', 'Blue')] }],
    ['attr.Colour', append('dish'), { attributes: [attribute('Colour', 'Reddish')] }],
    ['attr.Size', set('L'), { attributes: [attribute('Colour', 'Red'), attribute('Size', 'L')] }],
    ['attr.Size', set(''), {}],
    ['attr.Colour', multiply(2), 'Colour cannot be multiplied.'],
  ])('%s %j', (field, edit, expected) => {
    expect(changed(field, edit)).toEqual(expected)
  })
  it('INV-226 INV-227 an attribute that neither the product nor its template has is not edited: "No attribute"', () => {
    expect(changed('attr.Voltage', set('230'))).toBe('No attribute')
  })
  it('what product safety asks for is set on any product, under its own name', () => {
    const colour = attribute('Colour', 'Red')
    expect(changed('attr.manufacturer', set('Acme'))).toEqual({
      attributes: [colour, attribute('Manufacturer', 'Acme')],
    })
    expect(changed('attr.safety warnings (DE)', append('Heiß'))).toEqual({
      attributes: [colour, attribute('Safety warnings (de)', 'Heiß')],
    })
    expect(changed('attr.Manufacturer', set(''))).toEqual({})
  })
  it('pieces of a product with variations are edited where they are', () => {
    const variations = [
      {
        id: 1,
        name: 'S',
        sku: 'MUG-1-S',
        barcode: '',
        price: null,
        cost: null,
        images: [],
        selectedImages: [],
        attributes: [],
        quantity: 4,
        sold: 0,
      },
    ]
    expect(changed('quantity', set('5'), { ...current, variations })).toMatch('Stock is kept per variation.')
  })
  it('INV-214 several fields, one edit after the other', () => {
    expect(
      run([
        { field: 'price', ...multiply(1.1) },
        { field: 'price', ...round(1, { less: 0.01 }) },
        { field: 'notes', ...set('x') },
      ]),
    ).toEqual({ change: { price: 2199, notes: 'x' } })
    expect(
      run([
        { field: 'weight', ...set('2') },
        { field: 'weightUnit', ...set('kg') },
      ]),
    ).toEqual({ change: { sizeAndWeight: { ...current.sizeAndWeight, weight: 2, weightUnit: 'kg' } } })
  })
  it('all that is wrong at once, and nothing else', () => {
    expect(
      run([
        { field: 'price', ...add(-100) },
        { field: 'title', ...set('ok') },
        { field: 'quantity', ...set('x') },
      ]),
    ).toEqual({
      fields: { price: 'Price would go below 0.', quantity: '“x” is not a number. Enter a quantity like 12.' },
    })
  })
})

describe('prices, whatever they are', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000_00 })
  it('multiplied by hundredths are exact, halves away from zero', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 500 }), (price, percent) => {
        const exact = (BigInt(price) * BigInt(percent) * 2n + 100n) / 200n
        expect(changed('price', multiply(percent / 100), { ...current, price })).toEqual({ price: Number(exact) })
      }),
    )
  })
  it('more by an amount and less by the same are as before', () => {
    fc.assert(
      fc.property(cents, cents, (price, by) => {
        const more = changed('price', add(by / 100), { ...current, price }) as { price: number }
        expect(changed('price', add(-by / 100), { ...current, ...more })).toEqual({ price })
      }),
    )
  })
  it('rounded up and less one cent end in 99, and lie less than 1 above', () => {
    fc.assert(
      fc.property(
        cents.filter((c) => c > 0),
        (price) => {
          const { price: now } = changed('price', round(1, { less: 0.01, direction: 'up' }), { ...current, price }) as {
            price: number
          }
          expect([now % 100, now - price >= -1, now - price < 99]).toEqual([99, true, true])
        },
      ),
    )
  })
})

describe('tags', () => {
  const tags = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
  it('INV-215 INV-216 all that are added are there, none that is only removed, and the others stay in their order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e')), tags, tags, (before, plus, minus) => {
        const after = changeTags(before, plus, minus)
        expect(new Set(after)).toEqual(new Set([...before.filter((t) => !minus.includes(t)), ...plus]))
        const untouched = before.filter((t) => !minus.includes(t))
        expect(after.slice(0, untouched.length)).toEqual(untouched)
        expect(
          changeTags(
            after,
            plus,
            minus.filter((t) => !plus.includes(t)),
          ).toSorted(),
        ).toEqual(after.toSorted())
      }),
    )
  })

  it('stops edits of one product that replace more text together than Motto works with', () => {
    const replaceAll = { field: 'notes', action: 'replace', find: 'a', with: 'e', matchCase: true }
    const long = { ...current, notes: 'a'.repeat(100_000) }
    const problem =
      'These edits replace more text in Notes than Motto works with. Use fewer edits, or a longer search text.'
    expect(run([replaceAll], long)).toEqual({ fields: { notes: problem } })
    const nearly = `${'a'.repeat(500)}b${'a'.repeat(499)}`
    expect(run(Array(2).fill({ ...replaceAll, find: nearly }), long)).toEqual({ fields: { notes: problem } })
    const sentences = { ...current, notes: 'A red mug of stoneware. '.repeat(4000) }
    expect(run([{ ...replaceAll, find: 'red', with: 'blue' }], sentences)).toEqual({
      change: { notes: 'A blue mug of stoneware. '.repeat(4000) },
    })
  })
})
