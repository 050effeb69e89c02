import { describe, expect, it } from 'vitest'
import type { HttpAnswer } from '../call.ts'
import { ChannelError } from '../channel.ts'
import { ebayConnect } from '../ebay/connect.ts'
import { challengeOf, exchangeCode, newVerifier, readCode, refreshTokens, retryAfter, tokenError } from './oauth.ts'

const answer = (status: number, body: unknown, headers = {}): HttpAnswer => ({ status, headers, body })
const context = {
  origins: { api: 'https://api.example' },
  clientId: 'id',
  clientSecret: 'secret',
  secrets: {},
  shop: '',
  facts: {},
}
const now = new Date('2026-11-21T12:00:00Z')

describe('grants', () => {
  it('prove who asked with a verifier whose hash was sent before', () => {
    // RFC 7636, appendix B
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    )
    expect(newVerifier()).toMatch(/^[\w-]{43}$/)
    expect(newVerifier()).not.toBe(newVerifier())
  })
  it.each([
    [{ code: 'c' }, 'c'],
    [{ error: 'access_denied', error_description: 'user_denied' }, 'You didn’t allow access to The shop.'],
    [{ error: 'invalid_scope', error_description: 'No such scope.' }, 'No such scope.'],
    [{ error: 'invalid_scope' }, 'The shop rejected the connection: invalid_scope.'],
    [{}, 'The shop didn’t send a code.'],
  ])('begin with a code, or with why there is none: %o', (query, reason) => {
    const read = () => readCode('The shop', query)
    if (reason === 'c') expect(read()).toBe('c')
    else expect(read).toThrow(reason)
  })
  it('that cannot be renewed say so', async () => {
    const nothing = async () => answer(200, {})
    await expect(
      refreshTokens({ readTokens: ebayConnect.readTokens }, nothing, { ...context, refreshToken: 'r' }, now),
    ).rejects.toMatchObject({ kind: 'unauthorized' })
  })
  it('come from a code, and a refresh without a new refresh token says nothing of it', async () => {
    const first = await exchangeCode(
      ebayConnect,
      async () => answer(200, { access_token: 'a', expires_in: 10, refresh_token: 'r' }),
      { ...context, code: 'c', redirect: 'ru', verifier: '', callback: {} },
      now,
    )
    expect(first).toMatchObject({ accessToken: 'a', expiresAt: new Date('2026-11-21T12:00:10Z'), refreshToken: 'r' })
    const next = await refreshTokens(
      ebayConnect,
      async () => answer(200, { access_token: 'b', expires_in: 10 }),
      { ...context, refreshToken: 'r' },
      now,
    )
    expect(next).toEqual({ accessToken: 'b', expiresAt: new Date('2026-11-21T12:00:10Z') })
  })
})

describe('a refresh token that serves once', () => {
  const { readTokens } = ebayConnect
  const call = (url: string) => ({ method: 'POST', url }) as const
  const once = { readTokens, refreshRequest: () => call('refresh'), recoverRequest: () => call('recover') }
  const tokens = answer(200, { access_token: 'b', expires_in: 10, refresh_token: 's' })
  const asking = async (first: () => HttpAnswer, second: () => HttpAnswer = () => tokens) => {
    const requests: string[] = []
    const http = async ({ url }: { url: string }) => {
      requests.push(url)
      return url === 'refresh' ? first() : second()
    }
    const done = await refreshTokens(once, http, { ...context, refreshToken: 'r' }, now).then(
      ({ accessToken }) => accessToken,
      (error: ChannelError) => error.kind,
    )
    return [done, ...requests]
  }
  it.each([
    ['refused as used', () => answer(400, { error: 'invalid_grant' }), ['b', 'refresh', 'recover']],
    ['answered', () => tokens, ['b', 'refresh']],
    ['refused for another reason', () => answer(401, { error: 'invalid_client' }), ['unauthorized', 'refresh']],
  ])('%s', async (_, first, expected) => expect(await asking(first)).toEqual(expected))
  const lost = () => {
    throw new ChannelError('unavailable', 'No answer came.', { maybeDone: true })
  }
  const used = () => answer(400, { error: 'invalid_grant' })
  it('without an answer', async () => expect(await asking(lost)).toEqual(['b', 'refresh', 'recover']))
  it.each([
    ['a request that never arrived ends nothing: the token still serves', lost, used, 'unavailable'],
    ['used, and too old to be recovered', used, used, 'revoked'],
    ['used, and recovery is silent', used, () => answer(503, 'busy'), 'unavailable'],
  ] as const)('%s', async (_, first, second, kind) =>
    expect(await asking(first, second)).toEqual([kind, 'refresh', 'recover']),
  )
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
