import type { SimAnswer } from '../../kit/simulator.ts'

/** What the platform does not do, in its own words. */
export class Refused extends Error {
  readonly status: number
  readonly body: { errors: { category: string; code: string; detail: string; field?: string }[] }
  constructor(status: number, category: string, code: string, detail: string, field?: string) {
    super(detail)
    this.status = status
    this.body = { errors: [{ category, code, detail, ...(field && { field }) }] }
  }
}

/** A request that cannot be done as it stands; `field` is the path in it. */
export const invalid = (code: string, detail: string, field?: string): Refused =>
  new Refused(400, 'INVALID_REQUEST_ERROR', code, detail, field)
export const notFound = (detail: string, field?: string): Refused =>
  new Refused(404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND', detail, field)
export const unauthorized = (code: string, detail: string, field?: string): Refused =>
  new Refused(401, 'AUTHENTICATION_ERROR', code, detail, field)
/** Named in the platform's texts, yet not in its published list of codes. */
export const mismatch = (id: string, current: unknown, sent: unknown): Refused =>
  invalid(
    'VERSION_MISMATCH',
    `Object version does not match latest database version: ${id} is at ${current}, not ${sent}.`,
    'version',
  )
export const tooMany = (detail = 'Too many requests, try again later.'): Refused =>
  new Refused(429, 'RATE_LIMIT_ERROR', 'RATE_LIMITED', detail)

const failures = {
  error500: () => new Refused(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR', 'A general server error occurred.'),
  rate_limit: () => tooMany(),
  forbidden: () =>
    new Refused(
      403,
      'AUTHENTICATION_ERROR',
      'INSUFFICIENT_SCOPES',
      'The merchant has not given your application this permission.',
    ),
}
export const failure = (kind: keyof typeof failures): SimAnswer => answerOf(failures[kind]())
export const answerOf = ({ status, body }: Refused): SimAnswer => ({ status, body })
