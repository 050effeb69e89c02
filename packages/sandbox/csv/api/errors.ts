import type { SimAnswer } from '../../kit/simulator.ts'

const codes = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
} as const
export type Status = keyof typeof codes

/** A refusal in Google's words, where those are published; else in words of ours. */
export class GoogleError extends Error {
  readonly status: Status
  constructor(status: Status, message: string) {
    super(message)
    this.status = status
  }
  answer(): SimAnswer {
    const code = codes[this.status]
    return { status: code, body: { error: { code, message: this.message, status: this.status } } }
  }
}

export const invalid = (message: string): GoogleError => new GoogleError('INVALID_ARGUMENT', message)
export const notFound = (): GoogleError => new GoogleError('NOT_FOUND', 'Requested entity was not found.')
export const unauthenticated = (): GoogleError =>
  new GoogleError('UNAUTHENTICATED', 'Request had invalid authentication credentials.')
export const lacksScopes = (): GoogleError =>
  new GoogleError('PERMISSION_DENIED', 'Request had insufficient authentication scopes.')
export const tooMany = (kind: 'Read' | 'Write'): GoogleError =>
  new GoogleError(
    'RESOURCE_EXHAUSTED',
    `Quota exceeded for quota metric '${kind} requests' and limit '${kind} requests per minute per user' of service 'sheets.googleapis.com'.`,
  )
