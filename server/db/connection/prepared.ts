import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type pg from 'pg'

/** Kept by the database per connection, each at some ten kilobytes: the hot ones of the application fit in. */
const MOST_KEPT = 200
/** What came this often will come again. */
const REPEATED = 3
/** Texts that are counted at once; those that are built of their values would grow without end. */
const MOST_COUNTED = 2000

/** Somewhere in a text that is planned anew each time, as the values decide which way is best: a day's orders are not found like a year's. */
export const PLANNED_ANEW = '/* planned anew */'
/** … as a part of such a text. */
export const plannedAnew = sql.raw(PLANNED_ANEW)

/**
 * A part of a text that is planned once for a connection, whatever its values: for statements that find some rows by their keys, where planning takes longer
 * than the rest. Left to itself, the database counts a text with lists for dearer than it is, and plans it each time.
 */
const PLANNED_ONCE = '/* planned once */'
export const plannedOnce = sql.raw(PLANNED_ONCE)
const [once, again] = ['set plan_cache_mode = force_generic_plan', 'reset plan_cache_mode']

type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

const counted = new Map<string, number>()
/** Names are the same on every connection of the process, and none is given twice. */
const names = new Map<string, string>()
let assigned = 0

/** The name under which a text is kept; none for what came seldom or came when all names were taken. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || assigned >= MOST_KEPT || text.includes(PLANNED_ANEW)) return known
  const times = (counted.get(text) ?? 0) + 1
  if (times < REPEATED) {
    if (counted.size >= MOST_COUNTED) counted.clear()
    counted.set(text, times)
    return undefined
  }
  counted.delete(text)
  assigned += 1
  const name = `motto_${assigned}`
  names.set(text, name)
  return name
}

/** A kept statement may no longer fit the tables when another version of Motto has changed them meanwhile. PostgreSQL says so before it runs anything. */
const isOutdated = (error: unknown) =>
  (error as { code?: unknown; routine?: unknown }).code === '0A000' &&
  (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'

/**
 * From now on the connection sends statements that come again under a name, so that the database reads their text once.
 * @param role of the statement that comes next, where it is not the usual one: row-level security makes another plan of the same text for it, and one
 * name would lose its plan each time the role changes
 * @param plans whether the database can plan a statement of several steps once: several nodes cannot
 */
export function prepareRepeated(
  client: pg.ClientBase,
  role: () => string = () => '',
  plans: { once: boolean } = { once: true },
): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  const send = query as Send
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  const prepared = async (text: string, values: unknown[], name: string) => {
    try {
      return await send({ name: name + role(), text, values })
    } catch (error) {
      if (!isOutdated(error)) throw error
      if (names.get(text) === name) names.delete(text)
      // In a transaction this fails, too, as the first failure has ended it; that one tells the cause.
      return await send({ text, values }).catch(() => {
        throw error
      })
    }
  }
  /** Travels with the statement beside it. In a transaction that has failed it is refused as well, and the statement tells why. */
  const along = (setting: string) => void Promise.resolve(query(setting)).catch(() => undefined)
  const plannedAtMostOnce = (text: string, values: unknown[], name: string) => {
    // One write to the socket for all three.
    stream.cork()
    along(once)
    const answer = prepared(text, values, name)
    along(again)
    stream.uncork()
    return answer
  }
  Object.assign(client, {
    query: (...parameters: unknown[]) => {
      const [text, values] = parameters
      if (parameters.length !== 2 || typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
        return query(...parameters)
      const name = nameOf(text)
      if (!name) return query(...parameters)
      return plans.once && text.includes(PLANNED_ONCE)
        ? plannedAtMostOnce(text, values, name)
        : prepared(text, values, name)
    },
  })
}
