import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts, searchProducts } from '#contract/products/products.ts'
import { barcodeName } from '#domain/products/search.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { countSelection, matchingIds } from './selection.ts'
import { foldValueChanges } from './values.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let neighbour: typeof seller

const product = (attributes: Record<string, string>) =>
  JSON.stringify(
    Object.entries(attributes).map(([name, value]) => ({
      name,
      value,
      templateAttributeId: null,
      overrideDynamicMapping: false,
      source: 'user',
    })),
  )

async function put(sku: string, title: string, attributes: Record<string, string> = {}, variations: string[] = []) {
  const { ctx } = seller
  const { organizationId } = ctx
  const { id } = await makeProduct(ctx, templateId, { sku, title })
  await ctx.db
    .updateTable('products')
    .set({ attributes: product(attributes) })
    .where('id', '=', id)
    .execute()
  for (const own of variations) {
    const made = await ctx.db
      .insertInto('variations')
      .values({ organizationId, productId: id, name: own, sku: own, attributes: product({ Barcode: '5012345678900' }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('stockLevels')
      .values({ organizationId, sku: own, productId: id, variationId: made.id })
      .execute()
  }
}
let templateId: number

beforeAll(async () => {
  app = await testApp()
  ;[seller, neighbour] = [await makeSeller(app.services), await makeSeller(app.services)]
  templateId = (await makeTemplate(seller.ctx)).id
  await put('NL-MUGS-0042', 'Stone mug', { UPC: '036000291452', Color: 'Blue 4006381333931' })
  await put('NL-MUGS-00421', 'Stone mug with a lid', { 'EAN-13': '4006381333931' })
  await put('NL-LAMP-0042', 'Harbour lamp', { ISBN: '0-306-40615-2' })
  await put('TEE', 'Linen tee', {}, ['TEE-S7-RED', 'TEE-M7-RED'])
  await put('X 10 Y', 'Case 0042 for a lens')
  await put('QXZTV', 'Old thing')
  await foldValueChanges(app.services)
  await makeProduct(neighbour.ctx, (await makeTemplate(neighbour.ctx)).id, { sku: 'NL-MUGS-00429', title: 'Stone mug' })
})
afterAll(() => app.stop())

const titlesFor = async (search: string, query: object = {}) => {
  const { data } = (
    await app.call(listProducts, {
      as: seller.as,
      query: { search: [search], sortBy: 'sku', orderBy: 'desc', ...query },
    })
  ).body
  expect(data?.items).toBe(data?.data.length)
  return data?.data.map(({ sku }) => sku)
}
const suggested = async (search: string) =>
  (await app.call(searchProducts, { as: seller.as, query: { search: [search] } })).body.data?.map(({ sku }) => sku)

describe('one search box', () => {
  it.each([
    ['a piece in the midst of a SKU', 'MUGS-0042', ['NL-MUGS-00421', 'NL-MUGS-0042']],
    ['a piece in any case, beside a word', 'mugs-0042 lid', ['NL-MUGS-00421']],
    [
      'a number that is a word of one and a piece of others',
      '0042',
      ['X 10 Y', 'NL-MUGS-00421', 'NL-MUGS-0042', 'NL-LAMP-0042'],
    ],
    ["a piece of a variation's SKU", 'm7-r', ['TEE']],
    ['letters inside a SKU that are no word', 'xzt', ['QXZTV']],
    ['a whole barcode', '4006381333931', ['NL-MUGS-00421']],
    ['a barcode as it is printed', '0 36000 29145 2', ['NL-MUGS-0042']],
    ['a barcode as a scanner reads it, with zeros before', '0036000291452', ['NL-MUGS-0042']],
    ['the last digits of a barcode', '1452', ['NL-MUGS-0042']],
    ['the new number of a book that is kept by its old one', '978-0-306-40615-7', ['NL-LAMP-0042']],
    ["a variation's barcode", '5012345678900', ['TEE']],
    ['a piece that has a meaning in patterns', '%42', []],
    ['a piece that is nowhere', '9942', []],
  ])('finds %s', async (_, search, skus) => {
    expect(await titlesFor(search)).toEqual(skus)
  })
  it('puts the product first whose SKU was typed, whatever the sort, and keeps to the other filters', async () => {
    expect(await titlesFor('nl-mugs-0042')).toEqual(['NL-MUGS-0042', 'NL-MUGS-00421'])
    expect(await titlesFor('nl-mugs-0042', { orderBy: 'asc' })).toEqual(['NL-MUGS-0042', 'NL-MUGS-00421'])
    expect(await titlesFor('X 10 Y')).toEqual(['X 10 Y'])
    expect(await titlesFor('nl-mugs-0042', { skus: ['NL-MUGS-00421'] })).toEqual(['NL-MUGS-00421'])
  })
  it('chooses for a bulk action what it shows', async () => {
    const { ctx } = seller
    for (const search of ['0042', 'xzt', 'stnoe 1452']) {
      const shown = (await app.call(listProducts, { as: seller.as, query: { search: [search] } })).body.data?.data
      const chosen = await matchingIds(ctx, { search: [search] }, { after: 0, limit: 50 })
      expect(await countSelection(ctx, { filter: { search: [search] }, except: [] })).toBe(chosen.length)
      expect(chosen.toSorted()).toEqual(shown?.map(({ id }) => id).toSorted())
    }
  })
  it("INV-244 suggests the same, SKUs that begin so first, and no neighbour's", async () => {
    expect(await suggested('nl-mugs-0042')).toEqual(['NL-MUGS-0042', 'NL-MUGS-00421'])
    expect((await suggested('mugs-0042'))?.toSorted()).toEqual(['NL-MUGS-0042', 'NL-MUGS-00421'])
    expect(await suggested('m7-r')).toEqual(['TEE'])
    expect(await suggested('1452')).toEqual(['NL-MUGS-0042'])
    expect(await suggested('stnoe lid')).toEqual(['NL-MUGS-00421'])
  })
})

it('the database reads barcodes from attributes of the names that the domain knows', async () => {
  const names = [
    'UPC',
    'upc a',
    'EAN-13',
    'ISBN 10',
    'ISBN',
    'Barcode',
    'Bar code no.',
    'GTIN14',
    'Upcycled',
    'MPN',
    'European size',
    'Color',
  ]
  const { rows } = await sql<{ name: string; code: string | null }>`
    select name, barcodes('', jsonb_build_array(jsonb_build_object('name', name, 'value', '4006381333931'))) as code
    from unnest(${names}::text[]) with ordinality n(name, at) order by at`.execute(app.services.database.system)
  expect(rows.map(({ name, code }) => [name, code !== null])).toEqual(
    names.map((name) => [name, barcodeName.test(name)]),
  )
})

describe('a piece that thousands of SKUs hold', () => {
  let many: typeof seller
  beforeAll(async () => {
    many = await makeSeller(app.services)
    const { ctx } = many
    const { id } = await makeTemplate(ctx)
    await sql`with made as (insert into products (organization_id, template_id, sku, title) select ${ctx.organizationId}, ${id}, 'M-7' || lpad(n::text, 5, '0'), case when n % 2 = 0 then 'Mug' else 'Cup' end
      from generate_series(1, 20500) n returning id, sku)
      insert into stock_levels (organization_id, sku, product_id) select ${ctx.organizationId}, sku, id from made`.execute(
      ctx.db,
    )
    await sql`analyze products; analyze stock_levels`.execute(app.services.database.system)
  })
  const page = async (search: string, query: object = {}) =>
    (
      await app.call(listProducts, {
        as: many.as,
        query: { search: [search], sortBy: 'sku', orderBy: 'desc', limit: 2, ...query },
      })
    ).body.data
  const rows = async (search: string, query: object = {}) => (await page(search, query))?.data.map(({ sku }) => sku)

  it('is counted as far as a filter counts, and every page is in order', async () => {
    expect(await page('m-7')).toMatchObject({ items: 10_000, itemsCapped: true })
    expect(await rows('m-7')).toEqual(['M-720500', 'M-720499'])
    expect(await rows('m-7', { offset: 4 })).toEqual(['M-720496', 'M-720495'])
    expect(await rows('m-7 mug')).toEqual(['M-720500', 'M-720498'])
  })
  it('has the product of just this SKU first, once, and the others on the pages where they belong', async () => {
    await sql`update products set title = 'Case M-7' where organization_id = ${many.ctx.organizationId}`.execute(
      many.ctx.db,
    )
    await sql`update products set sku = 'M-7' where organization_id = ${many.ctx.organizationId} and sku = 'M-700003'`.execute(
      many.ctx.db,
    )
    await sql`update stock_levels set sku = 'M-7' where organization_id = ${many.ctx.organizationId} and sku = 'M-700003'`.execute(
      many.ctx.db,
    )
    expect(await rows('m-7')).toEqual(['M-7', 'M-720500'])
    expect(await rows('m-7', { offset: 1 })).toEqual(['M-720500', 'M-720499'])
    expect(await rows('m-7', { offset: 2 })).toEqual(['M-720499', 'M-720498'])
    expect(await rows('m-7', { orderBy: 'asc' })).toEqual(['M-7', 'M-700001'])
  })
})
