import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import type { Kysely } from 'kysely'
import type { Services, TokenInUse } from '../context.ts'
import type { DB } from '../db/types.ts'

/** The facts a request's session proves. */
export interface Session {
  id: string
  userId: number
  userUUID: string
  email: string
  emailConfirmed: boolean
  isSuper: boolean
  organizationId: number | null
  /** In the selected organization; 1 for a super-admin. */
  roleId: number | null
  /** The selected organization asks for two-factor sign-in, and the user has not set it up. */
  secondFactorMissing: boolean
  /** With which it began at an identity provider: that one asks for the second factor. */
  identityId?: number
  /** An API token's session lasts for one request. */
  token?: TokenInUse
  /** The only accounts whose rows this request sees; all unless told. */
  accounts?: readonly number[]
}

/** Seconds a session lives. */
export const SESSION_SECONDS = 7 * 24 * 3600
/** Trusted for this long without asking the database again; a revocation is heard at once where events work. */
export const CACHE_MS = 5_000

/** A key for one purpose, derived from the installation's secret. */
export const purposeKey = (secret: Buffer, purpose: string) =>
  createHmac('sha256', secret).update(`motto:${purpose}`).digest()

/** Signs the session token: its fields are ACC-003..ACC-011. @param issuedAt when the session began; the token ends when the session does */
export async function signToken(
  services: Services,
  s: Omit<Session, 'secondFactorMissing'>,
  clientIds: number[],
  issuedAt: Date,
): Promise<string> {
  const issued = Math.floor(issuedAt.getTime() / 1000)
  return new SignJWT({
    clientId: s.organizationId,
    clientIds,
    userId: s.userId,
    userUUID: s.userUUID,
    email: s.email,
    emailConfirmed: s.emailConfirmed,
    roleId: s.roleId,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(s.id)
    .setIssuedAt(issued)
    .setExpirationTime(issued + SESSION_SECONDS)
    .sign(purposeKey(services.secret, 'session'))
}

export interface Sessions {
  /** The session of a token, or null when it is forged, expired or revoked. */
  find(token: string): Promise<Session | null>
  forget(session: string): void
  /** Sessions that were used since the last call of this. */
  takeSeen(): string[]
}

/** How many tokens and sessions a process caches before it clears the cache. */
export const MOST_KNOWN = 10_000

/**
 * Reads tokens. A signature that was found good stays good, so it is looked at once; the end of the token is looked at each time, and whether its
 * session still stands is not told by the token at all.
 */
function openTokens(services: Services) {
  const verified = new Map<string, { id: string; endsAt: number }>()
  const key = purposeKey(services.secret, 'session')
  /** @returns the id of its session, undefined when it is forged or over */
  return async (token: string): Promise<string | undefined> => {
    const now = services.clock.now()
    const digest = hash('sha256', token, 'base64')
    const before = verified.get(digest)
    if (before && now.getTime() < before.endsAt) return before.id
    verified.delete(digest)
    const payload = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now }).then(
      (v) => v.payload,
      () => undefined,
    )
    if (!payload?.jti || !payload.exp) return undefined
    if (verified.size >= MOST_KNOWN) verified.clear()
    verified.set(digest, { id: payload.jti, endsAt: payload.exp * 1000 })
    return payload.jti
  }
}

export function openSessions(services: Services): Sessions {
  const known = new Map<string, { at: number; session: Session }>()
  let seen = new Set<string>()
  const idOf = openTokens(services)
  const forget = (which: string) => {
    if (which.startsWith('user:')) {
      for (const [id, { session }] of known) if (session.userId === Number(which.slice(5))) known.delete(id)
    } else if (which.startsWith('organization:')) {
      for (const [id, { session }] of known) if (session.organizationId === Number(which.slice(13))) known.delete(id)
    } else known.delete(which)
  }
  services.events.onSession(forget)
  return {
    forget,
    takeSeen() {
      const roles = [...seen]
      seen = new Set()
      return roles
    },
    async find(token) {
      const now = services.clock.now()
      const id = await idOf(token)
      if (!id) return null
      const cached = known.get(id)
      if (cached && now.getTime() - cached.at < CACHE_MS) return cached.session
      known.delete(id)
      const session = await load(services, id, now)
      if (session) {
        if (known.size >= MOST_KNOWN) known.clear()
        known.set(id, { at: now.getTime(), session })
        seen.add(id)
      }
      return session
    },
  }
}

async function load(services: Services, id: string, now: Date): Promise<Session | null> {
  const row = await services.database.system
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select([
      's.id',
      's.userId',
      's.organizationId',
      's.identityId',
      'u.uuid',
      'u.email',
      'u.emailConfirmedAt',
      'u.isSuper',
      'u.twoFactorAt',
    ])
    .where('s.id', '=', id)
    .where('s.revokedAt', 'is', null)
    .where('s.expiresAt', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const standing = await standingOf(services.database.system, row)
  const roleId = row.organizationId === null ? (row.isSuper ? 1 : null) : row.isSuper ? 1 : (standing?.roleId ?? null)
  // Removed from the organization since: the session is over.
  if (row.organizationId !== null && roleId === null) return null
  return {
    id: row.id,
    userId: row.userId,
    userUUID: row.uuid,
    email: row.email,
    emailConfirmed: row.emailConfirmedAt !== null,
    isSuper: row.isSuper,
    organizationId: row.organizationId,
    roleId,
    secondFactorMissing: standing?.requireTwoFactor === true && row.twoFactorAt === null && row.identityId === null,
    ...(row.identityId !== null && { identityId: row.identityId }),
  }
}

/** What the chosen organization asks for, and whom the user is in it. It may be on another node than the sessions. */
async function standingOf(
  db: Kysely<DB>,
  { organizationId, userId }: { organizationId: number | null; userId: number },
): Promise<{ requireTwoFactor: boolean; roleId: number | null } | undefined> {
  if (organizationId === null) return undefined
  return db
    .selectFrom('organizations as o')
    .leftJoin('members as m', (j) =>
      j.on('m.organizationId', '=', organizationId).on('m.userId', '=', userId).on('m.status', '=', 'accepted'),
    )
    .select(['o.requireTwoFactor', 'm.roleId'])
    .where('o.id', '=', organizationId)
    .executeTakeFirst()
}

/** Compares in constant time. */
export const same = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
