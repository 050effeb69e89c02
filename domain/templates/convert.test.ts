import { describe, expect, it } from 'vitest'
import type { ProductAttribute } from '#contract/products/products.ts'
import type { Held, HeldVariation } from '../products/history/snapshot.ts'
import { type Choice, convert } from './convert.ts'

const attribute = (name: string, value: string): ProductAttribute => ({
  templateAttributeId: 1,
  name,
  value,
  overrideDynamicMapping: false,
  source: 'user',
})
const templateAttribute = (name: string, more: object = {}) => ({
  id: 9,
  name,
  defaultValue: '',
  constraint: 'optional' as const,
  ...more,
})
const state = (values: Record<string, string>, more: Partial<Held> = {}) =>
  ({
    title: 'A mug, {{Colour}}',
    description: 'Big',
    vendor: '',
    location: '',
    warehouse: '',
    bin: '',
    attributes: Object.entries(values).map(([name, value]) => attribute(name, value)),
    ...more,
  }) as Held
const inSizes = (name: string) =>
  ['M', 'L'].map((size, at) => ({ id: at + 1, name: size, attributes: [attribute(name, size)] })) as HeldVariation[]
const fates = (now: Held, attributes: ReturnType<typeof templateAttribute>[], choices: Choice[] = []) =>
  Object.fromEntries(convert(now, attributes, choices).rows.map(({ name, fate, to }) => [name, [fate, to]]))
const valuesIn = (now: Held) => Object.fromEntries(now.attributes.map(({ name, value }) => [name, value]))
const after = (now: Held, attributes: ReturnType<typeof templateAttribute>[], choices: Choice[] = []) => ({
  ...now,
  ...convert(now, attributes, choices).change,
})

describe('TPL-227 a product that moves to another template', () => {
  const now = state({ Glaze: 'Matt', Colour: 'Red', Form: 'Tall', Empty: ' ' })
  const template = [templateAttribute('GLAZE'), templateAttribute('Color')]

  it('keeps what the template knows by the same name, and what it does not know for itself; what is empty goes', () => {
    expect(fates(now, template)).toEqual({ Glaze: ['same', 'GLAZE'], Colour: ['own', ''], Form: ['own', ''] })
    expect(valuesIn(after(now, template))).toEqual({ Glaze: 'Matt', Colour: 'Red', Form: 'Tall' })
  })

  it('gives a value to the attribute that is chosen for it, also in texts, and leaves out what is chosen to go', () => {
    const choices = [
      { name: 'colour', to: 'color' },
      { name: 'Form', to: null },
    ]
    expect(fates(now, template, choices)).toMatchObject({ Colour: ['mapped', 'Color'], Form: ['left', ''] })
    const made = after(now, template, choices)
    expect(valuesIn(made)).toEqual({ Glaze: 'Matt', Color: 'Red' })
    expect(made.title).toBe('A mug, {{Color}}')
  })

  it('gives variations the same', () => {
    const sized = state({}, { variations: inSizes('Size') })
    const size = [templateAttribute('Shirt size')]
    expect(convert(sized, size, []).rows).toMatchObject([{ name: 'Size', fate: 'own', variations: 2 }])
    const mapped = after(sized, size, [{ name: 'Size', to: 'Shirt size' }])
    expect(mapped.variations?.map((v) => v.attributes.map(({ name, value }) => [name, value]))).toEqual([
      [['Shirt size', 'M']],
      [['Shirt size', 'L']],
    ])
    const left = after(sized, size, [{ name: 'Size', to: null }])
    expect(left.variations?.map((v) => v.attributes)).toEqual([[], []])
  })

  it.each([
    ['one that is not there', 'Nothing', 'This template has no attribute Nothing.'],
    ['one with another value', 'Glaze', 'GLAZE already has the value Matt.'],
  ])('loses no value to %s', (_, to, problem) => {
    const { rows, change } = convert(now, template, [{ name: 'Colour', to }])
    expect(rows.find(({ name }) => name === 'Colour')?.problem).toBe(problem)
    expect(valuesIn({ ...now, ...change })).toMatchObject({ Glaze: 'Matt', Colour: 'Red' })
  })

  it('of two values for one attribute only the first is taken', () => {
    const choices = [
      { name: 'Colour', to: 'Color' },
      { name: 'Form', to: 'Color' },
    ]
    expect(convert(now, template, choices).rows.map(({ problem }) => problem)).toEqual([
      '',
      '',
      'Color already has the value Red.',
    ])
  })

  it('is filled by the defaults of the template, in fields of its own too, and is told what it lacks', () => {
    const demanding = [
      templateAttribute('Glaze', { defaultValue: 'Gloss' }),
      templateAttribute('Vendor', { defaultValue: 'Acme' }),
      templateAttribute('Care', { defaultValue: 'Wipe' }),
      templateAttribute('Origin', { constraint: 'required' }),
      templateAttribute('Kiln', { constraint: 'recommended' }),
    ]
    expect(fates(now, demanding)).toMatchObject({
      Glaze: ['same', 'Glaze'],
      Vendor: ['default', 'Vendor'],
      Care: ['default', 'Care'],
    })
    const made = after(now, demanding)
    expect([made.vendor, valuesIn(made)['Care'], valuesIn(made)['Glaze']]).toEqual(['Acme', 'Wipe', 'Matt'])
    expect(convert(now, demanding, []).missing).toEqual(['Origin', 'Kiln'])
  })
})
