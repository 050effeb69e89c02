import pg from 'pg'
import { makeToken } from '#seed/make.ts'
import { jobContext } from '#server/context.ts'
import type { Shop } from './kit/fixture.ts'
import { ms, type Row } from './kit/report.ts'
import { inTurn } from './kit/time.ts'
import { fillOrders } from './orders/orders.ts'

const lists = ['/products?limit=50', '/listings?limit=50', '/orders/search?pageSize=50']
/** Below the requests that one token has in a minute. */
const ROUNDS = 400
const GOAL = 1.05
const ORDERS = 20_000

/** What a list takes by a session, by an API token, and by a token that is limited to some accounts. */
export async function benchTokens({ server, connection, cookie, organizationId }: Shop): Promise<Row[]> {
  const db = new pg.Client(connection)
  await db.connect()
  await fillOrders(db, organizationId, ORDERS)
  await db.end()
  const { services } = server
  const member = await services.database.system
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  const ctx = { ...jobContext(services, organizationId), userId: member.userId }
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
    const [bySession, byToken, byLimited] = await inTurn(
      ROUNDS,
      ask({ cookie }),
      ask(whole.headers),
      ask(limited.headers),
    )
    const timed = [
      ['an API token', byToken],
      ['a token limited to all its accounts', byLimited],
    ] as const
    for (const [who, time] of timed) {
      const ratio = (time?.p50 ?? 0) / (bySession?.p50 ?? 1)
      rows.push({
        benchmark: `${list} by ${who}, beside a session`,
        ours: ms(time?.p50 ?? 0),
        floor: ms(bySession?.p50 ?? 0),
        ratio: ratio.toFixed(2),
        goal: `≤ ${GOAL}`,
        met: ratio <= GOAL,
      })
    }
  }
  return rows
}
