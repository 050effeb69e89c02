import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { ProductSelection } from '#contract/products/filter.ts'
import { type PublishGroup, type PublishItemState, type PublishState, REFERENCES } from '#contract/publishing.ts'
import type { Ctx } from '../../context.ts'
import type { DB } from '../../db/types.ts'

export async function insert(
  ctx: Ctx,
  run: { integrationIds: number[]; selection: ProductSelection },
): Promise<number> {
  const now = ctx.services.clock.now()
  const { id } = await ctx.db
    .insertInto('publishRuns')
    .values({
      organizationId: ctx.organizationId,
      userId: ctx.userId,
      integrationIds: run.integrationIds,
      selection: JSON.stringify(run.selection),
      createdAt: now,
      touchedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const runs = (ctx: Ctx) =>
  ctx.db
    .selectFrom('publishRuns as r')
    .leftJoin('users as u', 'u.id', 'r.userId')
    .selectAll('r')
    .select((e) => e.fn.coalesce('u.name', sql<string>`''`).as('userName'))
    .where('r.organizationId', '=', ctx.organizationId)
export const find = (ctx: Ctx, id: number) => runs(ctx).where('r.id', '=', id).executeTakeFirst()
export type StoredRun = NonNullable<Awaited<ReturnType<typeof find>>>
/** The newest first, and how many there are. */
export async function page(ctx: Ctx, { offset, limit }: { offset: number; limit: number }) {
  const [data, { items }] = await Promise.all([
    runs(ctx).orderBy('r.id', 'desc').offset(offset).limit(limit).execute(),
    ctx.db
      .selectFrom('publishRuns')
      .select((e) => e.fn.countAll<string>().as('items'))
      .where('organizationId', '=', ctx.organizationId)
      .executeTakeFirstOrThrow(),
  ])
  return { data, items: Number(items) }
}
/** How many items of each run would be refused, or were; no more than a limit are counted. */
export async function failed(ctx: Ctx, runIds: readonly number[], limit: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select r as id, (select count(*)::int from (select from publish_items i
      where i.organization_id = ${ctx.organizationId} and i.run_id = r and ${failedStates} limit ${limit}) counted) as n
    from unnest(${runIds}::bigint[]) r`.execute(ctx.db)
  return new Map(rows.map(({ id, n }) => [id, n]))
}
/** Holds it against others who would change what it does. */
export const lock = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('publishRuns')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
export const update = (
  ctx: Ctx,
  id: number,
  change: { state?: PublishState; finishedAt?: Date | null; settledAt?: null },
) =>
  ctx.db
    .updateTable('publishRuns')
    .set({ ...change, touchedAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

/** The next of products that were chosen one by one; those that are gone are left out. */
export const chosen = async (ctx: Ctx, ids: readonly number[], after: number, limit: number): Promise<number[]> =>
  (
    await ctx.db
      .selectFrom('products')
      .select('id')
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Adds products, each on every account. */
export async function addItems(
  ctx: Ctx,
  { id, integrationIds }: StoredRun,
  productIds: readonly number[],
): Promise<void> {
  await sql`
    insert into publish_items (organization_id, run_id, integration_id, product_id)
    select ${ctx.organizationId}::bigint, ${id}::bigint, i, p from unnest(${integrationIds}::bigint[]) i, unnest(${productIds}::bigint[]) p
    order by i, p on conflict do nothing`.execute(ctx.db)
  await sql`
    update publish_runs set products = products + ${productIds.length}::int, taken = ${productIds.at(-1) ?? 0}, touched_at = ${ctx.services.clock.now()}
    where organization_id = ${ctx.organizationId} and id = ${id}`.execute(ctx.db)
}

/** The next items in a state, of one account. */
export const next = (ctx: Ctx, runId: number, state: PublishItemState, o: { limit: number; integrationId?: number }) =>
  ctx.db
    .selectFrom('publishItems')
    .select(['integrationId', 'productId'])
    .where('organizationId', '=', ctx.organizationId)
    .where('runId', '=', runId)
    .where('state', '=', state)
    .$if(o.integrationId !== undefined, (q) => q.where('integrationId', '=', o.integrationId ?? 0))
    .orderBy('integrationId')
    .orderBy('productId')
    .limit(o.limit)
    .execute()

export interface ItemChange {
  productId: number
  state: PublishItemState
  errors?: Record<string, string>
  version?: number
}
/** Notes what became of items of one account that are still in a state. */
export async function note(
  ctx: Ctx,
  of: { runId: number; integrationId: number; from: PublishItemState },
  items: readonly ItemChange[],
): Promise<void> {
  await sql`
    update publish_items i set state = r.state, errors = coalesce(r.errors, '{}'), version = coalesce(r.version, i.version)
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r("productId" bigint, state text, errors jsonb, version bigint)
    where i.organization_id = ${ctx.organizationId} and i.run_id = ${of.runId} and i.integration_id = ${of.integrationId}
      and i.product_id = r."productId" and i.state = ${of.from}`.execute(ctx.db)
}

/** Moves all items in some states to another. */
export const move = (ctx: Ctx, runId: number, from: readonly PublishItemState[], to: PublishItemState) =>
  ctx.db
    .updateTable('publishItems')
    .set({ state: to })
    .where('organizationId', '=', ctx.organizationId)
    .where('runId', '=', runId)
    .where('state', 'in', from)
    .execute()

/** Notes the channels' answers to what was asked, as the listings have them. @returns how many were answered */
export async function settle(ctx: Ctx, runId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update publish_items i set
      state = case when l.result ->> 'status' = 'rejected' and not (l.external_id <> '' and l.status = 'listed') then 'refused'
        when l.external_id <> '' then 'listed' else 'dropped' end,
      errors = case when l.result ->> 'status' <> 'rejected' or (l.external_id <> '' and l.status = 'listed') then '{}'
        when coalesce(l.result -> 'fields', '{}') <> '{}' then l.result -> 'fields' else jsonb_build_object('', l.result ->> 'reason') end
    from listing_products l join listing_debts d on d.organization_id = l.organization_id and d.listing_id = l.id
    where i.organization_id = ${ctx.organizationId} and i.run_id = ${runId} and i.state = 'asked'
      and l.organization_id = i.organization_id and l.integration_id = i.integration_id and l.product_id = i.product_id
      and (d.pending is null or (coalesce((l.result ->> 'version')::bigint, 0) >= i.version and l.result ->> 'status' <> 'queued'))`.execute(
    ctx.db,
  )
  return Number(numAffectedRows ?? 0)
}

/** How many items each account waits for: few, while all states together may be millions. */
export async function waiting(ctx: Ctx, runId: number): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom('publishItems')
    .select((e) => ['integrationId', e.fn.countAll<number>().as('n')])
    .where('organizationId', '=', ctx.organizationId)
    .where('runId', '=', runId)
    .where('state', '=', 'asked')
    .groupBy('integrationId')
    .execute()
  return new Map(rows.map(({ integrationId, n }) => [integrationId, Number(n)]))
}

/** How many items an account has, or had, in each state. */
export type AccountCounts = Partial<Record<PublishItemState, number>>
/** How many items each account has in each state, also those that were forgotten. */
export async function counts(
  ctx: Ctx,
  { id, settled }: Pick<StoredRun, 'id' | 'settled'>,
): Promise<Map<number, AccountCounts>> {
  const rows = await ctx.db
    .selectFrom('publishItems')
    .select((e) => ['integrationId', 'state', e.fn.countAll<string>().as('n')])
    .where('organizationId', '=', ctx.organizationId)
    .where('runId', '=', id)
    .groupBy(['integrationId', 'state'])
    .execute()
  const all = new Map(Object.entries(settled).map(([account, known]) => [Number(account), { ...known }]))
  for (const { integrationId, state, n } of rows) add(all, integrationId, state, Number(n))
  return all
}
/** Counts some more. */
export function add(to: Map<number, AccountCounts>, integrationId: number, state: PublishItemState, n: number): void {
  const known = to.get(integrationId) ?? {}
  to.set(integrationId, { ...known, [state]: (known[state] ?? 0) + n })
}

const namedAccounts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('integrations')
    .select(['id', 'channel'])
    .select(sql<string>`coalesce(nullif(shop, ''), account_name)`.as('account'))
    .where('organizationId', '=', ctx.organizationId)
    .orderBy('id')
export const accounts = (ctx: Ctx, ids: readonly number[]) =>
  namedAccounts(ctx).where('id', '=', sql<number>`any(${ids}::bigint[])`).execute()
export const connected = (ctx: Ctx) => namedAccounts(ctx).where('status', '=', 'authenticated').execute()

const CHANNEL_REQUIRES = `^(${Object.values(channelNames).join('|')}) requires `
/** A sentence about attributes that texts refer to in vain: it names them, and is the same on every channel. */
const isReference = (sentence: RawBuilder<unknown>) =>
  sql`${sentence} ~ '^“.*” (is|are) empty, but the text uses (it|them)[.]$'`
/** A sentence without what differs from product to product, what it quotes and numbers, and without the channel that misses something. */
const reasonOf = (sentence: RawBuilder<unknown>) =>
  sql<string>`case when ${isReference(sentence)} then ${sentence} else regexp_replace(regexp_replace(
    regexp_replace(${sentence}, ${CHANNEL_REQUIRES}, '… requires '), '“[^”]*”|"[^"]*"', '“…”', 'g'), '[0-9][0-9.,]*[0-9]|[0-9]', '#', 'g') end`
/** The field of a group: whichever field refers to an attribute, it is the attribute that is mended. */
const placeOf = (e: { key: RawBuilder<unknown>; value: RawBuilder<unknown> }) =>
  sql<string>`case when ${isReference(e.value)} then ${REFERENCES} else ${e.key} end`

const error = { key: sql`e.key`, value: sql`e.value` }
const failedStates = sql`i.state in ('blocked', 'refused')`

/** As it is found, without what mends it. */
export type FoundGroup = Pick<
  PublishGroup,
  'templateId' | 'template' | 'state' | 'field' | 'reason' | 'sentence' | 'products' | 'examples'
> & { accounts: { integrationId: number; channel: ChannelId; products: number; sentence: string; fields: string[] }[] }

/** What stands in the way, by template, field and reason, and by account but where one of the product's own fields is mended. */
export async function groups(
  ctx: Ctx,
  runId: number,
  { ownFields, limit }: { ownFields: readonly string[]; limit: number },
): Promise<FoundGroup[]> {
  const { rows } = await sql<FoundGroup>`
    with found as (
      select i.integration_id, a.channel, i.product_id, p.sku, p.template_id, i.state, e.key, e.value, ${placeOf(error)} as field, ${reasonOf(error.value)} as reason,
        case when ${placeOf(error)} = any(${[REFERENCES, ...ownFields]}::text[]) then 0 else i.integration_id end as apart
      from publish_items i
        join products p on p.organization_id = i.organization_id and p.id = i.product_id
        join integrations a on a.organization_id = i.organization_id and a.id = i.integration_id
        cross join lateral jsonb_each_text(i.errors) e
      where i.organization_id = ${ctx.organizationId} and i.run_id = ${runId} and ${failedStates}
    ), largest as (
      select template_id, state, field, reason, apart, min(value) as sentence, count(distinct product_id)::int as products,
        (array_agg(distinct sku order by sku))[1:3] as examples
      from found group by template_id, state, field, reason, apart
      order by products desc, apart, template_id, field, reason limit ${limit}
    ), by_account as (
      select template_id, state, field, reason, apart, f.integration_id, f.channel, count(distinct f.product_id)::int as products, min(f.value) as sentence, array_agg(distinct f.key) as fields
      from found f join largest using (template_id, state, field, reason, apart)
      group by template_id, state, field, reason, apart, f.integration_id, f.channel
    )
    select l.template_id, t.name as template, l.state, l.field, l.reason, l.sentence, l.products, l.examples,
      (select jsonb_agg(jsonb_build_object('integrationId', b.integration_id, 'channel', b.channel, 'products', b.products, 'sentence', b.sentence, 'fields', b.fields)
          order by b.integration_id)
        from by_account b where (b.template_id, b.state, b.field, b.reason, b.apart) = (l.template_id, l.state, l.field, l.reason, l.apart)) as accounts
    from largest l join product_templates t on t.organization_id = ${ctx.organizationId} and t.id = l.template_id
    order by l.products desc, l.apart, l.template_id, l.field, l.reason`.execute(ctx.db)
  return rows
}

export interface Asked {
  integrationId?: number | undefined
  templateId?: number | undefined
  field?: string | undefined
  reason?: string | undefined
  state?: PublishItemState | undefined
  failed?: 'yes' | undefined
}
const which = (ctx: Ctx, runId: number, q: Asked) => sql`
  i.organization_id = ${ctx.organizationId} and i.run_id = ${runId}
  and ${q.integrationId === undefined ? sql`true` : sql`i.integration_id = ${q.integrationId}`}
  and ${q.templateId === undefined ? sql`true` : sql`p.template_id = ${q.templateId}`}
  and ${q.state === undefined ? sql`true` : sql`i.state = ${q.state}`}
  and ${q.failed === undefined ? sql`true` : failedStates}
  and ${
    q.field === undefined && q.reason === undefined
      ? sql`true`
      : sql`exists (select from jsonb_each_text(i.errors) e where ${q.field === undefined ? sql`true` : sql`${placeOf(error)} = ${q.field}`}
          and ${q.reason === undefined ? sql`true` : sql`${reasonOf(error.value)} = ${q.reason}`})`
  }`

interface Item {
  productId: number
  sku: string
  title: string
  integrationId: number
  channel: ChannelId
  account: string
  state: PublishItemState
  errors: Record<string, string>
}
export async function items(ctx: Ctx, runId: number, q: Asked & { offset: number; limit: number }) {
  const from = sql`
    from publish_items i join products p on p.organization_id = i.organization_id and p.id = i.product_id
      join integrations a on a.organization_id = i.organization_id and a.id = i.integration_id
    where ${which(ctx, runId, q)}`
  const [page, counted] = await Promise.all([
    sql<Item>`
      select i.product_id, p.sku, p.title, i.integration_id, a.channel, coalesce(nullif(a.shop, ''), a.account_name) as account, i.state, i.errors ${from}
      order by i.product_id, i.integration_id offset ${q.offset} limit ${q.limit}`.execute(ctx.db),
    sql<{ n: number }>`select count(*)::int as n ${from}`.execute(ctx.db),
  ])
  return { data: page.rows, items: counted.rows[0]?.n ?? 0 }
}
export async function productIds(ctx: Ctx, runId: number, q: Asked, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.product_id as id from publish_items i join products p on p.organization_id = i.organization_id and p.id = i.product_id
    where ${which(ctx, runId, q)} and ${failedStates} order by id limit ${limit}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Of every organization: what nobody has worked at since a moment. */
export const forgotten = (system: Kysely<DB>, before: Date) =>
  system
    .selectFrom('publishRuns')
    .select(['organizationId', 'id'])
    .where('state', 'in', ['gathering', 'checking', 'running'])
    .where('touchedAt', '<', before)
    .limit(500)
    .execute()
