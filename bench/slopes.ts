import pg from 'pg'
import { areas } from '#contract/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { foldSales, foldStock, foldTallies } from '#server/features/analytics/days/fold.ts'
import { addressOf } from '#server/testing/address.ts'
import { type Shop, type Size, openShop } from './kit/fixture.ts'
import { type Row, ms } from './kit/report.ts'
import { inTurn } from './kit/time.ts'

const ROUNDS = 15
/** A read that takes longer at the largest size than this, and that many times as long as at the smallest, grows. */
const GROWTH = { ms: 50, times: 3 }

/** What reads that look for something look for: the same at every size. */
const queries: Record<string, object> = { searchProducts: { search: ['mug'] }, searchRecords: { q: 'mug' } }
/** These answer with everything there is. */
const whole = new Set(['exportProducts', 'exportOrders'])
/** These read sums, or the rows where no sums are kept yet. */
const summed = new Set([
  'getAttention',
  'getSales',
  'productOverview',
  'listingHealth',
  'stockValue',
  'stockAge',
  'inventorySignal',
])

const reads = Object.values(areas)
  .flatMap((area) => Object.entries(area))
  .filter(([name, endpoint]) => endpoint.method === 'GET' && !endpoint.path.includes('{') && !whole.has(name))

/** Milliseconds of a read, and of the same without sums. */
interface Time {
  products: number
  ours: number
  plain?: number
}

/** How long each read of the contract that needs no id takes at each size; those that read sums beside the same without. */
export async function benchSlopes(sizes: readonly Size[], data: string | undefined, named: string): Promise<Row[]> {
  const times = new Map<string, Time[]>()
  for (const size of sizes) {
    const shop = await openShop(size, data, 'api')
    console.error(`Timing reads at ${shop.products.toLocaleString('en-US')} products…`)
    try {
      for (const fold of [foldSales, foldTallies, foldStock]) await fold(shop.server.services)
      for (const [name, time] of await timeReads(shop, named)) times.set(name, [...(times.get(name) ?? []), time])
    } finally {
      await shop.stop()
    }
  }
  return [...times].map(([name, all]) => rowOf(name, all))
}

async function timeReads(shop: Shop, named: string): Promise<Map<string, Time>> {
  const times = new Map<string, Time>()
  const db = new pg.Client(shop.connection)
  await db.connect()
  try {
    for (const [name, endpoint] of reads.filter(([name]) => name.includes(named))) {
      const ask = askOf(shop, name, endpoint)
      // Refused, as it needs more than a fixture has.
      if (!(await ask())) continue
      const [ours] = await inTurn(ROUNDS, ask)
      if (!ours) continue
      const plain = summed.has(name) ? await withoutSums(db, () => inTurn(ROUNDS, ask)) : []
      times.set(name, { products: shop.products, ours: ours.p50, ...(plain[0] && { plain: plain[0].p50 }) })
    }
  } finally {
    await db.end()
  }
  return times
}

const askOf = ({ server, cookie }: Shop, name: string, endpoint: AnyEndpoint) => {
  const address = server.url + addressOf(endpoint, { query: queries[name] ?? {} })
  return async () => {
    const answer = await fetch(address, { headers: { cookie, 'accept-encoding': 'identity' } })
    await answer.arrayBuffer()
    return answer.ok
  }
}

/** As if nobody had counted an organization yet: its figures are read from the rows. */
async function withoutSums<T>(db: pg.Client, work: () => Promise<T>): Promise<T> {
  await db.query(`update tallies set name = 'not counted' where name = 'all counted'`)
  await db.query('update stock_sums set ready = false')
  return work().finally(async () => {
    await db.query(`update tallies set name = 'all counted' where name = 'not counted'`)
    await db.query('update stock_sums set ready = true')
  })
}

function rowOf(name: string, times: readonly Time[]): Row {
  const [first, last] = [times[0], times.at(-1)]
  const slope = (last?.ours ?? 0) / (first?.ours ?? 1)
  const all = (of: (time: Time) => number | undefined) =>
    times.map((time) => of(time)).flatMap((n) => (n === undefined ? [] : [ms(n)]))
  const plain = all((time) => time.plain)
  const row = {
    benchmark: `${name} at ${times.map(({ products }) => products.toLocaleString('en-US')).join(', ')} products`,
    ours: all((time) => time.ours).join(', '),
    floor: plain.length > 0 ? `without sums ${plain.join(', ')}` : '',
    ratio: slope.toFixed(1),
    goal: `does not grow`,
    met: slope <= GROWTH.times || (last?.ours ?? 0) <= GROWTH.ms,
  }
  console.error(`${row.met ? '✓' : '✗'} ${row.benchmark}: ${row.ours}${row.floor && ` (${row.floor})`}`)
  return row
}
