import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { makeToken } from '#seed/make.ts'
import { type Ctx, jobContext } from '#server/context.ts'
import type { Shop } from './kit/fixture.ts'
import { ms, percentile, printed, type Row } from './kit/report.ts'
import { fillOrders } from './orders/orders.ts'

const lists = ['/products?limit=50', '/listings?limit=50', '/orders/search?pageSize=50']
/** Below the requests that one token has in a minute. */
const ROUNDS = 400
const WARM_UP = 60
const GOAL = 1.05
const ORDERS = 20_000

type Ask = () => Promise<void>

/** What a list takes by a session, by an API token, and by a token that is limited to some accounts. */
export async function benchTokens({ server, connection, cookie, organizationId }: Shop): Promise<Row[]> {
  const db = new pg.Client(connection)
  await db.connect()
  if (!(await hasOrders(db, organizationId))) await fillOrders(db, organizationId, ORDERS)
  await db.query('select rebuild_tallies($1)', [organizationId])
  await db.query('vacuum analyze orders, listing_products, products, product_facts, tallies, tally_notes')
  const ctx = await contextOf(server.services, organizationId)
  const accounts = await ctx.db
    .selectFrom('integrations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .execute()
  const rows: Row[] = []
  for (const list of lists) {
    const ask = (headers: Record<string, string>) => async () => {
      const response = await fetch(`${server.url}/api/v2${list}`, { headers })
      if (response.status !== 200) throw new Error(`${list} answered ${response.status}`)
      await response.arrayBuffer()
    }
    const whole = await makeToken(ctx)
    const limited = await makeToken(ctx, { accounts: accounts.map(({ id }) => id) })
    const session = ask({ cookie })
    // Each connection of the pool that is used is open by now.
    for (let n = 0; n < WARM_UP; n += 1)
      for (const headers of [{ cookie }, whole.headers, limited.headers]) await ask(headers)()
    const spent = await spentOn(db)
    rows.push(
      rowOf(`${list} by an API token, beside a session`, await inPairs(spent, session, ask(whole.headers))),
      rowOf(
        `${list} by a token limited to all its accounts, beside a session`,
        await inPairs(spent, session, ask(limited.headers)),
      ),
      rowOf(`${list} by a session, beside itself`, await inPairs(spent, session, session)),
    )
  }
  await db.end()
  return rows
}

async function hasOrders(db: pg.Client, organizationId: number): Promise<boolean> {
  const { rows } = await db.query('select from organization_counts where organization_id = $1 and orders >= $2', [
    organizationId,
    ORDERS,
  ])
  return rows.length > 0
}

async function contextOf(
  services: Shop['server']['services'],
  organizationId: number,
): Promise<Ctx & { userId: number }> {
  const { userId } = await services.database.system
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { ...jobContext(services, organizationId), userId }
}

interface Pairs {
  first: number
  second: number
  /** The middle of what the second took of the first, pair by pair. */
  ratio: number
}

/** Milliseconds of the processor that this process and those of the database that serve it have had until now. */
type Spent = () => number

/** What a process of the database had of the processor, in nanoseconds, as Linux tells it; 0 of one that has ended, as idle connections do. */
function spentBy(process: number): number {
  const file = `/proc/${process}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : 0
}

async function spentOn(db: pg.Client): Promise<Spent> {
  const { rows } = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + rows.reduce((sum, { pid }) => sum + spentBy(pid), 0) / 1e6
  }
}

/** Asks in pairs, each time the other one first, so that what else the machine does meets both. By the processor: by the clock it tells of others' work. */
async function inPairs(spent: Spent, first: Ask, second: Ask): Promise<Pairs> {
  const pairs: { first: number; second: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const pair = { first: 0, second: 0 }
    const inOrder = [
      ['first', first],
      ['second', second],
    ] as const
    for (const [name, ask] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
      const before = spent()
      await ask()
      pair[name] = spent() - before
    }
    pairs.push(pair)
  }
  const middle = (of: (pair: (typeof pairs)[number]) => number) => percentile(pairs.map(of), 0.5)
  return {
    first: middle((pair) => pair.first),
    second: middle((pair) => pair.second),
    ratio: middle((pair) => pair.second / pair.first),
  }
}

const rowOf = (benchmark: string, { first, second, ratio }: Pairs): Row =>
  printed({
    benchmark,
    ours: ms(second),
    floor: ms(first),
    ratio: ratio.toFixed(2),
    goal: `≤ ${GOAL}`,
    met: ratio <= GOAL,
  })
