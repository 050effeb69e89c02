import { sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../../context.ts'
import { live } from '../../../db/rules/listing-rules.ts'

/*
 * Which of our SKUs a channel's means, where somebody has said so while settling an order. A SKU that is ours by its own name is never asked for here.
 */

/** @returns the channel's SKU → ours, of those that are remembered */
export async function meanings(
  ctx: Ctx,
  channel: ChannelId,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (skus.length === 0) return new Map()
  const { rows } = await sql<{ sku: string; ours: string }>`
    select c.sku, l.sku as ours from channel_skus c
    join stock_levels l on l.organization_id = c.organization_id and l.id = c.level_id
    where c.organization_id = ${ctx.organizationId} and c.channel = ${channel} and c.sku = any(${skus}::text[])
      and not exists (select from stock_levels own where own.organization_id = c.organization_id and own.sku = c.sku)`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ sku, ours }) => [sku, ours]))
}

interface Named {
  sku: string
  /** '' where the channel calls it the same. */
  soldAs?: string
}
/**
 * Of lines that were sold under another SKU than ours: those of a listing of that account which is linked under it. Its numbers are known here by our SKU;
 * any other listing is nobody's we know. @returns our SKUs
 */
export async function linkedUnder(
  ctx: Ctx,
  integrationId: number,
  lines: readonly Named[],
): Promise<ReadonlySet<string>> {
  const others = lines.filter(({ soldAs }) => soldAs)
  if (others.length === 0) return new Set()
  const { rows } = await sql<{ sku: string }>`
    select s.sku from unnest(${others.map(({ sku }) => sku)}::text[], ${others.map(({ soldAs = '' }) => soldAs)}::text[]) as r(sku, theirs)
    join stock_levels s on s.organization_id = ${ctx.organizationId} and s.sku = r.sku
    join listing_products l on l.organization_id = s.organization_id and l.product_id = s.product_id and l.integration_id = ${integrationId}
    where l.external -> 'skus' ->> s.sku = r.theirs`.execute(ctx.db)
  return new Set(rows.map(({ sku }) => sku))
}

/** Of some accounts, the one that lists one of these SKUs of the channel's; a live listing first. */
export async function lister(
  ctx: Ctx,
  integrationIds: readonly number[],
  skus: readonly string[],
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select l.integration_id as id from listing_products l
    join stock_levels s on s.organization_id = l.organization_id and s.product_id = l.product_id
    where l.organization_id = ${ctx.organizationId} and l.integration_id = any(${integrationIds}::bigint[]) and l.external_id <> ''
      and coalesce(l.external -> 'skus' ->> s.sku, s.sku) = any(${skus}::text[])
    order by ${live} desc, l.integration_id limit 1`.execute(ctx.db)
  return rows[0]?.id
}

/** The next order of the channel finds it; what was remembered before is replaced. What a person said stays theirs where a link, which is nobody's, says the same. */
export const remember = (ctx: Ctx, channel: ChannelId, sku: string, levelId: number) =>
  sql`
    insert into channel_skus as c (organization_id, channel, sku, level_id, user_id, at)
    values (${ctx.organizationId}, ${channel}, ${sku}, ${levelId}, ${ctx.userId}, ${ctx.services.clock.now()})
    on conflict (organization_id, channel, sku) do update set level_id = excluded.level_id, user_id = excluded.user_id, at = excluded.at
      where c.level_id <> excluded.level_id or excluded.user_id is not null`.execute(ctx.db)

/** All that is remembered, by channel and SKU. */
export const list = (ctx: Ctx) =>
  ctx.db
    .selectFrom('channelSkus as c')
    .innerJoin('stockLevels as l', (j) =>
      j.onRef('l.organizationId', '=', 'c.organizationId').onRef('l.id', '=', 'c.levelId'),
    )
    .leftJoin('users as u', 'u.id', 'c.userId')
    .select(['c.channel', 'c.sku', 'l.sku as ours', 'l.productId', 'c.at'])
    .select((eb) => eb.fn.coalesce('u.name', sql<string>`''`).as('by'))
    .where('c.organizationId', '=', ctx.organizationId)
    .orderBy('c.channel')
    .orderBy('c.sku')
    .limit(1000)
    .execute()

/** @returns whether it was remembered */
export async function forget(ctx: Ctx, channel: ChannelId, sku: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('channelSkus')
    .where('organizationId', '=', ctx.organizationId)
    .where('channel', '=', channel)
    .where('sku', '=', sku)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** What links of these listings alone told: not what somebody has said, nor what another listing is linked under, as on another account. */
export const forgetLinked = (ctx: Ctx, channel: ChannelId, skus: readonly string[], listingIds: readonly number[]) =>
  sql`
    delete from channel_skus c using stock_levels s
    where c.organization_id = ${ctx.organizationId} and c.channel = ${channel} and c.sku = any(${skus}::text[]) and c.user_id is null
      and s.organization_id = c.organization_id and s.id = c.level_id
      and not exists (select from listing_products l where l.organization_id = s.organization_id and l.product_id = s.product_id and l.channel = c.channel
        and l.external_id <> '' and l.external -> 'skus' ->> s.sku = c.sku and l.id <> all(${listingIds}::bigint[]))`.execute(
    ctx.db,
  )
