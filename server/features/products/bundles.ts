import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { getBundle, saveBundle } from '#contract/products/bundles.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { audit } from '../audit.ts'
import { bundlesWith, makeOf, partsOf, whyNot } from '../stock/bundles.ts'
import { type Level, levelsBySku, levelsOf } from '../stock/service.ts'
import * as queries from './queries.ts'

/** A product's own level. @throws not_found */
async function ownLevel(ctx: Ctx, id: number): Promise<{ own: Level; levels: Level[] }> {
  const levels = await levelsOf(ctx, [id])
  const own = levels.find(({ variationId }) => variationId === null)
  if (!own) throw new AppError('not_found')
  return { own, levels }
}

/** What a product is made of, and the bundles it is in. @throws not_found */
export async function bundleOf(ctx: Ctx, id: number): Promise<HandlerReply<typeof getBundle>> {
  const { own, levels } = await ownLevel(ctx, id)
  const parts = (await partsOf(ctx, [own.id])).get(own.id) ?? []
  const bundles = await bundlesWith(
    ctx,
    levels.map((level) => level.id),
  )
  return {
    sku: own.sku,
    available: own.available,
    parts: parts.map(({ productId, sku, title, name, available, pieces }) => ({
      productId,
      sku,
      title: name ? `${title} – ${name}` : title,
      available,
      pieces,
    })),
    in: bundles.map(({ partId, ...bundle }) => ({
      ...bundle,
      part: levels.find((level) => level.id === partId)?.sku ?? '',
    })),
    refusal: (await whyNot(ctx, own)) ?? '',
  }
}

/** Says what a product is made of; of nothing: it is no bundle any more. @throws not_found, invalid_input, edit_conflict */
export const makeBundle = (ctx: Ctx, { id, parts, was }: HandlerInput<typeof saveBundle>['body']) =>
  inTransaction(ctx, async (ctx) => {
    // Products, then levels, as everybody locks them: nobody deletes a component, or gives it variations, meanwhile.
    const components = await levelsBySku(
      ctx,
      parts.map(({ sku }) => sku),
    )
    const rows = await queries.lockMany(ctx, [...new Set([id, ...components.map((c) => c.productId)])], 'change')
    if (!rows.some((product) => product.id === id)) throw new AppError('not_found')
    const { own } = await ownLevel(ctx, id)
    const before = await makeOf(ctx, own.id, parts)
    const brief = (some: typeof parts) => some.map(({ sku, pieces }) => `${pieces} × ${sku}`)
    if (was && brief(before).join() !== brief(was).join())
      throw new AppError('edit_conflict', 'Someone else changed this bundle. Reload and try again.')
    if (brief(before).join() !== brief(parts).join())
      await audit(ctx, {
        entity: 'product',
        entityId: id,
        action: 'bundle',
        old: { bundle: brief(before) },
        new: { bundle: brief(parts) },
      })
    return bundleOf(ctx, id)
  })
