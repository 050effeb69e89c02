import pg from 'pg'
import { takeIn } from '#server/features/orders/intake/intake.ts'
import { channelOrder, makeIntegration, orderLine } from '#server/testing/shop/orders.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Services } from '#server/context.ts'
import { type Row, percentile } from './kit/report.ts'

/** What the sums of analytics note as orders are written. */
const noting = {
  orders: ['orders_summed', 'orders_summed_anew'],
  order_items: [
    'order_items_summed',
    'order_items_summed_anew',
    'order_items_gone',
    'order_items_date_product',
    'order_items_redate_product',
  ],
}
const ORDERS = 1000
const AT_ONCE = 4
const PAIRS = 6
const MOST = 0.1

/** Orders taken in with the sums of analytics and without, in pairs; who comes first changes, so that what else the machine does falls on both. */
export async function benchSums(services: Services): Promise<Row[]> {
  const { ctx } = await makeSeller(services)
  const template = await makeTemplate(ctx)
  const skus: string[] = []
  for (let n = 0; n < 50; n += 1) skus.push((await makeProduct(ctx, template.id, { quantity: 100_000 })).sku)
  const integration = await makeIntegration(ctx)
  const client = new pg.Client(services.database.connection)
  await client.connect()
  const elapsed = async (name: string): Promise<number> => {
    const orders = Array.from({ length: ORDERS }, (_, n) =>
      channelOrder({
        externalOrderId: `${name}-${n}`,
        lines: [orderLine({ externalId: `L-${n}`, sku: skus[n % skus.length] ?? '', quantity: 1 })],
      }),
    )
    const began = performance.now()
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        takeIn(
          ctx,
          integration,
          orders.filter((_, n) => n % AT_ONCE === at),
        ),
      ),
    )
    return (performance.now() - began) / 1000
  }
  const set = async (how: 'disable' | 'enable') => {
    for (const [table, triggers] of Object.entries(noting))
      for (const trigger of triggers) await client.query(`alter table ${table} ${how} trigger ${trigger}`)
  }
  const without = async (name: string) => {
    await set('disable')
    return await elapsed(name).finally(() => set('enable'))
  }
  const timings: { summed: number; plain: number }[] = []
  try {
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const first = pair % 2 ? await without(`WITHOUT-${pair}`) : 0
      const summed = await elapsed(`WITH-${pair}`)
      timings.push({ summed, plain: pair % 2 ? first : await without(`WITHOUT-${pair}`) })
    }
  } finally {
    await client.end()
  }
  const rate = (of: 'summed' | 'plain') =>
    `${((PAIRS * ORDERS) / timings.reduce((sum, pair) => sum + pair[of], 0)).toFixed(0)}/s`
  const cost = percentile(
    timings.map(({ summed, plain }) => summed / plain - 1),
    0.5,
  )
  return [
    {
      benchmark: `orders taken in with the sums of analytics, beside without (${PAIRS} pairs)`,
      ours: rate('summed'),
      floor: rate('plain'),
      ratio: `${cost > 0 ? '+' : ''}${(100 * cost).toFixed(0)} %`,
      goal: `≤ ${100 * MOST} %`,
      met: cost <= MOST,
    },
  ]
}
