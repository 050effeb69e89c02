import { z } from 'zod'
import type { HttpCall } from '../call.ts'
import type { OAuth2, TokenContext } from '../connect.ts'
import { later, tokenError, readCode } from '../kit/oauth.ts'
import { readAs } from '../kit/read.ts'

const scope = 'https://api.ebay.com/oauth/api_scope'
/** Adding one later needs every seller's consent anew: whoever agreed before `sell.finances` refunds on eBay's own pages. */
export const ebayScopes = [
  scope,
  `${scope}/sell.inventory`,
  `${scope}/sell.account`,
  `${scope}/sell.fulfillment`,
  `${scope}/sell.finances`,
  `${scope}/commerce.identity.readonly`,
] as const

/** @see https://developer.ebay.com/api-docs/static/oauth-authorization-code-grant.html read 2026-11-21 */
const TokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
})

const tokenCall = ({ origins, clientId, clientSecret }: TokenContext, form: Record<string, string>): HttpCall => ({
  method: 'POST',
  url: `${origins.api}/identity/v1/oauth2/token`,
  headers: {
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    'accept-language': 'en-US',
  },
  form,
})

/** Access tokens live 2 hours, refresh tokens 18 months and are not rotated. `redirect` is the RuName, not an address. */
export const ebayConnect = {
  asks: [],
  startsAt: 'us',
  pkce: false,
  scopes: ebayScopes,
  authorizeUrl({ origins, clientId, redirect, state }) {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirect,
      response_type: 'code',
      scope: ebayScopes.join(' '),
      state,
    })
    return `${origins.auth}/oauth2/authorize?${query}`
  },
  readCallback: ({ query }) => ({ code: readCode('eBay', query) }),
  tokenRequest: (o) => tokenCall(o, { grant_type: 'authorization_code', code: o.code, redirect_uri: o.redirect }),
  // Without scopes: all that the seller agreed to. One that they did not agree to would be refused, and the connection with it.
  refreshRequest: (o) => tokenCall(o, { grant_type: 'refresh_token', refresh_token: o.refreshToken }),
  readTokens(answer, now) {
    if (answer.status !== 200) throw tokenError('eBay', answer)
    const body = readAs('eBay', TokenAnswer, answer.body)
    return {
      accessToken: body.access_token,
      expiresAt: later(now, body.expires_in),
      ...(body.refresh_token && { refreshToken: body.refresh_token }),
      ...(body.refresh_token_expires_in && { refreshExpiresAt: later(now, body.refresh_token_expires_in) }),
    }
  },
} satisfies OAuth2
