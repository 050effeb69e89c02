import { type Kysely, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import { invitedSince } from './invitations.ts'

/*
 * Everything that writes `members` and `invitations`. It is here, not in the area `organizations`, because signing up and
 * opening a mailed link write them, too, and an area calls only areas before it.
 */

type Db = Kysely<DB>

export const addMember = (db: Db, organizationId: number, userId: number, roleId: number) =>
  db.insertInto('members').values({ organizationId, userId, roleId, status: 'accepted', invitedBy: null }).execute()

/**
 * Makes a user a member with a role, or none where `roleId` is undefined.
 * @returns what was
 */
export async function setMembership({ db, organizationId }: Ctx, userId: number, roleId: number | undefined) {
  const before = await db
    .selectFrom('members')
    .select(['status', 'roleId'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (roleId === undefined)
    await db.deleteFrom('members').where('organizationId', '=', organizationId).where('userId', '=', userId).execute()
  else
    await db
      .insertInto('members')
      .values({ organizationId, userId, roleId, status: 'accepted', invitedBy: null })
      .onConflict((c) => c.columns(['organizationId', 'userId']).doUpdateSet({ roleId, status: 'accepted' }))
      .execute()
  return before
}

/** Turns unexpired invitations of this email into pending memberships of its new user (ORG-059). */
export const attachInvitations = (db: Db, userId: number, now: Date) =>
  sql`
  with taken as (
    delete from invitations i using users u where u.id = ${userId} and i.email = lower(u.email) and i.invited_at > ${invitedSince(now)}
    returning i.organization_id, i.id, i.role_id, i.invited_by, i.invited_at
  )
  insert into members (organization_id, user_id, role_id, status, invited_by, invited_at, invitation_id)
  select organization_id, ${userId}, role_id, 'pending', invited_by, invited_at, id from taken on conflict do nothing`.execute(
    db,
  )

/** Accepts a pending membership, in one statement with its condition. @returns undefined when it has expired or is gone */
export const acceptInvitation = (db: Db, organizationId: number, userId: number, now: Date) =>
  db
    .updateTable('members')
    .set({ status: 'accepted' })
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .where('invitedAt', '>', invitedSince(now))
    .returning('roleId')
    .executeTakeFirst()
export const declineInvitation = (db: Db, organizationId: number, userId: number) =>
  db
    .deleteFrom('members')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .returning('roleId')
    .executeTakeFirst()

interface Waiting {
  id: number
  email: string
  roleId: number
}
/**
 * Who was invited and has not accepted, with and without an account. Both look the same, so that nobody learns
 * from an invitation whether an email has an account: the invitation's own id, the email as it was invited, no name.
 */
const waiting = ({ organizationId }: Ctx) => sql<Waiting & { invitedAt: Date; inviterId: number | null }>`(
  select m.invitation_id as id, lower(u.email) as email, m.role_id, m.invited_at, m.invited_by as inviter_id
  from members m join users u on u.id = m.user_id
  where m.organization_id = ${organizationId} and m.status = 'pending'
  union all
  select i.id, i.email, i.role_id, i.invited_at, i.invited_by
  from invitations i where i.organization_id = ${organizationId})`
export const invitations = (ctx: Ctx) =>
  ctx.db
    .selectFrom(waiting(ctx).as('w'))
    .leftJoin('users as b', 'b.id', 'w.inviterId')
    .select(['w.id', 'w.email', 'w.roleId', 'w.invitedAt'])
    .select(sql<string>`coalesce(nullif(b.name, ''), b.email, '')`.as('invitedBy'))
    .orderBy('w.invitedAt')
    .orderBy('w.id')
    .execute()
export const findInvitation = (ctx: Ctx, id: number): Promise<Held | undefined> =>
  ctx.db.selectFrom(waiting(ctx).as('w')).select(['w.email', 'w.roleId']).where('w.id', '=', id).executeTakeFirst()

/** Takes back what has not been accepted; a member stays. */
export async function withdraw(ctx: Ctx, id: number): Promise<Held | undefined> {
  const invitation = await findInvitation(ctx, id)
  return invitation && (await drop(ctx, 'waiting', id)) ? invitation : undefined
}
/** An email that has an account by now is invited as its user, under the same id. */
export const dropEmail = (ctx: Ctx, email: string) =>
  ctx.db
    .deleteFrom('invitations')
    .where('organizationId', '=', ctx.organizationId)
    .where('email', '=', email.toLowerCase())
    .returning('id')
    .executeTakeFirst()

/** Invites a user, or gives a waiting invitation its new role. @returns undefined for a member */
export const inviteUser = (ctx: Ctx, userId: number, roleId: number, invitationId?: number) =>
  ctx.db
    .insertInto('members')
    .values({
      organizationId: ctx.organizationId,
      userId,
      roleId,
      status: 'pending',
      invitedBy: ctx.userId,
      invitedAt: ctx.services.clock.now(),
      ...(invitationId === undefined ? {} : { invitationId }),
    })
    .onConflict((c) =>
      c
        .columns(['organizationId', 'userId'])
        .doUpdateSet({ roleId, invitedBy: ctx.userId, invitedAt: ctx.services.clock.now() })
        .where('members.status', '=', 'pending'),
    )
    .returning('invitationId as id')
    .executeTakeFirst()
export const inviteEmail = (ctx: Ctx, email: string, roleId: number) =>
  ctx.db
    .insertInto('invitations')
    .values({
      organizationId: ctx.organizationId,
      email: email.toLowerCase(),
      roleId,
      invitedBy: ctx.userId,
      invitedAt: ctx.services.clock.now(),
    })
    .onConflict((c) =>
      c
        .columns(['organizationId', 'email'])
        .doUpdateSet({ roleId, invitedBy: ctx.userId, invitedAt: ctx.services.clock.now() }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

/** Holds the organization's Admins until the transaction ends, so that two cannot go at once. */
export const lockAdmins = (ctx: Ctx) =>
  ctx.db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', ctx.organizationId)
    .where('roleId', '=', 2)
    .where('status', '=', 'accepted')
    .orderBy('userId')
    .forUpdate()
    .execute()

export interface Held {
  email: string
  roleId: number
}
/** @returns what was; undefined when there is no such member or invitation */
export const changeRole = async (ctx: Ctx, id: number, roleId: number): Promise<Held | undefined> => {
  const old = await lockRole(ctx, id)
  if (old === undefined) return undefined
  await ctx.db.updateTable('members').set({ roleId }).where(ofMember(ctx, id)).execute()
  await ctx.db
    .updateTable('invitations')
    .set({ roleId })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()
  return old
}
export const remove = async (ctx: Ctx, id: number): Promise<Held | undefined> => {
  const old = await lockRole(ctx, id)
  await drop(ctx, 'everybody', id)
  return old
}
/** The row of `members` with this id: the user's id for a member, the invitation's for somebody who has not accepted. */
const ofMember = ({ organizationId }: Ctx, id: number, who: 'waiting' | 'everybody' = 'everybody') =>
  sql<boolean>`members.organization_id = ${organizationId} and (members.status = 'pending' and members.invitation_id = ${id}
    or members.status = 'accepted' and ${who === 'everybody'} and members.user_id = ${id})`
/** @returns whether there was one */
async function drop(ctx: Ctx, who: 'waiting' | 'everybody', id: number): Promise<boolean> {
  const members = await ctx.db
    .deleteFrom('members')
    .where(ofMember(ctx, id, who))
    .executeTakeFirst()
  const emails = await ctx.db
    .deleteFrom('invitations')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return members.numDeletedRows + emails.numDeletedRows > 0n
}
async function lockRole(ctx: Ctx, id: number): Promise<Held | undefined> {
  const member = await ctx.db
    .selectFrom('members')
    .innerJoin('users as u', 'u.id', 'members.userId')
    .select(['u.email', 'members.roleId'])
    .where(ofMember(ctx, id))
    .forUpdate('members')
    .executeTakeFirst()
  return (
    member ??
    (await ctx.db
      .selectFrom('invitations')
      .select(['email', 'roleId'])
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst())
  )
}
/** Signs a member out of this organization on every device. */
export const endSessionsIn = (db: Db, organizationId: number, userId: number, at: Date) =>
  db
    .updateTable('sessions')
    .set({ revokedAt: at })
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .execute()
