import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { networkOf } from '../requests/limits.ts'
import type { Grant, Grants } from './grants.ts'
import { type Count, type Rate, openRates } from './rates.ts'
import { PREFIX, isWellFormed } from './secret.ts'

const REALM = 'Bearer realm="motto"'
/** Requests of one token. */
export const TOKEN_RATE: Rate = { max: 600, seconds: 60 }
/** Tries of one network with tokens that could be ours and are not. Each costs a query. */
const WRONG_RATE: Rate = { max: 60, seconds: 60 }

export const invalidToken = () =>
  new AppError('invalid_token', undefined, { challenge: `${REALM}, error="invalid_token"` })

/** @param needed the scopes that would be enough; none where no token is */
export const insufficientScope = (needed: readonly string[], sentence: string) =>
  new AppError('insufficient_scope', sentence, {
    challenge: `${REALM}, error="insufficient_scope"${needed.length > 0 ? `, scope="${needed.join(' ')}"` : ''}`,
  })

/**
 * The token that a request brings. What other software before Motto puts into the header, such as a proxy's own sign-in, is not ours while there is
 * a cookie.
 * @throws invalid_token, bad_request when a request brings a token and a session
 */
export function readBearer({ headers: { authorization }, cookies }: FastifyRequest): string | undefined {
  const text = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (text === undefined) return undefined
  if (!text.startsWith(PREFIX)) {
    if (cookies.jwt) return undefined
    throw invalidToken()
  }
  if (cookies.jwt) throw new AppError('bad_request', 'Send an API token or a session cookie, not both.')
  return text
}

export interface Bearers {
  /** @throws invalid_token, forbidden from another network, too_many_requests */
  accept(secret: string, request: FastifyRequest, reply: FastifyReply): Promise<Grant>
}

export function openBearers(grants: Grants, now: () => number): Bearers {
  const countUse = openRates(TOKEN_RATE, now)
  const countWrong = openRates(WRONG_RATE, now)
  return {
    async accept(secret, request, reply) {
      if (!isWellFormed(secret)) throw invalidToken()
      const grant = await grants.find(secret)
      if (!grant) {
        const count = countWrong(networkOf(request.ip))
        if (!count.isWithin) throw tooMany(count)
        throw invalidToken()
      }
      if (!grant.isFrom(request.ip)) throw new AppError('forbidden', 'This API token can’t be used from your network.')
      grants.noteUse(grant, request.ip)
      const count = countUse(grant.session.id)
      tellRate(reply, count)
      if (!count.isWithin) throw tooMany(count)
      return grant
    },
  }
}

const tooMany = ({ secondsLeft }: Count) =>
  new AppError('too_many_requests', 'Too many requests. Wait before you send more.', { retryAfterSeconds: secondsLeft })

/** As draft-ietf-httpapi-ratelimit-headers has it. */
function tellRate(reply: FastifyReply, { remaining, secondsLeft }: Count): void {
  void reply.header('ratelimit-policy', `"token";q=${TOKEN_RATE.max};w=${TOKEN_RATE.seconds}`)
  void reply.header('ratelimit', `"token";r=${remaining};t=${secondsLeft}`)
}
