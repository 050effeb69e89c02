import pg from 'pg'
import { takeIn } from '#server/features/orders/intake/intake.ts'
import { channelOrder, makeIntegration, orderLine } from '#server/testing/shop/orders.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Services } from '#server/context.ts'
import type { Row } from '../kit/report.ts'

const ORDERS = { 1: 1000, 20: 200 } as const
type Lines = keyof typeof ORDERS
const AT_ONCE = 4
const ROUNDS = 2

/**
 * An order with its lines and their stock movements, from one hand-written prepared statement: what ours is held against. Levels are held in the
 * order of their ids, as two orders may want the same.
 */
const floor = `
  with made as (
    insert into orders (organization_id, channel, integration_id, external_order_id, number, state, order_status, shipping_status, payment_status, order_date, total_quantity, skus)
    values ($1, 'ebay', $2, $3, $3, 'open', 'open', 'unshipped', 'paid', now(), cardinality($4::text[]), $4) returning id
  ), level as (select id, product_id, sku from stock_levels where organization_id = $1 and sku = any($4) order by id for update), line as (
    insert into order_items (organization_id, order_id, external_id, sku, item_title, price, quantity, product_id, level_id, taken)
    select $1, made.id, $3 || level.sku, level.sku, 'Mug', 1000, 1, level.product_id, level.id, 1 from made, level returning id
  ), changed as (
    update stock_levels v set reserved = v.reserved + 1, sold = v.sold + 1 from level where v.organization_id = $1 and v.id = level.id returning v.id, v.product_id, v.available, v.sku
  )
  insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, order_id)
  select $1, changed.id, changed.sku, changed.product_id, 0, 1, 1, changed.available, 'order', 'ebay', $3 || changed.sku, made.id from changed, made`

/** Orders taken in per second, each in its own transaction with its stock movements, by four at once; in turn with the floor. */
export async function benchIntake(services: Services): Promise<Row[]> {
  const { ctx } = await makeSeller(services)
  const template = await makeTemplate(ctx)
  const skus: string[] = []
  for (let n = 0; n < 50; n += 1) skus.push((await makeProduct(ctx, template.id, { quantity: 100_000 })).sku)
  const integration = await makeIntegration(ctx)
  const pool = new pg.Pool({ ...services.database.connection, max: AT_ONCE })
  try {
    const rows: Row[] = []
    for (const lines of [1, 20] as const) rows.push(await intakeOf({ ctx, integration, pool, skus, lines }))
    return rows
  } finally {
    await pool.end()
  }
}

interface Stage {
  ctx: Parameters<typeof takeIn>[0]
  integration: Parameters<typeof takeIn>[1] & { id: number }
  pool: pg.Pool
  skus: readonly string[]
  lines: Lines
}

async function intakeOf({ ctx, integration, pool, skus, lines }: Stage): Promise<Row> {
  const skusOf = (n: number) => Array.from({ length: lines }, (_, line) => skus[(n + line) % skus.length] ?? '')
  const count = ORDERS[lines]
  let ours = 0
  let fast = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const orders = Array.from({ length: count }, (_, n) =>
      channelOrder({
        externalOrderId: `BENCH-${lines}-${round}-${n}`,
        lines: skusOf(n).map((sku, line) => orderLine({ externalId: `L-${n}-${line}`, sku, quantity: 1 })),
      }),
    )
    ours += await seconds((at) =>
      takeIn(
        ctx,
        integration,
        orders.filter((_, n) => n % AT_ONCE === at),
      ),
    )
    fast += await seconds(async (at) => {
      for (let n = at; n < count; n += AT_ONCE)
        await pool.query({
          name: 'order',
          text: floor,
          values: [ctx.organizationId, integration.id, `FLOOR-${lines}-${round}-${n}`, skusOf(n)],
        })
    })
  }
  const rate = (elapsed: number) => `${((ROUNDS * count) / elapsed).toFixed(0)}/s`
  return {
    benchmark: `orders of ${lines === 1 ? 'one line' : `${lines} lines`} taken in, ${AT_ONCE} at once`,
    ours: rate(ours),
    floor: rate(fast),
    ratio: (ours / fast).toFixed(2),
    goal: '≤ 3',
  }
}

async function seconds(work: (at: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(at)))
  return (performance.now() - began) / 1000
}
