import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { invitedSince } from '../invitations.ts'
import type { Person } from './provider.ts'

type Db = Kysely<DB>

export const findIdentity = (db: Db, { issuer, subject }: Pick<Person, 'issuer' | 'subject'>) =>
  db
    .selectFrom('userIdentities')
    .select(['id', 'userId'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Links an identity. @returns undefined where it is somebody's already */
export const addIdentity = (db: Db, userId: number, { issuer, subject, email }: Person, at: Date) =>
  db
    .insertInto('userIdentities')
    .values({ userId, issuer, subject, email, createdAt: at, lastUsedAt: at })
    .onConflict((c) => c.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()

export const lockIdentity = (db: Db, id: number) =>
  db
    .selectFrom('userIdentities')
    .select(['id', 'userId', 'organizationIds'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export const noteUse = (db: Db, id: number, { email }: Person, organizationIds: number[], at: Date) =>
  db.updateTable('userIdentities').set({ email, organizationIds, lastUsedAt: at }).where('id', '=', id).execute()

export const identitiesOf = (db: Db, userId: number) =>
  db
    .selectFrom('userIdentities')
    .select(['id', 'issuer', 'email', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
/** @returns its issuer and email; undefined where it is not theirs */
export const removeIdentity = (db: Db, userId: number, id: number) =>
  db
    .deleteFrom('userIdentities')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['issuer', 'email'])
    .executeTakeFirst()

/** Holds a user until the transaction ends, so that of two ways in not both go at once. */
export const lockUser = (db: Db, by: { id: number } | { email: string }) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'passwordHash', 'emailConfirmedAt'])
    .where((e) => ('id' in by ? e('id', '=', by.id) : e(e.fn<string>('lower', ['email']), '=', by.email.toLowerCase())))
    .forUpdate()
    .executeTakeFirst()

/** Whether an Admin has invited exactly this email, with or without an account, and the invitation still holds. */
export async function isInvited(db: Db, email: string, now: Date): Promise<boolean> {
  const since = invitedSince(now)
  const { rows } = await sql`
    select 1 from invitations i where i.email = lower(${email}) and i.invited_at > ${since}
    union all
    select 1 from members m join users u on u.id = m.user_id where lower(u.email) = lower(${email}) and m.status = 'pending' and m.invited_at > ${since}
    limit 1`.execute(db)
  return rows.length > 0
}
/** Invitations of a user that still hold. */
export const pendingOf = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('members')
    .select('organizationId')
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .where('invitedAt', '>', invitedSince(now))
    .execute()

/** Organizations as settings name them: `#12` by id, which stays when the name changes, or by name in lower case. */
export async function organizationsNamed(db: Db, names: readonly string[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select o.id, n.name from unnest(${names}::text[]) n(name)
    join organizations o on case when n.name ~ '^#[0-9]{1,15}$' then o.id = substr(n.name, 2)::bigint else lower(o.name) = n.name end`.execute(
    db,
  )
  return rows
}
