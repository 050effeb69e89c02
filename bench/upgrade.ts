import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { updateProducts } from '#contract/changes/changes.ts'
import { createOrder } from '#contract/orders/create.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { createProduct, listProducts } from '#contract/products/products.ts'
import { addressOf } from '#server/testing/address.ts'
import type { Shop } from './kit/fixture.ts'
import { fetched } from './list.ts'
import { type Row, ms, percentile } from './kit/report.ts'
import { undoBench } from './kit/upgrading.ts'
import { sent, someProducts } from './writes.ts'

const QUIET_MS = 15_000
/** Somebody reads for so long while the first steps want their locks, as a backup does. */
const READER_MS = 5_000
const GOAL_MS = 1_000
const EDITED = 25

interface Took {
  writes: number[]
  reads: number[]
}

/**
 * Another process upgrades the database, by steps of every kind on products, orders and movements, while this one serves the version before. Three
 * write and two read, each without a pause.
 */
export async function benchUpgrade(shop: Shop): Promise<Row[]> {
  const client = new pg.Client(shop.connection)
  await client.connect()
  await client.query(undoBench)
  try {
    const quiet = await underLoad(shop, () => delay(QUIET_MS))
    let seconds = 0
    const busy = await underLoad(shop, async () => {
      const began = performance.now()
      await client.query('begin; select from products limit 1')
      const free = delay(READER_MS).then(() => client.query('commit'))
      await Promise.all([free, upgraded(shop.connection)])
      seconds = (performance.now() - began) / 1000
    })
    return [
      rowOf(shop, 'writes', seconds, busy.writes, quiet.writes),
      rowOf(shop, 'reads', seconds, busy.reads, quiet.reads),
    ]
  } finally {
    await client.query(undoBench)
    await client.end()
  }
}

function rowOf(shop: Shop, what: 'writes' | 'reads', seconds: number, busy: number[], quiet: number[]): Row {
  const inWords = (samples: number[]) =>
    `longest ${ms(Math.max(...samples))}, p99 ${ms(percentile(samples, 0.99))}, p50 ${ms(percentile(samples, 0.5))} of ${samples.length}`
  const longest = Math.max(...busy)
  return {
    benchmark: `${shop.products.toLocaleString('en-US')} products, upgraded in ${seconds.toFixed(0)} s by another process: ${what} meanwhile`,
    ours: inWords(busy),
    floor: `without: ${inWords(quiet)}`,
    ratio: (percentile(busy, 0.5) / percentile(quiet, 0.5)).toFixed(2),
    ...(what === 'writes' ? { goal: `longest ≤ ${GOAL_MS} ms`, met: longest <= GOAL_MS } : { goal: '' }),
  }
}

async function underLoad(shop: Shop, work: () => Promise<unknown>): Promise<Took> {
  const took: Took = { writes: [], reads: [] }
  let isOver = false
  const products = await someProducts(shop)
  const run = Date.now().toString(36)
  const again = async (into: number[], ask: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n += 1) {
      const began = performance.now()
      await ask(n)
      into.push(performance.now() - began)
    }
  }
  const some = (n: number, count: number) =>
    Array.from({ length: count }, (_, i) => products[(n * count + i) % products.length]).filter((p) => p !== undefined)
  const templateId = products[0]?.templateId ?? 0
  const read = (address: string) => () => fetched(shop.server.url + address, shop.cookie)
  const loads = [
    again(took.writes, (n) =>
      sent(shop, updateProducts, { products: some(n, EDITED).map(({ id }) => ({ id, price: (n % 90) + 1 })) }),
    ),
    again(took.writes, (n) =>
      sent(shop, createProduct, {
        product: { templateId, sku: `UP-${run}-${n}`, title: 'Bench mug', price: 10, quantity: 5 },
      }),
    ),
    again(took.writes, (n) =>
      sent(shop, createOrder, {
        order: {
          source: 'Bench',
          customer: { name: 'Dana Moss' },
          items: some(n, 2).map(({ sku }) => ({ sku, quantity: 1, price: 10 })),
        },
      }),
    ),
    again(took.reads, read(addressOf(listProducts, { query: { limit: 25 } }))),
    again(took.reads, read(addressOf(searchOrders))),
  ]
  await Promise.race([work(), Promise.all(loads)])
  isOver = true
  await Promise.all(loads)
  return took
}

function upgraded(connection: pg.PoolConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    fork(join(import.meta.dirname, 'kit/upgrading.ts'), [JSON.stringify(connection)], { stdio: 'inherit' }).once(
      'exit',
      (code) => (code === 0 ? resolve() : reject(new Error(`The upgrade ended with ${code}.`))),
    )
  })
}
