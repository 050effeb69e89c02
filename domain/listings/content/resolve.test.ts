import { describe, expect, it } from 'vitest'
import { ebay } from '#contract/channels/ebay.ts'
import { type ListingSource, resolveListing, shown } from './resolve.ts'

const source = (
  input: {
    product?: Partial<ListingSource['product']>
    fields?: Record<string, unknown>
    rest?: Partial<ListingSource>
  } = {},
): ListingSource => ({
  product: {
    title: '{{Brand}} Ocean Shirt',
    description: '<p>By {{Brand}}</p>',
    condition: 'New',
    price: 5000,
    vendor: '',
    tags: ['men'],
    images: [{ url: 'https://x.test/1.jpg' }],
    attributes: [
      { name: 'Brand', value: 'Acme & Sons' },
      { name: 'Color', value: 'Blue' },
      { name: 'Location', value: 'Shelf 4' },
    ],
    sku: 'OB-1',
    barcode: '',
    location: 'Shelf 4',
    warehouse: '',
    bin: '',
    ...input.product,
  },
  variations: [],
  available: 7,
  variesBy: [],
  schema: { name: 'Default', fields: input.fields ?? {} },
  overrides: {},
  described: ebay.fields,
  buffer: 0,
  ...input.rest,
})

describe('a listing as it stands on the channel', () => {
  it('takes blank fields from the product and replaces references, escaped where the text is HTML', () => {
    const listing = resolveListing(source({ fields: { title: '', description: '' } }))
    expect(listing.title).toBe('Acme & Sons Ocean Shirt')
    expect(listing.description).toBe('<p>By Acme &amp; Sons</p>')
    expect(listing.vendor).toBe('Acme & Sons')
  })
  it("prefers the schema's own texts", () => {
    expect(
      resolveListing(source({ fields: { title: 'Shirt in {{ color }}', condition: 'Used - Good' } })),
    ).toMatchObject({ title: 'Shirt in Blue', condition: 'Used - Good' })
  })
  it('LST-090 names the attributes that a field refers to and that hold nothing', () => {
    expect(resolveListing(source({ fields: { title: '{{Size}} shirt' } })).unresolved).toEqual({ title: ['Size'] })
  })
  it('stops at a field whose attributes are longer together than Motto works with, and names it', () => {
    const attributes = [{ name: 'Long', value: 'x'.repeat(10_000) }]
    const description = '{{Long}}'.repeat(300)
    expect(resolveListing(source({ product: { attributes }, fields: { title: 'Shirt', description } })).excess).toEqual(
      { field: 'description' },
    )
    const { excess } = resolveListing(source({ product: { attributes }, fields: { title: 'Shirt {{Long}}' } }))
    expect(excess).toBeUndefined()
  })
  it('fills an item specific that is blank from the attribute of the same name, and keeps where things lie to ourselves', () => {
    const { fields } = resolveListing(
      source({
        fields: {
          aspects: [
            { aspectName: 'Color', value: '', dataType: 'STRING', required: true },
            { aspectName: 'Style', value: '{{Brand}} style', dataType: 'STRING', required: false },
          ],
        },
      }),
    )
    const aspects = fields.aspects as { aspectName: string; value: string }[]
    expect(Object.fromEntries(aspects.map((a) => [a.aspectName, a.value]))).toEqual({
      Style: 'Acme & Sons style',
      Brand: 'Acme & Sons',
      Color: 'Blue',
    })
  })
  it('PRO-209 gives a variation the price of its product where it has none, and its own options and pieces', () => {
    const listing = resolveListing(
      source({
        rest: {
          variesBy: ['Size'],
          buffer: 1,
          variations: [
            {
              sku: 'OB-1-S',
              barcode: '96385074',
              name: 'Small',
              price: null,
              available: 3,
              images: [],
              selectedImages: [],
              attributes: [{ name: 'Size', value: 'S' }],
            },
            {
              sku: 'OB-1-L',
              barcode: '',
              name: 'Large',
              price: 5500,
              available: 0,
              images: [],
              selectedImages: [],
              attributes: [{ name: 'Size', value: 'L' }],
            },
          ],
        },
      }),
    )
    expect(listing.variants).toEqual([
      { sku: 'OB-1-S', options: { Size: 'S' }, price: 5000, quantity: 2, barcode: '96385074' },
      { sku: 'OB-1-L', options: { Size: 'L' }, price: 5500, quantity: 0 },
    ])
  })
  it('PRO-207 sends the picture that was chosen for a variation, and none that the product has no more', () => {
    const variation = { barcode: '', price: null, available: 1, images: [], attributes: [] }
    const [red, blue, green] = resolveListing(
      source({
        rest: {
          variations: [
            { ...variation, sku: 'R', name: 'Red', selectedImages: ['https://x.test/1.jpg'] },
            { ...variation, sku: 'B', name: 'Blue', selectedImages: ['https://x.test/gone.jpg'] },
            {
              ...variation,
              sku: 'G',
              name: 'Green',
              images: [{ url: 'https://x.test/own.jpg' }],
              selectedImages: ['https://x.test/1.jpg'],
            },
          ],
        },
      }),
    ).variants
    expect([red?.image, blue?.image, green?.image]).toEqual(['https://x.test/1.jpg', undefined, 'https://x.test/1.jpg'])
  })
})

it.each([
  [7, 1, 6],
  [7, 0, 7],
  [1, 3, 0],
  [0, 0, 0],
])('of %i pieces with a buffer of %i the channel is shown %i', (available, buffer, expected) =>
  expect(shown(available, buffer)).toBe(expected),
)

it('a channel that shows so many pieces at most is shown no more', () => {
  expect([shown(2000, 3, 999), shown(800, 3, 999)]).toEqual([999, 797])
})
