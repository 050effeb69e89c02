import type { AnyEndpoint } from '#contract/endpoint.ts'
import type { App } from '../../http/route.ts'
import { type Answer, type TestApp, openApp } from '../setup/open-app.ts'
import { type BreakingDatabase, breakingDatabase } from '../setup/breaking.ts'
import { openReader } from '../setup/reader.ts'
import type { Ctx } from '../../context.ts'

/** A process that is gone at a commit, and another one on the same database that goes on. */
export interface Processes {
  dying: TestApp
  line: BreakingDatabase
  other: TestApp
}

/** Starts a process beside another one. Its line to the database can be broken. @param settings those of the other process */
export async function startDying(
  other: TestApp,
  settings: Record<string, string>,
  mountMore?: (app: App) => void,
): Promise<Processes> {
  const line = await breakingDatabase(other.services.database.connection)
  const { dataDir } = other.services.config
  return { dying: await openApp({ ...settings, DATA_DIR: dataDir }, line.connection, mountMore), line, other }
}

/** A write as its sender repeats it. */
export interface Keyed {
  endpoint: AnyEndpoint
  /** With the cookie and the key. */
  input: object
}

/** Tries at most: no write commits more than 8 times, and each commit is interrupted twice. */
const MOST_COMMITS = 16

export interface Interrupted {
  /** What the first process answered each time, as far as its sender would have heard it. */
  answers: Answer<unknown>[]
  /** What the other process answered to a repeat, and to one more. */
  last: Answer<unknown>
  again: Answer<unknown>
}

/**
 * Sends a write to a process that loses its database before its first commit arrives; then after the first commit, after the second, and so on, until
 * it has none left to lose; each twice, as a repeat whose key is known commits nothing to find that out. Then the same is sent to the other process, twice.
 */
export async function interrupt({ dying, line, other }: Processes, { endpoint, input }: Keyed): Promise<Interrupted> {
  const send = (app: TestApp) => app.call(endpoint, input as never) as Promise<Answer<unknown>>
  const answers = []
  line.breakNextCommit('unsent', 'down')
  answers.push(await send(dying))
  line.mend()
  for (let commit = 0; commit < MOST_COMMITS && answers.at(-1)?.status !== 200; commit += 1) {
    line.breakNextCommit('unanswered', 'down', Math.floor(commit / 2))
    answers.push(await send(dying))
    line.mend()
  }
  return { answers, last: await send(other), again: await send(other) }
}

export interface RowCounter {
  /** How many rows of each table are an organization's, and how many jobs. */
  count(ctx: Ctx): Promise<Record<string, number>>
  stop(): Promise<void>
}

export async function openRowCounter({ services }: TestApp): Promise<RowCounter> {
  const reader = await openReader(services.database.connection)
  const tables = await reader.read<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'`,
    [],
  )
  const counts = tables
    .filter(({ name }) => !BESIDE.includes(name))
    .map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}" where organization_id = $1::bigint`)
  const jobs = `select 'jobs', count(*)::int from jobs.job where (data->>'organizationId')::bigint = $1::bigint`
  const text = [...counts, jobs].join(' union all ')
  return {
    count: async ({ organizationId }) => {
      const rows = await reader.read<{ name: string; n: number }>(text, [organizationId])
      return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
    },
    stop: () => reader.stop(),
  }
}

/** Counted tries, the keys themselves, and what each account has used of a channel's calls. */
const BESIDE = ['rate_limits', 'idempotency_keys', 'channel_quota_shares']

/** What came and went between two counts, by table. */
export const added = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, n]) => [name, n - (before[name] ?? 0)] as const)
      .filter(([, n]) => n !== 0),
  )

/** Statements of an interrupted write that were false. @param once what it leaves where nothing breaks @param left what it left here */
export function falseStatements(
  { answers, last, again }: Interrupted,
  once: Record<string, number>,
  left: Record<string, number>,
): string[] {
  const wording = (answer: Answer<unknown>) => `${answer.status} ${answer.body.code ?? ''} ${answer.body.message}`
  const sentences = answers
    .filter(({ status, body }) => status !== 200 && body.code !== 'outcome_unknown' && body.code !== 'unavailable')
    .map((answer) => `an interrupted request was answered: ${wording(answer)}`)
  if (last.status !== 200) sentences.push(`the repeat was refused: ${wording(last)}`)
  for (const known of [...answers.filter(({ status }) => status === 200), again])
    if (JSON.stringify(known.body) !== JSON.stringify(last.body))
      sentences.push(`another answer: ${JSON.stringify(known.body)}, not ${JSON.stringify(last.body)}`)
  for (const name of new Set([...Object.keys(once), ...Object.keys(left)]))
    if (once[name] !== left[name]) sentences.push(`${left[name] ?? 0} rows of ${name}, not ${once[name] ?? 0}`)
  return sentences
}
