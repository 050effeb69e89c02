import { type Kysely, sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import type { Ctx } from '../../context.ts'
import type { DB } from '../../db/types.ts'

export interface News extends Pick<Notification, 'kind' | 'subject' | 'detail' | 'path'> {
  /** Names the occasion: what has the same key is told once. */
  key: string
}

/** Whether anybody asked to be told of this kind. */
export async function isWanted(ctx: Ctx, kind: NotificationKind): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('notificationSettings')
    .select('userId')
    .where('organizationId', '=', ctx.organizationId)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps news, and who is owed a mail of it. @returns whether it is new and anybody asked for it */
export async function keep(ctx: Ctx, { kind, key, subject, detail, path }: News): Promise<boolean> {
  const { organizationId } = ctx
  const at = ctx.services.clock.now()
  const { rows } = await sql`
    with wanted as (
      select user_id, mail_since from notification_settings where organization_id = ${organizationId} and kind = ${kind}
    ), made as (
      insert into notifications (organization_id, kind, key, subject, detail, path, at)
      select ${organizationId}::bigint, ${kind}, ${key}, ${subject}, ${detail}, ${path}, ${at}::timestamptz where exists (select from wanted)
      on conflict (organization_id, kind, key) do nothing returning id
    ), owed as (
      insert into notification_mails (organization_id, user_id, kind, notification_id, at)
      select ${organizationId}::bigint, w.user_id, ${kind}, m.id, ${at}::timestamptz from made m, wanted w where w.mail_since is not null
      returning user_id
    )
    select id from made`.execute(ctx.db)
  return rows.length > 0
}

/** Takes back news whose key begins like this, and with it the mails that are owed of it. */
export const drop = (ctx: Ctx, kind: NotificationKind, key: string) =>
  ctx.db
    .deleteFrom('notifications')
    .where('organizationId', '=', ctx.organizationId)
    .where('kind', '=', kind)
    .where(sql<boolean>`starts_with(key, ${key})`)
    .execute()

export const membership = (ctx: Ctx, userId: number) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .innerJoin('organizations as o', 'o.id', 'm.organizationId')
    .select(['m.userId', 'm.roleId', 'u.email', 'o.displayName as organization'])
    .where('m.organizationId', '=', ctx.organizationId)
    .where('m.userId', '=', userId)
    .where('m.status', '=', 'accepted')
    .executeTakeFirst()

export const settingsOf = (ctx: Ctx, userId: number) =>
  ctx.db
    .selectFrom('notificationSettings')
    .select(['kind', 'browserSince', 'mailSince'])
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', userId)
    .execute()

/** Switches ways of one kind on or off; what is on already stays on since then. A row is there only while a way is on. */
export async function saveSetting(
  ctx: Ctx,
  userId: number,
  kind: NotificationKind,
  { browser, mail }: { browser?: boolean | undefined; mail?: boolean | undefined },
): Promise<void> {
  const now = ctx.services.clock.now()
  const since = (on: boolean | undefined) => (on ? now : null)
  const after = (column: string, on: boolean | undefined) => {
    const current = sql.ref<Date | null>(`notification_settings.${column}`)
    return on === undefined ? current : on ? sql<Date>`coalesce(${current}, ${now}::timestamptz)` : null
  }
  await ctx.db
    .insertInto('notificationSettings')
    .values({ organizationId: ctx.organizationId, userId, kind, browserSince: since(browser), mailSince: since(mail) })
    .onConflict((c) =>
      c.columns(['organizationId', 'userId', 'kind']).doUpdateSet({
        browserSince: after('browser_since', browser),
        mailSince: after('mail_since', mail),
      }),
    )
    .execute()
  await ctx.db
    .deleteFrom('notificationSettings')
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', userId)
    .where('browserSince', 'is', null)
    .where('mailSince', 'is', null)
    .execute()
  if (mail === false) await takeOwed(ctx, userId, kind)
}

/** News of these kinds since a user asked for them in the browser, and since a moment; newest first. */
export const recent = (ctx: Ctx, userId: number, kinds: readonly NotificationKind[], since: Date, limit: number) =>
  ctx.db
    .selectFrom('notifications as n')
    .innerJoin('notificationSettings as s', (j) =>
      j.onRef('s.organizationId', '=', 'n.organizationId').onRef('s.kind', '=', 'n.kind').on('s.userId', '=', userId),
    )
    .select(['n.id', 'n.kind', 'n.subject', 'n.detail', 'n.path', 'n.at'])
    .where('n.organizationId', '=', ctx.organizationId)
    .where('n.kind', 'in', kinds)
    .where('n.at', '>=', since)
    .whereRef('n.at', '>=', 's.browserSince')
    .orderBy('n.at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute()

/** Members with a mail owed since a moment or longer, and what it is about. */
export const due = (ctx: Ctx, before: Date) =>
  ctx.db
    .selectFrom('notificationMails')
    .select(['userId', 'kind'])
    .distinct()
    .where('organizationId', '=', ctx.organizationId)
    .where('at', '<=', before)
    .execute()

/** Takes all that a member is owed of one kind; another worker that comes at the same time finds nothing. */
export const takeOwed = (ctx: Ctx, userId: number, kind: NotificationKind) =>
  ctx.db
    .deleteFrom('notificationMails')
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .returning('notificationId')
    .execute()

export const newest = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('notifications')
    .select(['kind', 'subject', 'detail', 'path'])
    .where('organizationId', '=', ctx.organizationId)
    .where('id', 'in', ids)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Of all organizations: those with a mail owed since a moment or longer. */
export const organizationsWithDue = (system: Kysely<DB>, before: Date) =>
  system
    .selectFrom('notificationMails')
    .select('organizationId')
    .distinct()
    .where('at', '<=', before)
    .limit(500)
    .execute()

/** Forgets some of all organizations' news. @returns how many */
export async function forget(system: Kysely<DB>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notifications n using (select organization_id, id from notifications where at < ${before} order by at limit ${limit}) old
    where n.organization_id = old.organization_id and n.id = old.id`.execute(system)
  return Number(numAffectedRows ?? 0)
}

/** What names a listing's product and a channel's integration to people. */
export const skuOf = (ctx: Ctx, productId: number) =>
  ctx.db
    .selectFrom('products')
    .select('sku')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', productId)
    .executeTakeFirst()
/** @returns with the account's name, and whether it is not its channel's only one, nor its first */
export async function accountOf(ctx: Ctx, integrationId: number) {
  const { rows } = await sql<{ channel: ChannelId; account: string; isOne: boolean; isFirst: boolean }>`
    select channel, account, among = 1 as is_one, place = 1 as is_first from (
      select id, channel, coalesce(nullif(shop, ''), account_name) as account, count(*) over (partition by channel) as among,
        row_number() over (partition by channel order by id) as place
      from integrations where organization_id = ${ctx.organizationId}) all_of_them
    where id = ${integrationId}`.execute(ctx.db)
  return rows[0]
}
