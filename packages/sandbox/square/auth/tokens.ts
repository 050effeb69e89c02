import { randomBytes } from 'node:crypto'
import type { Env } from '../../kit/merchants.ts'
import { bearerOf } from '../../kit/consent.ts'
import type { SimContext, SimRequest } from '../../kit/simulator.ts'
import { Refused, unauthorized } from '../api/errors.ts'
import { minutesOf } from '../state.ts'

/** 30 days; a refresh token of this flow neither ends nor changes. */
export const accessSeconds = 30 * 86_400
const shortSeconds = 86_400

export interface GrantRow {
  /** The refresh token. */
  id: string
  merchant: string
  scopes: string[]
  revoked: boolean
}
interface TokenRow {
  id: string
  merchant: string
  grant: string
  scopes: string[]
  expiresAt: string
  revoked: boolean
}

const secret = (start: string) => `${start}${randomBytes(24).toString('base64url')}`

export function newGrant(env: Env, scopes: string[]): GrantRow {
  const grant: GrantRow = { id: secret('EQAAE'), merchant: env.merchant, scopes, revoked: false }
  env.context.store.put('grant', grant.id, grant)
  return grant
}

export function issueToken(context: SimContext, grant: GrantRow, isShort: boolean) {
  const ends = new Date(context.now().getTime() + (isShort ? shortSeconds : accessSeconds) * 1000).toISOString()
  const token: TokenRow = {
    id: secret('EAAAE'),
    merchant: grant.merchant,
    grant: grant.id,
    scopes: grant.scopes,
    expiresAt: ends,
    revoked: false,
  }
  context.store.put('token', token.id, token)
  return {
    access_token: token.id,
    token_type: 'bearer',
    expires_at: minutesOf(ends),
    merchant_id: grant.merchant,
    refresh_token: grant.id,
    short_lived: isShort,
  }
}

/** The token of a call. @throws Refused unless it holds, and was given the scope */
export function tokenOf(context: SimContext, request: SimRequest, scope?: string): TokenRow {
  const token = context.store.get<TokenRow>('token', bearerOf(request))
  if (!token) throw unauthorized('UNAUTHORIZED', 'This request could not be authorized.')
  if (token.revoked) throw unauthorized('ACCESS_TOKEN_REVOKED', 'The provided access token has been revoked.')
  if (Date.parse(token.expiresAt) <= context.now().getTime())
    throw unauthorized('ACCESS_TOKEN_EXPIRED', 'The provided access token has expired.')
  if (scope !== undefined && !token.scopes.includes(scope))
    throw new Refused(
      403,
      'AUTHENTICATION_ERROR',
      'INSUFFICIENT_SCOPES',
      `The merchant has not given your application sufficient permissions to do that. The merchant must authorize your application for the following scopes: ${scope}`,
    )
  return token
}

/** Ends every access token; with `revoke` the consent, too. */
export function endTokens(
  context: SimContext,
  revoke: boolean,
  of: (merchant: string) => boolean = () => true,
): string[] {
  const ended = new Date(context.now().getTime() - 1000).toISOString()
  const hit = new Set<string>()
  for (const token of context.store.list<TokenRow>('token'))
    if (of(token.merchant))
      context.store.put('token', token.id, { ...token, ...(revoke ? { revoked: true } : { expiresAt: ended }) })
  if (revoke)
    for (const grant of context.store.list<GrantRow>('grant'))
      if (of(grant.merchant) && !grant.revoked) {
        hit.add(grant.merchant)
        context.store.put('grant', grant.id, { ...grant, revoked: true })
      }
  return [...hit]
}
