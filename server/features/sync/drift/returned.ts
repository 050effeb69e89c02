import { sql } from 'kysely'
import { SETTLED_SECONDS } from '#domain/stock/spot.ts'
import type { Ctx } from '../../../context.ts'
import type { Pieces } from '../sending/known.ts'

/*
 * A channel's number rises when its seller restocks a return there, and the order tells of it later. A drift found in between is about the same units: they
 * are on hand once. Only a drift that a complete look at the orders has not explained can be meant.
 */

/**
 * Compares units that came back, as an order says now, with drifts that were found before. In a transaction that holds their levels.
 * @returns by SKU, the units that a drift has counted already
 */
export async function countedAsDrift(
  ctx: Ctx,
  integrationId: number,
  returned: readonly Pieces[],
): Promise<Map<string, number>> {
  const counted = new Map<string, number>()
  for (const { sku, quantity } of returned) {
    const units = await takeCounted(ctx, integrationId, { sku, quantity })
    if (units > 0) counted.set(sku, units)
    if (quantity > units) await lowerOpen(ctx, integrationId, { sku, quantity: quantity - units })
  }
  return counted
}

/** Drifts of a SKU that may be about units whose order had not been read. */
const unexplained = (ctx: Ctx, integrationId: number, sku: string) => sql<boolean>`
  d.organization_id = ${ctx.organizationId} and d.integration_id = ${integrationId} and d.sku = ${sku} and d.theirs - d.ours > d.returned
  and d.found_at > coalesce((select i.orders_whole_at from integrations i where i.organization_id = ${ctx.organizationId} and i.id = ${integrationId}), '-infinity')
    - make_interval(secs => ${SETTLED_SECONDS})`

async function takeCounted(ctx: Ctx, integrationId: number, { sku, quantity }: Pieces): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    with due as (
      select d.id, d.theirs - d.ours - d.returned as left_units from stock_drift d
      where ${unexplained(ctx, integrationId, sku)} and d.state = 'theirs' order by d.id for update),
    shared as (
      select id, greatest(0, least(left_units, ${quantity}::int - sum(left_units) over (order by id desc) + left_units))::int as units from due)
    update stock_drift d set returned = d.returned + s.units from shared s
    where d.organization_id = ${ctx.organizationId} and d.id = s.id and s.units > 0
    returning s.units`.execute(ctx.db)
  return rows.reduce((sum, { units }) => sum + units, 0)
}

/** What is left to decide is less by as much. */
const lowerOpen = (ctx: Ctx, integrationId: number, { sku, quantity }: Pieces) =>
  sql`
    update stock_drift d set ours = least(d.theirs, d.ours + ${quantity}::int),
      state = case when d.ours + ${quantity}::int >= d.theirs then 'ours' else d.state end,
      settled_at = case when d.ours + ${quantity}::int >= d.theirs then (select now()) end
    where ${unexplained(ctx, integrationId, sku)} and d.state = 'open'`.execute(ctx.db)
