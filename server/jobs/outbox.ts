import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { enqueue } from './queue.ts'

/** From weakest to strongest: a stronger debt covers a weaker one. */
const strength = ['quantity', 'revise', 'publish', 'end'] as const
export type Debt = (typeof strength)[number]

/**
 * Notes, in the transaction of the change, that live listings of these products owe their channel something, and wakes the sender.
 * `quantity` concerns every listing that syncs in any way, `revise` those that sync whole. Many debts of one listing become one.
 */
export async function owe(ctx: Ctx, productIds: readonly number[], debt: 'quantity' | 'revise'): Promise<void> {
  if (productIds.length === 0) return
  const { rows } = await sql<{ integrationId: number }>`
    update listing_products set
      pending = case when pending is null or array_position(${strength}::text[], pending) < array_position(${strength}::text[], ${debt}) then ${debt} else pending end,
      pending_version = pending_version + 1, pending_since = coalesce(pending_since, now()), next_try_at = now(), attempts = 0
    where organization_id = ${ctx.organizationId} and product_id = any(${productIds}::bigint[])
      and external_id <> '' and status <> 'unlisted' and (sync or (sync_quantity and ${debt === 'quantity'}))
    returning integration_id`.execute(ctx.db)
  for (const integrationId of new Set(rows.map((r) => r.integrationId))) await wakeSender(ctx, integrationId)
}

/** Queues the job that sends what an integration's listings owe. */
export const wakeSender = (ctx: Ctx, integrationId: number) =>
  enqueue(ctx, 'sync.push', { organizationId: ctx.organizationId, integrationId }, { key: `${ctx.organizationId}:${integrationId}` })
