import { sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../context.ts'

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

/** The next order of the channel finds it; what was remembered before is replaced. */
export const remember = (ctx: Ctx, channel: ChannelId, sku: string, levelId: number) =>
  sql`
    insert into channel_skus (organization_id, channel, sku, level_id, user_id, at)
    values (${ctx.organizationId}, ${channel}, ${sku}, ${levelId}, ${ctx.userId}, ${ctx.services.clock.now()})
    on conflict (organization_id, channel, sku) do update set level_id = excluded.level_id, user_id = excluded.user_id, at = excluded.at`.execute(
    ctx.db,
  )

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
