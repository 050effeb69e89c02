import { type Kysely, sql } from 'kysely'
import type { ChangeSet } from '#contract/changes/changes.ts'
import type { ProductSelection } from '#contract/products/filter.ts'
import type { Snapshot } from '#domain/products/history/snapshot.ts'
import type { Ctx } from '../../context.ts'
import type { ChangeWork } from '../../db/tables/changes.ts'
import type { DB } from '../../db/types.ts'

/** What became of one product. SKU and title are asked for where there is none. */
export interface Settled {
  productId: number | null
  sku?: string
  title?: string
  state: 'changed' | 'unchanged' | 'failed'
  before: Snapshot | null
  after: Snapshot | null
  error: string
  fields: Record<string, string>
}
export interface NewSet {
  kind: ChangeSet['kind']
  title: string
  state: 'waiting' | 'running' | 'done'
  work?: ChangeWork
  selection?: ProductSelection
  collected?: boolean
  undoes?: number
}

export async function insertSet(ctx: Ctx, { work, selection, ...set }: NewSet): Promise<number> {
  const now = ctx.services.clock.now()
  const { id } = await ctx.db
    .insertInto('changeSets')
    .values({
      organizationId: ctx.organizationId,
      userId: ctx.userId,
      ...set,
      work: work ? JSON.stringify(work) : null,
      selection: selection ? JSON.stringify(selection) : null,
      createdAt: now,
      touchedAt: now,
      finishedAt: set.state === 'done' ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const sets = (ctx: Ctx) =>
  ctx.db
    .selectFrom('changeSets as c')
    .leftJoin('users as u', 'u.id', 'c.userId')
    .selectAll('c')
    .select((e) => e.fn.coalesce('u.name', sql<string>`''`).as('userName'))
    .where('c.organizationId', '=', ctx.organizationId)
export type StoredSet = NonNullable<Awaited<ReturnType<typeof findSet>>>

export const findSet = (ctx: Ctx, id: number) => sets(ctx).where('c.id', '=', id).executeTakeFirst()
export const lockSet = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('changeSets')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether a change of rules is still being told to listings. */
export const areRulesChanging = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.db
    .selectFrom('changeSets')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('state', 'in', ['waiting', 'running'])
    .where(sql<boolean>`work ->> 'do' = 'rules'`)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function listSets(ctx: Ctx, { offset, limit }: { offset: number; limit: number }) {
  const [data, { n }] = await Promise.all([
    sets(ctx).orderBy('c.id', 'desc').offset(offset).limit(limit).execute(),
    ctx.db
      .selectFrom('changeSets')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('organizationId', '=', ctx.organizationId)
      .executeTakeFirstOrThrow(),
  ])
  return { data, items: n }
}

export interface SetChange {
  state?: ChangeSet['state']
  error?: string
  taken?: number
  collected?: boolean
  undoneBy?: number | null
  finishedAt?: Date
  total?: number
}
export const updateSet = (ctx: Ctx, id: number, change: SetChange) =>
  ctx.db
    .updateTable('changeSets')
    .set({ ...change, touchedAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

/** Adds products to be processed, with the next numbers. */
export async function addWaiting(ctx: Ctx, id: number, productIds: readonly number[]): Promise<void> {
  await sql`
    with counted as (update change_sets set total = total + ${productIds.length}::int where organization_id = ${ctx.organizationId} and id = ${id} returning total)
    insert into change_set_items (organization_id, change_set_id, n, product_id)
    select ${ctx.organizationId}::bigint, ${id}::bigint, counted.total - ${productIds.length}::int + p.n, p.id from counted, unnest(${productIds}::bigint[]) with ordinality p(id, n) returning n`.execute(
    ctx.db,
  )
}

/** Adds what a change set changed, and an undo that was cancelled did not put back, to the one that undoes it, under the same numbers. @returns the last number; null when there is no more */
export async function addUndone(
  ctx: Ctx,
  id: number,
  undoes: number,
  after: number,
  limit: number,
): Promise<number | null> {
  const {
    rows: [added],
  } = await sql<{ n: number; last: number | null }>`
    with taken as (
      select n, product_id, sku, title from change_set_items i
      where organization_id = ${ctx.organizationId} and change_set_id = ${undoes} and state = 'changed' and n > ${after} and not exists (
        select from change_sets u join change_set_items d on d.organization_id = u.organization_id and d.change_set_id = u.id and d.n = i.n and d.state = 'changed'
        where u.organization_id = ${ctx.organizationId} and u.undoes = ${undoes} and u.undone_by is null and u.id <> ${id})
      order by n limit ${limit}
    ), made as (
      insert into change_set_items (organization_id, change_set_id, n, product_id, sku, title)
      select ${ctx.organizationId}::bigint, ${id}::bigint, n, product_id, sku, title from taken returning n
    )
    select count(*)::int as n, max(n) as last from taken`.execute(ctx.db)
  if (!added?.last) return null
  await sql`update change_sets set total = total + ${added.n} where organization_id = ${ctx.organizationId} and id = ${id}`.execute(
    ctx.db,
  )
  return added.last
}

export interface WaitingItem {
  n: number
  productId: number
  before: Snapshot | null
  after: Snapshot | null
}
interface Place {
  id: number
  undoes: number | null
  taken: number
}
/** Text of the products of one transaction, in bytes: more of it at once would hold up everybody else, and take much memory. */
const MOST_BYTES = 2_000_000

/**
 * The next that wait, with what the change set that is being undone made of them; an undoing one goes backwards.
 * @returns at most `limit`, and at least one, but no more than MOST_BYTES of text together
 */
export async function waiting(ctx: Ctx, place: Place, limit: number): Promise<WaitingItem[]> {
  const next = firstTogether(await nextWaiting(ctx, place, limit))
  const made =
    place.undoes === null || next.length === 0
      ? []
      : await ctx.db
          .selectFrom('changeSetItems')
          .select(['n', 'before', 'after'])
          .where('organizationId', '=', ctx.organizationId)
          .where('changeSetId', '=', place.undoes)
          .where('n', '=', sql<number>`any(${next.map((i) => i.n)}::int[])`)
          .execute()
  const of = new Map(made.map((m) => [m.n, m]))
  return next.map(({ n, productId }) => ({
    n,
    productId: productId ?? 0,
    before: of.get(n)?.before ?? null,
    after: of.get(n)?.after ?? null,
  }))
}

/** Those that wait, each with the bytes of its product, and of its values before and after a change that is undone. */
function nextWaiting(ctx: Ctx, { id, undoes, taken }: Place, limit: number) {
  const backwards = undoes !== null
  return ctx.db
    .selectFrom('changeSetItems as i')
    .leftJoin('products as p', (join) =>
      join.onRef('p.organizationId', '=', 'i.organizationId').onRef('p.id', '=', 'i.productId'),
    )
    .leftJoin('changeSetItems as u', (join) =>
      join.onRef('u.organizationId', '=', 'i.organizationId').on('u.changeSetId', '=', undoes).onRef('u.n', '=', 'i.n'),
    )
    .select([
      'i.n',
      'i.productId',
      sql<number>`coalesce(octet_length(p.description) + octet_length(p.notes) + pg_column_size(p.attributes), 0)
        + coalesce(octet_length(u.before::text), 0) + coalesce(octet_length(u.after::text), 0)`.as('bytes'),
    ])
    .where('i.organizationId', '=', ctx.organizationId)
    .where('i.changeSetId', '=', id)
    .where('i.n', backwards ? '<' : '>', taken)
    .where('i.state', '=', 'waiting')
    .orderBy('i.n', backwards ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

/** As many of the first items as stay within MOST_BYTES together, at least one. */
function firstTogether<T extends { bytes: number }>(items: readonly T[]): T[] {
  let bytes = 0
  const end = items.findIndex((item, at) => (bytes += item.bytes) > MOST_BYTES && at > 0)
  return items.slice(0, end < 0 ? items.length : end)
}

const sent = (items: readonly object[]) => sql`
  jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r(n int, "productId" bigint, sku text, title text, state text, before jsonb, after jsonb, error text, fields jsonb)`
const product = (ctx: Ctx) =>
  sql`left join products p on p.organization_id = ${ctx.organizationId} and p.id = r."productId"`
/** As the product is called now, else as it was. */
const named = (known: { sku: string; title: string }) =>
  sql.raw(
    `coalesce(p.sku, r.sku, r.before ->> 'sku', ${known.sku}), coalesce(p.title, r.title, r.before ->> 'title', ${known.title})`,
  )
const tally = (items: readonly Settled[], state: Settled['state']) => items.filter((i) => i.state === state).length
const bump = (ctx: Ctx, items: readonly Settled[]) => sql`
  update change_sets set done = done + ${items.length}::int, changed = changed + ${tally(items, 'changed')}::int, unchanged = unchanged + ${tally(items, 'unchanged')}::int,
    failed = failed + ${tally(items, 'failed')}::int, touched_at = ${ctx.services.clock.now()}`

/** Notes what became of products that waited, the last of them last. */
export async function settle(ctx: Ctx, id: number, items: readonly (Settled & { n: number })[]): Promise<void> {
  const numbers = items.map((i) => i.n)
  await sql`
    with counted as (${bump(ctx, items)}, taken = ${numbers.at(-1) ?? 0} where organization_id = ${ctx.organizationId} and id = ${id})
    update change_set_items i set product_id = r."productId", (sku, title) = row(${named({ sku: 'i.sku', title: 'i.title' })}), state = r.state, before = r.before, after = r.after, error = r.error, fields = r.fields
    from ${sent(items)} ${product(ctx)}
    where i.organization_id = ${ctx.organizationId} and i.change_set_id = ${id} and i.n = r.n and i.n between ${Math.min(...numbers)} and ${Math.max(...numbers)}`.execute(
    ctx.db,
  )
}

/** Adds products that are already processed. */
export async function addSettled(ctx: Ctx, id: number, items: readonly Settled[]): Promise<void> {
  await sql`
    with counted as (${bump(ctx, items)}, total = total + ${items.length}::int where organization_id = ${ctx.organizationId} and id = ${id} returning total)
    insert into change_set_items (organization_id, change_set_id, n, product_id, sku, title, state, before, after, error, fields)
    select ${ctx.organizationId}::bigint, ${id}::bigint, counted.total - ${items.length}::int + r.n, r."productId", ${named({ sku: `''`, title: `''` })}, r.state, r.before, r.after, r.error, r.fields
    from counted cross join ${sent(items.map((item, n) => ({ ...item, n: n + 1 })))} ${product(ctx)} returning n`.execute(
    ctx.db,
  )
}

/** A change set of products that are already processed, with all of them. */
export async function insertSettled(
  ctx: Ctx,
  { kind, title }: Pick<NewSet, 'kind' | 'title'>,
  items: readonly Settled[],
): Promise<number> {
  const now = ctx.services.clock.now()
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into change_sets (organization_id, user_id, kind, title, state, collected, created_at, touched_at, finished_at, total, done, changed, unchanged, failed)
      values (${ctx.organizationId}, ${ctx.userId}, ${kind}, ${title}, 'done', true, ${now}, ${now}, ${now}, ${items.length}, ${items.length},
        ${tally(items, 'changed')}, ${tally(items, 'unchanged')}, ${tally(items, 'failed')})
      returning id
    ), added as (
      insert into change_set_items (organization_id, change_set_id, n, product_id, sku, title, state, before, after, error, fields)
      select ${ctx.organizationId}::bigint, made.id, r.n, r."productId", ${named({ sku: `''`, title: `''` })}, r.state, r.before, r.after, r.error, r.fields
      from made cross join ${sent(items.map((item, n) => ({ ...item, n: n + 1 })))} ${product(ctx)}
      returning n
    )
    select id from made`.execute(ctx.db)
  const [made] = rows
  if (!made) throw new Error('A change set was not inserted')
  return made.id
}

type ItemState = 'waiting' | Settled['state']
export const listItems = (
  ctx: Ctx,
  id: number,
  { state, offset, limit }: { state?: ItemState | undefined; offset: number; limit: number },
) =>
  ctx.db
    .selectFrom('changeSetItems as i')
    .leftJoin('products as p', (j) =>
      j.onRef('p.organizationId', '=', 'i.organizationId').onRef('p.id', '=', 'i.productId'),
    )
    .select(['i.productId', 'i.state', 'i.before', 'i.after', 'i.error', 'i.fields'])
    .select(sql<string>`coalesce(nullif(i.sku, ''), p.sku, '')`.as('sku'))
    .select(sql<string>`case when i.sku = '' then coalesce(p.title, '') else i.title end`.as('title'))
    .where('i.organizationId', '=', ctx.organizationId)
    .where('i.changeSetId', '=', id)
    .$if(state !== undefined, (q) => q.where(sql<boolean>`i.state = ${sql.lit(state)}`))
    .orderBy('i.n')
    .offset(offset)
    .limit(limit)
    .execute()

/** Deletes what was begun before a moment, some thousand products at a time. @returns whether there is more */
export async function purge(ctx: Ctx, before: Date, limit: number): Promise<boolean> {
  // What is being undone right now is still needed.
  const old = sql`select s.id from change_sets s where s.organization_id = ${ctx.organizationId} and s.created_at < ${before} and not exists (
    select from change_sets u where u.organization_id = s.organization_id and u.id = s.undone_by and u.state in ('waiting', 'running'))`
  const { numAffectedRows } = await sql`
    delete from change_set_items where organization_id = ${ctx.organizationId} and (change_set_id, n) in (
      select change_set_id, n from change_set_items where organization_id = ${ctx.organizationId} and change_set_id in (${old}) limit ${limit})`.execute(
    ctx.db,
  )
  if (Number(numAffectedRows ?? 0) === limit) return true
  await sql`delete from change_sets where organization_id = ${ctx.organizationId} and id in (${old})`.execute(ctx.db)
  return false
}

/** Of every organization. */
export const forgotten = (system: Kysely<DB>, before: Date) =>
  system
    .selectFrom('changeSets')
    .select(['organizationId', 'id'])
    .where('state', 'in', ['waiting', 'running'])
    .where('work', 'is not', null)
    .where('touchedAt', '<', before)
    .limit(500)
    .execute()
export const organizationsWithOld = (system: Kysely<DB>, before: Date) =>
  system
    .selectFrom('changeSets')
    .select('organizationId')
    .distinct()
    .where('createdAt', '<', before)
    .limit(500)
    .execute()
