import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { refuse } from './errors.ts'
import type { Shop } from '../state.ts'

/** One call to the API, its token already checked. */
export interface Call {
  /** Whose token it is. */
  shop: Shop
  token: string
  context: SimContext
  request: SimRequest
  /** The variable parts of the path after the store's. */
  params: number[]
  query: URLSearchParams
}
export type Handler = (call: Call) => SimAnswer | Promise<SimAnswer>
export interface Route {
  method: string
  version: 'v2' | 'v3'
  pattern: RegExp
  /** What the token must hold; '' is any token. */
  scope: string
  handle: Handler
}

const routes =
  (version: 'v2' | 'v3') =>
  (scope: string, method: string, path: string, handle: Handler): Route => ({
    method,
    version,
    pattern: new RegExp(`^${path.replaceAll('{}', '(\\d+)')}$`),
    scope,
    handle,
  })
/** `{}` in a path stands for a number. */
export const v3 = routes('v3')
export const v2 = routes('v2')

export const ok = (data: unknown, meta: object = {}, status = 200): SimAnswer => ({ status, body: { data, meta } })
export const nothing: SimAnswer = { status: 204 }

const wholeIn = (query: URLSearchParams, name: string, standard: number): number => {
  const text = query.get(name)
  if (text === null) return standard
  if (!/^\d+$/.test(text) || Number(text) < 1) throw refuse(422, `The ${name} is not valid.`)
  return Number(text)
}
/** @throws BigCommerceError 413, 422 */
export function partOf<T>(query: URLSearchParams, all: readonly T[], most = 250) {
  const [page, limit] = [wholeIn(query, 'page', 1), wholeIn(query, 'limit', 50)]
  if (limit > most) throw refuse(413, `The limit may be ${most} at most.`)
  return { page, limit, part: all.slice((page - 1) * limit, page * limit) }
}
/** A page in the envelope of V3. @throws BigCommerceError 413, 422 */
export function pageOf<T>({ query }: Call, all: readonly T[], show: (row: T) => unknown, most?: number): SimAnswer {
  const { page, limit, part } = partOf(query, all, most)
  const pagination = {
    total: all.length,
    count: part.length,
    per_page: limit,
    current_page: page,
    total_pages: Math.ceil(all.length / limit),
    links: { current: `?page=${page}&limit=${limit}` },
  }
  return ok(part.map(show), { pagination })
}
/** A page of V2: a list without an envelope, and no body at all where it is empty. @throws BigCommerceError 413, 422 */
export function plainPageOf<T>({ query }: Call, all: readonly T[], show: (row: T) => unknown): SimAnswer {
  const { part } = partOf(query, all)
  return part.length > 0 ? { status: 200, body: part.map(show) } : nothing
}

/** The values of a filter such as `id:in`; undefined where it is not asked for. */
export const among = (query: URLSearchParams, name: string): Set<string> | undefined => {
  const text = query.get(name)
  return text === null ? undefined : new Set(text.split(','))
}
