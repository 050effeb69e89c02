import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { share } from '#domain/stock/share.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
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

/** A small generator with a seed, so that a failure can be repeated (mulberry32). */
function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return { below: (n: number) => Math.floor(next() * n) }
}

const START = 10
interface Line {
  key: string
  sku: string
  quantity: number
}
interface Promised {
  taken: number
  /** Units that count as sold. */
  sold: number
}
interface Numbers {
  onHand: number
  reserved: number
  sold: number
}

/** The ledger in plain memory, one step at a time. */
class Model {
  readonly levels: Map<string, Numbers>
  readonly promised = new Map<string, Promised>()
  constructor(skus: string[]) {
    this.levels = new Map(skus.map((sku) => [sku, { onHand: START, reserved: 0, sold: 0 }]))
  }
  at(sku: string): Numbers {
    const level = this.levels.get(sku)
    if (!level) throw new Error(`the model knows no ${sku}`)
    return level
  }
  take(order: number, lines: Line[]) {
    for (const sku of new Set(lines.map((l) => l.sku))) {
      const level = this.at(sku)
      const fresh = lines.filter((l) => l.sku === sku && !this.promised.has(`${order}:${l.key}`))
      const shares = share(
        level.onHand - level.reserved,
        fresh.map((l) => l.quantity),
      )
      fresh.forEach((line, i) => {
        const pieces = shares[i] ?? 0
        this.promised.set(`${order}:${line.key}`, { taken: pieces, sold: line.quantity })
        level.reserved += pieces
        level.sold += line.quantity
      })
    }
  }
  settle(how: 'release' | 'ship', order: number, lines: Line[], most: number) {
    for (const line of lines) {
      const promise = this.promised.get(`${order}:${line.key}`)
      if (!promise) continue
      const level = this.at(line.sku)
      const units = Math.min(promise.taken, most)
      const unsold = how === 'ship' ? units : Math.min(promise.sold, most)
      promise.taken -= units
      promise.sold -= unsold
      level.reserved -= units
      if (how === 'ship') level.onHand -= units
      else level.sold -= Math.min(unsold, level.sold)
    }
  }
  count(sku: string, available: number) {
    const level = this.at(sku)
    level.onHand = level.reserved + available
  }
}

async function shop(size: number) {
  const products = []
  for (let n = 0; n < size; n += 1) products.push(await makeProduct(ctx, template, { quantity: START }))
  const levels = await stock.levelsOf(
    ctx,
    products.map((p) => p.id),
  )
  return {
    skus: products.map((p) => p.sku),
    ids: products.map((p) => p.id),
    levelIds: new Map(levels.map((l) => [l.sku, l.id])),
  }
}

/** Lines in a random order of SKUs, so that orders cross. */
const randomLines = (random: ReturnType<typeof chance>, skus: string[]): Line[] =>
  Array.from({ length: 1 + random.below(4) }, (_, n) => ({
    key: String(n),
    sku: skus[random.below(skus.length)] ?? '',
    quantity: 1 + random.below(4),
  }))

async function expectConsistent(ids: number[]) {
  for (const level of await stock.levelsOf(ctx, ids)) {
    const {
      rows: [sums],
    } = await sql<Numbers>`
      select sum(delta_on_hand)::int as on_hand, sum(delta_reserved)::int as reserved, sum(delta_sold)::int as sold
      from stock_movements where organization_id = ${ctx.organizationId} and level_id = ${level.id}`.execute(ctx.db)
    const moved = { onHand: START + (sums?.onHand ?? 0), reserved: sums?.reserved ?? 0, sold: sums?.sold ?? 0 }
    expect(moved).toEqual({ onHand: level.onHand, reserved: level.reserved, sold: level.sold })
    expect(level.onHand).toBe(level.reserved + level.available)
    expect(level.available).toBeGreaterThanOrEqual(0)
    expect(level.reserved).toBeGreaterThanOrEqual(0)
  }
}

describe('stock ledger, random interleavings', () => {
  it.each([1, 7, 42, 1234])('DESIGN 2: one after another it does what plain memory does (seed %i)', async (seed) => {
    const random = chance(seed)
    const { skus, ids, levelIds } = await shop(3)
    const model = new Model(skus)
    const orders = new Map<number, ReturnType<typeof ledgerOrder>>()
    for (let step = 0; step < 60; step += 1) {
      const order = seed * 1000 + random.below(12)
      const sale = orders.get(order) ?? ledgerOrder(ctx, order, randomLines(random, skus))
      orders.set(order, sale)
      const lines = [...sale.lines]
      const most = 1 + random.below(4)
      const what = random.below(6)
      if (what <= 2) {
        await sale.take()
        model.take(order, lines)
      } else if (what === 3) {
        await sale.release(most)
        model.settle('release', order, lines, most)
      } else if (what === 4) {
        await sale.ship(most)
        model.settle('ship', order, lines, most)
      } else {
        const sku = skus[random.below(skus.length)] ?? ''
        const available = random.below(15)
        await stock.setAvailable(ctx, [{ levelId: levelIds.get(sku) ?? 0, available }], {
          reason: 'count',
          source: 'motto',
          sourceKey: `step-${step}`,
        })
        model.count(sku, available)
      }
      const now = await stock.levelsOf(ctx, ids)
      expect(now.map(({ sku, onHand, reserved, sold }) => [sku, { onHand, reserved, sold }])).toEqual([...model.levels])
    }
    await expectConsistent(ids)
  })

  it.each([3, 99])(
    'DESIGN 2: crossing orders at once: no deadlock, the movements sum to the levels (seed %i)',
    async (seed) => {
      const random = chance(seed)
      const { skus, ids, levelIds } = await shop(5)
      const orders = Array.from({ length: 40 }, (_, n) => ledgerOrder(ctx, seed * 1000 + n, randomLines(random, skus)))
      await Promise.all(
        orders.flatMap((order, n) => [
          order.take(),
          order.take(order.lines.toReversed()),
          (orders[n >> 1] ?? order).release(1),
          (orders[n >> 2] ?? order).ship(2),
          stock.setAvailable(
            ctx,
            [...levelIds.values()].toReversed().map((levelId) => ({ levelId, available: random.below(9) })),
            { reason: 'count', source: 'motto', sourceKey: `race-${seed}-${n}` },
          ),
        ]),
      )
      await expectConsistent(ids)
      for (const order of orders) await order.release()
      expect((await stock.levelsOf(ctx, ids)).map((l) => l.reserved)).toEqual([0, 0, 0, 0, 0])
      await expectConsistent(ids)
    },
  )
})
