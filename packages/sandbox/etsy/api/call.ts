import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { invalid, notFound } from './errors.ts'
import type { Shop } from '../state.ts'

/** One call to the API, its app and token already checked. */
export interface Call {
  /** Whose token it is. */
  shop: Shop
  context: SimContext
  request: SimRequest
  /** The variable parts of the path after the shop's. */
  params: string[]
  query: URLSearchParams
}
export type Handler = (call: Call) => SimAnswer | Promise<SimAnswer>
export interface Route {
  method: string
  pattern: RegExp
  handle: Handler
  /** What the token must hold; '' is any token, null none at all. */
  scope: string | null
}

/** `{}` in a path stands for a number; one that begins with `/shops/{}` must be the shop of the token. */
export const route = (scope: string | null, method: string, path: string, handle: Handler): Route => ({
  method,
  pattern: new RegExp(`^/v3/application${path.replaceAll('{}', '(\\d+)')}$`),
  scope,
  handle: path.startsWith('/shops/{}') ? ofShop(handle) : handle,
})

/** @throws EtsyError 404 for another's shop */
const ofShop =
  (handle: Handler): Handler =>
  (call) => {
    const [shopId, ...params] = call.params
    if (Number(shopId) !== call.shop.seller.shopId) throw notFound()
    return handle({ ...call, params })
  }

export const ok = (body: unknown, status = 200): SimAnswer => ({ status, body })
export const listOf = (results: unknown[], count = results.length): SimAnswer => ok({ count, results })

/** Most results of a page. */
const mostPerPage = 100

/** @throws EtsyError 400 */
export function pageOf<T>({ query }: Call, all: readonly T[]): { part: T[]; count: number } {
  const read = (name: string, standard: number, least: number, most: number) => {
    const text = query.get(name)
    if (text === null) return standard
    if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most)
      throw invalid(`${name} must be from ${least} to ${most}`)
    return Number(text)
  }
  const limit = read('limit', 25, 1, mostPerPage)
  const offset = read('offset', 0, 0, 12_000_000)
  return { part: all.slice(offset, offset + limit), count: all.length }
}

/** The ids that a batch asks for. @throws EtsyError 400 */
export function idsIn({ query }: Call): string[] {
  const ids = (query.get('listing_ids') ?? '').split(',').filter((id) => id !== '')
  if (ids.length === 0 || ids.length > mostPerPage || !ids.every((id) => /^\d+$/.test(id)))
    throw invalid(`listing_ids must be 1 to ${mostPerPage} ids`)
  return ids
}
export const includesIn = ({ query }: Call): Set<string> =>
  new Set(query.getAll('includes').flatMap((names) => names.split(',')))
