import type { Held } from '#domain/products/history/snapshot.ts'
import type { Ctx } from '../../../context.ts'
import * as stock from '../../stock/service.ts'
import { heldOf } from './plan.ts'
import * as queries from '../queries.ts'

/** A product, with counts and variations, as it is now; nothing is locked. */
export interface Present {
  id: number
  version: number
  product: Held
}

/** Products by id, three statements for all; what does not exist is missing. */
export async function presentMany(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Present>> {
  if (ids.length === 0) return new Map()
  const [rows, variations, levels] = await Promise.all([
    queries.findMany(ctx, ids),
    queries.variationsOfMany(ctx, ids),
    stock.levelsOf(ctx, ids),
  ])
  const [variationsOf, levelsOf] = [
    Map.groupBy(variations, (v) => v.productId),
    Map.groupBy(levels, (l) => l.productId),
  ]
  return new Map(
    rows.map((p) => [
      p.id,
      { id: p.id, version: p.version, product: heldOf(p, variationsOf.get(p.id) ?? [], levelsOf.get(p.id) ?? []) },
    ]),
  )
}

/** What bears each of these SKUs: a product, or one of its variations. */
export async function productsBySku(
  ctx: Ctx,
  skus: readonly string[],
): Promise<Map<string, { id: number; variationId: number | null }>> {
  return new Map(
    (await stock.levelsBySku(ctx, skus)).map((l) => [l.sku, { id: l.productId, variationId: l.variationId }]),
  )
}
