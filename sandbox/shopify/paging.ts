import { badRequest } from './problems.ts'

export interface PageArgs {
  after?: string | null
  before?: string | null
  first?: number | null
  last?: number | null
  reverse?: boolean | null
}
type Key = string | number

/** At most this many per page; the variants of one product come in larger pages. */
const largestPage = 250

interface Cursor {
  last_id: string
  last_value: Key
}
const write = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64')
function read(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString())
    if (typeof value === 'object' && value && 'last_id' in value && 'last_value' in value) return value as Cursor
  } catch {
    // Not one of ours: refused below.
  }
  throw badRequest(`Invalid cursor for current pagination sort: ${text}`)
}

const compareKeys = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0)
const inNumbers = (id: string): string => id.padStart(60, '0')

/**
 * A connection over rows in the order of `key`, then of their id. A cursor is a place in that order, not a count:
 * a row that moves to the end is met again, and none is skipped.
 */
export function page<T extends { id: string }, V>(
  rows: T[],
  args: PageArgs,
  how: { key: (row: T) => Key; view: (row: T) => V; largest?: number },
): { edges: { cursor: string; node: V }[]; nodes: V[]; pageInfo: Record<string, unknown> } {
  const size = args.first ?? args.last
  if (size === null || size === undefined) throw badRequest('you must provide one of first or last')
  if (size < 0 || size > (how.largest ?? largestPage)) {
    throw badRequest(`The page size ${size} is outside of 0 to ${how.largest ?? largestPage}.`)
  }
  const place = (row: T): Cursor => ({ last_id: row.id, last_value: how.key(row) })
  const compare = (a: Cursor, b: Cursor) =>
    (compareKeys(a.last_value, b.last_value) || compareKeys(inNumbers(a.last_id), inNumbers(b.last_id))) * (args.reverse ? -1 : 1)
  const sorted = rows.map((row) => ({ row, at: place(row) })).sort((a, b) => compare(a.at, b.at))
  const after = args.after ? read(args.after) : undefined
  const before = args.before ? read(args.before) : undefined
  const between = sorted.filter(({ at }) => (!after || compare(at, after) > 0) && (!before || compare(at, before) < 0))
  const fromStart = args.first !== null && args.first !== undefined
  const shown = fromStart ? between.slice(0, size) : between.slice(Math.max(0, between.length - size))
  const edges = shown.map(({ row, at }) => ({ cursor: write(at), node: how.view(row) }))
  const more = between.length > shown.length
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: fromStart ? more : before !== undefined,
      hasPreviousPage: fromStart ? after !== undefined : more,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

/** Rows in the order they come in. */
export function pageInOrder<T extends { id: string }, V>(rows: T[], args: PageArgs, view: (row: T) => V, largest?: number) {
  const places = new Map(rows.map((row, place) => [row.id, place]))
  return page(rows, args, { key: (row) => places.get(row.id) ?? 0, view, ...(largest ? { largest } : {}) })
}
