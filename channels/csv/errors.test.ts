import { expect, it } from 'vitest'
import { errorOfAnswer } from './errors.ts'

const refusal = (status: number, reason: string) => ({
  status,
  headers: {},
  body: { error: { code: status, message: 'No.', errors: [{ domain: 'usageLimits', reason }] } },
})

it.each([
  ['Drive’s limit of a user', refusal(403, 'userRateLimitExceeded'), 'rate_limited'],
  ['Drive’s limit of the app', refusal(403, 'rateLimitExceeded'), 'rate_limited'],
  ['the limit of Sheets', refusal(429, 'rateLimitExceeded'), 'rate_limited'],
  ['a file that somebody protected', refusal(403, 'insufficientFilePermissions'), 'forbidden'],
])('%s', (_, answer, kind) => expect(errorOfAnswer(answer, false).kind).toBe(kind))
