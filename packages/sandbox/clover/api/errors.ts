import type { SimAnswer } from '../../kit/simulator.ts'

/** What the platform does not do, in its own words: it has no codes. */
export class Refused extends Error {
  readonly status: number
  readonly details: string | undefined
  readonly headers: Record<string, string>
  constructor(status: number, message: string, more: { details?: string; headers?: Record<string, string> } = {}) {
    super(message)
    this.status = status
    this.details = more.details
    this.headers = more.headers ?? {}
  }
  answer(): SimAnswer {
    const body = { message: this.message, ...(this.details && { details: this.details }) }
    return { status: this.status, headers: this.headers, body }
  }
}

export const invalid = (message: string) => new Refused(400, message)
export const notFound = (details: string) => new Refused(404, 'Not Found', { details })
/** Of an item it says so, with the same status. */
export const invalidId = () => new Refused(404, 'invalid ID')
/** Also where the app lacks a permission: the platform does not tell those apart. */
export const unauthorized = () => new Refused(401, '401 Unauthorized')

/** Which of the four limits was met stands in a header of its own; those on calls at once say how long to wait. */
export const tooMany = (limit: string, most: number, waitSeconds?: number) =>
  new Refused(429, 'Too Many Requests', {
    headers: {
      [`x-ratelimit-${limit.toLowerCase()}`]: String(most),
      ...(waitSeconds !== undefined && { 'retry-after': String(waitSeconds) }),
    },
  })

const failures = {
  error500: () => new Refused(500, 'Internal Server Error'),
  rate_limit: () => tooMany('tokenLimit', 16),
  forbidden: unauthorized,
}
export const failure = (kind: keyof typeof failures): SimAnswer => failures[kind]().answer()
