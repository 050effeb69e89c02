import { describe, expect, it } from 'vitest'
import type { HttpAnswer } from '../call.ts'
import { ebayConnect } from '../ebay/connect.ts'
import { exchangeCode, grantOf, refreshTokens, retryAfter, tokenError } from './oauth.ts'

const answer = (status: number, body: unknown, headers = {}): HttpAnswer => ({ status, headers, body })
const context = { origins: { api: 'https://api.example' }, clientId: 'id', clientSecret: 'secret', shop: '' }
const now = new Date('2026-11-21T12:00:00Z')

describe('grants', () => {
  it('reckon their ends from the given time', () => {
    expect(grantOf({ accessToken: 'a', expiresIn: 7200, refreshToken: 'r', refreshExpiresIn: 60 }, now)).toEqual({
      accessToken: 'a',
      expiresAt: new Date('2026-11-21T14:00:00Z'),
      refreshToken: 'r',
      refreshExpiresAt: new Date('2026-11-21T12:01:00Z'),
    })
  })
  it('come from a code, and a refresh without a new refresh token says nothing of it', async () => {
    const first = await exchangeCode(
      ebayConnect,
      async () => answer(200, { access_token: 'a', expires_in: 10, refresh_token: 'r' }),
      { ...context, code: 'c', redirect: 'ru' },
      now,
    )
    expect(first).toMatchObject({ accessToken: 'a', refreshToken: 'r' })
    const next = await refreshTokens(
      ebayConnect,
      async () => answer(200, { access_token: 'b', expires_in: 10 }),
      { ...context, refreshToken: 'r' },
      now,
    )
    expect(next).toEqual({ accessToken: 'b', expiresAt: new Date('2026-11-21T12:00:10Z') })
  })
})

describe('a refused token request', () => {
  it.each([
    [400, { error: 'invalid_grant', error_description: 'expired' }, 'revoked', 'invalid_grant'],
    [401, { error: 'invalid_client' }, 'unauthorized', 'invalid_client'],
    [503, 'busy', 'unavailable', undefined],
    [429, {}, 'rate_limited', undefined],
  ] as const)('%i is named', (status, body, kind, code) => {
    expect(tokenError('eBay', answer(status, body))).toMatchObject({ kind, code })
  })
  it('reads Retry-After in seconds', () => {
    expect(retryAfter(answer(429, '', { 'retry-after': '12' }))).toBe(12)
    expect(retryAfter(answer(429, '', { 'retry-after': 'soon' }))).toBeUndefined()
    expect(retryAfter(answer(429, ''))).toBeUndefined()
  })
})
