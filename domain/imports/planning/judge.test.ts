import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Held } from '../../products/history/snapshot.ts'
import { differences } from './diff.ts'
import { type Known, judge } from './judge.ts'
import type { ReadProduct } from './product.ts'

const blank: ReadProduct = {
  line: 2,
  sku: 'A',
  template: '',
  templateId: null,
  remove: false,
  orphan: false,
  texts: {},
  size: {},
  attributes: [],
  variations: [],
  errors: {},
}
const current: Held = {
  templateId: 1,
  sku: 'A',
  barcode: '',
  title: 'Mug',
  description: '<p>Old</p>',
  condition: 'New',
  notes: 'n',
  vendor: '',
  warehouse: '',
  location: '',
  bin: 'B1',
  tags: ['x'],
  cost: 100,
  price: 1000,
  msrp: 0,
  active: true,
  attributes: [
    { templateAttributeId: 5, name: 'Colour', value: 'Red', overrideDynamicMapping: true, source: 'user' },
    { templateAttributeId: null, name: 'Free', value: 'f', overrideDynamicMapping: false, source: 'user' },
  ],
  images: [{ url: 'https://x.test/1.png', source: 'cloudinary' }],
  sizeAndWeight: { weightUnit: 'lb', sizeUnit: 'in', weight: 2, width: null, length: null, height: null },
  configuration: { dynamicMappingEnabled: false },
  quantity: 5,
  sold: 1,
  variations: [],
}
const clean = {
  html: (text: string) => text.replaceAll(/<script.*?<\/script>/g, ''),
  line: (text: string) => text.replaceAll(/\s+/g, ' ').trim(),
}
const withVariations: Held = {
  ...current,
  sku: 'P',
  barcode: '',
  variations: [
    {
      id: 31,
      name: 'S',
      sku: 'P-S',
      barcode: '',
      price: null,
      cost: null,
      images: [],
      selectedImages: [],
      attributes: [
        { templateAttributeId: null, name: 'Size', value: 'S', overrideDynamicMapping: false, source: 'user' },
      ],
      quantity: 3,
      sold: 0,
    },
    {
      id: 32,
      name: 'M',
      sku: 'P-M',
      barcode: '',
      price: 500,
      cost: null,
      images: [],
      selectedImages: [],
      attributes: [],
      quantity: 4,
      sold: 0,
    },
  ],
}
const known: Known = {
  owner: (sku) =>
    ({
      A: { id: 11, variationId: null },
      P: { id: 12, variationId: null },
      'P-S': { id: 12, variationId: 31 },
      'P-M': { id: 12, variationId: 32 },
    })[sku],
  product: (id) => ({ 11: current, 12: withVariations })[id],
  templateByName: (name) => ({ mugs: 1, cups: 2 })[name.toLowerCase()],
  templateName: (id) => ({ 1: 'Mugs', 2: 'Cups' })[id],
  single: 1,
  perRow: false,
  makesTemplates: false,
  updates: true,
  clean,
}
const perRow: Known = { ...known, single: null, perRow: true }

describe('what becomes of a row', () => {
  it('IMP-082 without a template it is skipped', () => {
    expect(judge(blank, perRow)).toEqual({
      outcome: 'skip',
      productId: null,
      errors: { '': 'This row has no template.' },
    })
  })
  it('IMP-104 with an unknown template, too', () => {
    expect(judge({ ...blank, template: 'Plates' }, perRow)).toMatchObject({
      outcome: 'skip',
      errors: { '': 'There is no template “Plates”.' },
    })
    expect(judge({ ...blank, templateId: 77 }, perRow)).toMatchObject({
      outcome: 'skip',
      errors: { '': 'There is no template 77.' },
    })
  })
  it('IMP-009 IMP-111 IMP-112 its own template counts, whatever its case; or the one for all rows', () => {
    expect(judge({ ...blank, sku: 'NEW', template: 'CUPS' }, perRow)).toMatchObject({
      outcome: 'create',
      product: { templateId: 2 },
    })
    expect(judge({ ...blank, sku: 'NEW', templateId: 2 }, perRow)).toMatchObject({
      outcome: 'create',
      product: { templateId: 2 },
    })
    expect(judge({ ...blank, sku: 'NEW' }, known)).toMatchObject({ outcome: 'create', product: { templateId: 1 } })
  })
  it('IMP-083 DELETE deletes the product of its SKU', () => {
    expect(judge({ ...blank, remove: true }, perRow)).toEqual({ outcome: 'delete', productId: 11, errors: {} })
    expect(judge({ ...blank, remove: true, sku: 'GONE' }, known)).toMatchObject({
      outcome: 'skip',
      errors: { '': 'No product has this SKU.' },
    })
    expect(judge({ ...blank, remove: true, sku: 'P-S' }, known)).toMatchObject({ outcome: 'error' })
  })
  it('IMP-103 a SKU that is there is updated, what no column says stays', () => {
    expect(judge({ ...blank, price: 1250, texts: { title: 'Mug' } }, known)).toMatchObject({
      outcome: 'update',
      productId: 11,
      change: { price: 1250 },
      list: [{ field: 'price', before: '10.00', after: '12.50' }],
    })
    expect(judge({ ...blank, texts: { title: 'Mug', notes: 'n' }, tags: ['x'], quantity: 5 }, known)).toEqual({
      outcome: 'unchanged',
      productId: 11,
      errors: {},
    })
  })
  it('one template for all rows moves nothing; a row that names its own does', () => {
    expect(judge({ ...blank, price: 1 }, { ...known, single: 2 })).not.toHaveProperty('change.templateId')
    expect(judge({ ...blank, template: 'Cups' }, perRow)).toMatchObject({
      outcome: 'update',
      change: { templateId: 2 },
      list: [{ field: 'template', before: 'Mugs', after: 'Cups' }],
    })
  })
  it('a row with the SKU of a variation changes that variation', () => {
    expect(judge({ ...blank, sku: 'P-M', quantity: 9, price: 500, texts: { title: 'ignored' } }, known)).toMatchObject({
      outcome: 'update',
      productId: 12,
      list: [{ field: 'variation P-M: quantity', before: '4', after: '9' }],
      change: {
        variations: [
          { id: 31, sku: 'P-S' },
          { id: 32, quantity: 9 },
        ],
      },
    })
  })
  it('refuses a variation whose SKU is somebody else’s, and one without its product', () => {
    const variation = { line: 3, name: 'S', sku: 'P-S', attributes: [], remove: false }
    expect(judge({ ...blank, sku: 'NEW', variations: [variation] }, known)).toMatchObject({
      outcome: 'error',
      errors: { '': 'The SKU P-S is already in use by another product (line 3).' },
    })
    expect(
      judge({ ...blank, sku: 'NEW', orphan: true, variations: [{ ...variation, sku: 'NEW-S' }] }, known),
    ).toMatchObject({ outcome: 'error', errors: { '': 'The parent SKU NEW doesn’t exist.' } })
  })
  it('a row that cannot be read is refused, one with a bad cell is not', () => {
    expect(judge({ ...blank, errors: { '': 'SKU is required.' } }, known).outcome).toBe('error')
    expect(judge({ ...blank, price: 1, errors: { cost: 'This is not a number.' } }, known)).toMatchObject({
      outcome: 'update',
      errors: { cost: 'This is not a number.' },
    })
  })
})

describe('what a file changes', () => {
  const change = (read: Partial<ReadProduct>, now = current) => differences({ ...blank, ...read }, now, clean)
  it('empties texts that a file has blank, but never title and condition; blank numbers change nothing', () => {
    expect(change({ texts: { title: '', condition: ' ', notes: '', bin: '' } })?.list).toEqual([
      { field: 'notes', before: 'n', after: '' },
      { field: 'bin', before: 'B1', after: '' },
    ])
  })
  it('compares texts as they are kept', () => {
    expect(change({ texts: { title: ' Mug  ', description: '<p>Old</p><script>x</script>' } })).toBeNull()
  })
  it('sets attributes, keeps the others, and takes no empty ones up', () => {
    expect(
      change({
        attributes: [
          { name: 'colour', value: 'Blue' },
          { name: 'Size', value: '' },
          { name: 'New', value: 'yes' },
        ],
      }),
    ).toMatchObject({
      list: [
        { field: 'attr.Colour', before: 'Red', after: 'Blue' },
        { field: 'attr.New', before: '', after: 'yes' },
      ],
      change: {
        attributes: [
          { ...current.attributes[0], value: 'Blue', source: 'import' },
          current.attributes[1],
          { name: 'New', value: 'yes', templateAttributeId: null },
        ],
      },
    })
  })
  it('takes new pictures, and leaves those that a file has no room for', () => {
    const urls = Array.from({ length: 14 }, (_, n) => `https://x.test/${n}.png`)
    const many = { ...current, images: urls.map((url) => ({ url, source: 'cloudinary' })) }
    expect(change({ images: urls.slice(0, 12) }, many)).toBeNull()
    expect(change({ images: ['https://x.test/1.png', 'https://x.test/2.png'] })?.change.images).toEqual([
      { url: 'https://x.test/1.png', source: 'cloudinary' },
      { url: 'https://x.test/2.png', source: 'import' },
    ])
    expect(change({})).toBeNull()
  })
  it('changes, adds and removes variations that it names, and leaves the others', () => {
    const s = {
      line: 3,
      name: 'S',
      sku: 'P-S',
      attributes: [{ name: 'Size', value: 'Small' }],
      remove: false,
      quantity: 3,
      price: 700,
    }
    expect(change({ variations: [s, { ...s, sku: 'P-L', name: 'L' }] }, withVariations)).toMatchObject({
      list: [
        { field: 'variation P-S: price', before: '', after: '7.00' },
        { field: 'variation P-S: attr.Size', before: 'S', after: 'Small' },
        { field: 'variation P-L', before: '', after: 'L' },
      ],
      change: {
        variations: [
          { id: 31, price: 700 },
          { id: 32, sku: 'P-M' },
          { sku: 'P-L', quantity: 3 },
        ],
      },
    })
    expect(
      change({ variations: [{ ...s, remove: true }] }, withVariations)?.change.variations?.map((v) => v.sku),
    ).toEqual(['P-M'])
  })
  it('PRO-207 leaves the picture chosen for a variation where the file names it, and puts another before it', () => {
    const [small, ...others] = withVariations.variations ?? []
    const chosen = small && { ...small, selectedImages: ['https://x.test/1.png'] }
    const now = { ...withVariations, images: current.images, variations: chosen ? [chosen, ...others] : [] }
    const row = { line: 3, name: 'S', sku: 'P-S', attributes: [], remove: false }
    expect(change({ variations: [{ ...row, images: ['https://x.test/1.png'] }] }, now)).toBeNull()
    expect(change({ variations: [{ ...row, images: ['https://x.test/2.png'] }] }, now)).toMatchObject({
      list: [{ field: 'variation P-S: images', before: 'https://x.test/1.png', after: 'https://x.test/2.png' }],
      change: { variations: [{ id: 31, images: [{ url: 'https://x.test/2.png' }], selectedImages: [] }, { id: 32 }] },
    })
  })

  const text = fc.constantFrom('', 'a', 'b', ' c ')
  const money = fc.option(fc.constantFrom(0, 100, 250), { nil: undefined })
  const readings = fc.record({
    texts: fc.record({ title: text, notes: text, bin: text, condition: text }, { requiredKeys: [] }),
    price: money,
    cost: money,
    quantity: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
    tags: fc.option(fc.constantFrom([], ['x'], ['x', 'y']), { nil: undefined }),
    active: fc.option(fc.boolean(), { nil: undefined }),
    attributes: fc.uniqueArray(
      fc.record({ name: fc.constantFrom('Colour', 'Free', 'Size'), value: fc.constantFrom('', 'Red', 'Blue') }),
      { selector: (a) => a.name },
    ),
    size: fc.record(
      {
        weight: fc.constantFrom(1, 2),
        weightUnit: fc.constantFrom('kg' as const, 'lb' as const),
        width: fc.constantFrom(3),
      },
      { requiredKeys: [] },
    ),
  })
  it('done once, the same file changes nothing more, and what it does not name is as it was', () => {
    fc.assert(
      fc.property(readings, (parts) => {
        const read = {
          ...blank,
          ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)),
        } as ReadProduct
        const diff = differences(read, current, clean)
        const after = {
          ...current,
          ...Object.fromEntries(Object.entries(diff?.change ?? {}).filter(([, value]) => value !== undefined)),
        } as Held
        expect(differences(read, after, clean)).toBeNull()
        if (read.price !== undefined) expect(after.price).toBe(read.price)
        expect([after.msrp, after.sold, after.description]).toEqual([current.msrp, current.sold, current.description])
        for (const { name, value } of read.attributes)
          expect(after.attributes.find((a) => a.name === name)?.value ?? '').toBe(value)
      }),
    )
  })
})
