import type { HandlerReply } from '#contract/endpoint.ts'
import type { getProduct } from '#contract/products.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import { judge } from '#domain/products/readiness.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Level, levelsOf } from '../stock/service.ts'
import * as templates from '../templates/service.ts'
import * as queries from './queries.ts'

const none = { available: 0, reserved: 0, onHand: 0, sold: 0 }
const numbers = (level: Level | undefined) => {
  const { available, reserved, onHand, sold } = level ?? none
  return { quantity: available, reservedQuantity: reserved, onHand, sold }
}

/** One product with its variations, stock and what it still lacks. @throws not_found */
export async function get(ctx: Ctx, id: number): Promise<HandlerReply<typeof getProduct>> {
  const found = await queries.find(ctx, id)
  if (!found) throw new AppError('not_found')
  const [template, variations, levels] = await Promise.all([
    templates.summaryOf(ctx, found.templateId),
    queries.variationsOf(ctx, id),
    levelsOf(ctx, [id]),
  ])
  const levelOf = new Map(levels.map((l) => [l.variationId, l]))
  const { readiness: _, ...product } = found
  return {
    ...product,
    ...numbers(levelOf.get(null)),
    ...judge(found, template.attributes),
    template: { id: template.id, name: template.name },
    sizeAndWeight: SizeAndWeight.parse(found.sizeAndWeight),
    configuration: { dynamicMappingEnabled: found.configuration.dynamicMappingEnabled ?? false },
    variations: variations.map((v) => {
      const { onHand: _, ...stock } = numbers(levelOf.get(v.id))
      const { id, name, sku, price, cost, images, selectedImages, attributes } = v
      return { id, name, sku, price, cost, images, selectedImages, attributes, ...stock }
    }),
  }
}
