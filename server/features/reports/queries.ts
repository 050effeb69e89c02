import { type Kysely, sql } from 'kysely'
import type { ReportFilter, ReportMailState, ReportRhythm } from '#contract/reports.ts'
import type { DayRange } from '#domain/analytics/presets.ts'
import { REPORT_HOUR } from '#domain/analytics/report-days.ts'
import type { Ctx } from '../../context.ts'
import type { DB } from '../../db/types.ts'

export interface ReportRow {
  id: number
  name: string
  every: ReportRhythm
  filter: ReportFilter
  nextDay: string
  readers: { id: number; name: string; email: string }[]
  left: { id: number; name: string; email: string; at: Date }[]
}
/** Reports with their people, as they were made. @param id of one */
export async function list(ctx: Ctx, id?: number): Promise<ReportRow[]> {
  const { organizationId } = ctx
  const { rows } = await sql<Omit<ReportRow, 'readers' | 'left'> & { people: Person[] }>`
    select r.id, r.name, r.every, r.filter, r.next_day::text as next_day,
      (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'at', p.left_at) order by u.email), '[]')
        from report_readers p join users u on u.id = p.user_id where p.organization_id = ${organizationId} and p.report_id = r.id) as people
    from mailed_reports r where r.organization_id = ${organizationId} and ${id === undefined ? sql`true` : sql`r.id = ${id}`} order by r.id`.execute(
    ctx.db,
  )
  return rows.map(({ people, ...report }) => ({
    ...report,
    readers: people.flatMap(({ at, ...person }) => (at === null ? [person] : [])),
    left: people.flatMap(({ at, ...person }) => (at === null ? [] : [{ ...person, at: new Date(at) }])),
  }))
}
interface Person {
  id: number
  name: string
  email: string
  /** When they left, as JSON tells it. */
  at: string | null
}

/** The organization's name, and its day: the one whose reports are out. Until the hour of reports that is yesterday. */
export async function place(ctx: Ctx): Promise<{ name: string; timeZone: string; day: string }> {
  const { rows } = await sql<{ name: string; timeZone: string; day: string }>`
    select display_name as name, time_zone, ((${ctx.services.clock.now()}::timestamptz at time zone time_zone) - make_interval(hours => ${REPORT_HOUR}::int))::date::text as day
    from organizations where id = ${ctx.organizationId}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('an organization has a time zone')
  return row
}

/** One after the other, so that two at once do not both become the last that is allowed. */
export async function lockAndCount(ctx: Ctx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports ${ctx.organizationId}`}, 0))`.execute(ctx.db)
  const { count } = await ctx.db
    .selectFrom('mailedReports')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organizationId', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  return count
}

interface Fields {
  name: string
  every: ReportRhythm
  filter: ReportFilter
  nextDay: string
}
const row = ({ filter, ...rest }: Partial<Fields>) => ({ ...rest, ...(filter && { filter: JSON.stringify(filter) }) })

export async function insert(ctx: Ctx, fields: Fields): Promise<number> {
  const { id } = await ctx.db
    .insertInto('mailedReports')
    .values({ organizationId: ctx.organizationId, ...fields, filter: JSON.stringify(fields.filter) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function update(ctx: Ctx, id: number, fields: Partial<Fields>): Promise<void> {
  if (Object.keys(fields).length === 0) return
  await ctx.db
    .updateTable('mailedReports')
    .set(row(fields))
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()
}

export const remove = (ctx: Ctx, id: number) =>
  ctx.db
    .deleteFrom('mailedReports')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Those of some users who are members. */
export const membersAmong = (ctx: Ctx, userIds: readonly number[]) =>
  ctx.db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', ctx.organizationId)
    .where('status', '=', 'accepted')
    .where('userId', 'in', userIds)
    .execute()

/** Also those who left it once. */
export async function addReaders(ctx: Ctx, reportId: number, userIds: readonly number[]): Promise<void> {
  await sql`insert into report_readers (organization_id, report_id, user_id)
    select ${ctx.organizationId}::bigint, ${reportId}::bigint, u from unnest(${userIds}::bigint[]) u
    on conflict (organization_id, report_id, user_id) do update set left_at = null`.execute(ctx.db)
}

export async function removeReaders(ctx: Ctx, reportId: number, userIds: readonly number[]): Promise<void> {
  await sql`delete from report_readers where organization_id = ${ctx.organizationId} and report_id = ${reportId} and user_id = any(${userIds}::bigint[])`.execute(
    ctx.db,
  )
  await forgetWaiting(ctx, reportId, userIds)
}

/** A mail that waits for somebody who gets the report no longer is not sent. */
const forgetWaiting = (ctx: Ctx, reportId: number, userIds: readonly number[]) =>
  sql`delete from report_mails where organization_id = ${ctx.organizationId} and report_id = ${reportId} and state = 'waiting' and not asked and user_id = any(${userIds}::bigint[])`.execute(
    ctx.db,
  )

/** One person leaves, or comes back after having left, whoever else comes or goes meanwhile. @returns whether that changed anything */
export async function setLeft(ctx: Ctx, reportId: number, userId: number, left: boolean): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('reportReaders')
    .set({ leftAt: left ? ctx.services.clock.now() : null })
    .where('organizationId', '=', ctx.organizationId)
    .where('reportId', '=', reportId)
    .where('userId', '=', userId)
    .where('leftAt', left ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (left) await forgetWaiting(ctx, reportId, [userId])
  return numUpdatedRows > 0n
}

/** A report as one of its people knows it, also who left it. */
export const readership = (ctx: Ctx, reportId: number, userId: number) =>
  ctx.db
    .selectFrom('reportReaders as p')
    .innerJoin('mailedReports as r', (join) =>
      join.onRef('r.organizationId', '=', 'p.organizationId').onRef('r.id', '=', 'p.reportId'),
    )
    .innerJoin('organizations as o', 'o.id', 'p.organizationId')
    .select(['r.name as report', 'o.displayName as organization', 'p.leftAt'])
    .where('p.organizationId', '=', ctx.organizationId)
    .where('p.reportId', '=', reportId)
    .where('p.userId', '=', userId)
    .executeTakeFirst()

/** Templates and attributes that a query names, and that nothing is called any more. */
export async function goneNames(
  { db, organizationId }: Ctx,
  { templateNames, attributes }: Pick<ReportFilter, 'templateNames' | 'attributes'>,
): Promise<{ templates: string[]; attributes: string[] }> {
  const { rows } = await sql<{ templates: string[]; attributes: string[] }>`
    select array(select n from unnest(${templateNames}::text[]) n
        where not exists (select from product_templates where organization_id = ${organizationId} and name = n)) as templates,
      array(select n from unnest(${attributes.map(({ name }) => name)}::text[]) n where not exists (select from attribute_values(n, '', 1))) as attributes`.execute(
    db,
  )
  return rows[0] ?? { templates: [], attributes: [] }
}

export const membership = (ctx: Ctx, userId: number) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.userId', 'm.roleId', 'u.email'])
    .where('m.organizationId', '=', ctx.organizationId)
    .where('m.userId', '=', userId)
    .where('m.status', '=', 'accepted')
    .executeTakeFirst()

const isDue = (now: Date) =>
  sql<boolean>`(r.next_day + make_interval(hours => ${REPORT_HOUR}::int)) at time zone o.time_zone <= ${now}::timestamptz`

/** Of all organizations: those with a report whose morning has come. A day is somewhere on earth before it is in UTC. */
export async function organizationsWithDue(system: Kysely<DB>, now: Date): Promise<{ organizationId: number }[]> {
  const { rows } = await sql<{ organizationId: number }>`
    select distinct r.organization_id from mailed_reports r join organizations o on o.id = r.organization_id
    where r.next_day <= (${now}::timestamptz at time zone 'UTC')::date + 1 and ${isDue(now)} limit 500`.execute(system)
  return rows
}

/** Takes a report whose morning has come; another worker that comes at the same time waits, and finds it done. */
export async function takeDue(
  ctx: Ctx,
  now: Date,
): Promise<{ id: number; every: ReportRhythm; nextDay: string } | undefined> {
  const { rows } = await sql<{ id: number; every: ReportRhythm; nextDay: string }>`
    select r.id, r.every, r.next_day::text as next_day from mailed_reports r join organizations o on o.id = r.organization_id
    where r.organization_id = ${ctx.organizationId} and ${isDue(now)} order by r.id limit 1 for update of r`.execute(
    ctx.db,
  )
  return rows[0]
}

/** Notes a mail to each of its people. @returns those that were not noted before */
export async function oweMails(ctx: Ctx, reportId: number, days: DayRange, at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into report_mails (organization_id, report_id, user_id, first_day, last_day, asked, at)
    select organization_id, report_id, user_id, ${days.startDate}::date, ${days.endDate}::date, false, ${at}::timestamptz
    from report_readers where organization_id = ${ctx.organizationId} and report_id = ${reportId} and left_at is null order by user_id
    on conflict (organization_id, report_id, user_id, first_day, last_day) where not asked do nothing returning id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}
export async function askMail(ctx: Ctx, reportId: number, userId: number, days: DayRange, at: Date): Promise<number> {
  const { id } = await ctx.db
    .insertInto('reportMails')
    .values({
      organizationId: ctx.organizationId,
      reportId,
      userId,
      firstDay: days.startDate,
      lastDay: days.endDate,
      asked: true,
      at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface MailRow {
  id: number
  reportId: number
  userId: number
  firstDay: string
  lastDay: string
  state: ReportMailState
  tries: number
  asked: boolean
}
export async function findMail(ctx: Ctx, id: number): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    select id, report_id, user_id, first_day::text as first_day, last_day::text as last_day, state, tries, asked from report_mails
    where organization_id = ${ctx.organizationId} and id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** From one state to another, with what is to be said of it. @returns whether it was in that state */
export async function moveMail(
  ctx: Ctx,
  id: number,
  from: ReportMailState,
  to: ReportMailState,
  o: { reason?: string; tried?: boolean } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('reportMails')
    .set((e) => ({ state: to, reason: o.reason ?? '', ...(o.tried ? { tries: e('tries', '+', 1) } : {}) }))
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function mails(ctx: Ctx, offset: number, limit: number) {
  const { organizationId, db } = ctx
  const { rows } = await sql<{
    id: number
    reportId: number
    report: string
    email: string
    firstDay: string
    lastDay: string
    asked: boolean
    state: ReportMailState
    reason: string
    at: Date
    items: number
  }>`
    select m.id, m.report_id, r.name as report, u.email, m.first_day::text as first_day, m.last_day::text as last_day, m.asked, m.state, m.reason, m.at
    from report_mails m join mailed_reports r on r.organization_id = m.organization_id and r.id = m.report_id join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} order by m.at desc, m.id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  const { items } = await db
    .selectFrom('reportMails')
    .select((e) => e.fn.countAll<number>().as('items'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { data: rows, items }
}

/** Forgets some of all organizations' mails. @returns how many */
export async function forget(system: Kysely<DB>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from report_mails m using (select organization_id, id from report_mails where at < ${before} order by at limit ${limit}) old
    where m.organization_id = old.organization_id and m.id = old.id`.execute(system)
  return Number(numAffectedRows ?? 0)
}
