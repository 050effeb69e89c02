import { sql } from 'kysely'
import type { Ctx } from '../../../context.ts'

export interface RemotePicture {
  productId: number
  url: string
  changeSetId: number | null
  tries: number
}

/** Addresses of our own store, under whatever name of this installation. */
const OWN = '/media/u?[0-9]+/[0-9a-f]{64}[.](jpg|png|webp)$'

/** Notes every picture of a change set's products that stands elsewhere. @param host beginning of what stands on our image host @returns how many */
export async function note(ctx: Ctx, changeSetId: number, host: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with products_of as (
      select distinct i.product_id from change_set_items i
      where i.organization_id = ${ctx.organizationId} and i.change_set_id = ${changeSetId} and i.state = 'changed' and i.product_id is not null
    ), shown as (
      select p.id as product_id, e ->> 'url' as url from products_of o
      join products p on p.organization_id = ${ctx.organizationId} and p.id = o.product_id
      cross join jsonb_array_elements(p.images) e
      union
      select v.product_id, e ->> 'url' from products_of o
      join variations v on v.organization_id = ${ctx.organizationId} and v.product_id = o.product_id
      cross join jsonb_array_elements(v.images) e
    ), noted as (
      insert into remote_pictures (organization_id, product_id, url, change_set_id, next_try_at)
      select ${ctx.organizationId}, s.product_id, s.url, ${changeSetId}, ${ctx.services.clock.now()} from shown s
      where s.url ~* '^https?://' and s.url !~ ${OWN} and not coalesce(starts_with(s.url, ${host ?? null}::text), false)
      on conflict (organization_id, product_id, key) do update
        set state = 'waiting', tries = 0, reason = '', change_set_id = excluded.change_set_id, next_try_at = excluded.next_try_at
      returning 1
    )
    select count(*)::int as n from noted`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

export const due = (ctx: Ctx, now: Date, limit: number): Promise<RemotePicture[]> =>
  ctx.db
    .selectFrom('remotePictures')
    .select(['productId', 'url', 'changeSetId', 'tries'])
    .where('organizationId', '=', ctx.organizationId)
    .where('state', '=', 'waiting')
    .where('nextTryAt', '<=', now)
    .orderBy('nextTryAt')
    .orderBy('productId')
    .limit(limit)
    .execute()

/** When the next one may be tried again. */
export const nextTry = async (ctx: Ctx): Promise<Date | null> => {
  const row = await ctx.db
    .selectFrom('remotePictures')
    .select((e) => e.fn.min('nextTryAt').as('at'))
    .where('organizationId', '=', ctx.organizationId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.at ?? null
}

/** What became of addresses that were copied before, for whatever product. */
export async function copies(ctx: Ctx, urls: readonly string[]): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('remotePictures')
    .select(['url', 'copiedUrl'])
    .where('organizationId', '=', ctx.organizationId)
    .where('state', '=', 'copied')
    .where('key', '=', sql<string>`any(array(select md5(u) from unnest(${urls}::text[]) u))`)
    .execute()
  return new Map(rows.map(({ url, copiedUrl }) => [url, copiedUrl]))
}

type Outcome = {
  state: 'waiting' | 'copied' | 'failed'
  copiedUrl?: string
  reason?: string
  tries: number
  nextTryAt?: Date
}

export const settle = (ctx: Ctx, { productId, url }: RemotePicture, outcome: Outcome) =>
  ctx.db
    .updateTable('remotePictures')
    .set(outcome)
    .where('organizationId', '=', ctx.organizationId)
    .where('productId', '=', productId)
    .where('key', '=', sql<string>`md5(${url})`)
    .execute()

/** A list of pictures with one address in place of another, each address once. */
const swapped = (column: 'images', from: string, to: string) => sql`(
  select coalesce(jsonb_agg(d.e order by d.at), '[]') from (
    select distinct on (s.e ->> 'url') s.e, s.at from (
      select case when t.e ->> 'url' = ${from} then t.e || jsonb_build_object('url', ${to}::text, 'source', 'cloudinary') else t.e end as e, t.at
      from jsonb_array_elements(${sql.ref(column)}) with ordinality as t(e, at)
    ) s order by s.e ->> 'url', s.at
  ) d)`

/** Shows a copy in place of the picture, on the product, its variations, and in what the import can take back. */
export async function replace(ctx: Ctx, { productId, url, changeSetId }: RemotePicture, to: string): Promise<void> {
  await sql`update products set images = ${swapped('images', url, to)}
    where organization_id = ${ctx.organizationId} and id = ${productId} and images @> ${JSON.stringify([{ url }])}::jsonb`.execute(
    ctx.db,
  )
  await sql`update variations set images = ${swapped('images', url, to)}, selected_images = (
      select coalesce(jsonb_agg(case when s = to_jsonb(${url}::text) then to_jsonb(${to}::text) else s end order by at), '[]')
      from jsonb_array_elements(selected_images) with ordinality as t(s, at))
    where organization_id = ${ctx.organizationId} and product_id = ${productId}
      and (images @> ${JSON.stringify([{ url }])}::jsonb or selected_images ? ${url})`.execute(ctx.db)
  await sql`update change_set_items set after = replace(after::text, to_jsonb(${url}::text)::text, to_jsonb(${to}::text)::text)::jsonb
    where organization_id = ${ctx.organizationId} and change_set_id = ${changeSetId} and product_id = ${productId} and after is not null`.execute(
    ctx.db,
  )
}

/** Of a product, or of an import's change set. */
export interface Whose {
  productId?: number
  changeSetId?: number
}
const of = (ctx: Ctx, { productId, changeSetId }: Whose) =>
  ctx.db
    .selectFrom('remotePictures as r')
    .where('r.organizationId', '=', ctx.organizationId)
    .$if(productId !== undefined, (q) => q.where('r.productId', '=', productId ?? 0))
    .$if(changeSetId !== undefined, (q) => q.where('r.changeSetId', '=', changeSetId ?? 0))

export const counts = (ctx: Ctx, whose: Whose) =>
  of(ctx, whose)
    .select(['r.state', (e) => e.fn.countAll<number>().as('n')])
    .groupBy('r.state')
    .execute()

export const failures = (ctx: Ctx, whose: Whose, limit: number) =>
  of(ctx, whose)
    .innerJoin('products as p', (join) =>
      join.onRef('p.organizationId', '=', 'r.organizationId').onRef('p.id', '=', 'r.productId'),
    )
    .select(['r.productId', 'p.sku', 'r.url', 'r.reason'])
    .where('r.state', '=', 'failed')
    .orderBy('r.productId')
    .orderBy('r.key')
    .limit(limit)
    .execute()

export const wait = (ctx: Ctx, productId: number) =>
  ctx.db
    .updateTable('remotePictures')
    .set({ state: 'waiting', tries: 0, reason: '', nextTryAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('productId', '=', productId)
    .where('state', '=', 'failed')
    .execute()
