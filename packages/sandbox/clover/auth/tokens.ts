import { randomUUID } from 'node:crypto'
import { bearerOf } from '../../kit/consent.ts'
import type { SimContext, SimRequest } from '../../kit/simulator.ts'
import { Refused, unauthorized } from '../api/errors.ts'

/** The platform says with each token how long it lives; these lengths are as in its examples. */
const accessSeconds = 1800
const refreshSeconds = 365 * 86_400
/** How long the one just used still recovers the next. */
const recoverySeconds = 14 * 86_400

interface TokenRow {
  id: string
  merchant: string
  /** Milliseconds. */
  expiresAt: number
}
export interface RefreshRow {
  id: string
  merchant: string
  expiresAt: number
  /** Serves once. */
  used: boolean
  revoked: boolean
  /** The one that it was traded for, and when. */
  next: string
  usedAt?: number
}

const nowMs = (context: SimContext) => context.now().getTime()
const seconds = (ms: number) => Math.floor(ms / 1000)

export function issue(context: SimContext, merchant: string) {
  const now = nowMs(context)
  const token: TokenRow = { id: randomUUID(), merchant, expiresAt: now + accessSeconds * 1000 }
  const expiresAt = now + refreshSeconds * 1000
  const refresh: RefreshRow = {
    id: `clvroar-${randomUUID()}`,
    merchant,
    expiresAt,
    used: false,
    revoked: false,
    next: '',
  }
  context.store.put('token', token.id, token)
  context.store.put('refresh', refresh.id, refresh)
  return {
    access_token: token.id,
    access_token_expiration: seconds(token.expiresAt),
    refresh_token: refresh.id,
    refresh_token_expiration: seconds(expiresAt),
  }
}

/** A header says whether the answer that was lost can be had once more. */
const badRefresh = (canRecover: boolean) =>
  new Refused(401, '401 Unauthorized', { headers: { 'x-clover-recovery-available': String(canRecover) } })

/** What came of a token, as long as it has not been used itself. */
function unusedSuccessor(context: SimContext, refresh: RefreshRow | undefined): RefreshRow | undefined {
  const isRecent = (refresh?.usedAt ?? 0) + recoverySeconds * 1000 > nowMs(context)
  const next =
    refresh?.next && !refresh.revoked && isRecent ? context.store.get<RefreshRow>('refresh', refresh.next) : undefined
  return next?.used ? undefined : next
}

/** Trades a refresh token for the next one and an access token. @throws Refused where it was used, ended or revoked */
export function trade(context: SimContext, id: string) {
  const refresh = context.store.get<RefreshRow>('refresh', id)
  if (!refresh || refresh.used || refresh.revoked || refresh.expiresAt <= nowMs(context))
    throw badRefresh(unusedSuccessor(context, refresh) !== undefined)
  const answer = issue(context, refresh.merchant)
  const spent = { used: true, usedAt: nowMs(context), next: answer.refresh_token }
  context.store.put('refresh', id, { ...refresh, ...spent } satisfies RefreshRow)
  return answer
}

/** Where the answer was lost: the token just used still serves, while the one that came of it does not. */
export function recover(context: SimContext, id: string) {
  const refresh = context.store.get<RefreshRow>('refresh', id)
  const next = unusedSuccessor(context, refresh)
  if (!refresh || !next) throw unauthorized()
  context.store.put('refresh', next.id, { ...next, revoked: true } satisfies RefreshRow)
  const answer = issue(context, refresh.merchant)
  context.store.put('refresh', id, { ...refresh, next: answer.refresh_token } satisfies RefreshRow)
  return answer
}

/** Whose token a call brings. @throws Refused unless it holds */
export function merchantOf(context: SimContext, request: SimRequest): string {
  const token = context.store.get<TokenRow>('token', bearerOf(request))
  if (!token || token.expiresAt <= nowMs(context)) throw unauthorized()
  return token.merchant
}

/** Ends every access token; with `revoke` the merchants have uninstalled the app. @returns whom that concerns */
export function endTokens(context: SimContext, revoke: boolean): string[] {
  context.store.clear(['token'])
  if (!revoke) return []
  const active = context.store.list<RefreshRow>('refresh').filter(({ revoked }) => !revoked)
  for (const refresh of active)
    context.store.put('refresh', refresh.id, { ...refresh, revoked: true } satisfies RefreshRow)
  return [...new Set(active.map(({ merchant }) => merchant))]
}
