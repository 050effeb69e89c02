import type { Snapshot } from '#domain/products/history/snapshot.ts'
import { excessWords } from '#domain/listings/content/excess.ts'
import { type RuleChange, scopeOf } from '#domain/mappings/change.ts'
import type { Meter } from '#domain/products/attributes/meter.ts'
import { breathe } from '../../breathe.ts'
import type { Ctx } from '../../context.ts'
import { ComparedRules } from './compared-rules.ts'
import * as queries from './queries.ts'
import { rulesAmong } from './service.ts'

/** Products that a change of rules may concern: the next ids, in their order. */
export async function nextConcerned(ctx: Ctx, change: RuleChange, page: { after: number; limit: number }) {
  const scope = scopeOf(change)
  if (!scope) return []
  if ('productId' in scope) return scope.productId > page.after ? [scope.productId] : []
  return (await queries.nextFollowers(ctx, scope.templateId, page)).map(({ id }) => id)
}

/** How many they are. */
export async function countConcerned(ctx: Ctx, change: RuleChange): Promise<number> {
  const scope = scopeOf(change)
  if (!scope) return 0
  return 'productId' in scope
    ? (await queries.followersAmong(ctx, [scope.productId])).length
    : queries.countFollowers(ctx, scope.templateId)
}

export interface Compared {
  id: number
  sku: string
  title: string
  /** Undefined where it reads as before. */
  changed: { before: Snapshot; after: Snapshot } | undefined
  /** Why it cannot be listed by the new rules. '' where it can. */
  problem: string
}

/** How these products read before and after a change of rules; those that follow none are left out. The change may be made already. @param request those beyond its budget are left out, too */
export async function compared(
  ctx: Ctx,
  change: RuleChange,
  ids: readonly number[],
  request?: Meter,
): Promise<Compared[]> {
  const products = await queries.followersAmong(ctx, ids)
  const [rows, off] = await Promise.all([
    queries.mappingsOf(ctx, [...new Set(products.map(({ templateId }) => templateId))]),
    queries.switchedOff(ctx, ids),
  ])
  const sided = (side: 'before' | 'after') => rulesAmong(rowsOf(rows, change, side), offOf(off, change, side))
  const [before, after] = [sided('before'), sided('after')]
  const followed = products.map((product) => ({ product, was: before(product), is: after(product) }))
  const rules = new ComparedRules(
    ctx,
    followed.flatMap(({ was, is }) => [was, is]),
  )
  const changes: Compared[] = []
  try {
    for (const { product, was, is } of followed) {
      const { id, sku, title } = product
      const { changed, excess } = await rules.difference(product, was, is, request)
      changes.push({ id, sku, title, changed, problem: excess ? excessWords(excess, sku) : '' })
      await breathe()
      if (request?.isOver) break
    }
  } finally {
    rules.end()
  }
  return changes
}

type Side = 'before' | 'after'
function rowsOf(rows: readonly queries.MappingRow[], { tabs }: RuleChange, side: Side) {
  const others = rows.filter((row) => !tabs.some((t) => t.templateId === row.templateId && t.applyTo === row.applyTo))
  return [
    ...others,
    ...tabs.flatMap(({ templateId, applyTo, ...lists }) =>
      lists[side].map((mapping) => ({ ...mapping, templateId, applyTo })),
    ),
  ]
}
function offOf(
  off: readonly { productId: number; mapping: string }[],
  { switches }: RuleChange,
  side: Side,
): readonly { productId: number; mapping: string }[] {
  if (!switches) return off
  const { productId } = switches
  return [
    ...off.filter((exception) => exception.productId !== productId),
    ...switches[side].map((mapping) => ({ productId, mapping })),
  ]
}
