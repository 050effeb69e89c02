import type { CheckStep } from '#contract/integrations/checks.ts'
import type { Http, HttpAnswer, HttpCall } from '../call.ts'
import { withoutSecrets } from './keep.ts'

/** One request with its answer, as it may be written to a file. */
export interface Exchange {
  step: CheckStep
  /** `GET /v2/catalog/object/{id}`, or `GraphQL SaveProduct`. */
  call: string
  /** Names of the parameters in the address. */
  query: string[]
  /** It looked through the seller's listings for the test product. */
  browsing?: true | undefined
  request: unknown
  /** 0: no answer came. */
  status: number
  answer: unknown
}

/** The origin that an address begins with, by the names of the channel's settings. */
export function pathOf(url: string, origins: Record<string, string>, shop: string): string {
  const bases = Object.values(origins).map((origin) => origin.replaceAll('{shop}', shop))
  const base = bases.filter((origin) => url.startsWith(origin)).toSorted((a, b) => b.length - a.length)[0]
  const path = base === undefined ? new URL(url).pathname : url.slice(base.length)
  return path.startsWith('/') ? path : `/${path}`
}

/** `batch-create`, `oauth2`: a name that a path always has, never an id. */
const isWord = (segment: string) =>
  /^[A-Za-z][A-Za-z_]{0,40}(-[a-z]+)*\d?$/.test(segment) && !/^[A-Z\d]{8,}$/.test(segment)
const isVersion = (segment: string) => /^(v\d+(_[a-z]+)?|\d{4}-\d\d)$/i.test(segment)
/** Segments that stand before an account's own name. */
const ofAccount = new Set(['stores', 'merchants', 'shops', 'marketplace'])

/** A path in which ids are replaced, so that calls of two accounts can be compared. */
export function template(path: string): string {
  const segments = (path.split('?')[0] ?? '').split('/')
  return segments
    .map((segment, i) => {
      const [name = '', verb] = segment.split(/(?=:)/)
      const isId = ofAccount.has(segments[i - 1] ?? '') || !(isWord(name) || isVersion(name))
      const plain = name === '' || name.endsWith('.json') ? name : isId ? '{id}' : name
      return `${plain}${verb ?? ''}`
    })
    .join('/')
}

const operationIn = (json: unknown): string | undefined =>
  typeof json === 'object' && json !== null && 'query' in json && typeof json.query === 'string'
    ? /^\s*(?:query|mutation)\s+(\w+)/.exec(json.query)?.[1]
    : undefined

/** How a call is named in a report. */
export function callName({ method, json }: HttpCall, path: string): string {
  const operation = operationIn(json)
  return operation ? `GraphQL ${operation}` : `${method} ${template(path)}`
}

function requestOf({ json, form, multipart }: HttpCall): unknown {
  if (operationIn(json)) return (json as { variables?: unknown }).variables ?? {}
  if (json !== undefined) return json
  if (form) return form
  return multipart && Object.fromEntries(Object.keys(multipart).map((name) => [name, '<part>']))
}

export interface RecorderOptions {
  origins: Record<string, string>
  shop: string
  sent: ReadonlySet<string>
  /** The step that runs. */
  step: () => CheckStep
  browsing?: () => boolean
  keep: (exchange: Exchange) => void
  /** Hears each exchange whole, in memory alone. */
  listen?: (call: HttpCall, answer: HttpAnswer, at: { step: CheckStep; path: string }) => void
}

/** A client that keeps what is said with a channel, without secrets or anything about people. Headers are never kept. */
export const recording =
  (http: Http, o: RecorderOptions): Http =>
  async (call) => {
    const step = o.step()
    const path = pathOf(call.url, o.origins, o.shop)
    const about = {
      step,
      call: callName(call, path),
      query: [...new Set(new URLSearchParams(path.split('?')[1] ?? '').keys())].toSorted(),
      ...(o.browsing?.() && { browsing: true as const }),
      request: withoutSecrets(requestOf(call) ?? null, o.sent),
    }
    let answer: HttpAnswer
    try {
      answer = await http(call)
    } catch (error) {
      o.keep({ ...about, status: 0, answer: null })
      throw error
    }
    o.keep({ ...about, status: answer.status, answer: withoutSecrets(answer.body, o.sent) })
    o.listen?.(call, answer, { step, path })
    return answer
  }
