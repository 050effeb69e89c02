import { z } from 'zod'
import type { HttpCall } from '../call.ts'
import type { OAuth2, TokenContext } from '../connect.ts'
import { later, tokenError, readCode } from '../kit/oauth.ts'
import { readAs } from '../kit/read.ts'

/** Adding one later needs every seller's consent anew. `email_r` is for the buyer's address of an order. */
export const etsyScopes = [
  'listings_r',
  'listings_w',
  'listings_d',
  'shops_r',
  'transactions_r',
  'transactions_w',
  'email_r',
] as const

/** @see https://developers.etsy.com/documentation/essentials/authentication read 2026-11-21 */
const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number(), refresh_token: z.string() })
const REFRESH_SECONDS = 90 * 86_400

/** The app's secret has no part in it: the verifier, or the refresh token, proves who asks. */
const tokenCall = ({ origins, clientId }: TokenContext, form: Record<string, string>): HttpCall => ({
  method: 'POST',
  url: `${origins.api}/v3/public/oauth/token`,
  form: { ...form, client_id: clientId },
})

/** Access tokens live an hour. Each refresh gives another refresh token, which lives 90 days; the old one is over. */
export const etsyConnect = {
  asks: [],
  startsAt: 'us',
  pkce: true,
  scopes: etsyScopes,
  authorizeUrl({ origins, clientId, redirect, state, challenge }) {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirect,
      scope: etsyScopes.join(' '),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    return `${origins.web}/oauth/connect?${query}`
  },
  readCallback: ({ query }) => ({ code: readCode('Etsy', query) }),
  tokenRequest: (o) =>
    tokenCall(o, {
      grant_type: 'authorization_code',
      code: o.code,
      redirect_uri: o.redirect,
      code_verifier: o.verifier,
    }),
  refreshRequest: (o) => tokenCall(o, { grant_type: 'refresh_token', refresh_token: o.refreshToken }),
  readTokens(answer, now) {
    if (answer.status !== 200) throw tokenError('Etsy', answer)
    const body = readAs('Etsy', TokenAnswer, answer.body)
    return {
      accessToken: body.access_token,
      expiresAt: later(now, body.expires_in),
      refreshToken: body.refresh_token,
      refreshExpiresAt: later(now, REFRESH_SECONDS),
    }
  },
} satisfies OAuth2
