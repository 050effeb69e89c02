import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Edit } from '#contract/changes/changes.ts'
import type { Held } from '#domain/products/history/snapshot.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { undoNow } from '../../testing/shop/changes.ts'
import * as products from '../products/service.ts'
import { ledgerOrder } from '../../testing/shop/ledger-order.ts'
import { levelsOf } from '../stock/service.ts'
import { runChanges } from './run.ts'
import * as changes from './service.ts'

let app: TestApp
let ctx: Ctx
let templates: number[]
beforeAll(async () => {
  app = await testApp()
  ctx = (await makeSeller(app.services)).ctx
  templates = [
    (await makeTemplate(ctx, { attributes: [{ name: 'Colour' }, { name: 'Size' }] })).id,
    (await makeTemplate(ctx, { attributes: [{ name: 'Size' }] })).id,
  ]
})
afterAll(() => app.stop())

const run = async (id: number) => {
  await runChanges(app.services, { organizationId: ctx.organizationId, changeSetId: id })
  return changes.get(ctx, id)
}
let made = 0
const make = async (n: number, more: object = {}) => {
  const newProduct = () => {
    made += 1
    return {
      templateId: templates[0] ?? 0,
      sku: `SKU-${made}`,
      title: `Product ${made}`,
      price: 1000,
      quantity: 1000,
      ...more,
    }
  }
  return (await products.createMany(ctx, Array.from({ length: n }, newProduct))).map((m) =>
    m.state === 'created' ? m.id : 0,
  )
}

describe('a bulk edit while the shop goes on', () => {
  it('DESIGN 2: loses no save and no sale, and its undo neither', { timeout: 60_000 }, async () => {
    const ids = await make(300)
    const { id: integrationId } = await ctx.db
      .insertInto('integrations')
      .values({ organizationId: ctx.organizationId, channel: 'ebay', settings: '{}', tokens: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('listingProducts')
      .values(
        ids.toReversed().map((id) => ({
          organizationId: ctx.organizationId,
          productId: id,
          templateId: templates[0] ?? 0,
          channel: 'ebay' as const,
          integrationId,
          schemaOverrides: '{}',
          sync: true,
          status: 'listed' as const,
          externalId: `e-${id}`,
        })),
      )
      .execute()
    const levels = await levelsOf(ctx, ids)
    const lines = levels.filter((_, n) => n % 7 === 0).map((l, n) => ({ key: String(n), sku: l.sku, quantity: 1 }))
    const saved = ids.filter((_, n) => n % 11 === 0)
    let order = 0
    const going = async () => {
      for (let n = 0; n < 12; n += 1) {
        order += 1
        const orderId = order
        const sale = ledgerOrder(ctx, orderId, n % 2 ? lines : lines.toReversed())
        await sale.take()
        if (n % 3 === 0) await sale.release()
        await products.update(ctx, { id: saved[n % saved.length] ?? 0, title: `Saved ${n}` })
      }
    }
    const { id } = await changes.bulkEdit(ctx, {
      selection: { ids },
      edits: [
        { field: 'price', action: 'multiply', factor: 2 },
        { field: 'quantity', action: 'add', amount: 5 },
      ],
    })
    await Promise.all([run(id), run(id), going(), going()])
    expect(await changes.get(ctx, id)).toMatchObject({ state: 'done', changed: 300, failed: 0 })
    const look = async () =>
      await ctx.db
        .selectFrom('products as p')
        .innerJoin('stockLevels as v', (j) =>
          j.onRef('v.organizationId', '=', 'p.organizationId').onRef('v.productId', '=', 'p.id'),
        )
        .select(['p.id', 'p.price', 'p.title', 'v.available', 'v.onHand', 'v.reserved', 'v.sku'])
        .orderBy('p.id')
        .execute()
    // 24 orders of one piece, of which 8 were cancelled.
    const sold = new Set(lines.map((l) => l.sku))
    const reserved = (sku: string) => (sold.has(sku) ? 16 : 0)
    for (const p of await look())
      expect(p).toMatchObject({
        price: 2000,
        onHand: 1005,
        reserved: reserved(p.sku),
        available: 1005 - reserved(p.sku),
      })
    expect(
      (await look()).filter((p) => saved.slice(0, 12).includes(p.id)).every((p) => p.title.startsWith('Saved')),
    ).toBe(true)
    const { id: undoing } = await undoNow(ctx, id)
    await Promise.all([run(undoing), going(), run(undoing)])
    for (const p of await look())
      expect(p).toMatchObject({
        price: 1000,
        onHand: 1000,
        available: 1000 - reserved(p.sku) - (sold.has(p.sku) ? 8 : 0),
      })
    const {
      rows: [off],
    } = await sql<{
      n: number
    }>`select count(*) as n from product_facts f join stock_levels v on v.product_id = f.product_id where f.quantity <> v.available`.execute(
      ctx.db,
    )
    expect(off?.n).toBe(0)
  })
  it('two bulk edits of the same products at once both count, whichever comes first', { timeout: 60_000 }, async () => {
    const ids = await make(300)
    const edits = (amount: number): Edit[] => [{ field: 'price', action: 'add', amount }]
    const [first, two] = [
      await changes.bulkEdit(ctx, { selection: { ids }, edits: edits(1) }),
      await changes.bulkEdit(ctx, { selection: { ids: ids.toReversed() }, edits: edits(2) }),
    ]
    await Promise.all([run(first.id), run(two.id)])
    const prices = (await ctx.db.selectFrom('products').select('price').where('id', 'in', ids).execute()).map(
      (p) => p.price,
    )
    expect(prices).toEqual(Array.from({ length: 300 }, () => 1300))
  })
})

const text = fc.constantFrom('', 'Red', 'a b', '<b>x</b>', 'ß')
const fields = ['title', 'notes', 'condition', 'vendor', 'bin', 'tags', 'attr.Colour', 'attr.Size', 'attr.Own'] as const
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ field: fc.constantFrom(...fields), action: fc.constant('set' as const), value: text }),
  fc.record({
    field: fc.constantFrom('title', 'tags', 'attr.Size'),
    action: fc.constant('append' as const),
    text: text.filter((t) => t !== ''),
  }),
  fc.record({
    field: fc.constantFrom('price', 'cost', 'quantity', 'weight'),
    action: fc.constant('multiply' as const),
    factor: fc.integer({ min: 0, max: 300 }).map((n) => n / 100),
  }),
  fc.record({
    field: fc.constantFrom('price', 'sold', 'quantity', 'width'),
    action: fc.constant('add' as const),
    amount: fc.integer({ min: -500, max: 500 }),
  }),
  fc.record({
    field: fc.constant('active' as const),
    action: fc.constant('set' as const),
    value: fc.constantFrom('yes', 'no'),
  }),
  fc.record({
    field: fc.constantFrom('width', 'weight'),
    action: fc.constant('set' as const),
    value: fc.constantFrom('', '2.5'),
  }),
)
const attribute = (name: string, value: string) => ({
  templateAttributeId: null,
  name,
  value,
  overrideDynamicMapping: false,
  source: 'user',
})
const row = fc.record({
  price: fc.option(fc.nat({ max: 9999 }), { nil: undefined }),
  title: fc.option(text, { nil: undefined }),
  templateId: fc.option(fc.nat({ max: 1 }), { nil: undefined }),
  sku: fc.boolean(),
  attributes: fc.option(
    fc
      .uniqueArray(fc.constantFrom('Colour', 'Size', 'Own', 'More'))
      .chain((names) => fc.tuple(...names.map((name) => text.map((value) => attribute(name, value))))),
    { nil: undefined },
  ),
  images: fc.option(
    fc.array(
      fc.constantFrom('/1.png', '/2.png').map((url) => ({ url, source: 'user' })),
      { maxLength: 2 },
    ),
    { nil: undefined },
  ),
  keep: fc.option(fc.subarray([0, 1, 2]), { nil: undefined }),
  added: fc.boolean(),
  quantity: fc.option(fc.nat({ max: 50 }), { nil: undefined }),
})

describe('undo', () => {
  const begin = async () => {
    const ids = await make(3, {
      quantity: 10,
      sold: 4,
      cost: 300,
      tags: ['x', 'y'],
      attributes: [attribute('Colour', 'Red'), attribute('Own', '1'), attribute('Size', 'L')],
      condition: 'Used',
      sizeAndWeight: { weightUnit: 'kg', sizeUnit: 'cm', weight: 1.5, width: null, length: 2, height: null },
    })
    const [id = 0] = ids
    await products.update(ctx, {
      id,
      variations: ['S', 'M', 'L'].map((name, n) => ({
        name,
        sku: `V-${id}-${name}`,
        price: n === 0 ? null : n,
        cost: null,
        quantity: n,
        attributes: [attribute('Size', name)],
      })),
    })
    return ids
  }
  /** All of the products; a variation that was deleted comes back under another id. */
  const look = async (ids: number[]) => {
    const present = await products.presentMany(ctx, ids)
    return ids.map((id): Held | undefined => {
      const product = present.get(id)?.product
      return product && { ...product, variations: (product.variations ?? []).map((v) => ({ ...v, id: 0 })) }
    })
  }
  it('of any bulk edit is as before, and of that as after it', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const ids = await begin()
        const before = await look(ids)
        const done = await run((await changes.bulkEdit(ctx, { selection: { ids }, edits })).id)
        const after = await look(ids)
        if (done.changed === 0) {
          expect(after).toEqual(before)
          return
        }
        const undone = await undoNow(ctx, done.id)
        expect(undone).toMatchObject({ state: 'done', changed: done.changed, failed: 0 })
        expect(await look(ids)).toEqual(before)
        await undoNow(ctx, undone.id)
        expect(await look(ids)).toEqual(after)
      }),
      { numRuns: 40 },
    )
  })
  it('of any saved rows is as before: templates, SKUs, attributes, pictures and variations, too', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(row, fc.array(row, { maxLength: 2 }), async (first, others) => {
        const ids = await begin()
        const variations = (await products.presentMany(ctx, ids)).get(ids[0] ?? 0)?.product.variations ?? []
        const before = await look(ids)
        const rows = [first, ...others].map(({ templateId, sku, keep, added, ...input }, n) => {
          const { quantity: _, ...own } = input
          const stored = keep
            ? [
                ...keep
                  .flatMap((k) => variations[k] ?? [])
                  .map(({ id, name, sku, price, cost }) => ({
                    id,
                    name: `${name}!`,
                    sku,
                    price,
                    cost,
                    quantity: input.quantity,
                  })),
                ...(added ? [{ name: 'New', sku: `NEW-${ids[0]}`, price: null, cost: null, quantity: 3 }] : []),
              ]
            : undefined
          return {
            ...(n === 0 ? { ...own, ...(stored ? { variations: stored } : {}) } : input),
            id: ids[n] ?? 0,
            ...(templateId === undefined ? {} : { templateId: templates[templateId] ?? 0 }),
            ...(sku ? { sku: `RENAMED-${ids[n]}` } : {}),
          }
        })
        const { changeSetId, failed } = await changes.updateSome(ctx, rows as never)
        expect(failed).toEqual([])
        if (changeSetId === null) return
        const undone = await undoNow(ctx, changeSetId)
        expect(undone.failed).toBe(0)
        // Attributes that the second template does not know lose their tie to the first one's, and take it up again.
        expect(await look(ids)).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })
})
