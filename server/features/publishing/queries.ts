import { type Kysely, sql } from 'kysely'
import type { ProductSelection } from '#contract/products/filter.ts'
import type { PublishItemState, PublishState } from '#contract/publishing.ts'
import type { Problems } from '#domain/listings/problems/problem.ts'
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
const failedStates = sql`i.state in ('blocked', 'refused')`
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

/** In the order of the ids. */
export const skusOf = async (ctx: Ctx, ids: readonly number[]): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('products')
      .select('sku')
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .orderBy('id')
      .execute()
  ).map(({ sku }) => sku)

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
  causes?: Problems
  version?: number
}
/** Notes what became of items of one account that are still in a state. */
export async function note(
  ctx: Ctx,
  of: { runId: number; integrationId: number; from: PublishItemState },
  items: readonly ItemChange[],
): Promise<void> {
  await sql`
    update publish_items i set state = r.state, errors = coalesce(r.errors, '{}'), causes = coalesce(r.causes, '{}'), version = coalesce(r.version, i.version)
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r("productId" bigint, state text, errors jsonb, causes jsonb, version bigint)
    where i.organization_id = ${ctx.organizationId} and i.run_id = ${of.runId} and i.integration_id = ${of.integrationId}
      and i.product_id = r."productId" and i.state = ${of.from}`.execute(ctx.db)
}

/** Moves all items in some states to another, or those of some products. */
export const move = (
  ctx: Ctx,
  runId: number,
  from: readonly PublishItemState[],
  to: PublishItemState,
  productIds?: readonly number[],
) =>
  ctx.db
    .updateTable('publishItems')
    .set({ state: to })
    .where('organizationId', '=', ctx.organizationId)
    .where('runId', '=', runId)
    .where('state', 'in', from)
    .$if(productIds !== undefined, (q) => q.where('productId', '=', sql<number>`any(${productIds}::bigint[])`))
    .execute()

/** Notes the channels' answers to what was asked, as the listings have them. @returns how many were answered */
export async function settle(ctx: Ctx, runId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update publish_items i set
      state = case when l.result ->> 'status' = 'rejected' and not (l.external_id <> '' and l.status = 'listed') then 'refused'
        when l.external_id <> '' then 'listed' else 'dropped' end,
      errors = case when l.result ->> 'status' <> 'rejected' or (l.external_id <> '' and l.status = 'listed') then '{}'
        when coalesce(l.result -> 'fields', '{}') <> '{}' then l.result -> 'fields' else jsonb_build_object('', l.result ->> 'reason') end,
      causes = case when l.result ->> 'status' <> 'rejected' or (l.external_id <> '' and l.status = 'listed') then '{}' else coalesce(l.result -> 'causes', '{}') end
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

/** Of every organization: what nobody has worked at since a moment. */
export const forgotten = (system: Kysely<DB>, before: Date) =>
  system
    .selectFrom('publishRuns')
    .select(['organizationId', 'id'])
    .where('state', 'in', ['gathering', 'checking', 'running'])
    .where('touchedAt', '<', before)
    .limit(500)
    .execute()
