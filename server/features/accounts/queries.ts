import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

type Db = Kysely<DB>
const sessionUser = ['id', 'uuid', 'email', 'name', 'image', 'emailConfirmedAt', 'isSuper'] as const

export const findUser = (db: Db, id: number) => db.selectFrom('users').select([...sessionUser, 'description']).where('id', '=', id).executeTakeFirst()
export const findByEmail = (db: Db, email: string) =>
  db.selectFrom('users').select([...sessionUser, 'passwordHash']).where((e) => e(e.fn<string>('lower', ['email']), '=', email.toLowerCase())).executeTakeFirst()

export const addUser = (db: Db, email: string, passwordHash: string) =>
  db.insertInto('users').values({ email, passwordHash }).returning(['id', 'uuid', 'email']).executeTakeFirstOrThrow()

export const confirmUser = (db: Db, id: number, at: Date) =>
  db.updateTable('users').set({ emailConfirmedAt: sql`coalesce(email_confirmed_at, ${at})` }).where('id', '=', id).execute()

export const setPassword = (db: Db, id: number, passwordHash: string) => db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()

/** Turns invitations of this email into pending memberships of its new user (ORG-059). */
export const attachInvitations = (db: Db, userId: number) => sql`
  with taken as (
    delete from invitations i using users u where u.id = ${userId} and i.email = lower(u.email) returning i.organization_id, i.role_id, i.invited_by
  )
  insert into members (organization_id, user_id, role_id, status, invited_by)
  select organization_id, ${userId}, role_id, 'pending', invited_by from taken on conflict do nothing`.execute(db)

/** Organizations in which the user has an accepted role, oldest first. */
export const membershipsOf = (db: Db, userId: number) =>
  db.selectFrom('members as m').innerJoin('organizations as o', 'o.id', 'm.organizationId').select(['o.id', 'o.displayName', 'm.roleId'])
    .where('m.userId', '=', userId).where('m.status', '=', 'accepted').orderBy('m.createdAt').orderBy('o.id').execute()

export const rolesOf = (db: Db, userId: number) =>
  db.selectFrom('members as m').innerJoin('organizations as o', 'o.id', 'm.organizationId')
    .select(['m.id', 'm.userId', 'm.organizationId as clientId', 'm.roleId', 'm.status', 'o.name', 'o.displayName'])
    .where('m.userId', '=', userId).orderBy('m.createdAt').orderBy('m.id').execute()

export const addSession = (db: Db, session: { userId: number; organizationId: number | null; createdAt: Date; expiresAt: Date; userAgent: string; address: string }) =>
  db.insertInto('sessions').values({ ...session, lastSeenAt: session.createdAt }).returning('id').executeTakeFirstOrThrow()

export const revokeSession = (db: Db, id: string, at: Date) =>
  db.updateTable('sessions').set({ revokedAt: at }).where('id', '=', id).where('revokedAt', 'is', null).execute()

/** @param except the session to keep, if any */
export const revokeSessions = (db: Db, userId: number, at: Date, except?: string) =>
  db.updateTable('sessions').set({ revokedAt: at }).where('userId', '=', userId).where('revokedAt', 'is', null)
    .$if(except !== undefined, (q) => q.where('id', '!=', except ?? '')).execute()

export const sessionsOf = (db: Db, userId: number, now: Date) =>
  db.selectFrom('sessions').select(['id', 'createdAt', 'lastSeenAt', 'userAgent', 'address', 'expiresAt'])
    .where('userId', '=', userId).where('revokedAt', 'is', null).where('expiresAt', '>', now).orderBy('createdAt', 'desc').limit(200).execute()

/** Whether the user has signed in from this address before. */
export async function knowsAddress(db: Db, userId: number, address: string): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('id').where('userId', '=', userId).where('address', '=', address).limit(1).executeTakeFirst()
  return row !== undefined
}
