import { describe, expect, it } from 'vitest'
import { etsy as described } from '#contract/channels/etsy.ts'
import { EtsyProperty, EtsySchema, EtsySettings } from '#contract/channels/shapes/etsy.ts'
import type { ReadyListing } from '../../channel.ts'
import { check } from './check.ts'
import { labelOfPolicy } from '../lookups.ts'
import { eraOf } from './map.ts'

const property = (more: object) =>
  EtsyProperty.parse({ property_id: 1, name: 'Craft type', display_name: 'Craft type', ...more })
const craft = property({ is_required: true, possible_values: [{ value_id: 550, name: 'Embroidery' }] })
const volume = property({
  property_id: 2,
  name: 'Volume',
  display_name: 'Capacity',
  scales: [
    { scale_id: 37, display_name: 'Fluid Ounces' },
    { scale_id: 36, display_name: 'Liters' },
  ],
})
const settings = EtsySettings.parse({ shippingProfileId: '1', returnPolicyId: '2', processingProfileId: '3' })
const fields = (more: object = {}) =>
  EtsySchema.parse({ taxonomyIds: '1062', whoMade: 'i_did', whenMade: 'made_to_order', ...more })
const listing = (more: Partial<ReadyListing<EtsySchema>> = {}): ReadyListing<EtsySchema> => ({
  key: 1,
  title: 'Stoneware mug',
  description: '<p>Holds tea.</p>',
  currency: 'USD',
  condition: 'New',
  images: ['https://pictures.example/mug.jpg'],
  tags: ['mug'],
  vendor: '',
  sizeAndWeight: null,
  variants: [{ sku: 'MUG-1', options: {}, price: 1800, quantity: 5 }],
  fields: fields(),
  external: null,
  ...more,
})
const variant = (options: Record<string, string>, more: object = {}) => ({
  sku: Object.values(options).join('-'),
  options,
  price: 1800,
  quantity: 2,
  ...more,
})
const errors = (more: Partial<ReadyListing<EtsySchema>>, properties: EtsyProperty[] = []) =>
  check(listing(more), { properties }, settings).errors
const many = (count: number, of: string) => Array.from({ length: count }, (_, i) => `${of} ${i}`)

describe('what Etsy would refuse is found before it is asked', () => {
  it('nothing of a listing that is complete, and what it costs', () => {
    expect(check(listing(), {}, settings)).toEqual({
      errors: {},
      causes: {},
      warnings: {},
      costs: [{ amount: 20, currency: 'USD', why: 'Listing fee, for four months' }],
    })
    const live = { externalId: '1', url: '', state: 'live' as const, parts: {} }
    expect(check(listing({ external: live }), {}, settings).costs).toEqual([])
  })

  it.each([
    ['title', { title: 'x'.repeat(141) }, 'Etsy titles can have up to 140 characters. This one has 141.'],
    ['title', { title: 'Mug & saucer & spoon' }, 'Etsy titles can contain & only once.'],
    ['title', { title: 'Mug ❤' }, 'Etsy doesn’t allow “❤” in a title.'],
    ['description', { description: '<p></p>' }, 'Etsy requires a description.'],
    ['images', { images: [] }, 'Etsy requires at least 1 image.'],
    ['images', { images: many(21, 'https://p.example') }, 'Etsy allows up to 20 images. You have 21.'],
    ['tags', { tags: many(14, 'tag') }, 'Etsy allows up to 13 tags. You have 14.'],
    [
      'tags',
      { tags: ['a tag of too many letters'] },
      'Etsy tags can have up to 20 characters: a tag of too many letters',
    ],
    ['tags', { tags: ['half/half'] }, "Etsy tags can contain only letters, numbers, spaces, - and ': half/half"],
    ['price', { variants: [variant({}, { sku: 'A', price: 19 })] }, 'Etsy prices must be from 0.20 to 50000.00 USD.'],
    [
      'sku',
      { variants: [variant({}, { sku: 'S'.repeat(33) })] },
      `Etsy SKUs can have up to 32 characters: ${'S'.repeat(33)}`,
    ],
    ['quantity', { variants: [variant({}, { sku: 'A', quantity: 0 })] }, 'Etsy requires at least 1 unit in stock.'],
    [
      'variations',
      { variants: [variant({ A: '1', B: '1', C: '1' })] },
      'Etsy allows up to 2 variation attributes. You have 3: A, B, C.',
    ],
    [
      'variations',
      { variants: many(71, 'S').map((Size) => variant({ Size })) },
      'Etsy allows up to 70 values for Size.',
    ],
    [
      'variations',
      { variants: [variant({ Size: 'L (large)' })] },
      'Etsy doesn’t allow parentheses in a variation: L (large)',
    ],
    [
      'variations',
      { variants: [variant({ Size: 'L' }), variant({ Size: 'L' })] },
      'Two variations have the same options.',
    ],
  ])('%s', (field, more, sentence) => expect(errors(more)).toEqual({ [field]: sentence }))

  it('no picture but that of a variation is one', () =>
    expect(errors({ images: [], variants: [variant({ Size: 'L' }, { image: 'https://p.example/l.jpg' })] })).toEqual(
      {},
    ))

  it('LST-275 fourteen materials; a material with a sign', () => {
    const materials = (text: string) => errors({ fields: fields({ materials: text }) }).materials
    expect(materials(many(14, 'clay').join(', '))).toBe('Etsy allows up to 13 materials. You have 14.')
    expect(materials('clay, glass & tin')).toBe(
      'Etsy materials can contain only letters, numbers and spaces: glass & tin',
    )
  })

  it('LST-111 one category; who and when made, profiles and a policy where the integration has none', () => {
    expect(errors({ fields: fields({ taxonomyIds: '1062,482' }) })).toEqual({
      taxonomyIds: 'Choose exactly one Etsy category.',
    })
    const blank = EtsySchema.parse({})
    expect(Object.keys(check(listing({ fields: blank }), {}, EtsySettings.parse({})).errors).sort()).toEqual([
      'processingProfileId',
      'returnPolicyId',
      'shippingProfileId',
      'taxonomyIds',
      'whenMade',
      'whoMade',
    ])
    const download = fields({ type: 'download' })
    expect(check(listing({ fields: download }), {}, EtsySettings.parse({})).errors).toEqual({})
  })

  it('a required property, a value that it does not have, and a scale', () => {
    const errorsOf = (properties: object[]) => errors({ fields: fields({ properties }) }, [craft, volume])
    expect(errorsOf([])).toEqual({ 'properties.Craft type': 'Etsy requires Craft type in this category.' })
    const right = { propertyId: 1, propertyName: 'Craft type', values: 'embroidery' }
    expect(errorsOf([right])).toEqual({})
    expect(errorsOf([{ ...right, values: ['Knitting'] }])['properties.Craft type']).toBe(
      'Etsy doesn’t allow “Knitting” for Craft type. Choose a value from the list.',
    )
    expect(errorsOf([right, { propertyId: 2, propertyName: 'Capacity', values: '12' }])).toEqual({
      'properties.Capacity': 'Choose a scale for Capacity.',
    })
    expect(errorsOf([right, { propertyId: 2, propertyName: 'Capacity', values: '12', scaleId: 37 }])).toEqual({})
  })

  it("a product's attribute that merely has a property's name warns", () => {
    const properties = [{ propertyName: 'Capacity', values: 'two cups' }]
    const { errors: problems, warnings } = check(
      listing({ fields: fields({ properties }) }),
      { properties: [volume] },
      settings,
    )
    expect([problems, Object.keys(warnings)]).toEqual([{}, ['properties.Capacity']])
  })
})

it.each([
  ['2020_2024', '2020_2026'],
  ['2010_2019', '2010_2019'],
  ['2005_2009', '2007_2009'],
  ['before_2005', 'before_2007'],
  ['2000_2004', '2000_2006'],
  ['made_to_order', 'made_to_order'],
  ['1990s', '1990s'],
])('the era %s goes to Etsy under its name of 2026', (era, name) => expect(eraOf(era, 2026)).toBe(name))

it('LST-271..LST-273 Etsy has these types, makers and eras', () => {
  const valuesOf = (name: string) =>
    described.fields.flatMap((field) =>
      field.name === name && 'options' in field ? field.options.map(({ value }) => value) : [],
    )
  expect(valuesOf('type')).toEqual(['physical', 'download', 'both'])
  expect(valuesOf('whoMade').sort()).toEqual(['collective', 'i_did', 'someone_else'])
  const decades = ['1990s', '1980s', '1970s', '1960s', '1950s', '1940s', '1930s', '1920s', '1910s', '1900s']
  const recent = ['made_to_order', '2020_2024', '2010_2019', '2005_2009', 'before_2005', '2000_2004']
  expect(valuesOf('whenMade')).toEqual([...recent, ...decades, '1800s', '1700s', 'before_1700'])
})

it.each([
  [{ accepts_returns: true, accepts_exchanges: false, return_deadline: 30 }, 'Returns, No Exchanges, 30 Days'],
  [{ accepts_returns: false, accepts_exchanges: true, return_deadline: 14 }, 'No Returns, Exchanges, 14 Days'],
])('LST-270 a return policy reads %j', (policy, label) =>
  expect(labelOfPolicy({ return_policy_id: '1', ...policy })).toBe(label),
)
