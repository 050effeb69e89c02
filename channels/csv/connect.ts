import { z } from 'zod'
import type { HttpCall } from '../call.ts'
import type { OAuth2, TokenContext } from '../connect.ts'
import { later, tokenError, readCode } from '../kit/oauth.ts'
import { readAs } from '../kit/read.ts'

/** Only files that this app made, or was given: Google asks for no security review of an app that can do no more. */
export const driveFile = 'https://www.googleapis.com/auth/drive.file'
export const googleScopes = ['openid', 'email', driveFile] as const

/** @see https://developers.google.com/identity/protocols/oauth2/web-server read 2026-11-21 */
const TokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
})

const tokenCall = ({ origins, clientId, clientSecret }: TokenContext, form: Record<string, string>): HttpCall => ({
  method: 'POST',
  url: `${origins.oauth}/token`,
  form: { ...form, client_id: clientId, client_secret: clientSecret },
})

/** Access tokens live an hour. The refresh token comes with the consent alone, so that is asked for each time; it stays the same. */
export const googleConnect = {
  asks: [],
  startsAt: 'us',
  pkce: true,
  scopes: googleScopes,
  authorizeUrl({ origins, clientId, redirect, state, challenge }) {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirect,
      response_type: 'code',
      scope: googleScopes.join(' '),
      state,
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    return `${origins.accounts}/o/oauth2/v2/auth?${query}`
  },
  readCallback: ({ query }) => ({ code: readCode('Google', query) }),
  tokenRequest: (o) =>
    tokenCall(o, {
      grant_type: 'authorization_code',
      code: o.code,
      redirect_uri: o.redirect,
      code_verifier: o.verifier,
    }),
  refreshRequest: (o) => tokenCall(o, { grant_type: 'refresh_token', refresh_token: o.refreshToken }),
  readTokens(answer, now) {
    if (answer.status !== 200) throw tokenError('Google', answer)
    const body = readAs('Google', TokenAnswer, answer.body)
    return {
      accessToken: body.access_token,
      expiresAt: later(now, body.expires_in),
      ...(body.refresh_token !== undefined && { refreshToken: body.refresh_token }),
      ...(body.scope !== undefined && { facts: { scope: body.scope } }),
    }
  },
} satisfies OAuth2
