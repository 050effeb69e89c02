import { namesOf as listed } from '#domain/products/history/live.ts'
import { type Snapshot, snapshotOf } from '#domain/products/history/snapshot.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { auditMany } from '../../audit.ts'
import { type WantedPart, bundlesWith, partsOf } from '../../stock/bundles.ts'
import * as stock from '../../stock/service.ts'
import { liveNow } from './live.ts'
import { type Failure, failure, heldOf } from './plan.ts'
import * as queries from '../queries.ts'

/** `before` is all that is needed to bring the product back. */
export type RemoveOutcome =
  | { id: number; state: 'removed'; before: Snapshot }
  | ({ id: number; state: 'failed' } & Failure)

/**
 * Deletes up to 500 products that are live nowhere and promised to nobody; their movements stay.
 * @param unlinking also those that are linked to listings which stood there before: these stay as they are, and are nobody's again
 * @returns in the order given
 */
export const removeMany = (ctx: Ctx, ids: readonly number[], { unlinking = false } = {}): Promise<RemoveOutcome[]> =>
  inTransaction(ctx, async (ctx) => {
    const rows = new Map((await queries.lockMany(ctx, ids, 'delete')).map((p) => [p.id, p]))
    const levels = Map.groupBy(await stock.holdLevels(ctx, ids), (l) => l.productId)
    const live = await liveNow(ctx, ids, { orLinked: !unlinking })
    const bundles = await bundlesOf(ctx, [...levels.values()].flat())
    const refused = (id: number): Failure | null => {
      if (!rows.has(id)) return failure('not_found')
      const channels = live.get(id)
      if (channels) return failure('product_listed', `This product is live on ${listed(channels)}. Unlist it first.`)
      const skus = bundles.get(id)
      if (skus)
        return failure('in_bundle', `This product is a component of ${skus.join(', ')}. Take it out of there first.`)
      return levels.get(id)?.some((l) => l.reserved > 0)
        ? failure('stock_conflict', 'This product is in open orders. Ship or cancel them first.')
        : null
    }
    const removed = [...rows.values()].filter((p) => !refused(p.id))
    const before = await snapshots(ctx, removed, levels)
    if (removed.length > 0)
      await queries.removeMany(
        ctx,
        removed.map((p) => p.id),
      )
    await auditMany(
      ctx,
      removed.map((p) => ({
        entity: 'product',
        entityId: p.id,
        action: 'delete',
        old: { sku: p.sku, title: p.title },
      })),
    )
    return ids.map(
      (id): RemoveOutcome => ({
        id,
        ...(refused(id)
          ? { state: 'failed', ...(refused(id) ?? failure('internal')) }
          : { state: 'removed', before: before.get(id) ?? {} }),
      }),
    )
  })

/** SKUs of the bundles that products are components of. */
async function bundlesOf(ctx: Ctx, levels: readonly stock.Level[]): Promise<Map<number, string[]>> {
  const parts = levels.filter(({ bundled }) => bundled === 'component')
  const bundles = await bundlesWith(
    ctx,
    parts.map(({ id }) => id),
  )
  return new Map(
    parts.map(({ id, productId }) => [productId, bundles.flatMap(({ partId, sku }) => (partId === id ? [sku] : []))]),
  )
}

async function snapshots(
  ctx: Ctx,
  products: Awaited<ReturnType<typeof queries.lockMany>>,
  levels: ReadonlyMap<number, stock.Level[]>,
): Promise<Map<number, Snapshot>> {
  if (products.length === 0) return new Map()
  const ids = products.map((p) => p.id)
  const variations = Map.groupBy(await queries.variationsOfMany(ctx, ids), (v) => v.productId)
  const listings = Map.groupBy(await queries.listingRows(ctx, ids), (l) => l.productId)
  const own = new Map(
    [...levels].flatMap(([id, all]) => all.flatMap((l) => (l.bundled === 'bundle' ? [[id, l.id]] : []))),
  )
  const parts = await partsOf(ctx, [...own.values()])
  return new Map(
    products.map((p) => [
      p.id,
      {
        ...snapshotOf(heldOf(p, variations.get(p.id) ?? [], levels.get(p.id) ?? [])),
        version: p.version,
        createdAt: p.createdAt.toISOString(),
        listings: (listings.get(p.id) ?? []).map((l) => l.row),
        // Its pieces are its components', and stay.
        ...(own.has(p.id)
          ? {
              quantity: 0,
              bundle: (parts.get(own.get(p.id) ?? 0) ?? []).map(({ sku, pieces }): WantedPart => ({ sku, pieces })),
            }
          : {}),
      },
    ]),
  )
}
