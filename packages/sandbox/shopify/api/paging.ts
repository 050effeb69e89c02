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

/** A cursor in a form that is cheap to compare; ids of one type are in the order of their numbers. */
interface Place {
  value: Key
  id: string
}
const placeOf = (cursor: Cursor): Place => ({ value: cursor.last_value, id: cursor.last_id.padStart(60, '0') })
const compareKeys = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0)
const comparePlaces = (a: Place, b: Place): number => compareKeys(a.value, b.value) || compareKeys(a.id, b.id)

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
  const direction = args.reverse ? -1 : 1
  const after = args.after ? placeOf(read(args.after)) : undefined
  const before = args.before ? placeOf(read(args.before)) : undefined
  const between = rows
    .map((row) => {
      const cursor: Cursor = { last_id: row.id, last_value: how.key(row) }
      return { row, cursor, place: placeOf(cursor) }
    })
    .filter(
      ({ place }) =>
        (!after || comparePlaces(place, after) * direction > 0) &&
        (!before || comparePlaces(place, before) * direction < 0),
    )
    .sort((a, b) => comparePlaces(a.place, b.place) * direction)
  const fromStart = args.first !== null && args.first !== undefined
  const shown = fromStart ? between.slice(0, size) : between.slice(Math.max(0, between.length - size))
  const edges = shown.map(({ row, cursor }) => ({ cursor: write(cursor), node: how.view(row) }))
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
export function pageInOrder<T extends { id: string }, V>(
  rows: T[],
  args: PageArgs,
  view: (row: T) => V,
  largest?: number,
) {
  const places = new Map(rows.map((row, place) => [row.id, place]))
  return page(rows, args, { key: (row) => places.get(row.id) ?? 0, view, ...(largest ? { largest } : {}) })
}
