import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allAttributeValues, allSkus, allTags, listProducts, searchProducts } from '#contract/products/products.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { foldValueChanges } from './values.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let neighbour: typeof seller
let templateId: number

/** Lamps 1 to 30, of which the first has a size of its own, and one mug. Every lamp is for sale, some are old; colours differ. */
beforeAll(async () => {
  app = await testApp()
  ;[seller, neighbour] = [await makeSeller(app.services), await makeSeller(app.services)]
  templateId = (await makeTemplate(seller.ctx)).id
  for (let n = 1; n <= 30; n += 1) {
    await put(`NL-LMP-${String(n).padStart(4, '0')}`, `Harbour lamp ${n}`, n % 3 ? ['sale'] : ['sale', 'old, worn'], {
      Color: n % 2 ? 'Blue' : 'Red',
      Code: `C-${n}`,
    })
  }
  await put('MUG 1+', 'Stone mug', ['sale'], { Color: 'Blue', Code: '' })
  const { id } = await seller.ctx.db
    .selectFrom('products')
    .select('id')
    .where('sku', '=', 'NL-LMP-0001')
    .executeTakeFirstOrThrow()
  const { organizationId } = seller.ctx
  const made = await seller.ctx.db
    .insertInto('variations')
    .values({ organizationId, productId: id, name: 'Tall', sku: 'TALL-1', price: null, cost: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await seller.ctx.db
    .insertInto('stockLevels')
    .values({ organizationId, sku: 'TALL-1', productId: id, variationId: made.id })
    .execute()
})
afterAll(() => app.stop())

async function put(sku: string, title: string, tags: string[], attributes: Record<string, string>) {
  const { id } = await makeProduct(seller.ctx, templateId, { sku, title })
  const stored = Object.entries(attributes).map(([name, value]) => ({
    name,
    value,
    templateAttributeId: null,
    overrideDynamicMapping: false,
    source: 'user',
  }))
  await seller.ctx.db
    .updateTable('products')
    .set({
      tags,
      attributes: JSON.stringify(stored),
      images: JSON.stringify([{ url: `https://i.example/${sku}.jpg`, source: 'cloudinary' }]),
    })
    .where('id', '=', id)
    .execute()
  return id
}
const skus = async (query: object, as = seller.as) => (await app.call(allSkus, { as, query })).body.data ?? []
const suggested = async (query: object, as = seller.as) =>
  ((await app.call(searchProducts, { as, query })).body.data ?? []).map((p) => p.sku)
const tags = async (as = seller.as) => (await app.call(allTags, { as })).body.data
const values = async (query: object = {}, as = seller.as) =>
  (await app.call(allAttributeValues, { as, query })).body.data

describe('SKUs for pickers', () => {
  it('INV-241 ORD-363 are all SKUs, of variations too, in order', async () => {
    expect(allSkus.path).toBe('/products/allSkus')
    const all = await skus({})
    expect(all).toHaveLength(32)
    expect(all).toEqual(all.toSorted())
    expect(all).toContain('TALL-1')
    expect(await skus({ limit: 3 })).toEqual(['MUG 1+', 'NL-LMP-0001', 'NL-LMP-0002'])
  })
  it.each([
    ['begins with the text, in any case', 'nl-lmp-000', 9],
    ['holds it, where none begins so', 'MP-001', 10],
    ['is one letter off, where none holds it', 'NL-LMP-O001', 1],
    ['is like nothing', 'QQQQQQQ', 0],
    ['has what means something to a pattern', '1+', 1],
    ['is taken by the letter', '%', 0],
    ['is taken by the letter too', '_', 0],
  ])('INV-241 are those whose SKU %s: %s → %i', async (_, search, expected) => {
    expect(await skus({ search })).toHaveLength(expected)
  })
  it("DESIGN 5: are no neighbour's", async () => {
    for (const query of [{}, { search: 'NL' }, { search: 'LMP-001' }, { search: 'NL-LMP-O001' }])
      expect(await skus(query, neighbour.as)).toEqual([])
  })
})

describe('suggested products', () => {
  it('INV-244 INV-245 have an id, a SKU, a title and a picture', async () => {
    const { data } = (await app.call(searchProducts, { as: seller.as, query: { search: ['stone'] } })).body
    expect(data).toEqual([
      { id: expect.any(Number), sku: 'MUG 1+', title: 'Stone mug', image: 'https://i.example/MUG 1+.jpg' },
    ])
  })
  it("INV-244 INV-245 begin with those whose SKU, or a variation's, begins so", async () => {
    expect(await suggested({ search: 'NL-LMP-000', limit: 3 })).toEqual(['NL-LMP-0001', 'NL-LMP-0002', 'NL-LMP-0003'])
    expect(await suggested({ search: 'tall' })).toEqual(['NL-LMP-0001'])
  })
  it('INV-244 INV-245 have all words, or words like them', async () => {
    await foldValueChanges(app.services)
    expect(await suggested({ search: ['harbour', 'lam'], limit: 5 })).toHaveLength(5)
    expect(await suggested({ search: ['harbor'] })).toHaveLength(10)
    expect(await suggested({ search: ['stone', 'lmap'] })).toEqual([])
    expect(await suggested({ search: ['stnoe', 'mug'] })).toEqual(['MUG 1+'])
    expect(await suggested({ search: ['zebra'] })).toEqual([])
  })
  it('have an emoji of the title, alone, joined with others or beside words', async () => {
    const { ctx, as } = await makeSeller(app.services)
    const { id } = await makeTemplate(ctx)
    await makeProduct(ctx, id, { sku: 'GIFT', title: 'Mug 🎁❤️ ★ for 👩‍💻' })
    await makeProduct(ctx, id, { sku: 'PLAIN', title: 'Mug 🎄 für Zoë' })
    for (const typed of ['🎁', '❤️', '❤', '🎁❤️', '👩‍💻', '★', 'mug 🎁']) {
      const search = typed.split(' ')
      const { data } = (await app.call(listProducts, { as, query: { search } })).body
      expect([typed, data?.data.map((p) => p.sku)]).toEqual([typed, ['GIFT']])
      expect([typed, await suggested({ search }, as)]).toEqual([typed, ['GIFT']])
    }
  })
  it('INV-245 are the last updated ones while nothing is typed', async () => {
    expect(await suggested({ limit: 2 })).toEqual(['MUG 1+', 'NL-LMP-0030'])
  })
  it("DESIGN 5: are no neighbour's", async () => {
    for (const search of ['NL', 'harbour', 'harbor']) expect(await suggested({ search }, neighbour.as)).toEqual([])
  })
})

describe('tags and values in use', () => {
  /** Before and after what was noted is added up. */
  const inBoth = async (check: () => Promise<void>) => {
    await check()
    await foldValueChanges(app.services)
    await check()
  }
  it('INV-243 are the tags, the most frequent first', () =>
    inBoth(async () => expect(await tags()).toEqual(['sale', 'old, worn'])))
  it('INV-242 are the attributes with their values, the most frequent first', () =>
    inBoth(async () => {
      const page = await values({ limit: 2 })
      expect(page?.map((a) => a.name)).toEqual(['Color', 'Code'])
      expect(page?.[0]).toEqual({ name: 'Color', values: ['Blue', 'Red'], counts: [16, 15] })
      expect(page?.[1]?.counts).toEqual([1, 1])
      expect(await values({ name: 'Color', limit: 1 })).toEqual([{ name: 'Color', values: ['Blue'], counts: [16] }])
      expect(await values({ search: 'c-3' })).toEqual([{ name: 'Code', values: ['C-3', 'C-30'], counts: [1, 1] }])
      expect(await values({ name: 'Colour' })).toEqual([])
    }))
  it('INV-242 INV-243 are exact at once when products change and go, and forget what nobody uses any more', async () => {
    const id = await put('GONE', 'Gone', ['rare'], { Color: 'Green' })
    expect(await tags()).toContain('rare')
    await foldValueChanges(app.services)
    await seller.ctx.db
      .updateTable('products')
      .set({ tags: ['sale', 'rarer'] })
      .where('id', '=', id)
      .execute()
    expect(await tags()).toEqual(['sale', 'old, worn', 'rarer'])
    await seller.ctx.db.deleteFrom('products').where('id', '=', id).execute()
    expect(await tags()).toEqual(['sale', 'old, worn'])
    expect((await values({ name: 'Color' }))?.[0]?.values).toEqual(['Blue', 'Red'])
    await foldValueChanges(app.services)
    expect(
      await seller.ctx.db
        .selectFrom('valueCounts')
        .select('value')
        .where('value', 'in', ['rare', 'rarer', 'Green', 'gone'])
        .execute(),
    ).toEqual([])
  })
  it('INV-243 come from many writers of the same tag who never wait for each other', async () => {
    const { services, organizationId } = neighbour.ctx
    const template = await makeTemplate(neighbour.ctx)
    const write = async (n: number) => {
      await services.database
        .forOrganization(organizationId)
        .transaction()
        .execute(async (db) => {
          await sql`set local lock_timeout = '50ms'`.execute(db)
          await sql`insert into products (organization_id, template_id, sku, tags) select ${organizationId}::bigint, ${template.id}::bigint, ${`H-${n}-`} || i, '{hot}' from generate_series(1, 20) i`.execute(
            db,
          )
          // All are open at the same time.
          await sql`select pg_sleep(0.1)`.execute(db)
        })
    }
    await Promise.all([...Array.from({ length: 8 }, (_, n) => write(n)), foldValueChanges(services)])
    await foldValueChanges(services)
    expect(
      await neighbour.ctx.db.selectFrom('valueCounts').select('n').where('value', '=', 'hot').executeTakeFirst(),
    ).toEqual({ n: 160 })
    expect(await tags(neighbour.as)).toEqual(['hot'])
  })
})
