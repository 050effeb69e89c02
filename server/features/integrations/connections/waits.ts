import { sql } from 'kysely'
import type { Waits } from '#contract/listings/listings.ts'
import type { Ctx } from '../../../context.ts'

/** What keeps these integrations from being told anything just now, by id. What is not connected is not here: it waits for a person. */
export async function waitsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Waits>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('integrations')
    .select(['id', 'holdUntil', 'lookFirstUntil', sql<Date>`now()`.as('now')])
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('status', '=', 'authenticated')
    .execute()
  return new Map(
    rows.flatMap(({ id, holdUntil, lookFirstUntil, now }): [number, Waits][] => {
      // Who asked to be left alone is not looked at either.
      if (holdUntil && holdUntil > now) return [[id, { for: 'channel', until: holdUntil }]]
      return lookFirstUntil && lookFirstUntil > now ? [[id, { for: 'sales', until: lookFirstUntil }]] : []
    }),
  )
}
