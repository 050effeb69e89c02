import { randomBytes } from 'node:crypto'
import { ofShop, type Env } from '../state.ts'

export const accessSeconds = 3600
export const refreshSeconds = 90 * 24 * 3600
/** How long a used refresh token can be tried again while its successor lies unused. */
const retrySeconds = 30 * 24 * 3600

interface TokenRow {
  id: string
  shop: string
  scopes: string[]
  expiresAt: string
}
/** @param from the refresh token that this one follows; retired when this one is first used */
interface RefreshRow extends TokenRow {
  from: string | null
  firstUsedAt: string | null
}
export interface TokenPair {
  access_token: string
  scope: string
  expires_in: number
  refresh_token: string
  refresh_token_expires_in: number
}

const later = (env: Env, seconds: number): string =>
  new Date(env.context.now().getTime() + seconds * 1000).toISOString()

export function issueTokens(env: Env, scopes: string[], from: string | null): TokenPair {
  const access: TokenRow = {
    id: `shpat_${randomBytes(16).toString('hex')}`,
    shop: env.shop,
    scopes,
    expiresAt: later(env, accessSeconds),
  }
  const refresh: RefreshRow = {
    id: `shprt_${randomBytes(16).toString('hex')}`,
    shop: env.shop,
    scopes,
    expiresAt: later(env, refreshSeconds),
    from,
    firstUsedAt: null,
  }
  env.context.store.put('token', access.id, access)
  env.context.store.put('refresh', refresh.id, refresh)
  return {
    access_token: access.id,
    scope: scopes.join(','),
    expires_in: accessSeconds,
    refresh_token: refresh.id,
    refresh_token_expires_in: refreshSeconds,
  }
}

/** A new pair for a refresh token, which can be tried again until its successor is used. Undefined when it is not valid. */
export function refreshTokens(env: Env, token: string): TokenPair | undefined {
  const { store } = env.context
  const row = store.get<RefreshRow>('refresh', token)
  const now = env.context.now()
  if (!row || row.shop !== env.shop || Date.parse(row.expiresAt) <= now.getTime()) return undefined
  if (row.firstUsedAt && now.getTime() - Date.parse(row.firstUsedAt) > retrySeconds * 1000) return undefined
  if (row.from) store.delete('refresh', row.from)
  store.put('refresh', token, { ...row, firstUsedAt: row.firstUsedAt ?? now.toISOString() } satisfies RefreshRow)
  return issueTokens(env, row.scopes, token)
}

/** The scopes that an access token stands for, undefined when it is not valid in this shop. */
export function readToken(env: Env, token: string | undefined): string[] | undefined {
  const row = token ? env.context.store.get<TokenRow>('token', token) : undefined
  return row?.shop === env.shop && Date.parse(row.expiresAt) > env.context.now().getTime() ? row.scopes : undefined
}

export function dropTokens(env: Env, refreshToo: boolean): void {
  for (const kind of refreshToo ? ['token', 'refresh'] : ['token']) {
    for (const row of ofShop<TokenRow>(env, kind)) env.context.store.delete(kind, row.id)
  }
}
