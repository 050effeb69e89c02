import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { invitedSince } from './invitations.ts'

type Db = Kysely<DB>
const sessionUser = ['id', 'uuid', 'email', 'name', 'image', 'emailConfirmedAt', 'isSuper', 'twoFactorAt'] as const

export const findUser = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select([...sessionUser, 'description'])
    .where('id', '=', id)
    .executeTakeFirst()
export const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select([...sessionUser, 'passwordHash'])
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()

export const addUser = (db: Db, email: string, passwordHash: string | null) =>
  db.insertInto('users').values({ email, passwordHash }).returning(['id', 'uuid', 'email']).executeTakeFirstOrThrow()

export const confirmUser = (db: Db, id: number, at: Date) =>
  db
    .updateTable('users')
    .set({ emailConfirmedAt: sql`coalesce(email_confirmed_at, ${at})` })
    .where('id', '=', id)
    .execute()

export const setPassword = (db: Db, id: number, passwordHash: string | null) =>
  db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()

/** Organizations in which the user has an accepted role, oldest first. */
export const membershipsOf = (db: Db, userId: number) =>
  db
    .selectFrom('members as m')
    .innerJoin('organizations as o', 'o.id', 'm.organizationId')
    .select(['o.id', 'o.displayName', 'm.roleId'])
    .where('m.userId', '=', userId)
    .where('m.status', '=', 'accepted')
    .orderBy('m.createdAt')
    .orderBy('o.id')
    .execute()

/** Memberships, and invitations that have not expired. */
export const rolesOf = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('members as m')
    .innerJoin('organizations as o', 'o.id', 'm.organizationId')
    .select(['m.id', 'm.userId', 'm.organizationId as clientId', 'm.roleId', 'm.status', 'o.name', 'o.displayName'])
    .where('m.userId', '=', userId)
    .where((e) => e.or([e('m.status', '=', 'accepted'), e('m.invitedAt', '>', invitedSince(now))]))
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .execute()

export const addSession = (
  db: Db,
  session: {
    userId: number
    organizationId: number | null
    createdAt: Date
    expiresAt: Date
    userAgent: string
    address: string
    identityId: number | null
  },
) =>
  db
    .insertInto('sessions')
    .values({ ...session, lastSeenAt: session.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()

export const revokeSession = (db: Db, id: string, at: Date) =>
  db
    .updateTable('sessions')
    .set({ revokedAt: at, providerSession: null })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute()

/** @param except the session to keep, if any */
export const revokeSessions = (db: Db, userId: number, at: Date, except?: string) =>
  db
    .updateTable('sessions')
    .set({ revokedAt: at, providerSession: null })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .$if(except !== undefined, (q) => q.where('id', '!=', except ?? ''))
    .execute()

export const sessionsOf = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'userAgent', 'address', 'expiresAt'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(200)
    .execute()

/** Whether the user has signed in from this address before. */
export async function knowsAddress(db: Db, userId: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const passwordOf = (db: Db, id: number) =>
  db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirst()

export const twoFactorOf = (db: Db, id: number) =>
  db.selectFrom('users').select(['twoFactorSecret', 'twoFactorAt']).where('id', '=', id).executeTakeFirst()
/** @returns undefined when it is on already */
export const keepSecret = (db: Db, id: number, twoFactorSecret: Buffer) =>
  db
    .updateTable('users')
    .set({ twoFactorSecret, twoFactorStep: 0 })
    .where('id', '=', id)
    .where('twoFactorAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
/** @returns undefined when it is on already, or another secret waits by now */
export const turnOn = (db: Db, id: number, secret: Buffer, twoFactorStep: number, twoFactorAt: Date) =>
  db
    .updateTable('users')
    .set({ twoFactorAt, twoFactorStep })
    .where('id', '=', id)
    .where('twoFactorAt', 'is', null)
    .where('twoFactorSecret', '=', secret)
    .returning('id')
    .executeTakeFirst()
export async function turnOff(db: Db, id: number): Promise<void> {
  await db.updateTable('users').set({ twoFactorSecret: null, twoFactorAt: null }).where('id', '=', id).execute()
  await db.deleteFrom('backupCodes').where('userId', '=', id).execute()
}
/** Holds from the user's next sign-in. */
export const makeSuperAdmin = (db: Db, id: number) =>
  db.updateTable('users').set({ isSuper: true }).where('id', '=', id).execute()

/** Takes a time step if none as late was taken before: a code that was seen over a shoulder is worth nothing. */
export const claimStep = (db: Db, id: number, step: number) =>
  db
    .updateTable('users')
    .set({ twoFactorStep: step })
    .where('id', '=', id)
    .where('twoFactorAt', 'is not', null)
    .where('twoFactorStep', '<', step)
    .returning('id')
    .executeTakeFirst()

export const claimBackupCode = (db: Db, userId: number, hash: Buffer, usedAt: Date) =>
  db
    .updateTable('backupCodes')
    .set({ usedAt })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
export async function replaceBackupCodes(db: Db, userId: number, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('backupCodes').where('userId', '=', userId).execute()
  await db
    .insertInto('backupCodes')
    .values(hashes.map((hash) => ({ userId, hash })))
    .execute()
}
export const backupCodesLeft = async (db: Db, userId: number): Promise<number> => {
  const { left } = await db
    .selectFrom('backupCodes')
    .select((e) => e.fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
/** Display names of the user's organizations that ask for two-factor sign-in. */
export const twoFactorRequiredBy = async (db: Db, userId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('organizations as o', 'o.id', 'm.organizationId')
    .select('o.displayName')
    .where('m.userId', '=', userId)
    .where('m.status', '=', 'accepted')
    .where('o.requireTwoFactor', '=', true)
    .orderBy('o.displayName')
    .execute()
  return rows.map((row) => row.displayName)
}
