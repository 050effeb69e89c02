import { describe, expect, it } from 'vitest'
import { ImportMapping, importFields } from '#contract/imports.ts'
import { productColumns } from '../../products/files/csv.ts'
import { ColumnCounter } from './columns.ts'
import { CsvReader } from './csv.ts'
import { columnNames, findHeader } from './dialect.ts'
import { mappingOf, recognise } from './formats.ts'
import { type ReadProduct, readProduct } from '../planning/product.ts'
import { prepare } from './reading.ts'

/** The products of a text, put together by the first of their records as the database does it. */
function products(text: string): { format: string; read: ReadProduct[] } {
  const reader = new CsvReader(',')
  const records = [...reader.push(text), ...reader.end()]
  const header = findHeader(records)
  const names = columnNames(records[header]?.cells ?? [])
  const rows = records.slice(header + 1)
  const counter = new ColumnCounter(names)
  for (const row of rows) counter.add(row.cells)
  const format = recognise(names)
  const prepared = prepare(format, counter.columns(), ImportMapping.parse({ ...mappingOf(format, names), template: 1 }))
  if ('problems' in prepared) throw new Error(JSON.stringify(prepared.problems))
  const { reading } = prepared
  const { grouping, fields } = reading
  let unit = 0
  const groups = Map.groupBy(rows, ({ cells, line }) => {
    if (grouping.by === 'record') return line
    if (grouping.by === 'key') return cells[fields.parent ?? -1]
    if (grouping.by === 'parent') return cells[fields.parent ?? -1] || cells[fields.sku ?? -1]
    const at = grouping.column.map((key) => reading.positions.get(key)).find((p) => p !== undefined) ?? 0
    const marked = grouping.values.includes((cells[at] ?? '').trim().toLowerCase())
    if (grouping.by === 'start' ? marked : !marked) unit += 1
    return unit
  })
  return { format, read: [...groups.values()].map((group) => readProduct(reading, group)) }
}

describe('the product CSV', () => {
  const names = [
    'template',
    'title',
    'description',
    'sku',
    'notes',
    'condition',
    'tags',
    'cost',
    'price',
    'msrp',
    'quantity',
    'sold',
    'weight',
    'weightUnit',
    'width',
    'length',
    'height',
    'sizeUnit',
    'templateId',
  ]
  it('IMP-060..IMP-078 every standard column is mapped to its field without a click', () => {
    expect(recognise([...names, 'DELETE'])).toBe('motto')
    const { fieldMappings, templateColumn } = mappingOf('motto', names)
    expect({ ...fieldMappings, template: templateColumn }).toEqual(
      Object.fromEntries(names.map((name) => [name, name])),
    )
  })
  it('IMP-079 IMP-080 so are twelve images and DELETE', () => {
    const images = Array.from({ length: 12 }, (_, n) => `Image ${n + 1}`)
    expect(mappingOf('motto', [...names, ...images, 'DELETE']).fieldMappings).toMatchObject({
      ...Object.fromEntries(images.map((name, n) => [`image${n + 1}`, name])),
      delete: 'DELETE',
    })
  })
  it('IMP-081 any other column is an attribute', () => {
    expect(mappingOf('motto', [...names, 'Colour', 'attr.title', 'Import error']).attributeMappings).toEqual({
      Colour: 'Colour',
      title: 'attr.title',
    })
    expect(mappingOf('other', ['sku', 'title', 'Colour']).attributeMappings).toEqual({})
  })
  it.each([
    'sku',
    'title',
    'description',
    'tags',
    'price',
    'msrp',
    'cost',
    'quantity',
    'sold',
    'condition',
    'weight',
    'weightUnit',
    'length',
    'width',
    'height',
    'sizeUnit',
    'size',
    'notes',
    'active',
    'createdAt',
  ])('IMP-021..IMP-040 %s can be mapped', (field) => {
    expect(importFields).toContain(field)
    expect(mappingOf('other', [field, 'something else']).fieldMappings[field] ?? 'size').toBe(field)
  })
  it('has every column of our own export', () => {
    expect(Object.keys(mappingOf('motto', productColumns).fieldMappings)).toHaveLength(productColumns.length - 1)
  })
  it('IMP-010 maps the columns of any spreadsheet by what they are called', () => {
    expect(
      mappingOf('other', ['Artikelnummer', 'Bezeichnung', 'Preis', 'Bestand', 'Hersteller']).fieldMappings,
    ).toEqual({ sku: 'Artikelnummer', title: 'Bezeichnung', price: 'Preis', quantity: 'Bestand' })
    expect(
      mappingOf('other', ['Product Name', ' S K U ', 'Unit Price', 'QTY', 'Image URL 1', 'image_url_2']).fieldMappings,
    ).toEqual({
      title: 'Product Name',
      sku: ' S K U ',
      price: 'Unit Price',
      quantity: 'QTY',
      image1: 'Image URL 1',
      image2: 'image_url_2',
    })
  })
})

describe('a Shopify product export', () => {
  const header =
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Variant Image,Variant Weight Unit,Cost per item,Status'
  const text = `${header}
shirt,Shirt,<p>Soft</p>,Acme,Tops,"cotton, summer",true,Size,S,Colour,Red,SH-S-R,250,3,20,25,https://x.test/2.png,2,https://x.test/red.png,kg,8,active
shirt,,,,,,,,M,,Red,,500,4,22,,https://x.test/1.png,1,,kg,9,
shirt,,,,,,,,,,,,,,,,https://x.test/3.png,3,,,,
mug,Mug,,Acme,,,false,Title,Default Title,,,MUG-1,0,7,9.99,,,,,lb,,draft
plate,Plate,,,,,true,Title,Default Title,,,,453.59237,1,5,,,,,lb,,active`
  const { format, read } = products(text)
  it('groups variations under their handle, with their options, prices and pieces', () => {
    expect(format).toBe('shopify')
    expect(read.map((p) => [p.line, p.sku, p.texts.title, p.variations.length])).toEqual([
      [2, 'shirt', 'Shirt', 2],
      [5, 'MUG-1', 'Mug', 0],
      [6, 'plate', 'Plate', 0],
    ])
    expect(read[0]?.variations).toEqual([
      {
        line: 2,
        name: 'S / Red',
        sku: 'SH-S-R',
        price: null,
        cost: null,
        quantity: 3,
        attributes: [
          { name: 'Size', value: 'S' },
          { name: 'Colour', value: 'Red' },
        ],
        images: ['https://x.test/red.png'],
        remove: false,
      },
      {
        line: 3,
        name: 'M / Red',
        sku: 'shirt-m-red',
        price: 2200,
        cost: 900,
        quantity: 4,
        attributes: [
          { name: 'Size', value: 'M' },
          { name: 'Colour', value: 'Red' },
        ],
        remove: false,
      },
    ])
  })
  it('reads what the product has of its own; pictures by their position', () => {
    expect(read[0]).toMatchObject({
      price: 2000,
      msrp: 2500,
      cost: 800,
      tags: ['cotton', 'summer'],
      active: true,
      texts: { description: '<p>Soft</p>', vendor: 'Acme' },
      size: { weight: 0.25, weightUnit: 'kg' },
    })
    expect(read[0]?.images).toEqual(['https://x.test/1.png', 'https://x.test/2.png', 'https://x.test/3.png'])
    expect(read[0]?.quantity).toBeUndefined()
    expect(read[1]).toMatchObject({ quantity: 7, active: false, size: {} })
    expect(read[2]).toMatchObject({ size: { weight: 1, weightUnit: 'lb' } })
  })
})

describe('eBay files', () => {
  it('File Exchange and Seller Hub templates: a variation follows its product', () => {
    const { format, read } = products(`#INFO,Version=1.0.0,Template=fx
*Action(SiteID=US|Country=US|Currency=USD|Version=1193),Custom label (SKU),Title,Relationship,Relationship details,Start price,Quantity,Item photo URL,Condition ID,Description,C:Brand,*C:Type
Add,TEE,Tee,,Colour=Red;Blue|Size=S,,,https://x.test/1.png|https://x.test/2.png,1000,<p>Tee</p>,Acme,Shirt
,TEE-R,,Variation,Colour=Red|Size=S,15,2,,,,,
,TEE-B,,Variation,Colour=Blue|Size=S,16,3,,,,,
Add,CAP,Cap,,,9.5,4,,3000,,,`)
    expect(format).toBe('ebay')
    expect(read.map((p) => [p.sku, p.texts.condition, p.attributes])).toEqual([
      [
        'TEE',
        'New',
        [
          { name: 'Brand', value: 'Acme' },
          { name: 'Type', value: 'Shirt' },
        ],
      ],
      [
        'CAP',
        'Used',
        [
          { name: 'Brand', value: '' },
          { name: 'Type', value: '' },
        ],
      ],
    ])
    expect(read[0]?.images).toEqual(['https://x.test/1.png', 'https://x.test/2.png'])
    expect(read[0]?.variations.map((v) => [v.sku, v.name, v.price, v.quantity])).toEqual([
      ['TEE-R', 'Red / S', 1500, 2],
      ['TEE-B', 'Blue / S', 1600, 3],
    ])
    expect(read[1]).toMatchObject({ price: 950, quantity: 4, variations: [] })
  })
  it('the report of active listings: one item number, one product', () => {
    const { format, read } =
      products(`Item number,Title,Variation details,Custom label (SKU),Available quantity,Currency,Start price,Sold quantity,Condition
110001,Lamp,,LAMP,4,USD,30.00,2,New
110002,Sock,,,,USD,,0,New
110002,Sock,"[Colour=Red,Size=M]",SOCK-R,5,USD,7.00,1,New
110002,Sock,"[Colour=Blue,Size=M]",,6,USD,7.50,0,New`)
    expect(format).toBe('ebay')
    expect(read.map((p) => [p.sku, p.quantity, p.sold, p.variations.map((v) => [v.sku, v.name, v.quantity])])).toEqual([
      ['LAMP', 4, 2, []],
      [
        '110002',
        undefined,
        0,
        [
          ['SOCK-R', 'Red / M', 5],
          ['110002-blue-m', 'Blue / M', 6],
        ],
      ],
    ])
  })
})

describe('an Etsy listings download', () => {
  const { format, read } =
    products(`TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU
Dice,"Eight.
Loud.",55.00,USD,7,"dice,dnd",resin,https://x.test/1.jpg,,,,,,,,DICE-8
Box,A box.,45,USD,6,,,,,Custom,Wood,"Walnut,Maple",,,,"BOX-W,BOX-M"
Café sign,,12,USD,1,,,,,,,,,,,`)
  it('reads a listing with its pictures and tags', () => {
    expect(format).toBe('etsy')
    expect(read[0]).toMatchObject({
      sku: 'DICE-8',
      price: 5500,
      quantity: 7,
      tags: ['dice', 'dnd'],
      images: ['https://x.test/1.jpg'],
      texts: { title: 'Dice', description: 'Eight.\nLoud.' },
      errors: {},
    })
  })
  it('names a listing without a SKU by its title, always alike', () => {
    expect(read.map((p) => p.sku)).toEqual(['DICE-8', 'BOX-W-all', 'cafe-sign'])
  })
  it('takes the variations that it lists, and says what the file does not tell', () => {
    expect(read[1]?.variations.map((v) => [v.sku, v.name, v.attributes])).toEqual([
      ['BOX-W', 'Walnut', [{ name: 'Wood', value: 'Walnut' }]],
      ['BOX-M', 'Maple', [{ name: 'Wood', value: 'Maple' }]],
    ])
    expect(read[1]?.errors).toEqual({
      QUANTITY: 'The file has one quantity for all variations. Enter each variation’s stock after importing.',
    })
  })
})

describe('BigCommerce product exports', () => {
  it('the present one: variants and pictures follow their product', () => {
    const { format, read } =
      products(`Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Low Stock,Price,Cost Price,Retail Price,Description,Bin Picking Number,UPC/EAN,Weight,Width,Height,Depth,Is Visible,Product Condition,Variant Image URL,Internal Image URL (Export),Image URL (Import),Image Sort Order
Product,77,Tee,physical,TEE,,variant,0,0,20,8,25,<p>Tee</p>,B4,4006381333931,1.5,10,2,20,TRUE,New,,,,
Variant,1,,,TEE-R-M,Type=Swatch|Name=Color|Value=Red[#FF0000]Type=Rectangles|Name=Size|Value=M,,4,0,20,,,,,,,,,,,,https://x.test/r.png,,,
Variant,2,,,TEE-B-M,Type=Swatch|Name=Color|Value=Blue[#0000FF]Type=Rectangles|Name=Size|Value=M,,5,0,21,,,,,,,,,,,,,,,
Image,9,,,,,,,,,,,,,,,,,,,,,https://x.test/b.png,,1
Image,8,,,,,,,,,,,,,,,,,,,,,https://x.test/a.png,,0`)
    expect(format).toBe('bigcommerce')
    expect(read).toHaveLength(1)
    expect(read[0]).toMatchObject({
      sku: 'TEE',
      price: 2000,
      cost: 800,
      msrp: 2500,
      active: true,
      texts: { barcode: '4006381333931', title: 'Tee', bin: 'B4', condition: 'New' },
      size: { weight: 1.5, width: 10, height: 2, length: 20 },
      attributes: [],
      images: ['https://x.test/a.png', 'https://x.test/b.png'],
    })
    expect(read[0]?.variations.map((v) => [v.sku, v.name, v.price, v.quantity, v.images])).toEqual([
      ['TEE-R-M', 'Red / M', null, 4, ['https://x.test/r.png']],
      ['TEE-B-M', 'Blue / M', 2100, 5, undefined],
    ])
  })
  it('the older one: rows of type SKU carry their options in the name', () => {
    const { format, read } =
      products(`Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Bin Picking Number,Brand Name,Product Description,Price,Product Weight,Product Visible?,Current Stock Level,Product Image URL - 1
Product,5,Cap,P,CAP,,Acme,<p>Cap</p>,12,0.2,Y,0,https://x.test/c.png
  SKU,6,"[S]Size=M,[CS]Colour=Red:#ff0000",,CAP-M,,,,,,,3,
  Rule,,,,,,,,,,,,
Product,7,Hat,P,HAT,,Acme,,9,,N,2,`)
    expect(format).toBe('bigcommerce')
    expect(
      read.map((p) => [p.sku, p.active, p.attributes, p.variations.map((v) => [v.sku, v.name, v.quantity])]),
    ).toEqual([
      ['CAP', true, [{ name: 'Brand', value: 'Acme' }], [['CAP-M', 'M / Red', 3]]],
      ['HAT', false, [{ name: 'Brand', value: 'Acme' }], []],
    ])
  })
})
