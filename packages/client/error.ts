import type { ErrorCode } from './generated/names.ts'

/**
 * Codes of the client itself. `no_answer`: the connection failed, also after it was tried again. `redirected`: the address leads elsewhere.
 * `not_motto`: something else than Motto answered.
 */
export type ClientCode = 'no_answer' | 'redirected' | 'not_motto'

interface Details {
  status?: number
  fields?: Record<string, string>
  retryAfterSeconds?: number
  idempotencyKey?: string
  cause?: unknown
}

/** A request that did not succeed. Its message is a sentence for people. */
export class MottoError extends Error {
  override name = 'MottoError'
  readonly code: ErrorCode | ClientCode
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** Paths of inputs, and what is wrong with each. */
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | undefined
  /** The key of a write whose outcome is unknown: the same request with this key is carried out once. */
  readonly idempotencyKey: string | undefined

  constructor(code: ErrorCode | ClientCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? 0
    this.fields = details.fields ?? {}
    this.retryAfterSeconds = details.retryAfterSeconds
    this.idempotencyKey = details.idempotencyKey
  }
}
