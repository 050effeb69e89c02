import type { Kysely } from 'kysely'
import { roles } from '#contract/permissions.ts'
import type { Services } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import { CACHE_MS, MOST_KNOWN, type Session } from '../auth.ts'
import { networkOf } from '../requests/limits.ts'
import { openNetworks } from './networks.ts'
import { hashOf } from './secret.ts'

/** What a token stands for at the moment. */
export interface Grant {
  session: Session & { token: NonNullable<Session['token']> }
  /** Whether the token may be used from an address. */
  isFrom: (address: string) => boolean
}
export interface Use {
  id: number
  organizationId: number
  at: Date
  from: string
}
export interface Grants {
  /** What a secret stands for, or null when its token is unknown, expired or revoked, or its person has left. */
  find(secret: string): Promise<Grant | null>
  forget(tokenId: number): void
  noteUse(grant: Grant, address: string): void
  /** The last use of each token that was used since the last call of this. */
  takeUses(): Use[]
}

interface Known {
  at: number
  endsAt: number
  grant: Grant
}

/** Tokens that were used in the last seconds, as `openSessions` keeps sessions. */
export function openGrants(services: Services): Grants {
  const known = new Map<string, Known>()
  let uses = new Map<number, Use>()
  const forgetWhere = (isMeant: (session: Grant['session']) => boolean) => {
    for (const [key, { grant }] of known) if (isMeant(grant.session)) known.delete(key)
  }
  services.events.onSession((which) => {
    const [kind, id] = which.split(':')
    if (kind === 'token') forgetWhere(({ token }) => token.id === Number(id))
    else if (kind === 'user') forgetWhere(({ userId }) => userId === Number(id))
    else if (kind === 'organization') forgetWhere(({ organizationId }) => organizationId === Number(id))
  })
  return {
    async find(secret) {
      const now = services.clock.now()
      const hash = hashOf(secret)
      const key = hash.toString('base64')
      const cached = known.get(key)
      if (cached && now.getTime() - cached.at < CACHE_MS && now.getTime() < cached.endsAt) return cached.grant
      known.delete(key)
      const loaded = await load(services, hash, now)
      if (!loaded) return null
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(key, { at: now.getTime(), ...loaded })
      return loaded.grant
    },
    forget: (tokenId) => forgetWhere(({ token }) => token.id === tokenId),
    noteUse({ session: { token, organizationId } }, address) {
      const use = {
        id: token.id,
        organizationId: organizationId ?? 0,
        at: services.clock.now(),
        from: networkOf(address),
      }
      uses.set(token.id, use)
    },
    takeUses() {
      const counts = [...uses.values()]
      uses = new Map()
      return counts
    },
  }
}

async function load(services: Services, hash: Buffer, now: Date): Promise<Omit<Known, 'at'> | undefined> {
  const row = await findRow(services, hash, now)
  const session = row && sessionOf(row)
  if (!session) return undefined
  return {
    endsAt: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    grant: { session, isFrom: openNetworks(row.networks) },
  }
}

async function findRow({ database }: Services, hash: Buffer, now: Date) {
  const row = await findToken(database.system, hash, now)
  const standing = row && (await standingOf(database.system, row))
  return standing && { ...row, ...standing }
}

const findToken = (db: Kysely<DB>, hash: Buffer, now: Date) =>
  db
    .selectFrom('apiTokens as t')
    .leftJoin('users as u', 'u.id', 't.userId')
    .select([
      't.id',
      't.organizationId',
      't.kind',
      't.usedBy',
      't.roleId as roleThen',
      't.scopes',
      't.networks',
      't.integrationIds',
      't.expiresAt',
    ])
    .select(['u.id as userId', 'u.uuid', 'u.email', 'u.emailConfirmedAt', 'u.isSuper', 'u.twoFactorAt'])
    .select((e) => e('u.passwordHash', 'is', null).as('hasNoPassword'))
    .where('t.hash', '=', hash)
    .where('t.revokedAt', 'is', null)
    .where((e) => e.or([e('t.expiresAt', 'is', null), e('t.expiresAt', '>', now)]))
    .executeTakeFirst()

/** What its organization asks for, and whom a token's person is in it. It may be on another node than the tokens. */
const standingOf = (db: Kysely<DB>, { organizationId, userId }: { organizationId: number; userId: number | null }) =>
  db
    .selectFrom('organizations as o')
    .leftJoin('members as m', (j) =>
      j.on('m.organizationId', '=', organizationId).on('m.userId', '=', userId).on('m.status', '=', 'accepted'),
    )
    .select(['o.requireTwoFactor', 'm.roleId'])
    .select((e) =>
      e
        .selectFrom('members as a')
        .select((f) => f.fn.min('a.roleId').as('role'))
        .where('a.organizationId', '=', organizationId)
        .where('a.status', '=', 'accepted')
        .as('highestRole'),
    )
    .where('o.id', '=', organizationId)
    .executeTakeFirst()
type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

/** No token reaches another organization, as a Super Admin does. */
const atMostAdmin = (roleId: number) => Math.max(roleId, roles.admin)

function sessionOf(row: Row): Grant['session'] | undefined {
  const { id, organizationId, usedBy, integrationIds } = row
  const token = { id, usedBy, scopes: new Set(row.scopes), ...(integrationIds && { accounts: integrationIds }) }
  const common = { id: `token:${id}`, organizationId, isSuper: false, token }
  if (row.kind === 'organization') {
    // What its maker might, and a member still may.
    if (row.highestRole === null) return undefined
    const roleId = atMostAdmin(Math.max(row.roleThen, row.highestRole))
    return { ...common, roleId, userId: 0, userUUID: '', email: '', emailConfirmed: true, secondFactorMissing: false }
  }
  const role = row.isSuper ? roles.admin : row.roleId
  // The person is gone, or has left the organization.
  if (row.userId === null || role === null) return undefined
  return {
    ...common,
    roleId: atMostAdmin(role),
    userId: row.userId,
    userUUID: row.uuid ?? '',
    email: row.email ?? '',
    emailConfirmed: row.emailConfirmedAt !== null,
    // Whoever has no password logs in at an identity provider alone, and that one asks for the second factor.
    secondFactorMissing: row.requireTwoFactor && row.twoFactorAt === null && !row.hasNoPassword,
  }
}
