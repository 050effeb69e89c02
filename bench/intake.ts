import pg from 'pg'
import { takeIn } from '#server/features/orders/intake.ts'
import { channelOrder, makeIntegration, orderLine } from '#server/testing/orders.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Services } from '#server/context.ts'
import type { Row } from './report.ts'

const ORDERS = 1000
const AT_ONCE = 4
const ROUNDS = 2

/** An order with its line and its stock movement, from one hand-written prepared statement: what ours is held against. */
const floor = `
  with made as (
    insert into orders (organization_id, channel, integration_id, external_order_id, number, state, order_status, shipping_status, payment_status, order_date, total_quantity, skus)
    values ($1, 'ebay', $2, $3, $3, 'open', 'open', 'unshipped', 'paid', now(), 1, array[$4]) returning id
  ), level as (select id, product_id from stock_levels where organization_id = $1 and sku = $4 for update), line as (
    insert into order_items (organization_id, order_id, external_id, sku, item_title, price, quantity, product_id, level_id, taken)
    select $1, made.id, $3, $4, 'Mug', 1000, 1, level.product_id, level.id, 1 from made, level returning id
  ), changed as (
    update stock_levels v set reserved = v.reserved + 1, sold = v.sold + 1 from level where v.organization_id = $1 and v.id = level.id returning v.id, v.product_id, v.available
  )
  insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, order_id)
  select $1, changed.id, $4, changed.product_id, 0, 1, 1, changed.available, 'order', 'ebay', $3, made.id from changed, made`

/** Orders taken in per second, each in its own transaction with its stock movement, by four at once; in turn with the floor. */
export async function benchIntake(services: Services): Promise<Row[]> {
  const { ctx } = await makeSeller(services)
  const template = await makeTemplate(ctx)
  const skus: string[] = []
  for (let n = 0; n < 50; n += 1) skus.push((await makeProduct(ctx, template.id, { quantity: 100_000 })).sku)
  const integration = await makeIntegration(ctx)
  const pool = new pg.Pool({ ...services.database.connection, max: AT_ONCE })
  const skuOf = (n: number) => skus[n % skus.length] ?? ''
  let ours = 0
  let fast = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const orders = Array.from({ length: ORDERS }, (_, n) =>
      channelOrder({
        externalOrderId: `BENCH-${round}-${n}`,
        lines: [orderLine({ externalId: `L-${n}`, sku: skuOf(n), quantity: 1 })],
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
      for (let n = at; n < ORDERS; n += AT_ONCE)
        await pool.query({
          name: 'order',
          text: floor,
          values: [ctx.organizationId, integration.id, `FLOOR-${round}-${n}`, skuOf(n)],
        })
    })
  }
  await pool.end()
  const rate = (taken: number) => `${((ROUNDS * ORDERS) / taken).toFixed(0)}/s`
  return [
    {
      benchmark: `orders taken in, ${AT_ONCE} at once`,
      ours: rate(ours),
      floor: rate(fast),
      ratio: (ours / fast).toFixed(2),
      goal: '≤ 3',
    },
  ]
}

async function seconds(work: (at: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(at)))
  return (performance.now() - began) / 1000
}
