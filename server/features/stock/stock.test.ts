import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { ledgerOrder } from '../../testing/shop/ledger-order.ts'
import * as stock from './service.ts'

let app: TestApp
let ctx: Ctx
let template: number
beforeAll(async () => {
  app = await testApp()
  ctx = (await makeSeller(app.services)).ctx
  template = (await makeTemplate(ctx)).id
})
afterAll(() => app.stop())

const level = async (productId: number) => {
  const [only] = await stock.levelsOf(ctx, [productId])
  if (!only) throw new Error('no level')
  return only
}
const numbers = async (productId: number) => {
  const { onHand, reserved, available, sold } = await level(productId)
  return { onHand, reserved, available, sold }
}
const line = (sku: string, quantity: number) => [{ key: '1', sku, quantity }]
const repeat = <T>(times: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)))

describe('stock ledger', () => {
  it('an order reads its own movements alone, however many levels were made at once before', async () => {
    const product = await makeProduct(ctx, template, { quantity: 3 })
    const MANY = 20_000
    await sql`
      with made as (
        insert into products (organization_id, template_id, sku, title) select ${ctx.organizationId}, ${template}, 'ONCE-' || n, 'Mug' from generate_series(1, ${MANY}) n returning id, sku
      ), levels as (
        insert into stock_levels (organization_id, sku, product_id, on_hand) select ${ctx.organizationId}, sku, id, 5 from made returning id, sku, product_id
      )
      insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key)
      select ${ctx.organizationId}, id, sku, product_id, 5, 0, 0, 5, 'created', 'motto', 'created' from levels`.execute(
      ctx.db,
    )
    await sql`analyze stock_movements`.execute(app.services.database.system)
    const read = await inTransaction(ctx, async (ctx) => {
      const order = ledgerOrder(ctx, 99, line(product.sku, 2))
      await order.take()
      await order.ship()
      const { rows } = await sql<{ n: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables where relname = 'stock_movements'`.execute(
        ctx.db,
      )
      return rows[0]?.n
    })
    expect(read).toBeLessThan(10)
    expect(await numbers(product.id)).toEqual({ onHand: 1, reserved: 0, available: 1, sold: 2 })
  })
  it('DESIGN 2: 20 orders at once for the last 3 pieces: 3 find stock, 17 lack one, nothing goes below zero', async () => {
    const product = await makeProduct(ctx, template, { quantity: 3 })
    const answers = await repeat(20, (n) =>
      stock.takeForOrder(ctx, { orderId: 100 + n, source: 'ebay', lines: line(product.sku, 1) }),
    )
    const lines = answers.map((a) => a.get('1'))
    expect(lines.filter((l) => l?.taken === 1 && l.shortfall === 0)).toHaveLength(3)
    expect(lines.filter((l) => l?.taken === 0 && l.shortfall === 1)).toHaveLength(17)
    expect(await numbers(product.id)).toEqual({ onHand: 3, reserved: 3, available: 0, sold: 20 })
  })

  it('DESIGN 2: the same order taken in many times at once counts once, and every time says what was taken', async () => {
    const product = await makeProduct(ctx, template, { quantity: 5 })
    const answers = await repeat(12, () =>
      stock.takeForOrder(ctx, { orderId: 200, source: 'etsy', lines: line(product.sku, 7) }),
    )
    for (const a of answers)
      expect(a.get('1')).toMatchObject({ productId: product.id, variationId: null, taken: 5, shortfall: 2 })
    expect(await numbers(product.id)).toEqual({ onHand: 5, reserved: 5, available: 0, sold: 7 })
  })

  it('DESIGN 2: lines of one SKU share what there is, in line order; an unknown SKU is null', async () => {
    const product = await makeProduct(ctx, template, { quantity: 4 })
    const lines = [
      { key: 'a', sku: product.sku, quantity: 3 },
      { key: 'x', sku: 'nobody-has-this', quantity: 1 },
      { key: 'b', sku: product.sku, quantity: 3 },
    ]
    const result = await stock.takeForOrder(ctx, { orderId: 210, source: 'ebay', lines })
    expect(result.get('a')).toMatchObject({ taken: 3, shortfall: 0 })
    expect(result.get('b')).toMatchObject({ taken: 1, shortfall: 2 })
    expect(result.get('x')).toBeNull()
    const { data, items } = await stock.listMovements(ctx, product.id, { offset: 0, limit: 10 })
    expect(items).toBe(2)
    expect(data.map((m) => [m.deltaReserved, m.deltaSold, m.availableAfter, m.reason, m.source, m.orderId])).toEqual([
      [1, 3, 0, 'order', 'ebay', 210],
      [3, 3, 1, 'order', 'ebay', 210],
    ])
  })

  it('DESIGN 2: a line added to an order later takes from what the earlier lines left', async () => {
    const product = await makeProduct(ctx, template, { quantity: 4 })
    await stock.takeForOrder(ctx, {
      orderId: 220,
      source: 'ebay',
      lines: [{ key: 'a', sku: product.sku, quantity: 3 }],
    })
    const both = await stock.takeForOrder(ctx, {
      orderId: 220,
      source: 'ebay',
      lines: [
        { key: 'a', sku: product.sku, quantity: 3 },
        { key: 'b', sku: product.sku, quantity: 2 },
      ],
    })
    expect(both.get('a')).toMatchObject({ taken: 3, shortfall: 0 })
    expect(both.get('b')).toMatchObject({ taken: 1, shortfall: 1 })
  })

  it.each([
    ['release', { onHand: 5, reserved: 1, available: 4, sold: 1 }],
    ['ship', { onHand: 3, reserved: 1, available: 2, sold: 3 }],
  ] as const)('DESIGN 2: two of three units that %s many times at once move once', async (kind, moved) => {
    const product = await makeProduct(ctx, template, { quantity: 5 })
    await stock.takeForOrder(ctx, { orderId: 230, source: 'ebay', lines: line(product.sku, 3) })
    const { id: levelId } = await level(product.id)
    const unsold = kind === 'release' ? 2 : 0
    await repeat(6, () =>
      stock.moveForOrders(ctx, 'ebay', [{ orderId: 230, key: '1.2', kind, levelId, units: 2, unsold }]),
    )
    expect(await numbers(product.id)).toEqual(moved)
  })

  it('DESIGN 2: a parcel that did not leave is on hand and reserved again, once', async () => {
    const product = await makeProduct(ctx, template, { quantity: 5 })
    await stock.takeForOrder(ctx, { orderId: 240, source: 'ebay', lines: line(product.sku, 3) })
    const { id: levelId } = await level(product.id)
    const move = (kind: 'ship' | 'unship', turn: number) =>
      stock.moveForOrders(ctx, 'ebay', [{ orderId: 240, key: `1.${turn}`, kind, levelId, units: 2, unsold: 0 }])
    await move('ship', 2)
    await repeat(3, () => move('unship', 3))
    expect(await numbers(product.id)).toEqual({ onHand: 5, reserved: 3, available: 2, sold: 3 })
  })

  it('DESIGN 2: more units than are reserved move nothing', async () => {
    const product = await makeProduct(ctx, template, { quantity: 5 })
    await stock.takeForOrder(ctx, { orderId: 250, source: 'ebay', lines: line(product.sku, 2) })
    const { id: levelId } = await level(product.id)
    const ship = stock.moveForOrders(ctx, 'ebay', [
      { orderId: 250, key: '1.2', kind: 'ship', levelId, units: 3, unsold: 0 },
    ])
    await expect(ship).rejects.toMatchObject({ code: 'stock_conflict' })
    expect(await numbers(product.id)).toEqual({ onHand: 5, reserved: 2, available: 3, sold: 2 })
  })

  it('DESIGN 2: a count sets what is available and keeps promises; equal counts and repeated keys leave no trace', async () => {
    const product = await makeProduct(ctx, template, { quantity: 5 })
    const { id: levelId } = await level(product.id)
    await stock.takeForOrder(ctx, { orderId: 270, source: 'ebay', lines: line(product.sku, 2) })
    const count = (available: number, sourceKey: string) =>
      stock.setAvailable(ctx, [{ levelId, available }], { reason: 'count', source: 'motto', sourceKey })
    await count(10, 'count-1')
    expect(await numbers(product.id)).toEqual({ onHand: 12, reserved: 2, available: 10, sold: 2 })
    await count(10, 'count-2')
    await count(4, 'count-1')
    expect(await numbers(product.id)).toEqual({ onHand: 12, reserved: 2, available: 10, sold: 2 })
    expect((await stock.listMovements(ctx, product.id, { offset: 0, limit: 10 })).items).toBe(2)
    await stock.setAvailable(ctx, [{ levelId, available: 10, sold: 40 }], {
      reason: 'edit',
      source: 'motto',
      sourceKey: 'edit-1',
    })
    expect(await numbers(product.id)).toEqual({ onHand: 12, reserved: 2, available: 10, sold: 40 })
  })

  it('PRO-091 a SKU of a product or variation that exists is refused', async () => {
    const [reserved, other] = [await makeProduct(ctx, template), await makeProduct(ctx, template)]
    const again = stock.createLevels(ctx, [{ sku: reserved.sku, productId: other.id, variationId: null, quantity: 1 }])
    await expect(again).rejects.toMatchObject({ code: 'sku_taken' })
    await expect(again).rejects.toBeInstanceOf(AppError)
  })

  it('DESIGN 2: levels with promised pieces stay, the others go', async () => {
    const [busy, idle] = [
      await makeProduct(ctx, template, { quantity: 2 }),
      await makeProduct(ctx, template, { quantity: 2 }),
    ]
    await stock.takeForOrder(ctx, { orderId: 280, source: 'ebay', lines: line(busy.sku, 1) })
    const ids = (await stock.levelsOf(ctx, [busy.id, idle.id])).map((l) => l.id)
    expect(await stock.removeLevels(ctx, ids)).toEqual([(await level(busy.id)).id])
    expect(await stock.levelsOf(ctx, [idle.id])).toEqual([])
  })

  it('DESIGN 5: a query without a condition sees only its own organization, and cannot write to another', async () => {
    const { ctx: neighbour } = await makeSeller(app.services)
    const theirs = await makeProduct(neighbour, (await makeTemplate(neighbour)).id)
    expect(await neighbour.db.selectFrom('stockLevels').select('sku').execute()).toEqual([{ sku: theirs.sku }])
    expect((await ctx.db.selectFrom('stockLevels').select('sku').execute()).map((r) => r.sku)).not.toContain(theirs.sku)
    const intrusion = ctx.db
      .insertInto('stockLevels')
      .values({ organizationId: neighbour.organizationId, sku: 'intruder', productId: theirs.id, variationId: null })
      .execute()
    await expect(intrusion).rejects.toThrow(/row-level security/)
    const changed =
      await sql`update stock_levels set reserved = 0, on_hand = 0 where product_id = ${theirs.id}`.execute(ctx.db)
    expect(changed.numAffectedRows).toBe(0n)
    expect((await stock.levelsOf(neighbour, [theirs.id]))[0]?.onHand).toBe(10)
  })

  it('DESIGN 2: movements are never altered or erased', async () => {
    await expect(sql`update stock_movements set delta_on_hand = 0`.execute(ctx.db)).rejects.toThrow(/permission denied/)
    await expect(sql`delete from stock_movements`.execute(ctx.db)).rejects.toThrow(/permission denied/)
  })
})
