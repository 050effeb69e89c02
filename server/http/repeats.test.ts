import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#contract/all.ts'
import { type AnyEndpoint, isKeyed } from '#contract/endpoint.ts'
import type { Ctx } from '../context.ts'
import { type Database, openPools } from '../db/connection/pools.ts'
import { sandboxedApp } from '../testing/setup/sandboxed.ts'
import { openDesk } from '../testing/writes/desk.ts'
import { accounts, asksChannel, elsewhere, legalRequest, savesNothingHere } from '../testing/writes/legal.ts'
import { prepared } from '../testing/writes/prepared.ts'

const on = sandboxedApp()
/** Kept beside the work of a write: counted tries, the keys, and what each call to a channel costs. */
const BESIDE = ['rate_limits', 'idempotency_keys']
/** When a session was last seen: noted once a minute, by reads as well. */
const NOTED = 'last_seen_at'
/** What the app opened, and one connection of each kind: a write that asks for a second one while it holds the first fails with that. */
let wide: Database
let narrow: Database
let tables: { name: string; column: string }[]
beforeAll(async () => {
  wide = on.app.services.database
  narrow = openPools({ ...wide.connection, connectionTimeoutMillis: 5000 }, 1)
  const { rows } = await sql<{ name: string; owned: boolean }>`
    select t.table_name as name, exists (select from information_schema.columns c
      where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'organization_id') as owned
    from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(
    on.app.services.database.system,
  )
  tables = rows
    .filter(({ name }) => !BESIDE.includes(name))
    .map(({ name, owned }) => ({ name, column: owned ? 'organization_id' : '' }))
})

afterAll(() => narrow.close())

/** Rows and a hash of every table that are the organization's or nobody's, and its jobs. */
async function contents({ organizationId }: Ctx): Promise<Record<string, string>> {
  const own = sql.lit(organizationId)
  const sums = tables.map(
    ({ name, column }) =>
      sql`select ${sql.lit(name)} as name, count(*) || ' ' || coalesce(md5(string_agg(r, ',' order by r)), '') as sum
        from ${sql.table(name)} t cross join lateral (select (to_jsonb(t) - ${NOTED})::text as r) rows ${column ? sql`where t.organization_id = ${own}` : sql``}`,
  )
  const jobs = sql`select 'jobs' as name, count(*) || ' ' || coalesce(md5(string_agg(j.id::text, ',' order by j.id)), '') as sum
    from jobs.job j where (j.data->>'organizationId')::bigint = ${own}`
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join([...sums, jobs], sql` union all `)}`.execute(
    on.app.services.database.system,
  )
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

const writes = Object.values(areas)
  .flatMap((area) => Object.entries(area) as [string, AnyEndpoint][])
  .filter(([name, endpoint]) => isKeyed(endpoint) && (prepared[name] || !elsewhere[name]))

it('every keyed write is sent, or named with what it needs', () => {
  const keyed = Object.values(areas).flatMap((area) =>
    Object.entries(area).flatMap(([name, endpoint]) => (isKeyed(endpoint) ? [name] : [])),
  )
  expect(Object.keys(elsewhere).filter((name) => !keyed.includes(name))).toEqual([])
})

describe('a write that is sent again with its key', () => {
  it.each(writes)('%s is carried out once', async (name, endpoint) => {
    on.app.services.database = asksChannel(name) ? wide : narrow
    const account = { username: name, email: `${name}@example.com` }
    const desk = await openDesk(on.app, on.sandbox, accounts(name), account)
    const { query, otherBody, ...request } = await legalRequest(name, desk)
    const headers = { 'idempotency-key': name }
    const send = (more: object = {}) =>
      on.app.call(endpoint, { ...request, query, ...more, as: desk.as, headers } as never)
    const before = await contents(desk.ctx)
    const first = await send()
    expect(first.status, `${name}: ${first.body.message} ${JSON.stringify(first.body.fields)}`).toBe(200)
    const saved = await contents(desk.ctx)
    const again = await send()
    expect(again.body).toEqual(first.body)
    expect(await contents(desk.ctx)).toEqual(saved)
    const body = otherBody ?? (request.body && { ...request.body, changed: 'yes' })
    const other = body ? { body } : { query: { ...query, changed: 'yes' } }
    expect((await send(other)).body.code).toBe('idempotency_conflict')
    expect(await contents(desk.ctx)).toEqual(saved)
    if (!savesNothingHere.has(name)) expect(saved, 'it saves something').not.toEqual(before)
  })
})
