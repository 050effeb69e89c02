import { isObject, parseJson, type Json } from '../../kit/json.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { accessError, refuse } from './errors.ts'
import type { Shop } from '../state.ts'

/** One call to an API, its token already checked. */
export interface Call {
  shop: Shop
  context: SimContext
  request: SimRequest
  /** The variable parts of the path, decoded. */
  params: string[]
  query: URLSearchParams
  /** @throws EbayError 400 when there is none, or it is no JSON object */
  body(): Json
}
export type Handler = (call: Call) => SimAnswer | Promise<SimAnswer>
export interface Route {
  method: string
  pattern: RegExp
  handle: Handler
  /** The scope that the token must carry; none: any token will do, the app's too. */
  scope: string | null
  /** Belongs to no seller: the app's own token serves, which carries the scope. */
  ofApp: boolean
}

/** `{}` in a path stands for one segment; a trailing slash makes no difference, as at eBay. */
export function route(
  scope: string | null,
  method: string,
  path: string,
  handle: Handler,
  { ofApp = false } = {},
): Route {
  const pattern = new RegExp(`^${path.replace(/\/$/, '').replaceAll('{}', '([^/]+)')}/?$`)
  return { method, pattern, handle, scope, ofApp }
}

export const ok = (body: unknown, headers?: Record<string, string>): SimAnswer => ({ status: 200, body, headers })
export const noContent: SimAnswer = { status: 204 }

export function readJson(request: SimRequest): Json {
  const body = parseJson(request.rawBody.toString('utf8'))
  if (isObject(body)) return body
  throw refuse(400, {
    ...accessError(2004, 'Invalid request'),
    longMessage: 'The request has errors. For help, see the documentation for this API.',
  })
}

/** The address of another page of the same list. */
export function pageHref(call: Call, changes: Record<string, number>): string {
  const query = new URLSearchParams(call.query)
  for (const [name, value] of Object.entries(changes)) query.set(name, String(value))
  return `${call.context.baseUrl}${call.request.path}?${query}`
}
