import { type ErrorCode, errors } from '#contract/errors.ts'

/** A failure that the caller is told: its code decides the status and, unless said better, the sentence. */
export class AppError extends Error {
  readonly code: ErrorCode
  fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string | undefined
  constructor(
    code: ErrorCode,
    message?: string,
    more: { fields?: Record<string, string>; retryAfterSeconds?: number; challenge?: string; cause?: unknown } = {},
  ) {
    super(message ?? errors[code].sentence, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
    this.challenge = more.challenge
  }
  get status(): number {
    return errors[this.code].status
  }
}

/** `invalid_input` at one field. */
export const invalid = (field: string, sentence: string) =>
  new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
