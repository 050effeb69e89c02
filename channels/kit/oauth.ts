import { createHash, randomBytes } from 'node:crypto'
import type { Http, HttpAnswer, HttpCall } from '../call.ts'
import { ChannelError } from '../channel.ts'
import type { OAuth2, TokenContext, Tokens } from '../connect.ts'

/** `seconds` after `now`. */
export const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** What proves that who brings the code is who asked for it, and what is sent before it (RFC 7636, S256). */
export const newVerifier = (): string => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Trades the code of a callback for tokens. @throws ChannelError as `readTokens` */
export const exchangeCode = async (
  connect: OAuth2,
  http: Http,
  o: Parameters<OAuth2['tokenRequest']>[0],
  now: Date,
): Promise<Tokens> => connect.readTokens(await http(connect.tokenRequest(o)), now)

/**
 * Asks for a new access token. A refresh token that serves once may have been used by a try whose answer was lost: then the way that the channel has for
 * that is gone. @throws ChannelError as `readTokens`; `unauthorized` where the channel gives none anew
 */
export async function refreshTokens(
  connect: Pick<OAuth2, 'refreshRequest' | 'recoverRequest' | 'readTokens'>,
  http: Http,
  o: TokenContext & { refreshToken: string },
  now: Date,
): Promise<Tokens> {
  const request = connect.refreshRequest?.(o)
  if (!request) throw new ChannelError('unauthorized', 'This access token was rejected and can’t be renewed.')
  const ask = async (call: HttpCall) => connect.readTokens(await http(call), now)
  const recovery = connect.recoverRequest?.(o)
  if (!recovery) return ask(request)
  return ask(request).catch(async (error: unknown) => {
    const isUsed = error instanceof ChannelError && (error.maybeDone || error.kind === 'revoked')
    if (!isUsed) throw error
    // One that was never used cannot be recovered and still serves: what is refused here ends nothing that the first answer did not.
    return ask(recovery).catch((second: unknown) => {
      throw isPassing(second) ? second : error
    })
  })
}
const isPassing = (error: unknown): boolean =>
  !(error instanceof ChannelError) || error.kind === 'unavailable' || error.kind === 'rate_limited'

/** The code of a callback, after RFC 6749 §4.1.2. @throws ChannelError `invalid` with what the channel said where it gave none */
export function readCode(channel: string, query: Readonly<Record<string, string>>): string {
  const { error } = query
  if (error === 'access_denied')
    throw new ChannelError('invalid', `You didn’t allow access to ${channel}.`, { code: error })
  if (error)
    throw new ChannelError('invalid', query.error_description ?? `${channel} rejected the connection: ${error}.`, {
      code: error,
    })
  if (!query.code) throw new ChannelError('invalid', `${channel} didn’t send a code.`)
  return query.code
}

/** A refused token request, after RFC 6749 §5.2: `{error, error_description}`. */
export function tokenError(channel: string, answer: HttpAnswer): ChannelError {
  const body: Record<string, unknown> = answer.body && typeof answer.body === 'object' ? { ...answer.body } : {}
  const code = typeof body.error === 'string' ? body.error : undefined
  const description = typeof body.error_description === 'string' ? body.error_description : code
  if (answer.status === 429)
    return new ChannelError('rate_limited', `${channel} is limiting requests.`, {
      code,
      retryAfterSeconds: retryAfter(answer),
    })
  // Only this word means that the seller's consent is gone; anything else may be the app's registration, or a mood.
  if (code === 'invalid_grant')
    return new ChannelError('revoked', `${channel} rejected the connection: ${description}`, { code })
  if (answer.status >= 400 && answer.status < 500)
    return new ChannelError('unauthorized', `${channel} didn’t renew access: ${description ?? answer.status}`, { code })
  return new ChannelError('unavailable', `${channel} didn’t return a token (${answer.status}).`, { code })
}

/** Seconds of a `Retry-After` header, or of the end of a quota's window in milliseconds; undefined when there is neither. A date is not used by the channels we know. */
export function retryAfter({ headers }: HttpAnswer): number | undefined {
  const ms = headers['x-rate-limit-time-reset-ms']
  const delay = headers['retry-after'] ?? (ms === undefined ? undefined : Number(ms) / 1000)
  return delay !== undefined && Number.isFinite(Number(delay)) ? Math.max(0, Math.ceil(Number(delay))) : undefined
}
