import { channelOf } from '#channels/registry.ts'
import type { FoundListing } from '#contract/adopting/adopting.ts'
import { picked } from '#contract/products/fields.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { FoundRow } from '../../db/tables/adopting.ts'
import { AppError, invalid } from '../../errors.ts'
import { enqueue } from '../../jobs/queue.ts'
import { auditMany } from '../audit.ts'
import { mustOwn } from '../integrations/service.ts'
import { letGo } from '../listings/adopt.ts'
import * as otherSkus from './other-skus.ts'
import { owe } from '../outbox/service.ts'
import { forgetNumbers } from '../sync/sending/known.ts'
import { type OurProduct, load } from './products.ts'
import * as links from './link-queries.ts'
import * as queries from './queries.ts'

async function mustBeConnected(ctx: Ctx, integrationId: number) {
  const integration = await mustOwn(ctx, integrationId)
  if (integration.status !== 'authenticated') throw new AppError('integration_unauthenticated')
  return integration
}

/** Queues what an account's listings wait for. */
export const work = (ctx: Ctx, job: 'adopting.read' | 'adopting.link', integrationId: number) =>
  enqueue(
    ctx,
    job,
    { organizationId: ctx.organizationId, integrationId },
    { key: `${ctx.organizationId}:${integrationId}` },
  )

export async function state(ctx: Ctx, integrationId: number) {
  const { channel, shop, accountName, status } = await mustOwn(ctx, integrationId)
  const [read, counts, unmanagedSkus, doubts] = await Promise.all([
    queries.readOf(ctx, integrationId),
    queries.counts(ctx, integrationId),
    queries.unmanagedSkus(ctx, integrationId),
    queries.doubtsOf(ctx, integrationId),
  ])
  return {
    channel,
    shop: shop || accountName,
    connected: status === 'authenticated',
    read: read && read.run > 0 ? read : null,
    counts: { ...counts, unmanagedSkus },
    doubts,
    linking: read?.linking ?? false,
    bringsIn: channelOf(channel).bringIn?.asks ?? null,
  }
}

/** Reads all listings anew, in the background; what was decided stays. @throws not_found, integration_unauthenticated */
export const read = (ctx: Ctx, integrationId: number) =>
  inTransaction(ctx, async (ctx) => {
    await mustBeConnected(ctx, integrationId)
    await queries.beginRead(ctx, integrationId)
    await work(ctx, 'adopting.read', integrationId)
  })

export async function list(ctx: Ctx, integrationId: number, q: Parameters<typeof queries.page>[2]) {
  await mustOwn(ctx, integrationId)
  const { rows, items } = await queries.page(ctx, integrationId, q)
  const products = await load(ctx, [
    ...new Set(rows.flatMap(({ productId, candidates }) => [productId ?? 0, ...candidates])),
  ])
  return { data: rows.map((row) => view(row, products)), items }
}

/** What is shown of a listing as it is kept. */
const shown = [
  'id',
  'externalId',
  'url',
  'title',
  'image',
  'state',
  'currency',
  'doubts',
  'decision',
  'quantity',
  'differs',
  'listingId',
  'pairs',
  'problem',
] as const satisfies readonly (keyof FoundRow & keyof FoundListing)[]

function view(row: FoundRow, products: ReadonlyMap<number, OurProduct>): FoundListing {
  const ids = new Set([...(row.productId === null ? [] : [row.productId]), ...row.candidates])
  return {
    ...picked(row, shown),
    parts: row.variants.map(({ options, ...part }) => ({
      ...picked(part, ['sku', 'price', 'quantity', 'barcode']),
      name: Object.values(options).join(' / '),
    })),
    products: [...ids].flatMap((productId) => {
      const product = products.get(productId)
      return product ? [viewProduct(product)] : []
    }),
  }
}

const viewProduct = ({ productId, sku, title, image, price, variants }: OurProduct) => ({
  id: productId,
  sku,
  title,
  image,
  price,
  parts: variants.map((variant) => ({
    sku: variant.sku,
    name: variant.name,
    price: variant.price,
    quantity: variant.available,
    barcode: variant.barcode.replace(/^0+/, ''),
  })),
})

type Decision = Omit<Parameters<typeof queries.decide>[3], 'pairs'> & {
  pairs?: readonly otherSkus.Pair[] | undefined
}

/** @throws not_found, invalid_input */
export const decide = (ctx: Ctx, integrationId: number, which: queries.Which, { pairs, ...decision }: Decision) =>
  inTransaction(ctx, async (ctx) => {
    const { channel } = await mustOwn(ctx, integrationId)
    const { productId } = decision
    if (productId === undefined) {
      if (pairs?.length) throw invalid('pairs', 'Say of which product these SKUs are.')
      return { decided: await queries.decide(ctx, integrationId, which, decision) }
    }
    const [id, another] = 'ids' in which ? which.ids : []
    if (id === undefined || another !== undefined)
      throw invalid('productId', 'Choose another product for one listing at a time.')
    const product = (await load(ctx, [productId])).get(productId)
    const [row] = await queries.byIds(ctx, integrationId, [id])
    if (!product || !row) throw new AppError('not_found')
    await otherSkus.mustFit(ctx, { channel, row, product, pairs: pairs ?? [] })
    const chosen = Object.fromEntries((pairs ?? []).map(({ theirs, ours }) => [theirs, ours]))
    return { decided: await queries.decide(ctx, integrationId, which, { ...decision, pairs: chosen }) }
  })

/** Says whose quantity counts; linked ones are settled at once, the others when they are linked. */
export const settleQuantities = (ctx: Ctx, integrationId: number, which: queries.Which, as: 'ours' | 'theirs') =>
  inTransaction(ctx, async (ctx) => {
    await mustOwn(ctx, integrationId)
    const decided = await queries.settleQuantities(ctx, integrationId, which, as)
    if ((await links.toSettle(ctx, integrationId, 1)).length > 0) await work(ctx, 'adopting.link', integrationId)
    return { decided }
  })

/** @throws not_found, integration_unauthenticated */
export const link = (ctx: Ctx, integrationId: number) =>
  inTransaction(ctx, async (ctx) => {
    await mustBeConnected(ctx, integrationId)
    await queries.noteRead(ctx, integrationId, { linking: true, problem: '' })
    await work(ctx, 'adopting.link', integrationId)
  })

/**
 * The listings are Motto's no longer, and may be decided anew; there they stay as they are. So do the pieces that were counted here by
 * "theirs": they may have been sold since.
 */
export const unlink = (ctx: Ctx, integrationId: number, ids: readonly number[]) =>
  inTransaction(ctx, async (ctx) => {
    const { channel } = await mustOwn(ctx, integrationId)
    const rows = await links.adopted(ctx, integrationId, ids)
    const listings = rows.flatMap(({ listingId }) => listingId ?? [])
    await otherSkus.forget(ctx, channel, listings)
    const products = await letGo(ctx, listings)
    // Where pieces are divided, others may have theirs.
    await owe(ctx, products, 'quantity')
    await forgetNumbers(ctx, listings)
    await links.unlink(
      ctx,
      rows.map(({ id }) => id),
    )
    await auditMany(
      ctx,
      rows.flatMap(({ listingId, title }) =>
        listingId === null ? [] : [{ entity: 'listing', entityId: listingId, action: 'unlinked', old: { title } }],
      ),
    )
    return {
      unlinked: rows.length,
      counted: rows.filter(({ quantity, differs }) => quantity === 'theirs' && !differs).length,
    }
  })

/** Undoes all links that were made from here, in the background; later ones stay. @returns of how many @throws not_found */
export const unlinkAll = (ctx: Ctx, integrationId: number) =>
  inTransaction(ctx, async (ctx) => {
    await mustOwn(ctx, integrationId)
    const { organizationId, userId } = ctx
    const until = ctx.services.clock.now().toISOString()
    await enqueue(ctx, 'adopting.unlink', { organizationId, integrationId, userId, until })
    return links.countAdopted(ctx, integrationId)
  })

/** Links listings that were refused because their SKU stands there already. Those without such a refusal are left out. @throws not_found */
export const linkThere = (ctx: Ctx, listingIds: readonly number[]) =>
  inTransaction(ctx, async (ctx) => {
    if ((await queries.countListings(ctx, listingIds)) !== new Set(listingIds).size) throw new AppError('not_found')
    const rows = await queries.refusedAsThere(ctx, listingIds)
    for (const integrationId of [...new Set(rows.map((row) => row.integrationId))].sort((a, b) => a - b)) {
      await queries.keepThere(
        ctx,
        integrationId,
        rows.filter((row) => row.integrationId === integrationId),
      )
      await work(ctx, 'adopting.link', integrationId)
    }
    return { linking: rows.length }
  })

/** Links a product to what was read with one of its SKUs, before it is listed a second time. @throws not_found */
export const linkAhead = (ctx: Ctx, { productId, integrationId }: { productId: number; integrationId: number }) =>
  inTransaction(ctx, async (ctx) => {
    await mustOwn(ctx, integrationId)
    const listingId = await queries.foundOf(ctx, productId, integrationId)
    if (listingId === undefined) throw new AppError('not_found')
    const linking = await queries.decide(ctx, integrationId, { ids: [listingId] }, { as: 'link', productId })
    await work(ctx, 'adopting.link', integrationId)
    return { linking }
  })
