import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { deleteImage as deleteImageEndpoint, updateProduct } from '#contract/products/products.ts'
import type { Image } from '#contract/shapes.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import * as stock from '../stock/service.ts'
import { type NewProduct, createMany } from './write/create.ts'
import { type Change, type Failure, updateMany } from './write/change.ts'
import { removeMany } from './write/remove.ts'
import * as queries from './queries.ts'
import { get } from './record.ts'

export { type Present, presentMany, productsBySku } from './write/read.ts'
export { type CreateOutcome, type NewProduct, createMany, restoreMany } from './write/create.ts'
export { type RemoveOutcome, removeMany } from './write/remove.ts'
export {
  type Change,
  type Failure,
  type ManyOptions,
  type ManyOutcome,
  type Template,
  type Wanted,
  changeMany,
  updateMany,
} from './write/change.ts'
export { backwards } from './write/back.ts'
export { failure, isFailure, tidied, withoutPieces } from './write/plan.ts'
export { get } from './record.ts'
export { searchFilter } from './list/filter.ts'

/** Makes a product from a template, whose defaults fill what is left empty; blank numbers are 0. @throws not_found, sku_taken */
export async function create(ctx: Ctx, product: NewProduct): Promise<{ id: number }> {
  const [made] = await createMany(ctx, [product])
  if (made?.state !== 'created') throw refusal(made)
  return { id: made.id }
}

/**
 * Saves what is given of a product; what is left out stays. A quantity sets what is available.
 * @throws not_found, sku_taken, edit_conflict when `version` is not the latest, invalid_input
 */
export const update = (ctx: Ctx, change: Change): Promise<HandlerReply<typeof updateProduct>> =>
  inTransaction(ctx, async (ctx) => {
    const [saved] = await updateMany(ctx, [change], { reason: 'edit' })
    if (!saved || saved.state === 'failed') throw refusal(saved)
    return { ...(await get(ctx, change.id)), changeId: saved.state === 'changed' ? saved.changeId : null }
  })

/** Deletes a product that is live nowhere and promised to nobody; its movements stay. @throws not_found, product_listed, stock_conflict */
export async function remove(ctx: Ctx, id: number): Promise<{ ok: true }> {
  const [removed] = await removeMany(ctx, [id])
  if (removed?.state !== 'removed') throw refusal(removed)
  return { ok: true }
}

/** The refusal of one of many as the error of the one; its fields by their path in the request. */
export function refusal(failed: Failure | undefined): AppError {
  if (!failed) return new AppError('internal')
  const { code, message, fields } = failed
  const named = Object.entries(fields).map(([name, sentence]) => [
    code === 'invalid_input' ? `product.${name}` : name,
    sentence,
  ])
  return new AppError(code, message, named.length > 0 ? { fields: Object.fromEntries(named) } : {})
}

/** Takes an image off a product, or off one of its variations. @throws not_found */
export const deleteImage = (
  ctx: Ctx,
  { productId, variationId, imageUrl }: HandlerInput<typeof deleteImageEndpoint>['body'],
) =>
  inTransaction(ctx, async (ctx) => {
    await queries.lockMany(ctx, [productId], 'change')
    const product = await get(ctx, productId)
    const owner = variationId ? product.variations.find((v) => v.id === variationId) : product
    if (!owner?.images.some((i) => i.url === imageUrl)) throw new AppError('not_found', 'This image no longer exists.')
    const without = (images: readonly Image[]) => images.filter((i) => i.url !== imageUrl)
    // Variations may show the product's images too.
    const variations = product.variations.map((v) => ({
      id: v.id,
      name: v.name,
      sku: v.sku,
      price: undefined,
      cost: undefined,
      quantity: undefined,
      images: v.id === variationId ? without(v.images) : v.images,
      selectedImages:
        !variationId || v.id === variationId ? v.selectedImages.filter((url) => url !== imageUrl) : v.selectedImages,
    }))
    await update(ctx, {
      id: productId,
      ...(variationId ? {} : { images: without(product.images) }),
      ...(variations.length > 0 ? { variations } : {}),
    })
    return { ok: true as const }
  })

/** @throws not_found */
export async function findBySku(ctx: Ctx, sku: string) {
  const id = await stock.productOfSku(ctx, sku)
  if (id === undefined) throw new AppError('not_found')
  return { id }
}

/** @throws not_found */
export async function listMovements(ctx: Ctx, id: number, page: { offset: number; limit: number }) {
  if (!(await queries.find(ctx, id))) throw new AppError('not_found')
  return stock.listMovements(ctx, id, page)
}
