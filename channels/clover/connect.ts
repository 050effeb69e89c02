import type { HttpAnswer, HttpCall } from '../call.ts'
import { ChannelError } from '../channel.ts'
import type { AccountFacts, OAuth2, TokenContext } from '../connect.ts'
import { readCode } from '../kit/oauth.ts'
import { readAs } from '../kit/read.ts'
import { errorOf } from './errors.ts'
import { Refusal, TokenAnswer } from './wire.ts'

/** Each region has hosts, apps and merchants of its own. @see https://docs.clover.com/dev/docs/high-trust-app-auth-flow read 2026-11-22 */
const regions: Record<string, { label: string; api: string; web: string }> = {
  na: { label: 'North America', api: 'api', web: 'web' },
  eu: { label: 'Europe', api: 'apiEurope', web: 'webEurope' },
  la: { label: 'Latin America', api: 'apiLatin', web: 'webLatin' },
}
const usual = { label: 'North America', api: 'api', web: 'web' }

interface Where {
  origins: Record<string, string>
  facts: AccountFacts
}
const regionOf = ({ facts }: Where) => regions[facts.region ?? ''] ?? usual
export const apiOf = (o: Where): string => o.origins[regionOf(o).api] ?? ''
export const webOf = (o: Where): string => o.origins[regionOf(o).web] ?? ''

const tokenCall = (o: TokenContext, what: string, json: Record<string, string>): HttpCall => ({
  method: 'POST',
  url: `${apiOf(o)}/oauth/v2/${what}`,
  json: { client_id: o.clientId, ...json },
})

/**
 * What an app may do is set on its page at Clover, not asked for. A refresh token serves once and gives the next one; where that answer was lost, the
 * one just used still gives access to `recovery`, for two weeks.
 */
export const cloverConnect = {
  asks: [
    {
      name: 'region',
      label: 'Region',
      kind: 'choice',
      optional: true,
      placeholder: usual.label,
      help: 'Where your Clover account is.',
      options: Object.entries(regions).map(([value, { label }]) => ({ value, label })),
    },
  ],
  normalise: ({ region }) => ({ region: region || 'na' }),
  startsAt: 'us',
  pkce: false,
  scopes: [],
  authorizeUrl(o) {
    const query = new URLSearchParams({ client_id: o.clientId, redirect_uri: o.redirect, state: o.state })
    return `${webOf(o)}/oauth/v2/authorize?${query}`
  },
  readCallback({ query }) {
    // Its app market opens the address without a code.
    if (!query.error && !query.code)
      throw new ChannelError('invalid', 'Couldn’t connect Clover. Start again from Integrations › Clover in Motto.')
    const code = readCode('Clover', query)
    if (!query.merchant_id) throw new ChannelError('invalid', 'Clover didn’t say which merchant this is.')
    return { code, facts: { merchantId: query.merchant_id } }
  },
  tokenRequest: (o) => tokenCall(o, 'token', { client_secret: o.clientSecret, code: o.code }),
  refreshRequest: (o) => tokenCall(o, 'refresh', { refresh_token: o.refreshToken }),
  recoverRequest: (o) => tokenCall(o, 'recovery', { client_secret: o.clientSecret, recovery_token: o.refreshToken }),
  readTokens(answer) {
    if (answer.status !== 200) throw tokenError(answer)
    const body = readAs('Clover', TokenAnswer, answer.body)
    return {
      accessToken: body.access_token,
      expiresAt: new Date(body.access_token_expiration * 1000),
      refreshToken: body.refresh_token,
      refreshExpiresAt: new Date(body.refresh_token_expiration * 1000),
    }
  },
} satisfies OAuth2

/** Stands with a refusal of a refresh token alone: whether the one that came of it was lost and can be had once more. */
const recoveryHeader = 'x-clover-recovery-available'

/** A refresh token that is refused is gone for good; anything else may be the app's registration. */
function tokenError(answer: HttpAnswer): ChannelError {
  const { message = '', details = '' } = Refusal.safeParse(answer.body).data ?? {}
  const text = [message, details].filter(Boolean).join(': ')
  const isOfClient = answer.status === 400 || answer.status === 401
  if (isOfClient && (recoveryHeader in answer.headers || /refresh token/i.test(text)))
    return new ChannelError('revoked', `Clover rejected the connection: ${text}`, { code: String(answer.status) })
  const error = errorOf(answer, false)
  if (error.kind === 'rate_limited' || error.kind === 'unavailable') return error
  return new ChannelError('unauthorized', `Clover didn’t renew access: ${text || answer.status}`, { code: error.code })
}
