import { z } from 'zod'
import type { HttpAnswer, HttpCall } from '../call.ts'
import { ChannelError } from '../channel.ts'
import type { OAuth2, TokenContext } from '../connect.ts'
import { readCode } from '../kit/oauth.ts'
import { readAs } from '../kit/read.ts'
import { errorOf } from './errors.ts'
import { Refusal, squareVersion } from './wire.ts'

/** Adding one later needs every seller's consent anew. @see https://developer.squareup.com/docs/oauth-api/square-permissions read 2026-11-22 */
export const squareScopes = [
  'MERCHANT_PROFILE_READ',
  'ITEMS_READ',
  'ITEMS_WRITE',
  'INVENTORY_READ',
  'INVENTORY_WRITE',
  'ORDERS_READ',
  'ORDERS_WRITE',
  'PAYMENTS_READ',
  // Not asked of everybody who is connected: without it orders are refunded on Square's own page.
  'PAYMENTS_WRITE',
] as const

/** @see https://developer.squareup.com/reference/square/o-auth-api/obtain-token read 2026-11-22 */
const TokenAnswer = z.object({
  access_token: z.string(),
  expires_at: z.iso.datetime({ offset: true }),
  merchant_id: z.string(),
  refresh_token: z.string().optional(),
})

const tokenCall = ({ origins, clientId, clientSecret }: TokenContext, grant: Record<string, string>): HttpCall => ({
  method: 'POST',
  url: `${origins.api}/oauth2/token`,
  headers: { 'square-version': squareVersion },
  json: { client_id: clientId, client_secret: clientSecret, ...grant },
})

/**
 * Access tokens live 30 days; the refresh token of this flow neither ends nor changes. `session=false` makes the seller sign in, so that
 * nobody connects the account that happens to be open.
 */
export const squareConnect = {
  asks: [],
  startsAt: 'us',
  pkce: false,
  scopes: squareScopes,
  authorizeUrl({ origins, clientId, redirect, state }) {
    const query = new URLSearchParams({
      client_id: clientId,
      scope: squareScopes.join(' '),
      session: 'false',
      state,
      redirect_uri: redirect,
    })
    return `${origins.api}/oauth2/authorize?${query}`
  },
  readCallback: ({ query }) => ({ code: readCode('Square', query) }),
  tokenRequest: (o) => tokenCall(o, { grant_type: 'authorization_code', code: o.code, redirect_uri: o.redirect }),
  refreshRequest: (o) => tokenCall(o, { grant_type: 'refresh_token', refresh_token: o.refreshToken }),
  readTokens(answer) {
    if (answer.status !== 200) throw tokenError(answer)
    const body = readAs('Square', TokenAnswer, answer.body)
    return {
      accessToken: body.access_token,
      expiresAt: new Date(body.expires_at),
      ...(body.refresh_token && { refreshToken: body.refresh_token }),
      facts: { merchantId: body.merchant_id },
    }
  },
} satisfies OAuth2

/** Square publishes no words for it: a refresh token that is refused is gone for good, anything else may be the app's registration. */
function tokenError(answer: HttpAnswer): ChannelError {
  const refusal = Refusal.safeParse(answer.body).data?.errors[0]
  const isOfGrant = refusal?.field === 'refresh_token' || /refresh token/i.test(refusal?.detail ?? '')
  if (refusal && (refusal.code === 'ACCESS_TOKEN_REVOKED' || isOfGrant))
    return new ChannelError('revoked', `Square rejected the connection: ${refusal.detail}`, { code: refusal.code })
  const error = errorOf(answer, false)
  if (error.kind === 'rate_limited' || error.kind === 'unavailable') return error
  return new ChannelError('unauthorized', `Square didn’t renew access: ${refusal?.detail ?? answer.status}`, {
    code: error.code,
  })
}

/** The seller's consent ends with it: asked for with the app's own secret. */
export const leaveCall = (
  { origins, clientId, clientSecret }: Pick<TokenContext, 'origins' | 'clientId' | 'clientSecret'>,
  accessToken: string,
): HttpCall => ({
  method: 'POST',
  url: `${origins.api}/oauth2/revoke`,
  headers: { authorization: `Client ${clientSecret}`, 'square-version': squareVersion },
  json: { client_id: clientId, access_token: accessToken },
  reads: true,
})
