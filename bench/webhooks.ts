import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/connection/open.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { floodWebhooks } from '#server/testing/attacks/webhook-flood.ts'
import type { Row } from './kit/report.ts'

const PRODUCTS = 250

/** Events for receivers that are slow, down for a day, answer 500 now and then, or 410. @param events for all four together */
export async function benchWebhooks(events: number): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'motto-bench-'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: (line) => console.error(line) })
  await migrate(database.connection)
  try {
    const flood = { deliveries: events, products: PRODUCTS, seed: 11 }
    const { wrong, requests, seconds, hours } = await floodWebhooks(database.connection, flood)
    for (const what of wrong.slice(0, 20)) console.error(what)
    return [
      {
        benchmark: `${events.toLocaleString('en-US')} webhook events for receivers that are slow, down for a day, answer 500 or 410`,
        ours: `${wrong.length} wrong; ${requests.toLocaleString('en-US')} requests in ${seconds.toFixed(0)} s, ${hours.toFixed(1)} h of simulated time`,
        floor: '',
        ratio: '',
        goal: 'each arrives, in order for its record, once for a receiver that stores ids',
        met: wrong.length === 0,
      },
    ]
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
