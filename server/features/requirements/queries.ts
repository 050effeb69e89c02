import { type RawBuilder, sql } from 'kysely'
import type { ChannelId } from '#contract/channels/names.ts'
import { TEMPLATES_SHOWN } from '#contract/requirements/requirements.ts'
import type { CategoryRules, Choices, RuleChange } from '#domain/requirements/changes.ts'
import type { Ctx } from '../../context.ts'
import { listingRows } from '../../db/rules/listing-rows.ts'
import { live } from '../../db/rules/listing-rules.ts'

/** Who writes a product or a listing commits a little after the moment that it notes. */
const LATE_MS = 10_000

export interface Row {
  id: number
  integrationId: number
  channel: ChannelId
  account: string
  rule: string
  key: string
  name: string
  label: string
  since: Date
  listings: number
  countedAt: Date | null
  templates: { templateId: number; name: string; listings: number }[]
}

/** Of connected accounts. */
export async function list(ctx: Ctx, channel: ChannelId | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select q.id, q.integration_id, i.channel, coalesce(nullif(i.account_name, ''), i.shop) as account, q.rule, q.key, q.name, q.label, q.since, q.listings, a.counted_at,
      case when q.listings = 0 then '[]'::json else (select coalesce(json_agg(json_build_object('templateId', t.template_id, 'name', p.name, 'listings', t.n) order by t.n desc, t.template_id), '[]')
        from (select template_id, count(*) as n from requirement_listings r where r.organization_id = ${ctx.organizationId} and r.requirement_id = q.id
          group by template_id order by n desc, template_id limit ${TEMPLATES_SHOWN}) t
        join product_templates p on p.organization_id = ${ctx.organizationId} and p.id = t.template_id) end as templates
    from requirements q
    join integrations i on i.organization_id = q.organization_id and i.id = q.integration_id and i.status = 'authenticated'
    left join requirement_reads a on a.organization_id = q.organization_id and a.integration_id = q.integration_id
    where q.organization_id = ${ctx.organizationId} and ${channel ? sql`i.channel = ${channel}` : sql`true`}
    order by q.id`.execute(ctx.db)
  return rows
}

const ofAccount = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .selectFrom('requirements')
    .select(['id', 'rule', 'key', 'name'])
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
export type Stored = Awaited<ReturnType<typeof requirements>>[number]
export const requirements = (ctx: Ctx, integrationId: number) => ofAccount(ctx, integrationId).orderBy('id').execute()

export const lastRead = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .selectFrom('requirementReads')
    .select(['readAt', 'countedAt', 'settings'])
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .executeTakeFirst()

/** Some rows note the database’s time, others that of the clock: whichever is earlier misses none of them. */
export async function moment(ctx: Ctx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select least(now(), ${ctx.services.clock.now()}::timestamptz) as at`.execute(
    ctx.db,
  )
  return rows[0]?.at ?? ctx.services.clock.now()
}

export const noteRead = (ctx: Ctx, integrationId: number, readAt: Date) =>
  ctx.db
    .insertInto('requirementReads')
    .values({ organizationId: ctx.organizationId, integrationId, readAt })
    .onConflict((o) => o.columns(['organizationId', 'integrationId']).doUpdateSet({ readAt }))
    .execute()

export const noteCounted = (ctx: Ctx, integrationId: number, countedAt: Date, settings: string) =>
  ctx.db
    .updateTable('requirementReads')
    .set({ countedAt, settings })
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()

/** Rules with a date that concern the account; those that do no more are forgotten. */
export async function keepDated(
  ctx: Ctx,
  integrationId: number,
  { all, concerned }: { all: readonly string[]; concerned: readonly string[] },
): Promise<void> {
  const { organizationId } = ctx
  await ctx.db
    .deleteFrom('requirements')
    .where('organizationId', '=', organizationId)
    .where('integrationId', '=', integrationId)
    .where('rule', 'in', ['', ...all.filter((rule) => !concerned.includes(rule))])
    .execute()
  const since = ctx.services.clock.now()
  if (concerned.length > 0)
    await ctx.db
      .insertInto('requirements')
      .values(concerned.map((rule) => ({ organizationId, integrationId, rule, since })))
      .onConflict((o) => o.columns(['organizationId', 'integrationId', 'rule', 'key', 'name']).doNothing())
      .execute()
}

/** What a night found. One that is known stays as it was found. */
export async function addChanges(
  ctx: Ctx,
  integrationId: number,
  { key, label }: { key: string; label: string },
  changes: readonly RuleChange[],
): Promise<void> {
  const since = ctx.services.clock.now()
  const row = { organizationId: ctx.organizationId, integrationId, key, label, since }
  if (changes.length > 0)
    await ctx.db
      .insertInto('requirements')
      .values(changes.map(({ kind, name }) => ({ ...row, rule: kind, name })))
      .onConflict((o) => o.columns(['organizationId', 'integrationId', 'rule', 'key', 'name']).doNothing())
      .execute()
}

/** Changes that concern no listing any more. */
export const forgetChanges = (ctx: Ctx, integrationId: number, kinds: readonly string[], before: Date) =>
  ctx.db
    .deleteFrom('requirements')
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('rule', 'in', kinds)
    .where('listings', '=', 0)
    .where('since', '<', before)
    .execute()

export async function knownRules(ctx: Ctx, integrationId: number) {
  const rows = await ctx.db
    .selectFrom('channelRules')
    .select(['key', 'label', 'rules'])
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

export interface Said {
  key: string
  label: string
  rules: CategoryRules | Choices
}
export async function keepRules(ctx: Ctx, integrationId: number, answers: readonly Said[]): Promise<void> {
  const { organizationId } = ctx
  const readAt = ctx.services.clock.now()
  for (const { rules, ...row } of answers) {
    const value = { ...row, rules: JSON.stringify(rules), readAt }
    await ctx.db
      .insertInto('channelRules')
      .values({ organizationId, integrationId, ...value })
      .onConflict((o) => o.columns(['organizationId', 'integrationId', 'key']).doUpdateSet(value))
      .execute()
  }
}

/** One live listing for each category that the account's live listings are in. */
export async function oneOfEachCategory(
  ctx: Ctx,
  integrationId: number,
  { name, override, most }: { name: string; override: string; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with groups as (
      select min(id) as id, template_id, selected_schema_id, own from (
        select l.id, l.template_id, l.selected_schema_id, l.schema_overrides -> ${override}::text as own from listing_products l
        where l.organization_id = ${ctx.organizationId} and l.integration_id = ${integrationId} and ${live}) l
      group by template_id, selected_schema_id, own)
    select min(id) as id from (
      select g.id, coalesce(g.own, s.fields -> ${name}::text) as category from groups g
      left join listing_schemas s on s.organization_id = ${ctx.organizationId} and s.template_id = g.template_id
        and s.integration_id = ${integrationId} and s.id = coalesce(g.selected_schema_id, s.id)) c
    group by category order by 1 limit ${most}`.execute(ctx.db)
  return [...new Set(rows.map(({ id }) => id))]
}

/** Whether something that all listings of the account are made of changed since a moment. */
export async function hasCommonChange(ctx: Ctx, integrationId: number, since: Date): Promise<boolean> {
  const from = new Date(since.getTime() - LATE_MS)
  const newer = (table: string, more: RawBuilder<unknown> = sql``) =>
    sql`exists (select from ${sql.table(table)} t where t.organization_id = ${ctx.organizationId} and t.updated_at > ${from} ${more})`
  const { rows } = await sql<{ changed: boolean }>`
    select ${newer('product_templates')} or ${newer('operators')} or ${newer('listing_templates', sql`and t.integration_id = ${integrationId}`)} as changed`.execute(
    ctx.db,
  )
  return rows[0]?.changed ?? false
}

/** The account's listings that changed since a moment, or whose products did. */
export async function changedSince(ctx: Ctx, integrationId: number, since: Date): Promise<number[]> {
  const from = new Date(since.getTime() - LATE_MS)
  const { rows } = await sql<{ id: number }>`
    select l.id from listing_products l where l.organization_id = ${ctx.organizationId} and l.integration_id = ${integrationId} and l.updated_at > ${from}
    union select l.id from sorted_products p join listing_products l on l.organization_id = p.organization_id and l.product_id = p.product_id and l.integration_id = ${integrationId}
      where p.organization_id = ${ctx.organizationId} and p.updated_at > ${from} order by 1`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The next live listings of an account by their numbers: all, or those named. */
export const liveListings = (ctx: Ctx, integrationId: number, after: number, limit: number) =>
  listingRows(ctx)
    .where('l.integrationId', '=', integrationId)
    .where(live)
    .where('l.id', '>', after)
    .orderBy('l.id')
    .limit(limit)
    .execute()
export const listingsByIds = (ctx: Ctx, ids: readonly number[]) =>
  listingRows(ctx).where('l.id', '=', sql<number>`any(${ids}::bigint[])`).orderBy('l.id').execute()
export const liveAmong = (ctx: Ctx, integrationId: number, ids: readonly number[]) =>
  listingRows(ctx)
    .where('l.integrationId', '=', integrationId)
    .where(live)
    .where('l.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('l.id')
    .execute()

export interface Miss {
  requirementId: number
  listingId: number
  productId: number
  templateId: number
}
/** What some listings do not meet, in place of what was noted before. */
export async function noteMisses(
  ctx: Ctx,
  integrationId: number,
  listingIds: readonly number[],
  misses: readonly Miss[],
) {
  await sql`delete from requirement_listings r using requirements q
    where r.organization_id = ${ctx.organizationId} and r.listing_id = any(${listingIds}::bigint[])
      and q.organization_id = r.organization_id and q.id = r.requirement_id and q.integration_id = ${integrationId}`.execute(
    ctx.db,
  )
  if (misses.length > 0)
    await ctx.db
      .insertInto('requirementListings')
      .values(misses.map((miss) => ({ organizationId: ctx.organizationId, ...miss })))
      .onConflict((o) => o.doNothing())
      .execute()
}

/** Listings that are not live any more miss nothing; then each requirement's are counted. */
export async function countMisses(ctx: Ctx, integrationId: number): Promise<void> {
  await sql`delete from requirement_listings r using requirements q, listing_products l
    where r.organization_id = ${ctx.organizationId} and q.organization_id = r.organization_id and q.id = r.requirement_id and q.integration_id = ${integrationId}
      and l.organization_id = r.organization_id and l.id = r.listing_id and not ${live}`.execute(ctx.db)
  await sql`update requirements q set listings = (select count(*) from requirement_listings r
      where r.organization_id = q.organization_id and r.requirement_id = q.id)
    where q.organization_id = ${ctx.organizationId} and q.integration_id = ${integrationId}`.execute(ctx.db)
}
