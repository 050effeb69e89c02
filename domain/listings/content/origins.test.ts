import { describe, expect, it } from 'vitest'
import { ebay } from '#contract/channels/ebay.ts'
import { shopify } from '#contract/channels/shopify.ts'
import { compile } from '../../mappings/dynamic.ts'
import { originWords, shortWords, stepsOf } from './origins.ts'
import { type ListingSource, resolveListing } from './resolve.ts'

const aspect = (aspectName: string, value: string) => ({ aspectName, value, dataType: 'STRING', required: false })
const listing = (more: Partial<ListingSource> = {}) =>
  resolveListing({
    product: {
      title: '{{Brand}} shirt',
      description: '<p>Warm</p>',
      condition: 'New',
      price: 5000,
      vendor: '',
      tags: ['men', 'warm'],
      images: [],
      attributes: [
        { name: 'Brand', value: 'Acme' },
        { name: 'color', value: 'Blue' },
      ],
      sku: 'OB-1',
      barcode: '',
      location: '',
      warehouse: '',
      bin: '',
    },
    variations: [],
    available: 1,
    variesBy: [],
    schema: { name: 'Default', fields: {} },
    overrides: {},
    account: {},
    described: ebay.fields,
    buffer: 0,
    ...more,
  })
const why = (more: Partial<ListingSource>, field: string, label: string) =>
  originWords(label, stepsOf(listing(more).origins(), field), 'eBay')

describe('where a value comes from', () => {
  it.each<[string, Partial<ListingSource>, string, string, string]>([
    ['the product', {}, 'title', 'Title', "Title comes from the product's title, with @Brand."],
    [
      'the schema',
      { schema: { name: 'Used', fields: { title: 'Used {{Color}} {{brand}}' } } },
      'title',
      'Title',
      'Title comes from the listing template “Used”, with @Color, @brand.',
    ],
    [
      'the override',
      { schema: { name: 'Used', fields: { title: 'Used' } }, overrides: { title: 'Mine' } },
      'title',
      'Title',
      'Title comes from this product’s eBay override.',
    ],
    [
      'the account',
      { account: { returnPolicyId: 'R1' } },
      'returnPolicyId',
      'Return Policy',
      "Return Policy comes from the eBay account's default.",
    ],
    ['an attribute of the same name', {}, 'aspects.Color', 'Color', 'Color comes from the attribute color.'],
    [
      "the schema's own words for an attribute",
      { schema: { name: 'Used', fields: { aspects: [aspect('Color', '{{Brand}} blue')] } } },
      'aspects.Color',
      'Color',
      'Color comes from the listing template “Used”, with @Brand.',
    ],
    ['nobody', {}, 'aspects.Size', 'Size', 'Size is empty.'],
  ])('is %s', (_, input, field, label, expected) => expect(why(input, field, label)).toBe(expected))

  it('is a field that is said as an attribute, too, where nothing else says that', () => {
    const schema = { name: 'Used', fields: { brand: 'Northern' } }
    const { fields, origins } = listing({ schema, product: bare })
    expect(fields.aspects).toEqual([aspect('Brand', 'Northern')])
    expect(shortWords(stepsOf(origins(), 'aspects.brand'))).toBe('Template')
    expect(listing({ schema }).fields.aspects).toContainEqual(aspect('Brand', 'Acme'))
  })

  it('is told with the value that is published', () => {
    const schema = {
      name: 'Used',
      fields: { title: '{{Brand}}  mug ', aspects: [aspect('Material', '{{Color}} clay')], subtitle: 'By {{Brand}}' },
    }
    const { title, description, condition, vendor, tags, fields, origins } = listing({ schema })
    const lastValue = (field: string) => stepsOf(origins(), field).at(-1)?.value
    expect([title, description, condition, vendor, tags.join(', '), fields.subtitle]).toEqual(
      ['title', 'description', 'condition', 'vendor', 'tags', 'subtitle'].map(lastValue),
    )
    for (const { aspectName, value } of fields.aspects as ReturnType<typeof aspect>[])
      expect(lastValue(`aspects.${aspectName}`)).toBe(value)
  })

  it('is the product and the rules that changed it, each with why; the last one is what is published', () => {
    const uuid = '00000000-0000-4000-8000-000000000001'
    const action = (target: string, value: string) => ({ uuid, target, action: 'append' as const, input: '', value })
    const condition = {
      uuid,
      input: '{{Color}}',
      operator: 'equals' as const,
      qualifier: 'all' as const,
      value: 'blue',
    }
    const rules = compile([
      {
        uuid,
        name: 'Words',
        applyTo: 'title',
        ownerType: 'Template',
        index: 0,
        active: true,
        enabled: true,
        rules: [
          {
            uuid,
            conditionSets: [{ uuid, conditions: [condition] }],
            actions: [action('', 'in  {{Color}}'), action('{{Color}}', 'sea'), action('{{Kind}}', 'Shirt')],
          },
        ],
      },
    ])
    const { title, fields, origins } = listing({ rules })
    expect(title).toBe('Acme shirt in Blue sea')
    expect(stepsOf(origins(), 'title')).toMatchObject([
      { from: 'product', value: 'Acme shirt' },
      { from: 'rule', name: 'Words', rule: 1, because: 'Color equals blue', value: title },
    ])
    expect(originWords('Title', stepsOf(origins(), 'title'), 'eBay')).toContain(
      'Rule 1 of “Words” changed it: Color equals blue.',
    )
    expect(stepsOf(origins(), 'aspects.Color').map(({ value }) => value)).toEqual(['Blue', 'Blue sea'])
    expect(stepsOf(origins(), 'aspects.Kind').map(({ value }) => value)).toEqual(['', 'Shirt'])
    expect(fields.aspects).toContainEqual(aspect('Kind', 'Shirt'))
    const schema = { name: 'Used', fields: { title: 'Fixed' } }
    expect(stepsOf(listing({ rules, schema }).origins(), 'title')).toMatchObject([{ from: 'schema', value: 'Fixed' }])
  })

  it('only begins with a long text, and counts a choice under its own name', () => {
    const long = listing({
      described: shopify.fields,
      overrides: { description: 'x'.repeat(5000), selectedCollectionIds: '7' },
    })
    expect(stepsOf(long.origins(), 'description').at(0)?.value).toHaveLength(201)
    expect(stepsOf(long.origins(), 'collectionIds').at(0)).toMatchObject({ from: 'override', value: '7' })
  })
})

const bare: ListingSource['product'] = {
  title: 'Mug',
  description: '',
  condition: 'New',
  price: 1,
  vendor: '',
  tags: [],
  images: [],
  attributes: [],
  sku: 'M',
  barcode: '',
  location: '',
  warehouse: '',
  bin: '',
}
