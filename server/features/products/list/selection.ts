import { sql } from 'kysely'
import type { ProductFilter, ProductSelection } from '#contract/products/filter.ts'
import type { Ctx } from '../../../context.ts'
import { databaseFilter } from './filter.ts'

/** Ids of the products that a list of this filter shows, in their order, some at a time. @param after the last id of the call before, at first 0 */
export async function matchingIds(
  ctx: Ctx,
  filter: ProductFilter,
  { after, limit, except = [] }: { after: number; limit: number; except?: readonly number[] },
): Promise<number[]> {
  const left = new Set(except)
  for (let last = after; ; ) {
    const { rows } = await sql<{
      id: number
    }>`select id from matching_products(${databaseFilter(filter) ?? '{}'}::jsonb, ${last}, ${limit}) id`.execute(ctx.db)
    const ids = rows.map((r) => r.id).filter((id) => !left.has(id))
    const end = rows.at(-1)
    if (ids.length > 0 || !end || rows.length < limit) return ids
    last = end.id
  }
}

/** How many products a selection names, exactly. */
export async function countSelection(ctx: Ctx, selection: ProductSelection): Promise<number> {
  const {
    rows: [counted],
  } =
    'ids' in selection
      ? await sql<{
          n: number
        }>`select count(*) as n from products where organization_id = ${ctx.organizationId} and id = any(${selection.ids}::bigint[])`.execute(
          ctx.db,
        )
      : await sql<{ n: number }>`
      select count_matching(${databaseFilter(selection.filter) ?? '{}'}::jsonb, ${selection.except}::bigint[]) as n`.execute(
          ctx.db,
        )
  return counted?.n ?? 0
}
