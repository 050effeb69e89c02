import type { HandlerReply } from '#contract/endpoint.ts'
import type { getProduct } from '#contract/products/products.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import { channelNames } from '#contract/channels/ids.ts'
import { skuLock } from '#domain/products/history/live.ts'
import { together } from '#domain/products/variations/totals.ts'
import { judge } from '#domain/products/readiness.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import * as queries from './queries.ts'

const none = { available: 0, reserved: 0, onHand: 0, sold: 0 }
const numbers = (level: typeof none | undefined) => {
  const { available, reserved, onHand, sold } = level ?? none
  return { quantity: available, reservedQuantity: reserved, onHand, sold }
}

/** One product with its variations, stock and what it still lacks. @throws not_found */
export async function get(ctx: Ctx, id: number): Promise<HandlerReply<typeof getProduct>> {
  const row = await queries.findWhole(ctx, id)
  if (!row) throw new AppError('not_found')
  const { readiness: _, templateName, demands, levels, variations: stored, ...product } = row
  const live = product.liveOn.map((channel) => channelNames[channel])
  const levelOf = new Map(levels.map((l) => [l.variationId, l]))
  const lockOf = (variationId: number | null) => skuLock(live, levelOf.get(variationId)?.ordered ?? false)
  const variations = stored.map(({ position: __, ...v }) => ({
    ...v,
    skuLock: lockOf(v.id),
    ...numbers(levelOf.get(v.id)),
  }))
  return {
    ...product,
    ...(variations.length > 0 ? totals(variations) : numbers(levelOf.get(null))),
    ...judge(row, demands),
    skuLock: lockOf(null),
    bundled: levelOf.get(null)?.bundled ?? null,
    template: { id: product.templateId, name: templateName },
    sizeAndWeight: SizeAndWeight.parse(row.sizeAndWeight),
    configuration: { dynamicMappingEnabled: row.configuration.dynamicMappingEnabled ?? false },
    variations: variations.map(({ onHand: ___, ...v }) => v),
  }
}

/** Its own SKU is not for sale: a product with variations has what they have together. */
const totals = (variations: readonly ReturnType<typeof numbers>[]) => ({
  quantity: together('quantity', variations),
  reservedQuantity: together('reservedQuantity', variations),
  onHand: together('onHand', variations),
  sold: together('sold', variations),
})
