import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areas } from '#contract/all.ts'
import { type AnyEndpoint, isKeyed } from '#contract/endpoint.ts'
import type { Ctx } from '../context.ts'
import { type Database, openPools } from '../db/connection/pools.ts'
import { type Reader, openReader } from '../testing/setup/reader.ts'
import { sandboxedApp } from '../testing/setup/sandboxed.ts'
import { type SentStatements, listenToStatements } from '../testing/statements/sent.ts'
import { openDesk } from '../testing/writes/desk.ts'
import {
  type Processes,
  type RowCounter,
  added,
  falseStatements,
  interrupt,
  openRowCounter,
  startDying,
} from '../testing/writes/interrupted.ts'
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
let reader: Reader
let rows: RowCounter
let processes: Processes
let sumsOfAll: string
let sent: SentStatements
beforeAll(async () => {
  sent = listenToStatements()
  wide = on.app.services.database
  narrow = openPools({ ...wide.connection, connectionTimeoutMillis: 5000 }, 1)
  reader = await openReader(wide.connection)
  rows = await openRowCounter(on.app)
  processes = await startDying(on.app, { SANDBOX_PORT: String(on.sandbox.port) })
  const tables = await reader.read<{ name: string; owned: boolean }>(
    `select t.table_name as name, exists (select from information_schema.columns c
      where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'organization_id') as owned
    from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
    [],
  )
  const sums = tables
    .filter(({ name }) => !BESIDE.includes(name))
    .map(
      ({ name, owned }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(r, ',' order by r)), '') as sum
        from "${name}" t cross join lateral (select (to_jsonb(t) - '${NOTED}')::text as r) rows ${owned ? 'where t.organization_id = $1::bigint' : ''}`,
    )
  const jobs = `select 'jobs', count(*) || ' ' || coalesce(md5(string_agg(j.id::text, ',' order by j.id)), '')
    from jobs.job j where (j.data->>'organizationId')::bigint = $1::bigint`
  sumsOfAll = [...sums, jobs].join(' union all ')
})

afterAll(async () => {
  sent.stop()
  await processes.line.stop()
  await processes.dying.stop()
  await rows.stop()
  await reader.stop()
  await narrow.close()
})

/** Rows and a hash of every table that are the organization's or nobody's, and its jobs. */
async function contents({ organizationId }: Ctx): Promise<Record<string, string>> {
  const rows = await reader.read<{ name: string; sum: string }>(sumsOfAll, [organizationId])
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

/** Writes whose repeat cannot be answered at once where their process was lost, and why. */
const uninterrupted: Record<string, string> = {
  exchangeCode: 'a channel takes a code once: whoever loses the answer is told to connect again',
}

let people = 0
async function prepare(name: string) {
  const username = `${name}-${(people += 1)}`
  const desk = await openDesk(on.app, on.sandbox, accounts(name), { username, email: `${username}@example.com` })
  const request = await legalRequest(name, desk)
  return { desk, request, headers: { 'idempotency-key': name } }
}

/** @returns what it leaves: how many rows of each table */
async function sendAgain(name: string, endpoint: AnyEndpoint): Promise<Record<string, number>> {
  const { desk, request, headers } = await prepare(name)
  const { query, otherBody, ...others } = request
  const send = (more: object = {}) =>
    on.app.call(endpoint, { ...others, query, ...more, as: desk.as, headers } as never)
  const [before, rowsBefore] = [await contents(desk.ctx), await rows.count(desk.ctx)]
  sent.begin()
  const first = await send()
  const refused = sent.end()
  expect(first.status, `${name}: ${first.body.message} ${JSON.stringify(first.body.fields)}`).toBe(200)
  const [saved, rowsSaved] = [await contents(desk.ctx), await rows.count(desk.ctx)]
  const again = await send()
  expect(again.body).toEqual(first.body)
  expect(refused, 'what several nodes would refuse').toEqual([])
  expect(await contents(desk.ctx)).toEqual(saved)
  const body = otherBody ?? (others.body && { ...others.body, changed: 'yes' })
  const other = body ? { body } : { query: { ...query, changed: 'yes' } }
  expect((await send(other)).body.code).toBe('idempotency_conflict')
  expect(await contents(desk.ctx)).toEqual(saved)
  if (!savesNothingHere.has(name)) expect(saved, 'it saves something').not.toEqual(before)
  return added(rowsBefore, rowsSaved)
}

async function sendInterrupted(name: string, endpoint: AnyEndpoint, once: Record<string, number>): Promise<string[]> {
  const { desk, request, headers } = await prepare(name)
  const { otherBody: _, ...others } = request
  const before = await rows.count(desk.ctx)
  const heard = await interrupt(processes, { endpoint, input: { ...others, as: desk.as, headers } })
  return falseStatements(heard, once, added(before, await rows.count(desk.ctx)))
}

describe('a write that is sent again with its key', () => {
  it.each(writes)(
    '%s is carried out once, also where its process loses the database at each commit',
    async (name, endpoint) => {
      on.app.services.database = asksChannel(name) ? wide : narrow
      const once = await sendAgain(name, endpoint)
      on.app.services.database = wide
      expect(uninterrupted[name] ? [] : await sendInterrupted(name, endpoint, once)).toEqual([])
    },
  )
})
