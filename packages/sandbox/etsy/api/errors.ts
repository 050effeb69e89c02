import type { SimAnswer } from '../../kit/simulator.ts'

/** A refusal in Etsy's words: one sentence, no number. Where a sentence is not published, it is one of ours. */
export class EtsyError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>
  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(String(body['error']))
    this.status = status
    this.body = body
    this.headers = headers
  }
  answer(): SimAnswer {
    return { status: this.status, body: this.body, headers: this.headers }
  }
}

export const refuse = (status: number, error: string, headers?: Record<string, string>): EtsyError =>
  new EtsyError(status, { error }, headers)
export const invalid = (error: string): EtsyError => refuse(400, error)
export const notFound = (): EtsyError => refuse(404, 'Resource not found')
export const tokenRefused = (description: string): EtsyError =>
  new EtsyError(401, { error: 'invalid_token', error_description: description })
export const lacksScope = (scope: string): EtsyError =>
  new EtsyError(403, { error: 'insufficient_scope', error_description: `Access token lacks scope: ${scope}` })
