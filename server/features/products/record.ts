import type { HandlerReply } from '#contract/endpoint.ts'
import type { getProduct } from '#contract/products.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import { channelNames } from '#contract/channels/ids.ts'
import { skuLock } from '#domain/products/live.ts'
import { together } from '#domain/products/pieces.ts'
import { judge } from '#domain/products/readiness.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Level, levelsOf, orderedLevels } from '../stock/service.ts'
import * as templates from '../templates/service.ts'
import * as queries from './queries.ts'

const none = { id: 0, available: 0, reserved: 0, onHand: 0, sold: 0 }
const numbers = (level: Level | undefined) => {
  const { available, reserved, onHand, sold } = level ?? none
  return { quantity: available, reservedQuantity: reserved, onHand, sold }
}

/** One product with its variations, stock and what it still lacks. @throws not_found */
export async function get(ctx: Ctx, id: number): Promise<HandlerReply<typeof getProduct>> {
  const found = await queries.find(ctx, id)
  if (!found) throw new AppError('not_found')
  const [template, stored, levels, channels] = await Promise.all([
    templates.summaryOf(ctx, found.templateId),
    queries.variationsOf(ctx, id),
    levelsOf(ctx, [id]),
    queries.liveOn(ctx, id),
  ])
  const live = channels.map((channel) => channelNames[channel])
  const ordered = await orderedLevels(
    ctx,
    levels.map((l) => l.id),
  )
  const levelOf = new Map(levels.map((l) => [l.variationId, l]))
  const lockOf = (variationId: number | null) => skuLock(live, ordered.has(levelOf.get(variationId)?.id ?? 0))
  const variations = stored.map((v) => {
    const { id, name, sku, barcode, price, cost, images, selectedImages, attributes } = v
    const stock = numbers(levelOf.get(v.id))
    return { id, name, sku, skuLock: lockOf(id), barcode, price, cost, images, selectedImages, attributes, ...stock }
  })
  const { readiness: _, ...product } = found
  return {
    ...product,
    ...(variations.length > 0 ? totals(variations) : numbers(levelOf.get(null))),
    ...judge(found, template.attributes),
    skuLock: lockOf(null),
    bundled: levelOf.get(null)?.bundled ?? null,
    liveOn: channels,
    template: { id: template.id, name: template.name },
    sizeAndWeight: SizeAndWeight.parse(found.sizeAndWeight),
    configuration: { dynamicMappingEnabled: found.configuration.dynamicMappingEnabled ?? false },
    variations: variations.map(({ onHand: __, ...v }) => v),
  }
}

/** Its own SKU is not for sale: a product with variations has what they have together. */
const totals = (variations: readonly ReturnType<typeof numbers>[]) => ({
  quantity: together('quantity', variations),
  reservedQuantity: together('reservedQuantity', variations),
  onHand: together('onHand', variations),
  sold: together('sold', variations),
})
