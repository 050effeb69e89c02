import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../../context.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'

const SIZE = 5000
let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let templateId: number

/** Product n: SKU "P-0000n", price n cents, n modulo 7 pieces; every tenth is red. */
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  const { ctx } = seller
  templateId = (await makeTemplate(ctx, { name: 'Mugs' })).id
  await sql`
    with made as (
      insert into products (organization_id, template_id, sku, title, price, cost, images, readiness)
      select ${ctx.organizationId}, ${templateId}, 'P-' || lpad(n::text, 5, '0'), case when n % 10 = 0 then 'Red' else 'Blue' end || ' mug no' || n, n, n % 3, '[{"url": "https://example.com/i.png", "source": "cloudinary"}]', 'ready'
      from generate_series(1, ${SIZE}::int) n returning id, sku, price
    )
    insert into stock_levels (organization_id, sku, product_id, on_hand, sold) select ${ctx.organizationId}, sku, id, price % 7, price % 5 from made`.execute(
    ctx.db,
  )
  const product = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('sku', '=', 'P-00007')
    .executeTakeFirstOrThrow()
  const variation = await ctx.db
    .insertInto('variations')
    .values({
      organizationId: ctx.organizationId,
      productId: product.id,
      name: 'S',
      sku: 'SMALL+7',
      price: null,
      cost: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('stockLevels')
    .values({
      organizationId: ctx.organizationId,
      sku: 'SMALL+7',
      productId: product.id,
      variationId: variation.id,
      onHand: 9,
      reserved: 4,
      sold: 6,
    })
    .execute()
  await sql`analyze`.execute(app.services.database.system)
})
afterAll(() => app.stop())

type Query = NonNullable<NonNullable<Parameters<typeof app.call<typeof listProducts>>[1]>['query']>
const list = async (query: Query = {}) => {
  const { body } = await app.call(listProducts, { as: seller.as, query })
  const { data } = body
  if (!data) throw new Error(body.message)
  return data
}
const skus = async (query: Query) => (await list(query)).data.map((p) => p.sku)

/** Lists the oldest products. */
const listOn = (ctx: Ctx, channel: string, most: number) =>
  sql`
  with made as (insert into integrations (organization_id, channel) values (${ctx.organizationId}, ${channel}) returning id)
  insert into listing_products (organization_id, product_id, template_id, channel, integration_id, status, external_id)
  select ${ctx.organizationId}, p.id, p.template_id, ${channel}, made.id, 'listed', 'x-' || p.id
  from made, (select id, template_id from products where organization_id = ${ctx.organizationId} order by id limit ${most}) p`.execute(
    ctx.db,
  )

describe('product list', () => {
  it('DESIGN 7: at 5,000 products a page and its exact total take at most 2 statements', async () => {
    await list()
    for (const query of [
      {},
      { search: 'red mug' },
      { skus: ['P-00001', 'P-00002'] },
      { minPrice: 10, sortBy: 'price' as const },
      { sortBy: 'quantity' as const, offset: 4000 },
    ]) {
      const before = app.services.database.statements.count
      expect((await list(query)).data.length).toBeGreaterThan(0)
      expect(app.services.database.statements.count - before).toBeLessThanOrEqual(2)
    }
  })

  it('NAV-127 NAV-128 INV-010 INV-234 INV-235 INV-236 pages, with the exact total', async () => {
    const page = await list({ sortBy: 'sku', orderBy: 'asc', offset: 4990, limit: 25 })
    expect(page.items).toBe(SIZE)
    expect(page.data.map((p) => p.sku)).toEqual([
      'P-04991',
      'P-04992',
      'P-04993',
      'P-04994',
      'P-04995',
      'P-04996',
      'P-04997',
      'P-04998',
      'P-04999',
      'P-05000',
    ])
    expect(await list({ offset: 9000 })).toEqual({ data: [], items: SIZE })
    expect(await list({ search: 'red', offset: 9000 })).toEqual({ data: [], items: 500 })
    expect(await skus({ search: 'red', sortBy: 'price', orderBy: 'asc', offset: 498 })).toEqual(['P-04990', 'P-05000'])
  })

  it('INV-131..INV-134 INV-139..INV-144 INV-147..INV-152 INV-154 shows what a row promises', async () => {
    const [row] = (await list({ skus: ['P-00007'] })).data
    expect(row).toMatchObject({
      id: expect.any(Number),
      sku: 'P-00007',
      title: 'Blue mug no7',
      templateId,
      templateName: 'Mugs',
      images: [{ url: 'https://example.com/i.png', source: 'cloudinary' }],
      condition: 'New',
      tags: '',
      price: 0.07,
      cost: 0.01,
      msrp: 0,
      // Of its one size: what is for sale of it.
      quantity: 5,
      reservedQuantity: 4,
      sold: 6,
      variations: 1,
      status: 'ready',
      readiness: 'ready',
      active: true,
      listings: [],
      listedOn: [],
      sizeAndWeight: { weight: null, weightUnit: 'lb', width: null, length: null, height: null, sizeUnit: 'in' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  it('INV-135..INV-138 INV-145 INV-146 INV-148 INV-153 INV-155 INV-156 shows texts, tags, attributes and where it is live', async () => {
    const { ctx } = seller
    const { organizationId } = ctx
    const product = await makeProduct(ctx, templateId, { sku: 'ROW-1' })
    await ctx.db
      .updateTable('products')
      .set({
        title: 'Lamp',
        description: '<p>Warm light</p>',
        notes: 'Top shelf',
        bin: 'A-1',
        tags: ['brass', 'sale'],
        attributes: JSON.stringify([
          { name: 'Color', value: 'Gold', templateAttributeId: null, overrideDynamicMapping: false, source: 'user' },
        ]),
      })
      .where('id', '=', product.id)
      .execute()
    const ids: number[] = []
    for (const [channel, status, externalId] of [
      ['ebay', 'listed', 'e-1'],
      ['etsy', 'unlisted', 't-1'],
      ['shopify', 'error', 's-1'],
      ['square', 'draft', ''],
    ] as const) {
      const { id } = await ctx.db
        .insertInto('integrations')
        .values({ organizationId, channel, settings: '{}', tokens: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.push(id)
      await ctx.db
        .insertInto('listingProducts')
        .values({
          organizationId,
          productId: product.id,
          templateId,
          channel,
          integrationId: id,
          schemaOverrides: '{}',
          status,
          externalId,
        })
        .execute()
    }
    const [row] = (await list({ skus: ['ROW-1'] })).data
    expect(row).toMatchObject({
      title: 'Lamp',
      description: '<p>Warm light</p>',
      notes: 'Top shelf',
      bin: 'A-1',
      tags: 'brass,sale',
      images: [],
      attributes: [{ name: 'Color', value: 'Gold' }],
      // What an error keeps from following is still shown there.
      listedOn: [`ebay_${ids[0]}`, `shopify_${ids[2]}`],
      listings: [
        { channel: 'ebay', status: 'listed' },
        { channel: 'etsy', status: 'unlisted' },
        { channel: 'shopify', status: 'error' },
        { channel: 'square', status: 'draft' },
      ],
    })
    expect(Object.keys(row ?? {})).toEqual(expect.arrayContaining(['createdAt', 'updatedAt']))
    expect(await skus({ search: ['warm'] })).toEqual(['ROW-1'])
    await ctx.db.deleteFrom('products').where('id', '=', product.id).execute()
  })

  it.each([
    ['sku', 'desc', ['P-05000', 'P-04999', 'P-04998']],
    ['title', 'asc', ['P-00001', 'P-01001', 'P-01002']],
    ['price', 'desc', ['P-05000', 'P-04999', 'P-04998']],
    ['cost', 'asc', ['P-00003', 'P-00006', 'P-00009']],
    ['quantity', 'desc', ['P-04997', 'P-04990', 'P-04983']],
    ['sold', 'asc', ['P-00005', 'P-00010', 'P-00015']],
    ['createdAt', 'asc', ['P-00001', 'P-00002', 'P-00003']],
    ['updatedAt', 'desc', ['P-05000', 'P-04999', 'P-04998']],
  ] as const)('INV-009 INV-021 INV-237 INV-238 sorts by %s %s, equal ones by id', async (sortBy, orderBy, expected) => {
    expect(await skus({ sortBy, orderBy, limit: 3 })).toEqual(expected)
  })

  it('DESIGN 7: of the long fields of a row only those come that are asked for; without a word about fields, all', async () => {
    const long = ['description', 'images', 'attributes', 'listedOn', 'listings']
    const skusFor = async (query: Query) => {
      const [row] = (await list({ limit: 1, ...query })).data
      return Object.keys(row ?? {})
    }
    const whole = await skusFor({})
    expect(whole).toEqual(expect.arrayContaining(long))
    const rest = whole.filter((name) => !long.includes(name)).toSorted()
    expect((await skusFor({ fields: ['title'] })).toSorted()).toEqual(rest)
    for (const sortBy of ['Template', 'Quantity'])
      expect((await skusFor({ fields: ['attributes', 'description'], sortBy })).toSorted()).toEqual(
        [...rest, 'attributes', 'description'].toSorted(),
      )
    const { status, body } = await app.call(listProducts, { as: seller.as, query: { fields: ['secret' as 'title'] } })
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  })

  it('INV-008 INV-035 INV-239 exact SKUs, of variations too, a plus inside one survives', async () => {
    expect(await skus({ skus: ['P-00002', 'SMALL+7', 'P-9'], sortBy: 'sku', orderBy: 'asc' })).toEqual([
      'P-00002',
      'P-00007',
    ])
    expect(await skus({ skus: ['p-00002'] })).toEqual([])
  })

  it.each([
    [['red'], 500],
    [['RED', 'mug'], 500],
    [['re mu'], 500],
    [['red', 'blue'], 0],
    [['no50'], 12],
    [['P-0123'], 10],
    [['p-01234'], 1],
    [['P-012'], 100],
    [["o'mug & | !"], 0],
    [['!!'], 0],
  ])('INV-037 INV-240 finds words by their beginning, all of them: %j → %i', async (search, items) => {
    expect((await list({ search })).items).toBe(items)
  })

  it('INV-027 INV-028 INV-036 filters by template and price range, together', async () => {
    expect((await list({ templateIds: [templateId], minPrice: '1', maxPrice: 2 })).items).toBe(101)
    expect((await list({ templateIds: [templateId + 1000] })).items).toBe(0)
    expect((await list({ search: ['red'], maxPrice: 1, minPrice: '' })).items).toBe(10)
    expect((await list({ search: ['red'], templateIds: [templateId + 1000] })).items).toBe(0)
    expect(
      await skus({ search: ['red'], skus: ['P-00010', 'P-00011', 'P-00020'], sortBy: 'sold', orderBy: 'desc' }),
    ).toEqual(['P-00020', 'P-00010'])
  })

  it('INV-037 forgives a typing error where no product has the word, and only there', async () => {
    await sql`select fold_value_changes(100000)`.execute(app.services.database.system)
    expect((await list({ search: ['rde'] })).items).toBe(500)
    expect((await list({ search: ['mgu', 'red'] })).items).toBe(500)
    expect(await skus({ search: ['P-O0123'] })).toEqual(['P-00123'])
    // It is spelled right: with these conditions there is nothing.
    expect((await list({ search: ['red'], minPrice: 1000 })).items).toBe(0)
    expect((await list({ search: ['rde'], maxPrice: 0.1 })).items).toBe(1)
    expect((await list({ search: ['zebra'] })).items).toBe(0)
  })

  it('INV-038 counts no further than 10,000 where there is a filter', async () => {
    const { ctx, as } = await makeSeller(app.services)
    const { id } = await makeTemplate(ctx)
    await sql`insert into products (organization_id, template_id, sku, title, tags, images) select ${ctx.organizationId}, ${id}, 'M-' || n, 'Mug', '{all}', '[]' from generate_series(1, 10050) n`.execute(
      ctx.db,
    )
    const shown = async (query: Query) =>
      (await app.call(listProducts, { as, query: { sortBy: 'sku', orderBy: 'desc', limit: 3, ...query } })).body.data
    for (const query of [
      { search: ['mug'] },
      { hasTags: ['all'] },
      { minPrice: 0 },
      { notListedOn: ['etsy'] },
    ] satisfies Query[]) {
      const page = await shown(query)
      expect([page?.items, page?.itemsCapped, page?.data.map(({ sku }) => sku)]).toEqual([
        10_000,
        true,
        ['M-9999', 'M-9998', 'M-9997'],
      ])
    }
    await listOn(ctx, 'ebay', 10_049)
    await listOn(ctx, 'etsy', 50)
    await sql`analyze`.execute(app.services.database.system)
    expect(await shown({ listedOn: ['ebay'] })).toMatchObject({
      items: 10_000,
      itemsCapped: true,
      data: [{ sku: 'M-9999' }, { sku: 'M-9998' }, { sku: 'M-9997' }],
    })
    expect(await shown({ notListedOn: ['etsy'] })).toMatchObject({
      items: 10_000,
      data: [{ sku: 'M-9999' }, { sku: 'M-9998' }, { sku: 'M-9997' }],
    })
    expect(await shown({ notListedOn: ['etsy', 'ebay'] })).toMatchObject({ items: 1, data: [{ sku: 'M-10050' }] })
    expect(await shown({ listedOn: ['ebay', 'etsy'], matchAllListings: true })).toMatchObject({
      items: 50,
      data: [{ sku: 'M-9' }, { sku: 'M-8' }, { sku: 'M-7' }],
    })
    expect((await app.call(listProducts, { as })).body.data).toMatchObject({ items: 10_050 })
  })

  it('DESIGN 5: a neighbour sees none of it, by search neither', async () => {
    const { as } = await makeSeller(app.services)
    for (const query of [{}, { search: 'red' }, { skus: ['P-00001'] }, { sortBy: 'quantity' as const }]) {
      expect((await app.call(listProducts, { as, query })).body.data).toMatchObject({ data: [], items: 0 })
    }
  })
})
