import { type Kysely, sql } from 'kysely'
import type { Start } from '#contract/organizations.ts'
import type { Ctx } from '../../context.ts'
import { type OutOfStep, outOfStep, refused } from '../../db/listing-rules.ts'
import { orderTabs } from '../../db/order-rules.ts'
import type { DB } from '../../db/types.ts'
import type { z } from 'zod'

type Db = Kysely<DB>
const columns = ['id', 'name', 'displayName', 'description', 'requireTwoFactor'] as const

export const add = async (db: Db, given: { name: string; displayName: string; description: string }) => {
  const organization = await db.insertInto('organizations').values(given).returning(columns).executeTakeFirstOrThrow()
  await db.insertInto('organizationCounts').values({ organizationId: organization.id }).execute()
  return organization
}
export const addMember = (db: Db, organizationId: number, userId: number, roleId: number) =>
  db.insertInto('members').values({ organizationId, userId, roleId, status: 'accepted', invitedBy: null }).execute()

export const find = (db: Db, by: { id: number } | { name: string }) =>
  db
    .selectFrom('organizations')
    .select(columns)
    .where((e) => ('id' in by ? e('id', '=', by.id) : e(e.fn<string>('lower', ['name']), '=', by.name.toLowerCase())))
    .executeTakeFirst()
export const lock = (db: Db, id: number) =>
  db.selectFrom('organizations').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
export const update = (
  db: Db,
  id: number,
  change: { displayName: string; description: string; requireTwoFactor?: boolean | undefined },
) => db.updateTable('organizations').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

/** Those one may log into: a super-admin every one (ORG-031). */
export const selectable = (db: Db, userId: number, isSuper: boolean) =>
  db
    .selectFrom('organizations as o')
    .select(['o.id', 'o.displayName'])
    .$if(!isSuper, (q) =>
      q.where((e) =>
        e.exists(
          e
            .selectFrom('members as m')
            .select('m.userId')
            .whereRef('m.organizationId', '=', 'o.id')
            .where('m.userId', '=', userId)
            .where('m.status', '=', 'accepted'),
        ),
      ),
    )
    .orderBy((e) => e.fn('lower', ['o.displayName']))
    .orderBy('o.id')
    .execute()

export const members = (ctx: Ctx) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['u.id', 'u.email', 'u.name', 'u.image', 'm.roleId'])
    .where('m.organizationId', '=', ctx.organizationId)
    .where('m.status', '=', 'accepted')
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .execute()

interface Waiting {
  id: number
  email: string
  roleId: number
}
/**
 * Who was invited and has not accepted, with and without an account. Both are told in the same way, so that nobody learns
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

export const userByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
export const userName = async (db: Db, id: number) => {
  const user = await db.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirst()
  return user?.name || (user?.email ?? 'Someone')
}

/** Takes back what has not been accepted; a member stays. */
export async function withdraw(ctx: Ctx, id: number): Promise<Held | undefined> {
  const found = await findInvitation(ctx, id)
  return found && (await drop(ctx, 'waiting', id)) ? found : undefined
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
/** The member's row of an id: a member is known by the user's, who has not accepted by the invitation's. */
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
export const isMember = async ({ db, organizationId }: Ctx, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('status', '=', 'accepted')
    .executeTakeFirst()) !== undefined
export const hasTwoFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('twoFactorAt', 'is not', null)
    .executeTakeFirst()) !== undefined
export const endSessionsIn = (db: Db, organizationId: number, userId: number, at: Date) =>
  db
    .updateTable('sessions')
    .set({ revokedAt: at })
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .execute()

/** Beyond so many, the exact number helps nobody. */
const MOST_COUNTED = 1000
const behind = (organizationId: number, why: OutOfStep) => sql`(select count(*) from (
  select from listing_products l join integrations i on i.organization_id = l.organization_id and i.id = l.integration_id
  where l.organization_id = ${organizationId} and ${outOfStep[why]} limit ${MOST_COUNTED}) few)`

/** Everything the start page counts, in one statement; products and orders come from the counter row. */
export async function start({ db, organizationId, userId }: Ctx): Promise<z.output<typeof Start>> {
  const {
    rows: [counts],
  } = await sql<z.output<typeof Start>>`
    select coalesce(c.products, 0) as products, coalesce(c.orders, 0) as orders, l.live as "liveListings", l.failed as "failedListings",
      o.open as "openOrders", o.oversold as "oversoldOrders",
      (select count(*) from product_templates where organization_id = ${organizationId}) as templates,
      (select count(*) from integrations where organization_id = ${organizationId} and status = 'authenticated') as "connectedChannels",
      jsonb_build_object('notKept', ${behind(organizationId, 'notKept')}, 'pending', ${behind(organizationId, 'pending')}, 'held', ${behind(organizationId, 'held')}) as "outOfStep",
      exists (select 1 from first_steps_hidden where organization_id = ${organizationId} and user_id = ${userId}) as "firstStepsHidden"
    from (select count(*) filter (where status = 'listed') as live, count(*) filter (where ${refused}) as failed
        from listing_products l where l.organization_id = ${organizationId}) l
      cross join (select count(*) as open, count(*) filter (where oversold) as oversold from orders where organization_id = ${organizationId} and ${orderTabs.open}) o
      left join organization_counts c on c.organization_id = ${organizationId}`.execute(db)
  if (!counts) throw new Error('a select of counts answers one row')
  return counts
}

export const hideFirstSteps = (ctx: Ctx, userId: number) =>
  ctx.db
    .insertInto('firstStepsHidden')
    .values({ organizationId: ctx.organizationId, userId })
    .onConflict((c) => c.columns(['organizationId', 'userId']).doNothing())
    .execute()
export const showFirstSteps = (ctx: Ctx, userId: number) =>
  ctx.db
    .deleteFrom('firstStepsHidden')
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', userId)
    .execute()
