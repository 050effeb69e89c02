import type { Http, HttpAnswer } from '../call.ts'
import type { OAuth2, TokenContext } from '../connect.ts'
import type { Tokens } from '../connect.ts'
import { ChannelError } from '../channel.ts'

/** What is to be kept of a grant. Absent `refreshToken`: the earlier one stays valid. */
export interface Grant {
  accessToken: string
  expiresAt: Date
  refreshToken?: string
  refreshExpiresAt?: Date
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Lifetimes are counted from `now`, taken before the request so that they never promise too much. */
export const grantOf = (tokens: Tokens, now: Date): Grant => ({
  accessToken: tokens.accessToken,
  expiresAt: later(now, tokens.expiresIn),
  ...(tokens.refreshToken !== undefined && { refreshToken: tokens.refreshToken }),
  ...(tokens.refreshExpiresIn !== undefined && { refreshExpiresAt: later(now, tokens.refreshExpiresIn) }),
})

/** Trades the code of a callback for tokens. @throws ChannelError as `readTokens` */
export const exchangeCode = async (
  connect: OAuth2,
  http: Http,
  o: TokenContext & { code: string; redirect: string },
  now: Date,
): Promise<Grant> => grantOf(connect.readTokens(await http(connect.tokenRequest(o))), now)

/** Asks for a new access token. @throws ChannelError as `readTokens` */
export const refreshTokens = async (
  connect: OAuth2,
  http: Http,
  o: TokenContext & { refreshToken: string },
  now: Date,
): Promise<Grant> => grantOf(connect.readTokens(await http(connect.refreshRequest(o))), now)

/** A refused token request, after RFC 6749 §5.2: `{error, error_description}`. */
export function tokenError(channel: string, answer: HttpAnswer): ChannelError {
  const body: Record<string, unknown> = answer.body && typeof answer.body === 'object' ? { ...answer.body } : {}
  const code = typeof body.error === 'string' ? body.error : undefined
  const said = typeof body.error_description === 'string' ? body.error_description : code
  if (answer.status === 429)
    return new ChannelError('rate_limited', `${channel} asks us to wait.`, {
      code,
      retryAfterSeconds: retryAfter(answer),
    })
  // Only this word means that the seller's consent is gone; anything else may be the app's registration, or a mood.
  if (code === 'invalid_grant')
    return new ChannelError('revoked', `${channel} refused the connection: ${said}`, { code })
  if (answer.status >= 400 && answer.status < 500)
    return new ChannelError('unauthorized', `${channel} gave no new access: ${said ?? answer.status}`, { code })
  return new ChannelError('unavailable', `${channel} did not give a token (${answer.status}).`, { code })
}

/** Seconds of a `Retry-After` header; undefined when there is none. A date is not used by the channels we know. */
export function retryAfter({ headers }: HttpAnswer): number | undefined {
  const seconds = Number(headers['retry-after'])
  return headers['retry-after'] !== undefined && Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
