import type { ErrorCode } from '#contract/errors.ts'

/** A request that did not succeed; `status` 0 means that no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | undefined
  /** Path of an input → sentence. */
  readonly fields: Record<string, string>

  constructor(status: number, message: string, code?: ErrorCode, fields: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}
