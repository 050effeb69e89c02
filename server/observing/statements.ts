import type { LogEvent } from 'kysely'
import type { Log } from '../log.ts'
import { slowStatements, statementSeconds } from './metrics.ts'
import { currentScope } from './scope.ts'
import { sinceMs } from './tracing.ts'

/** A statement that takes longer is counted and logged. */
export const SLOW_MS = 300
const MOST_CHARACTERS = 300

/** The text of a statement without the values that stand in it; those that travel apart are not in it. */
export const textWithoutValues = (text: string): string =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, `'?'`)
    .replaceAll(/\s+/g, ' ')
    .slice(0, MOST_CHARACTERS)

/** Counts a statement for the request or job that sent it. A slow one is named in the log. */
export function noteStatement(
  { query, queryDurationMillis: ms, level }: LogEvent,
  log: Pick<Log, 'warn'> | undefined,
): void {
  statementSeconds.observe(ms / 1000)
  const scope = currentScope()
  if (scope?.span) {
    const text = textWithoutValues(query.sql)
    scope.span
      .child(`SQL ${text.split(' ')[0] ?? ''}`, { 'db.system.name': 'postgresql', 'db.query.text': text }, sinceMs(ms))
      ?.end({}, level === 'error')
  }
  if (ms < SLOW_MS) return
  const work = scope?.name ?? 'other'
  slowStatements.inc({ work })
  log?.warn({ work, ms: Math.round(ms), sql: textWithoutValues(query.sql) }, 'a statement was slow')
}
