import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportProducts } from '#contract/exports.ts'
import { type Product, getProduct } from '#contract/products/products.ts'
import { readTags, restore } from '#domain/products/files/cells.ts'
import { readHeader } from '#domain/products/files/csv.ts'
import { fillFixture } from '#seed/fixture.ts'
import { makeSeller } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { products as exportOf } from './service.ts'
import { cellsOf, exportsApp } from '../../testing/shop/exports.ts'

const { app, shop } = exportsApp()

/** Texts of all kinds; the database holds no zero bytes. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('=1+1', `'=1`, '-5', '00012', '1.50', ' x ', 'a\r\nb', '"', `';`, '\uFEFFx', ''),
  )
  .map((t) => t.toWellFormed().replaceAll('\0', ''))
const barcode = fc.constantFrom('', '036000291452', '080442957X', 'Does not apply')
const money = fc.integer({ min: 0, max: 99_999_999 })
const attribute = fc.record({
  name: fc.constantFrom('Color', 'Title', 'attr.x', '=f', 'Image 2'),
  value: text,
  templateAttributeId: fc.constant(null),
  overrideDynamicMapping: fc.constant(false),
  source: fc.constant('user'),
})
const attributes = fc.uniqueArray(attribute, { selector: (a) => a.name, maxLength: 4 })
const productInput = fc.record({
  title: text,
  description: text,
  notes: text,
  condition: text,
  vendor: text,
  location: text,
  warehouse: text,
  bin: text,
  barcode,
  tags: fc.uniqueArray(
    text.map((t) => t.trim()).filter((t) => t !== ''),
    { maxLength: 3 },
  ),
  cost: money,
  price: money,
  msrp: money,
  attributes,
  images: fc.array(
    fc.webUrl().map((url) => ({ url, source: 'user' })),
    { maxLength: 12 },
  ),
  active: fc.boolean(),
  weight: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
  quantity: fc.nat(1e6),
  variations: fc.array(
    fc.record({
      name: text.filter((t) => t.trim() !== ''),
      barcode,
      price: fc.option(money),
      cost: fc.option(money),
      quantity: fc.nat(1e6),
      attributes,
    }),
    { maxLength: 2 },
  ),
})
type Wanted = typeof productInput extends fc.Arbitrary<infer T> ? T : never

async function keep({ db, organizationId }: Ctx, templateId: number, sku: string, w: Wanted): Promise<number> {
  const { weight, quantity, variations, ...fields } = w
  const json = (value: unknown) => JSON.stringify(value)
  const { id } = await db
    .insertInto('products')
    .values({
      organizationId,
      templateId,
      sku,
      ...fields,
      attributes: json(w.attributes),
      images: json(w.images),
      sizeAndWeight: json({ weight }),
      configuration: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('stockLevels')
    .values({ organizationId, sku, productId: id, variationId: null, onHand: quantity })
    .execute()
  for (const [position, v] of variations.entries()) {
    const { id: variationId } = await db
      .insertInto('variations')
      .values({
        organizationId,
        productId: id,
        name: v.name,
        sku: `${sku}-${position}`,
        barcode: v.barcode,
        price: v.price,
        cost: v.cost,
        attributes: json(v.attributes),
        images: '[]',
        // Chosen of the product's pictures, where it has any.
        selectedImages: json(w.images.slice(0, 1).map(({ url }) => url)),
        position,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('stockLevels')
      .values({ organizationId, sku: `${sku}-${position}`, productId: id, variationId, onHand: v.quantity })
      .execute()
  }
  return id
}

type Read = Record<string, unknown> & { attributes: Record<string, string>; images: string[] }
/** What a row of the file says, read by the rules of the format alone. */
function readRow(header: readonly string[], row: readonly string[]): Read {
  const read: Read = { attributes: {}, images: [] }
  header.forEach((name, at) => {
    const cell = restore(row[at] ?? '')
    const column = readHeader(name)
    if ('attribute' in column) {
      if (cell !== '') read.attributes[column.attribute] = cell
    } else if (column.column.startsWith('Image ')) {
      if (cell !== '') read.images.push(cell)
    } else read[column.column] = cell
  })
  return read
}
const valuesOf = (of: readonly { name: string; value: string }[]) =>
  Object.fromEntries(of.filter((a) => a.value !== '').map((a) => [a.name, a.value]))
/** Blank is null. */
const numberOf = (cell: unknown) => (cell === '' ? null : Number(cell))

describe('what was exported', () => {
  it('INV-076 IMP-081 reads back as the products that there are, whatever they hold', async () => {
    const { ctx, as, template } = await shop([])
    await fc.assert(
      fc.asyncProperty(fc.array(productInput, { minLength: 1, maxLength: 3 }), async (all) => {
        await ctx.db.deleteFrom('products').where('organizationId', '=', ctx.organizationId).execute()
        const ids: number[] = []
        for (const [n, product] of all.entries()) ids.push(await keep(ctx, template.id, `P-${n}`, product))
        const [header = [], ...rows] = cellsOf((await app().call(exportProducts, { as })).raw)
        const read = rows.map((row) => readRow(header, row))
        for (const [n, id] of ids.entries()) {
          const product = (await app().call(getProduct, { as, params: { id } })).body.data as unknown as Product & {
            tags: string
          }
          const row = read.find((r) => r.sku === product.sku)
          const { title, description, notes, condition, vendor, location, warehouse, bin, barcode } = product
          expect(row).toMatchObject({
            title,
            description,
            notes,
            condition,
            vendor,
            location,
            warehouse,
            bin,
            barcode,
            template: 'Mugs',
            active: String(product.active),
            weightUnit: product.sizeAndWeight.weightUnit,
          })
          expect([row?.price, row?.cost, row?.msrp, row?.quantity, row?.sold, row?.weight].map(numberOf)).toEqual([
            product.price,
            product.cost,
            product.msrp,
            // Where there are variations, the page shows what they have together; their rows carry it.
            product.variations.length ? all[n]?.quantity : product.quantity,
            product.sold,
            product.sizeAndWeight.weight,
          ])
          expect(readTags(String(row?.tags)).join(',')).toBe(product.tags)
          expect(row?.images).toEqual(product.images.map((i) => i.url))
          expect(row?.attributes).toEqual(valuesOf(product.attributes))
          const variations = read.filter((r) => r.parent === product.sku)
          expect(
            variations.map((v) => [
              v.variation,
              v.sku,
              v.barcode,
              numberOf(v.price),
              numberOf(v.cost),
              numberOf(v.quantity),
              v.attributes,
            ]),
          ).toEqual(
            product.variations.map((v) => [
              v.name,
              v.sku,
              v.barcode,
              v.price,
              v.cost,
              v.quantity,
              valuesOf(v.attributes),
            ]),
          )
        }
      }),
      { numRuns: 25 },
    )
  })

  it('INV-246 is read from the database a little at a time, however much it is', async () => {
    const { ctx } = await makeSeller(app().services)
    await fillFixture(app().services, { organizationId: ctx.organizationId, products: 1000 })
    const { statements } = app().services.database
    const file = await exportOf(ctx, { format: 'csv', attributes: undefined } as Parameters<typeof exportOf>[1])
    let [largest, all, rows] = [0, 0, 0]
    const before = statements.count
    for (let next = await file.parts.next(); !next.done; next = await file.parts.next()) {
      const part = String(next.value)
      largest = Math.max(largest, part.length)
      all += part.length
      rows += part.split('\r\n').length - 1
    }
    expect(rows).toBeGreaterThan(1000)
    expect(largest).toBeLessThan(all / 3)
    expect(statements.count - before).toBeLessThan(15)
  })
})
