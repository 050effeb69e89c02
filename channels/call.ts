/** A picture as it is sent: bytes, never an address. */
export interface Picture {
  bytes: Uint8Array
  type: string
  name: string
}

/** One HTTP request to a channel. At most one of `json`, `form`, `multipart`, `text` may be given. */
export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Absolute. */
  url: string
  headers?: Record<string, string>
  json?: unknown
  /** A list is sent as the same name again and again. */
  form?: Record<string, string | string[]>
  multipart?: Record<string, string | Picture>
  /** Whatever else a channel takes; its type goes into `headers`. */
  text?: string
  /** Cost in the channel's own points, where it counts more than requests. */
  cost?: number
  /** What it really cost, for a channel that tells it with its answer and takes no more than that. */
  costTold?(answer: HttpAnswer): number | undefined
  /** Of an account that others use too: what the answer tells is left of its quota, and when that begins anew. */
  left?(answer: HttpAnswer): { calls: number; resetSeconds: number } | undefined
  /** Which of the channel's quotas counts this call beside those that count every call. */
  lane?: string
  /** It may take what is kept of a quota for what must not wait. */
  hurries?: boolean
  /** It changes nothing of the shop, whatever its method: a question by POST, or a call about access alone. Without it all but GET writes. */
  reads?: boolean
}
/** Whether a call may change something of the shop. A GraphQL mutation does, whatever else is said of it. */
export const isWrite = ({ method, reads, json }: Pick<HttpCall, 'method' | 'reads' | 'json'>): boolean =>
  method !== 'GET' && !(reads && !isMutation(json))
const isMutation = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'query' in json && /^\s*mutation\b/.test(String(json.query))

export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  /** Parsed when it is JSON, else the text. */
  body: unknown
}
/**
 * Sends one request: paced, with a time limit, its secrets kept out of the log. Any HTTP status is an answer.
 * @throws ChannelError `unavailable` when no answer came; with `maybeDone` when the request may have been carried out
 */
export type Http = (call: HttpCall) => Promise<HttpAnswer>

/**
 * So many `calls` (or points of `cost`) in so many `seconds`, and no more than `atOnce` at a time: for one connected account, or for all accounts of the
 * operator's app together. With `lane` it counts the calls of that lane alone; `atOnce: 1` keeps those from overlapping.
 */
export interface Quota {
  per: 'account' | 'app'
  lane?: string
  calls: number
  seconds: number
  /** Of them, those that may go in one moment after a rest, where less than an hour is counted; a fifth unless given. */
  burst?: number
  atOnce?: number
  /** Of an hour and more: no stretch of so many seconds may hold more, whenever it begins. Otherwise windows that the channel begins anew. */
  rolling?: true
  /** Of an hour and more: calls that only those take that hurry, such as telling that something is sold out. */
  reserve?: number
}
/** How one of a channel's quotas stands, in its own words. */
export interface ToldQuota {
  /** One of `limits.quotas`. */
  quota: Quota
  calls: number
  used: number
  resetAt: Date
}

/** How often a channel lets one listing be changed, and as how many changes it counts one of so many SKUs whose whole is told. */
export interface Revisions {
  calls: number
  seconds: number
  ofWhole: (skus: number) => number
}
