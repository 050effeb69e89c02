import { describe, expect, it } from 'vitest'
import { ebay } from '#contract/channels/ebay.ts'
import { shopify } from '#contract/channels/shopify.ts'
import { compileValues } from '../../mappings/values.ts'
import { originWords, stepsOf } from '../content/origins.ts'
import { type ListingSource, resolveListing } from '../content/resolve.ts'

const uuid = '00000000-0000-4000-8000-000000000001'
const map = compileValues([
  {
    uuid,
    name: 'Old shop',
    index: 0,
    mappings: Object.entries({
      Mount: { 'Nikon Z': ['Z', 'nikon-z'] },
      Color: { Black: ['blk', 'Jet'] },
      Condition: { 'Used - Good': ['Grade B'] },
      Tags: { lens: ['lenses'] },
    }).map(([targetName, values]) => ({
      uuid,
      targetName,
      values: Object.entries(values).map(([targetValue, sourceValues]) => ({ uuid, targetValue, sourceValues })),
    })),
  },
])
const listing = (attributes: Record<string, string>, more: Partial<ListingSource> = {}) =>
  resolveListing({
    product: {
      title: 'Lens',
      description: '',
      condition: 'Grade B',
      price: 5000,
      vendor: '',
      tags: ['lenses', 'Lens', 'glass'],
      images: [],
      attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
      sku: 'L-1',
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
    described: ebay.fields,
    buffer: 0,
    mapValue: map,
    ...more,
  })
const valueIn = ({ fields }: ReturnType<typeof listing>, name: string) =>
  (fields.aspects as { aspectName: string; value: unknown }[]).find(({ aspectName }) => aspectName === name)?.value

describe('MAP-002 the values of a listing', () => {
  it('are replaced in attributes, condition and tags', () => {
    const resolved = listing({ mount: 'Z', Color: 'Jet', Brand: 'Z' })
    expect([valueIn(resolved, 'mount'), valueIn(resolved, 'Color'), valueIn(resolved, 'Brand')]).toEqual([
      'Nikon Z',
      'Black',
      'Z',
    ])
    expect([resolved.condition, resolved.tags]).toEqual(['Used - Good', ['lens', 'Lens', 'glass']])
  })
  it('are replaced after references and overrides are in their place, and said once', () => {
    const aspects = [
      { aspectName: 'Color', value: ['{{Shade}}', 'Black', 'Blue'], dataType: 'STRING', required: false },
    ]
    const resolved = listing({ Shade: 'blk' }, { overrides: { aspects } })
    expect(valueIn(resolved, 'Color')).toEqual(['Black', 'Blue'])
  })
  it('are replaced in the options of variations', () => {
    const variation = (sku: string, value: string) => ({
      sku,
      barcode: '',
      name: value,
      price: null,
      available: 1,
      images: [],
      selectedImages: [],
      attributes: [{ name: 'Color', value }],
    })
    const resolved = listing({}, { variations: [variation('A', 'blk'), variation('B', 'Red')], variesBy: ['Color'] })
    expect(resolved.variants.map(({ options }) => options)).toEqual([{ Color: 'Black' }, { Color: 'Red' }])
  })
  it('stay where no mapping is on', () => {
    expect(valueIn(listing({ Mount: 'Z' }, { mapValue: undefined }), 'Mount')).toBe('Z')
  })
  it('are told with the mapping that made them; the last step is what is published', () => {
    const resolved = listing({ Mount: 'nikon-z' })
    const steps = stepsOf(resolved.origins(), 'aspects.Mount')
    expect(steps.map(({ from, name, value }) => [from, name, value])).toEqual([
      ['attribute', 'Mount', 'nikon-z'],
      ['mapping', 'Old shop', 'Nikon Z'],
    ])
    expect(originWords('Mount', steps, 'eBay')).toBe(
      'Mount comes from the attribute Mount. Value mapping “Old shop” changed it to “Nikon Z”.',
    )
    expect(steps.at(-1)?.value).toBe(valueIn(resolved, 'Mount'))
    expect(stepsOf(resolved.origins(), 'condition').at(-1)?.value).toBe(resolved.condition)
  })
  it('are mapped once: what was mapped stays as it is', () => {
    const once = listing({ Mount: 'Z', Color: 'blk' }, { described: shopify.fields })
    const again = resolveListing({
      described: shopify.fields,
      variations: [],
      available: 1,
      variesBy: [],
      overrides: {},
      buffer: 0,
      schema: { name: 'Default', fields: once.fields },
      mapValue: map,
      product: {
        title: 'Lens',
        description: '',
        price: 5000,
        images: [],
        attributes: [],
        sku: 'L-1',
        barcode: '',
        location: '',
        warehouse: '',
        bin: '',
        condition: once.condition,
        tags: once.tags,
        vendor: once.vendor,
      },
    })
    expect([again.condition, again.tags, again.fields]).toEqual([once.condition, once.tags, once.fields])
  })
})
