import { channelNames } from '#contract/channels/ids.ts'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import type { createProduct, deleteImage as deleteImageEndpoint, getProduct, updateProduct } from '#contract/products.ts'
import { type Image, SizeAndWeight } from '#contract/shapes.ts'
import { changedFields } from '#domain/products/changed.ts'
import { linkAttributes, withDefaults } from '#domain/products/defaults.ts'
import { judge } from '#domain/products/readiness.ts'
import { tidyTags } from '#domain/products/tags.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { plainText, sanitise } from '../../http/html.ts'
import { owe } from '../../jobs/outbox.ts'
import { audit } from '../audit.ts'
import * as stock from '../stock/service.ts'
import * as templates from '../templates/service.ts'
import * as queries from './queries.ts'
import { get } from './record.ts'
import { type VariationPlan, addVariations, dropVariations, planVariations } from './variations.ts'

export { get } from './record.ts'
export { list } from './list.ts'

type NewProduct = HandlerInput<typeof createProduct>['body']['product']
type Change = HandlerInput<typeof updateProduct>['body']['product']
type Stored = NonNullable<Awaited<ReturnType<typeof queries.find>>>
type Named = readonly { id: number; name: string }[]

/** Fields no channel shows; every other change is sent to the live listings. */
const ownOnly = new Set(['notes', 'cost', 'msrp', 'configuration'])
/** What a product's condition is when nothing is said (PRO-071). */
const NEW = 'New'

/** Makes a product from a template, whose defaults fill what is left empty; blank numbers are 0. @throws not_found, sku_taken */
export const create = (ctx: Ctx, given: NewProduct) =>
  inTransaction(ctx, async (ctx) => {
    const template = await templates.hold(ctx, given.templateId)
    const filled = withDefaults({ ...given, tags: given.tags && tidyTags(given.tags) }, template)
    const fields: queries.Fields = {
      ...filled, title: plainText(filled.title), description: sanitise(filled.description), templateId: given.templateId, sku: given.sku,
      condition: given.condition?.trim() || NEW, notes: given.notes ?? '', cost: given.cost ?? 0, price: given.price ?? 0, msrp: given.msrp ?? 0, images: given.images ?? [],
    }
    const id = await queries.insert(ctx, fields, judge(fields, template.attributes).readiness)
    const { added } = planVariations([], (given.variations ?? []).map((v) => ({ ...v, id: undefined })), template.attributes)
    const own = { sku: given.sku, productId: id, variationId: null, quantity: given.quantity ?? 0, sold: given.sold ?? 0 }
    await stock.createLevels(ctx, [own, ...(await addVariations(ctx, id, added))])
    await audit(ctx, { entity: 'product', entityId: id, action: 'create', new: { sku: fields.sku, title: fields.title, price: fields.price, quantity: own.quantity } })
    return { id }
  })

/**
 * Saves what is given of a product; what is left out stays. A quantity sets what is available.
 * @throws not_found, sku_taken, edit_conflict when `version` is not the latest, invalid_input
 */
export const update = (ctx: Ctx, change: Change): Promise<HandlerReply<typeof getProduct>> =>
  inTransaction(ctx, async (ctx) => {
    const before = await queries.lock(ctx, change.id, 'change')
    if (!before) throw new AppError('not_found')
    if (change.version !== undefined && change.version !== before.version) throw new AppError('edit_conflict')
    const template = await templates.hold(ctx, change.templateId ?? before.templateId)
    if (template.id !== before.templateId) await move(ctx, before.id, template.id)
    const was = fieldsOf(before)
    const fields = { ...was, ...given(change, template.attributes) }
    const variations = change.variations ? planVariations(await queries.variationsOf(ctx, before.id), change.variations, template.attributes) : null
    const changed = changedFields(was, fields)
    const counted = await applyStock(ctx, change, fields.sku === before.sku ? null : fields.sku, variations, before.version + 1)
    if (changed || counted) {
      await queries.update(ctx, before.id, fields, judge(fields, template.attributes).readiness)
      await audit(ctx, { entity: 'product', entityId: before.id, action: 'update', old: { ...changed?.old, ...counted?.old }, new: { ...changed?.new, ...counted?.new } })
      const shown = Object.keys({ ...changed?.new, ...counted?.new }).some((name) => !ownOnly.has(name) && name !== 'quantity' && name !== 'sold')
      if (shown) await owe(ctx, [before.id], 'revise')
    }
    return get(ctx, before.id)
  })

const fieldsOf = (p: Stored): queries.Fields => ({
  templateId: p.templateId, sku: p.sku, title: p.title, description: p.description, condition: p.condition, notes: p.notes, vendor: p.vendor, warehouse: p.warehouse,
  location: p.location, bin: p.bin, tags: p.tags, cost: p.cost, price: p.price, msrp: p.msrp, attributes: p.attributes, images: p.images,
  sizeAndWeight: SizeAndWeight.parse(p.sizeAndWeight), configuration: { dynamicMappingEnabled: p.configuration.dynamicMappingEnabled ?? false },
})

/** The fields that a change sets, ready to be kept. */
function given(change: Change, attributes: Named): Partial<queries.Fields> {
  const { id: _, version: __, quantity: ___, sold: ____, variations: _____, ...rest } = change
  const ready = {
    ...rest, title: change.title === undefined ? undefined : plainText(change.title), description: change.description === undefined ? undefined : sanitise(change.description),
    tags: change.tags && tidyTags(change.tags), attributes: change.attributes && linkAttributes(change.attributes, attributes),
  }
  return Object.fromEntries(Object.entries(ready).filter(([, value]) => value !== undefined))
}

/** A live listing belongs to its template's listing setup: it must be ended before the product moves. */
async function move(ctx: Ctx, productId: number, templateId: number) {
  await stock.holdLevels(ctx, productId)
  const live = await liveChannel(ctx, productId)
  if (live) throw invalid('product.templateId', `This product is live on ${live}. Unlist it before you move it to another template.`)
  await queries.moveListings(ctx, productId, templateId)
}

/** Applies what of a change concerns SKUs, variations and counts, with all levels of the product held. @returns what changed, for the history */
async function applyStock(ctx: Ctx, change: Change, sku: string | null, variations: VariationPlan | null, version: number) {
  const { id, quantity, sold } = change
  if (sku === null && quantity === undefined && sold === undefined && !variations) return null
  const before = await queries.variationsOf(ctx, id)
  const levels = new Map((await stock.holdLevels(ctx, id)).map((l) => [l.variationId, l]))
  const kept = variations?.kept ?? []
  await dropVariations(ctx, variations?.removed ?? [], levels)
  if (kept.length > 0) await queries.updateVariations(ctx, kept.map((k) => k.fields))
  const names = [...(sku === null ? [] : [{ variationId: null, sku }]), ...kept.map((k) => ({ variationId: k.fields.id ?? null, sku: k.fields.sku }))]
  await stock.renameLevels(ctx, names.flatMap((n) => levelChange(levels.get(n.variationId), (l) => (l.sku === n.sku ? null : { levelId: l.id, sku: n.sku }))))
  const wanted = [{ variationId: null, quantity, sold }, ...kept.map((k) => ({ variationId: k.fields.id ?? null, quantity: k.change.quantity, sold: undefined }))]
  const counts = wanted.filter((w) => w.quantity !== undefined || w.sold !== undefined).flatMap((w) =>
    levelChange(levels.get(w.variationId), (l) => ({ levelId: l.id, available: w.quantity ?? l.available, ...(w.sold === undefined ? {} : { sold: w.sold }) })))
  await stock.setAvailable(ctx, counts, { reason: 'edit', source: 'motto', sourceKey: `edit:${version}` })
  if (variations) await stock.createLevels(ctx, await addVariations(ctx, id, variations.added))
  const own = levels.get(null)
  return changedFields(
    { quantity: own?.available, sold: own?.sold, variations: before.map((v) => seen(v, levels.get(v.id)?.available)) },
    { quantity, sold, variations: variations ? [...kept, ...variations.added].map((v) => seen(v.fields, v.change.quantity ?? levels.get(v.fields.id ?? null)?.available ?? 0)) : undefined },
  )
}

const levelChange = <T>(level: stock.Level | undefined, change: (level: stock.Level) => T | null): T[] => {
  const changed = level && change(level)
  return changed ? [changed] : []
}

/** A variation as the history shows it. */
const seen = ({ name, sku, price, cost, images, selectedImages, attributes }: queries.VariationFields, quantity: number | undefined) =>
  ({ name, sku, price, cost, images, selectedImages, attributes, quantity })

/** The name of a channel on which the product is live or which is being told of it right now. Levels are held before listings, as orders do. */
async function liveChannel(ctx: Ctx, productId: number): Promise<string | undefined> {
  const now = ctx.services.clock.now()
  const live = (await queries.lockListings(ctx, productId)).find((l) => (l.externalId !== '' && l.status !== 'unlisted') || (l.claimedUntil && l.claimedUntil > now))
  return live && channelNames[live.channel]
}

/** Deletes a product that is live nowhere and promised to nobody; its movements stay. @throws not_found, product_listed, stock_conflict */
export const remove = (ctx: Ctx, id: number) =>
  inTransaction(ctx, async (ctx) => {
    const before = await queries.lock(ctx, id, 'delete')
    if (!before) throw new AppError('not_found')
    const levels = await stock.holdLevels(ctx, id)
    const live = await liveChannel(ctx, id)
    if (live) throw new AppError('product_listed', `This product is live on ${live}. Unlist it first.`)
    if (levels.some((l) => l.reserved > 0)) throw new AppError('stock_conflict', 'Pieces of this product are promised to orders. Ship or cancel those orders first.')
    await queries.remove(ctx, id)
    await audit(ctx, { entity: 'product', entityId: id, action: 'delete', old: { sku: before.sku, title: before.title } })
    return { ok: true as const }
  })

/** Takes an image off a product, or off one of its variations. @throws not_found */
export const deleteImage = (ctx: Ctx, { productId, variationId, imageUrl }: HandlerInput<typeof deleteImageEndpoint>['body']) =>
  inTransaction(ctx, async (ctx) => {
    await queries.lock(ctx, productId, 'change')
    const product = await get(ctx, productId)
    const owner = variationId ? product.variations.find((v) => v.id === variationId) : product
    if (!owner?.images.some((i) => i.url === imageUrl)) throw new AppError('not_found', 'This image is not there any more.')
    const without = (images: readonly Image[]) => images.filter((i) => i.url !== imageUrl)
    // Variations may show the product's images too.
    const variations = product.variations.map((v) => ({
      id: v.id, name: v.name, sku: v.sku, price: undefined, cost: undefined, quantity: undefined, images: v.id === variationId ? without(v.images) : v.images,
      selectedImages: !variationId || v.id === variationId ? v.selectedImages.filter((url) => url !== imageUrl) : v.selectedImages,
    }))
    const own = { cost: undefined, price: undefined, msrp: undefined, quantity: undefined, sold: undefined }
    await update(ctx, { id: productId, ...own, ...(variationId ? {} : { images: without(product.images) }), ...(variations.length > 0 ? { variations } : {}) })
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

export const listTags = (ctx: Ctx) => queries.tags(ctx)
