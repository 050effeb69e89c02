import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undoChangeSet } from '#contract/changes/changes.ts'
import { exportProducts, failedRowsFile } from '#contract/exports.ts'
import { bulkInsert } from '#contract/imports.ts'
import type { Ctx } from '../../context.ts'
import { type ImportApp, importApp } from '../../testing/shop/imports.ts'
import { until } from '../../testing/setup/until.ts'
import * as products from '../products/service.ts'

let app: ImportApp
beforeAll(async () => {
  app = await importApp()
})
afterAll(() => app.stop())

/** What is kept beside the products, where it is not what they add up to. */
async function wrong(ctx: Ctx) {
  const facts = sql`
    select f.product_id from product_facts f cross join lateral (
      select coalesce(sum(s.available) filter (where s.variation_id is not null), sum(s.available), 0) as quantity, coalesce(sum(s.sold) filter (where s.variation_id is not null), sum(s.sold), 0) as sold,
        count(s.variation_id) as variations from stock_levels s where s.organization_id = f.organization_id and s.product_id = f.product_id) n
    where f.organization_id = ${ctx.organizationId} and (f.quantity, f.sold, f.variations) is distinct from (n.quantity, n.sold, n.variations)`
  const ledger = sql`
    select s.id from stock_levels s cross join lateral (
      select coalesce(sum(m.delta_on_hand), 0) as on_hand, coalesce(sum(m.delta_sold), 0) as sold from stock_movements m where m.organization_id = s.organization_id and m.level_id = s.id) n
    where s.organization_id = ${ctx.organizationId} and (s.on_hand, s.sold) is distinct from (n.on_hand, n.sold)`
  const values = sql`
    select kind, name, value from (
      select kind, name, value, n from value_counts where organization_id = ${ctx.organizationId} union all select kind, name, value, n from value_changes where organization_id = ${ctx.organizationId}
      union all select v.kind, v.name, v.value, -1 from products p, product_values(p.tags, p.terms, p.title) v where p.organization_id = ${ctx.organizationId}) c
    group by 1, 2, 3 having sum(n) <> 0`
  const counts = sql`select c.products from organization_counts c where c.organization_id = ${ctx.organizationId} and c.products <> (select count(*) from products where organization_id = ${ctx.organizationId})`
  const system = ctx.services.database.system
  return (await Promise.all([facts, ledger, values, counts].map((query) => query.execute(system)))).map((r) => r.rows)
}

describe('imports at once', () => {
  it('of the same file make every product once, and leave every sum right; undone, nothing is left', {
    timeout: 60_000,
  }, async () => {
    const { as, ctx, templateId, planned, apply } = await app.shop()
    const rows = Array.from(
      { length: 600 },
      (_, n) => `S-${String(n).padStart(4, '0')},Mug ${n % 7},${n % 5},"red,${n % 3}"`,
    )
    const mapping = {
      template: templateId,
      fieldMappings: { sku: 'sku', title: 'title', quantity: 'quantity', tags: 'tags' },
    }
    const ids = [
      (await planned(`sku,title,quantity,tags\n${rows.join('\n')}\n`, mapping)).id,
      (await planned(`sku,title,quantity,tags\n${rows.toReversed().join('\n')}\n`, mapping)).id,
    ]
    const both = await Promise.all(ids.map((id) => apply(id)))
    expect(both.map((b) => b.state)).toEqual(['done', 'done'])
    expect(both.reduce((sum, b) => sum + (b.applied.unchanged ?? 0), 0)).toBe(600)
    expect(both.reduce((sum, b) => sum + (b.applied.create ?? 0), 0)).toBe(600)
    expect(await wrong(ctx)).toEqual([[], [], [], []])
    for (const { changeSetId, applied } of both) {
      if (!applied.create) continue
      await app.call(undoChangeSet, { as, params: { id: changeSetId ?? 0 }, body: {} })
      await until(
        'it is undone',
        async () =>
          (await ctx.db
            .selectFrom('changeSets')
            .select('id')
            .where('undoes', '=', changeSetId ?? 0)
            .where('state', '=', 'done')
            .executeTakeFirst()) ?? undefined,
      )
    }
    expect((await ctx.db.selectFrom('products').select('id').execute()).length).toBe(0)
    expect(await wrong(ctx)).toEqual([[], [], [], []])
  })
})

describe('undoing an import', () => {
  it('puts back every variation of a product, though each had a row of its own', async () => {
    const { as, ctx, templateId, imported, product } = await app.shop()
    await products.createMany(ctx, [
      {
        templateId,
        sku: 'P',
        title: 'Product',
        variations: [
          { name: 'S', sku: 'P-S', price: 100, cost: null, quantity: 1 },
          { name: 'L', sku: 'P-L', price: 200, cost: null, quantity: 2 },
        ],
      } as never,
    ])
    const { done } = await imported('sku,price,quantity\nP-S,5,50\nP-L,6,60\n', {
      template: templateId,
      fieldMappings: { sku: 'sku', price: 'price', quantity: 'quantity' },
    })
    expect(done).toMatchObject({ state: 'done', applied: { update: 2 } })
    expect((await product('P'))?.variations.map((v) => [v.price, v.quantity])).toEqual([
      [5, 50],
      [6, 60],
    ])
    const undone = (await app.call(undoChangeSet, { as, params: { id: done.changeSetId ?? 0 }, body: {} })).body.data
    expect(undone).toMatchObject({ state: 'done', changed: 2, failed: 0 })
    expect((await product('P'))?.variations.map((v) => [v.price, v.quantity])).toEqual([
      [1, 1],
      [2, 2],
    ])
  })
})

describe('a hostile file', () => {
  it('that breaks off is not imported, not even its first half', async () => {
    const { as, ctx, templateId } = await app.shop()
    const headers = { cookie: as, 'content-type': 'multipart/form-data; boundary=b' }
    const payload =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\nsku,title\nA,one\nB,tw'
    const answer = await app.fastify.inject({
      method: 'POST',
      url: `/api/v2/products/importCSV/${templateId}`,
      headers,
      payload,
    })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'bad_request'])
    expect(await ctx.db.selectFrom('imports').select('id').execute()).toEqual([])
  })

  it('of one product in more rows than a product may have refuses that product, and says why', async () => {
    const { templateId, imported, product } = await app.shop()
    const rows = Array.from({ length: 2001 }, (_, n) => `V-${n},P,Mug,s${n}`)
    const { done, planned } = await imported(`sku,parent sku,title,size\n${rows.join('\n')}\nB,,Bowl,\n`, {
      template: templateId,
    })
    expect(done).toMatchObject({ state: 'done', rows: 2002, outcomes: { create: 1, error: 1 }, applied: { create: 1 } })
    expect(planned.find(({ outcome }) => outcome === 'error')).toMatchObject({
      sku: 'P',
      errors: {
        '': 'The rows of the product on line 2 are more than 2,000. Split it into several products.',
      },
    })
    expect(await product('B')).toMatchObject({ title: 'Bowl' })
  })

  it('of long texts shows the beginnings of what it changes', async () => {
    const { templateId, imported, planned } = await app.shop()
    await imported('sku,title\nA,Mug\n', { template: templateId })
    const { rows } = await planned(`sku,notes\nA,${'long '.repeat(1000)}\n`, { template: templateId })
    expect(rows[0]?.changes).toEqual([{ field: 'notes', before: '', after: `${'long '.repeat(200)}…` }])
  })

  it('a tag too long to be found by is refused, and its row alone', async () => {
    const { templateId, imported, product } = await app.shop()
    const noise = Array.from({ length: 6000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
    const { done } = await imported(`sku,tags\nA,ok\nB,${noise}\nC,fine\n`, {
      template: templateId,
      fieldMappings: { sku: 'sku', tags: 'tags' },
    })
    expect(done).toMatchObject({ state: 'done', applied: { create: 2, error: 1 } })
    expect(await product('C')).toMatchObject({ tags: 'fine' })
  })
})

describe('export and import', () => {
  it('change nothing where attributes have decimal commas and spaces in their names', async () => {
    const { as, ctx, templateId, imported } = await app.shop()
    const attribute = (name: string, value: string) => ({
      templateAttributeId: null,
      name,
      value,
      overrideDynamicMapping: false,
      source: 'user',
    })
    await products.createMany(ctx, [
      {
        templateId,
        sku: 'W',
        title: 'Weight',
        price: 2000,
        sizeAndWeight: { weightUnit: 'kg', sizeUnit: 'cm', weight: 1.234, width: null, length: null, height: null },
        condition: 'Used',
        notes: ' two\r\nlines ',
        vendor: "'=SUM(A1)",
        bin: '-5',
        tags: ["'quoted", '=1+1', 'a, b'],
        attributes: [
          attribute('Breite', '3,5'),
          attribute('Tiefe', '4,25'),
          attribute('Shoe  size', '8'),
          attribute('Column 3', 'x'),
          attribute('Size (2)', 'y'),
          attribute('=1+1', 'z'),
          attribute(`'quoted`, 'q'),
          attribute('sku', 's'),
          attribute('attr.sku', 't'),
          attribute('Image 99', 'u'),
        ],
      } as never,
    ])
    const file = (await app.call(exportProducts, { as })).body.data as string
    const { done } = await imported(file)
    expect(done.outcomes).toEqual({ unchanged: 1 })
  })
})

describe('the file of refused rows', () => {
  it('of a file of our own has its header as it came, so that nothing is guarded twice', async () => {
    const { as, ctx, templateId, imported } = await app.shop()
    const attribute = (name: string, value: string) => ({
      templateAttributeId: null,
      name,
      value,
      overrideDynamicMapping: false,
      source: 'user',
    })
    await products.createMany(ctx, [{ templateId, sku: 'A', title: 'One', attributes: [attribute('=1+1', 'z')] }])
    const file = (await app.call(exportProducts, { as })).body.data as string
    const [header = ''] = file.split('\r\n')
    const { id } = await imported(file.replace('One', 'x'.repeat(600)))
    const [again = ''] = ((await app.call(failedRowsFile, { params: { id }, as })).body.data as string).split('\r\n')
    expect(again.replace(/,[^,]*$/, '')).toBe(header)
  })
})

describe('inserting products in one go', () => {
  it('leaves what it wrote to be undone, whatever comes of the rest', async () => {
    const { as, ctx, templateId, product } = await app.shop()
    const { data } = (await app.call(bulkInsert, { as, body: { products: [{ sku: 'Z', templateId, title: 'Made' }] } }))
      .body
    expect(data).toMatchObject({ written: 1, failed: [] })
    const set = await ctx.db
      .selectFrom('changeSets')
      .select('state')
      .where('id', '=', data?.changeSetId ?? 0)
      .executeTakeFirst()
    expect(set).toEqual({ state: 'done' })
    await app.call(undoChangeSet, { as, params: { id: data?.changeSetId ?? 0 }, body: {} })
    expect(await product('Z')).toBeUndefined()
  })
})
