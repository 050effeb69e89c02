import { describe, expect, it } from 'vitest'
import { ebay } from '#contract/channels/ebay.ts'
import { etsy } from '#contract/channels/etsy.ts'
import { coverFields, fillEntries, outside, valuesIn, withAttribute } from './attributes.ts'

const aspect = (aspectName: string, value: string | string[]) => ({
  aspectName,
  value,
  dataType: 'STRING',
  required: false,
})
const list = { name: 'aspectName', value: 'value', nameChars: 40, filled: { dataType: 'STRING', required: false } }

describe("a channel's attributes", () => {
  it("LST-175 a product's own ones cover its template's one by one; a blank one covers nothing", () => {
    const covered = coverFields(ebay.fields, {
      schema: {
        name: 'Default',
        fields: { title: 'Shirt', aspects: [aspect('Brand', '{{Brand}}'), aspect('Type', 'T-Shirt')] },
      },
      overrides: { title: '', aspects: [aspect('type', 'Polo'), aspect('Brand', ' ')] },
    })
    expect(covered.fields).toEqual({ title: 'Shirt', aspects: [aspect('Brand', '{{Brand}}'), aspect('type', 'Polo')] })
    const schema = { from: 'schema', name: 'Default' }
    expect(Object.fromEntries(covered.sources)).toEqual({
      title: schema,
      'aspects.brand': schema,
      'aspects.type': { from: 'override', name: '' },
    })
  })
  it.each([
    ['LST-172', ebay.fields, { ebayCategoryIds: '1,2' }, { selectedCategoryIds: '2' }, { ebayCategoryIds: '2' }],
    ['LST-261', etsy.fields, { taxonomyIds: '1,2' }, { selectedTaxonomyIds: '2' }, { taxonomyIds: '2' }],
    ['LST-172', ebay.fields, { ebayCategoryIds: '1' }, { selectedCategoryIds: '' }, { ebayCategoryIds: '1' }],
  ])('%s the choice for one product stands for the list of its template', (_id, fields, schema, overrides, covered) =>
    expect(coverFields(fields, { schema: { name: 'Default', fields: schema }, overrides }).fields).toEqual(covered),
  )
  it("what schema and listing leave blank is the account's default, and says so", () => {
    const account = { returnPolicyId: 'R1', locationId: 'L1', marketplaceId: 'EBAY_US', buffer: 3 }
    const schema = { name: 'Default', fields: { returnPolicyId: '', locationId: 'L2' } }
    const { fields, sources } = coverFields(ebay.fields, { schema, overrides: {}, account })
    expect(fields).toEqual({ returnPolicyId: 'R1', locationId: 'L2' })
    expect(sources.get('returnPolicyId')).toEqual({ from: 'account', name: 'returnPolicyId' })
    expect(sources.get('locationId')).toEqual({ from: 'schema', name: 'Default' })
  })
  it('are filled from the attributes of the same name only where the channel takes such', () => {
    const color = [{ name: 'Color', value: 'Blue' }]
    expect(fillEntries(list, [], color)).toEqual([aspect('Color', 'Blue')])
    expect(fillEntries({ name: 'propertyName', value: 'values', nameChars: 40 }, [], color)).toEqual([])
  })
  it('are found whatever the case of their name, blanks left out', () => {
    expect(valuesIn(list, [aspect('Features', ['Pockets', '', 'Lined'])], 'features')).toEqual(['Pockets', 'Lined'])
    expect(valuesIn(list, [], 'Brand')).toEqual([])
  })
  it('one is set, several are kept as a list, none takes it away', () => {
    const rest = { dataType: 'STRING', required: false }
    const set = (values: string[]) => withAttribute(list, [aspect('Type', 'Polo')], { name: 'Features', values, rest })
    expect(set(['Pockets'])).toEqual([aspect('Type', 'Polo'), aspect('Features', 'Pockets')])
    expect(set(['Pockets', 'Lined'])).toEqual([aspect('Type', 'Polo'), aspect('Features', ['Pockets', 'Lined'])])
    expect(set([''])).toEqual([aspect('Type', 'Polo')])
  })
  it.each([
    ['LST-091 a value outside a strict list is refused', ['Mauve'], true, 'Mauve is not in allowed values.'],
    [
      'LST-093 outside a list of suggestions it is only remarked on',
      ['Mauve'],
      false,
      'Mauve is not in suggested values.',
    ],
    ['a known value passes', ['Blue'], true, undefined],
    ['a reference is judged once it is resolved', ['{{Color}}'], true, undefined],
  ])('%s', (_title, values, strict, expected) =>
    expect(outside(values, { options: ['Blue', 'Red'], strict })?.sentence).toBe(expected),
  )
  it('a value of 10,000 characters is quoted by its beginning, not through the middle of a sign', () =>
    expect(outside([`x${'😀'.repeat(5000)}`], { options: ['Blue'], strict: true })?.sentence).toBe(
      `x${'😀'.repeat(99)}… is not in allowed values.`,
    ))
  it.each([
    [true, undefined],
    [false, 'blue'],
  ])('a value in another case passes where the channel takes any: %s', (anyCase, expected) =>
    expect(outside(['blue '], { options: ['Blue'], strict: true, anyCase })?.value.trim()).toBe(expected),
  )
})
