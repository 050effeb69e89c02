import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/connection/open.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { flood } from '#server/testing/attacks/flood.ts'
import { openMarket } from '#server/testing/shop/market.ts'
import type { Row } from './kit/report.ts'

const ORDERS = 10_000
/** So many that no eBay listing is changed more often than eBay takes. */
const PRODUCTS = 150
const RATE = 0.05

/** 10,000 sales on six channels, of whose webhooks some are lost, doubled and reordered. */
export async function benchFlood(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'motto-bench-'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: (line) => console.error(line) })
  await migrate(database.connection)
  const market = await openMarket(database.connection, { paced: true })
  try {
    const { takenSeconds, agreedSeconds, wrong } = await flood(market, {
      orders: ORDERS,
      products: PRODUCTS,
      rate: RATE,
      seed: 10,
      buyers: 2,
      withinMs: 3_600_000,
    })
    for (const what of wrong.slice(0, 20)) console.error(what)
    const percent = `${100 * RATE} %`
    return [
      {
        benchmark: `${ORDERS.toLocaleString('en-US')} sales on six channels, of their webhooks ${percent} lost, ${percent} doubled, ${percent} reordered`,
        ours: `${wrong.length === 0 ? 'as many orders' : `${wrong.length} wrong`}; all here after ${takenSeconds.toFixed(0)} s, shown by seven channels after ${agreedSeconds.toFixed(0)} s`,
        floor: '',
        ratio: '',
        goal: 'one order per sale, no piece counted twice, all agree',
        met: wrong.length === 0,
      },
    ]
  } finally {
    await market.stop()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
