import pg from 'pg'
import { takeIn } from '#server/features/orders/intake/intake.ts'
import { channelOrder, makeIntegration, orderLine } from '#server/testing/shop/orders.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { updateProducts } from '#contract/changes/changes.ts'
import { addressOf } from '#server/testing/address.ts'
import type { Shop } from './kit/fixture.ts'
import { type Row, percentile } from './kit/report.ts'
import { send } from './kit/send.ts'

/** What sums and counts note as orders, stock and products are written. */
const noting = {
  stock_movements: ['stock_movements_noted'],
  stock_levels: ['stock_levels_noted'],
  products: ['products_priced'],
  product_facts: ['product_facts_tallied', 'product_facts_tallied_anew'],
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
/** Products of one save, as many as one page of the inventory shows, and how often they are saved for one measurement. */
const SAVED = 25
const SAVES = 60
const MOST = 0.1

/** Orders taken in and products saved with what sums note and without, in pairs; who comes first changes, so that what else the machine does falls on both. */
export async function benchSums({ server }: Shop): Promise<Row[]> {
  const { services } = server
  const { ctx, as } = await makeSeller(services)
  const template = await makeTemplate(ctx)
  const products: { id: number; sku: string }[] = []
  for (let n = 0; n < 50; n += 1) products.push(await makeProduct(ctx, template.id, { quantity: 100_000 }))
  const integration = await makeIntegration(ctx)
  const takeInOrders = (name: string) => {
    const orders = Array.from({ length: ORDERS }, (_, n) =>
      channelOrder({
        externalOrderId: `${name}-${n}`,
        lines: [orderLine({ externalId: `L-${n}`, sku: products[n % products.length]?.sku ?? '', quantity: 1 })],
      }),
    )
    return Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        takeIn(
          ctx,
          integration,
          orders.filter((_, n) => n % AT_ONCE === at),
        ),
      ),
    )
  }
  let saves = 0
  const saveProducts = async () => {
    for (let n = 0; n < SAVES; n += 1) {
      saves += 1
      const changed = products.slice(0, SAVED).map(({ id }, at) => ({
        id,
        price: 10 + ((saves + at) % 500) / 10,
        quantity: 100_000 + ((saves + at) % 40),
      }))
      const { failed } = await send<{ failed: unknown[] }>(server.url + addressOf(updateProducts), as, {
        products: changed,
      })
      if (failed.length > 0) throw new Error(JSON.stringify(failed))
    }
  }
  const client = new pg.Client(services.database.connection)
  await client.connect()
  try {
    return [
      await paired(client, 'orders taken in', ORDERS, takeInOrders),
      await paired(client, `saves of ${SAVED} products`, SAVES, saveProducts),
    ]
  } finally {
    await client.end()
  }
}

async function paired(
  client: pg.Client,
  what: string,
  times: number,
  work: (name: string) => Promise<unknown>,
): Promise<Row> {
  const elapsed = async (name: string): Promise<number> => {
    const began = performance.now()
    await work(name)
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
  await elapsed('WARM-UP')
  const timings: { summed: number; plain: number }[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const first = pair % 2 ? await without(`WITHOUT-${pair}`) : 0
    const summed = await elapsed(`WITH-${pair}`)
    timings.push({ summed, plain: pair % 2 ? first : await without(`WITHOUT-${pair}`) })
  }
  const rate = (of: 'summed' | 'plain') =>
    `${((PAIRS * times) / timings.reduce((sum, pair) => sum + pair[of], 0)).toFixed(0)}/s`
  const cost = percentile(
    timings.map(({ summed, plain }) => summed / plain - 1),
    0.5,
  )
  return {
    benchmark: `${what} with the sums of analytics, beside without (${PAIRS} pairs)`,
    ours: rate('summed'),
    floor: rate('plain'),
    ratio: `${cost > 0 ? '+' : ''}${(100 * cost).toFixed(0)} %`,
    goal: `≤ ${100 * MOST} %`,
    met: cost <= MOST,
  }
}
