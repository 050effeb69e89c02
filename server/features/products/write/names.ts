import { sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import * as stock from '../../stock/service.ts'
import { type Failure, type Planned, failure } from './plan.ts'

/** SKUs that a plan gives up and takes. */
export function namesOf({ fields, stored, variations, levels }: Planned) {
  const own = fields.sku === stored.sku ? [] : [{ variationId: null, sku: fields.sku }]
  const updated = (variations?.updated ?? []).map((k) => ({ variationId: k.fields.id ?? null, sku: k.fields.sku }))
  const renamed = [...own, ...updated].flatMap(({ variationId, sku }) => {
    const level = levels.get(variationId)
    return level && level.sku !== sku ? [{ levelId: level.id, variationId, from: level.sku, sku }] : []
  })
  return {
    renamed,
    removed: (variations?.removed ?? []).flatMap((v) => levels.get(v.id) ?? []),
    added: (variations?.added ?? []).map((v) => v.fields.sku),
  }
}
const wantedBy = (plans: readonly Planned[]) =>
  plans.map(namesOf).flatMap(({ renamed, added }) => [...renamed.map((r) => r.sku), ...added])

export const skuTaken = (): Failure => {
  const { message } = failure('sku_taken')
  return failure('sku_taken', undefined, { sku: message })
}

/** Lets plans take their SKUs in the order given, each after what those before it gave up. */
function admit(
  planned: readonly Planned[],
  owned: ReadonlySet<string>,
): { admitted: Planned[]; refused: Map<number, Failure> } {
  const inUse = new Set(owned)
  const refused = new Map<number, Failure>()
  for (const plan of planned) {
    const { renamed, removed, added } = namesOf(plan)
    const freed = new Set([...removed.map((l) => l.sku), ...renamed.map((r) => r.from)])
    const claimed = [...renamed.map((r) => r.sku), ...added]
    if (new Set(claimed).size < claimed.length || claimed.some((sku) => inUse.has(sku) && !freed.has(sku)))
      refused.set(plan.id, skuTaken())
    else {
      for (const sku of freed) inUse.delete(sku)
      for (const sku of claimed) inUse.add(sku)
    }
  }
  return { admitted: planned.filter((p) => !refused.has(p.id)), refused }
}

const MOST_TRIES = 4
const isTaken = (error: unknown) => (error as { constraint?: unknown }).constraint === 'stock_levels_sku_key'

/**
 * Writes plans whose SKUs are free. The unique index has the last word: where somebody took a SKU at the same moment, it is looked at again.
 * @returns what `write` answers, and who was refused
 */
export async function withoutRaces<T>(
  ctx: Ctx,
  planned: readonly Planned[],
  write: (admitted: readonly Planned[]) => Promise<T>,
): Promise<{ done: T; refused: Map<number, Failure> }> {
  const names = wantedBy(planned)
  if (names.length === 0) return { done: await write(planned), refused: new Map() }
  return retryingNames(ctx, async () => {
    const { admitted, refused } = admit(planned, new Set((await stock.levelsBySku(ctx, names)).map((l) => l.sku)))
    return { done: await write(admitted), refused }
  })
}

/** Runs `work` in a savepoint, again when a SKU that it had seen free was taken meanwhile. */
export async function retryingNames<T>(ctx: Ctx, work: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    await sql`savepoint names`.execute(ctx.db)
    try {
      const done = await work(tries)
      await sql`release savepoint names`.execute(ctx.db)
      return done
    } catch (error) {
      if (!isTaken(error) || tries >= MOST_TRIES) throw error
      await sql`rollback to savepoint names`.execute(ctx.db)
    }
  }
}
