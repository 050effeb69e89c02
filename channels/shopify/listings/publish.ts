import { ChannelError, type ExternalListing, type Outcome } from '../../channel.ts'
import { chunks, each, ok } from '../../kit/batch.ts'
import { ask, askAll, productIdOf, restOf, type ShopifyConnection } from '../calls.ts'
import { originOf } from '../connect.ts'
import { throwUserErrors } from '../errors.ts'
import { handleEnd, handleOf, locationOf, type ShopifyListing, toProductInput } from './map.ts'
import { picturesOf } from './pictures.ts'
import { setStock } from '../stock.ts'
import { keeping, tagsSaid } from './there.ts'
import {
  Place,
  ProductVariants,
  Publications,
  SaveProduct,
  Show,
  type SoldVariant,
  type VariantIds,
  VariantsBySku,
} from '../wire.ts'

const listingsAtOnce = 2

/** Puts listings into the shop. Repeating is harmless: a product is found by its handle before one is made. */
export function publish(c: ShopifyConnection, batch: ShopifyListing[]): Promise<Outcome<ExternalListing>[]> {
  let shown: Promise<string[]> | undefined
  return each(batch, listingsAtOnce, async (listing) => {
    const { saved, warnings } = await saveAnew(c, listing)
    if (listing.hidden) return ok(saved, warnings)
    shown ??= salesChannels(c)
    const on = (await shown).map((publicationId) => ({ publicationId }))
    throwUserErrors((await ask(c, 'show', Show, { id: saved.externalId, on })).publishablePublish.userErrors)
    return ok(saved, warnings)
  })
}

/** Changes what stands in the shop and leaves it shown or hidden as it is. */
export const revise = (c: ShopifyConnection, batch: ShopifyListing[]): Promise<Outcome<ExternalListing>[]> =>
  each(batch, listingsAtOnce, async (listing) => {
    const there = standing(listing.external)
    if (!there) throw new ChannelError('not_found', 'This listing isn’t on Shopify.')
    const { saved, warnings } = await save(c, listing, there, 'revise')
    return ok(saved, warnings)
  })

/** The Online Store where the shop has one, else every sales channel. */
async function salesChannels(c: ShopifyConnection): Promise<string[]> {
  const all = await askAll(async (after) => (await ask(c, 'publications', Publications, { after })).publications)
  const store = all.filter(({ name }) => name === 'Online Store')
  return (store.length ? store : all).map(({ id }) => id)
}

async function saveAnew(c: ShopifyConnection, listing: ShopifyListing): Promise<Saved> {
  const external = standing(listing.external)
  const anew = async () => {
    const { there, seen } = await findOurs(c, listing)
    return save(c, listing, there, 'publish', seen)
  }
  if (!external) return anew()
  try {
    return await save(c, listing, external, 'publish')
  } catch (error) {
    // deleted in the shop since: listing it again makes a new product
    if (!(error instanceof ChannelError && error.kind === 'not_found')) throw error
    return anew()
  }
}

/** An ended listing may have lost its id, yet its product stands in the shop's archive. */
function standing(external: ExternalListing | null): ExternalListing | null {
  const externalId = external && productIdOf(external)
  return externalId ? { ...external, externalId } : null
}

/** What an earlier attempt made of this listing, also when the title has changed since; and what was seen of its SKUs in the same look. */
async function findOurs(
  c: ShopifyConnection,
  listing: ShopifyListing,
): Promise<{ there: ExternalListing | null; seen: Seen }> {
  const skus = listing.variants.map(({ sku }) => sku).slice(0, skusPerCall)
  const variables = { handle: handleOf(listing), query: searchOf(skus) }
  const { productByIdentifier: same, productVariants } = await ask(c, 'place', Place, variables)
  const seen = { skus, sold: ofSkus(productVariants.nodes, skus) }
  if (same) return { there: known(same.id, await allVariants(c, same.id, same.variants)), seen }
  const ours = seen.sold.find(({ product }) => product.handle.endsWith(handleEnd(listing.key)))?.product
  if (!ours) return { there: null, seen }
  const { product } = await ask(c, 'productVariants', ProductVariants, { id: ours.id, after: null })
  return { there: product ? known(ours.id, await allVariants(c, ours.id, product.variants)) : null, seen }
}

/** SKUs asked for in one search. */
const skusPerCall = 20

/** SKUs that were asked for, and the variants of the shop that have them. */
interface Seen {
  skus: string[]
  sold: SoldVariant[]
}

const searchOf = (skus: string[]) => skus.map((sku) => `sku:${JSON.stringify(sku)}`).join(' OR ')
/** Shopify's search takes words apart, so what it finds is looked at again. */
const ofSkus = (variants: SoldVariant[], skus: string[]) =>
  variants.filter(({ sku }) => sku !== null && skus.includes(sku))

async function withSkus(c: ShopifyConnection, skus: string[]) {
  const { productVariants } = await ask(c, 'variantsBySku', VariantsBySku, { query: searchOf(skus) })
  return ofSkus(productVariants.nodes, skus)
}

const onSale = new Set(['ACTIVE', 'UNLISTED'])

/** A SKU that another product of the shop sells would be sold twice. @throws ChannelError `already_there` */
async function mustBeFree(
  c: ShopifyConnection,
  listing: ShopifyListing,
  there: ExternalListing | null,
  seen: Seen,
): Promise<void> {
  const fresh = listing.variants.flatMap(({ sku }) => (sku && !there?.parts[sku] ? [sku] : []))
  const isOther = ({ product }: SoldVariant) =>
    product.id !== there?.externalId && onSale.has(product.status) && !product.handle.endsWith(handleEnd(listing.key))
  let other = ofSkus(seen.sold, fresh).find(isOther)
  for (const skus of chunks(
    fresh.filter((sku) => !seen.skus.includes(sku)),
    skusPerCall,
  ))
    other ??= (await withSkus(c, skus)).find(isOther)
  if (other) throw await alreadyThere(c, other)
}

async function alreadyThere(c: ShopifyConnection, { sku, product: { id, handle } }: SoldVariant) {
  const { product } = await ask(c, 'productVariants', ProductVariants, { id, after: null })
  const { parts } = known(id, product ? await allVariants(c, id, product.variants) : [])
  const there = {
    externalId: id,
    url: `${originOf(c.origins, c.shop)}/products/${handle}`,
    parts: withProduct(id, parts),
  }
  return new ChannelError('already_there', `${sku} is already on Shopify.`, { there })
}

const withProduct = (productId: string, parts: ExternalListing['parts']): ExternalListing['parts'] =>
  Object.fromEntries(Object.entries(parts).map(([sku, part]) => [sku, { ...part, productId }]))

const known = (externalId: string, variants: VariantIds[]): ExternalListing => ({
  externalId,
  url: '',
  parts: partsOf(variants),
})
const partsOf = (variants: VariantIds[]): ExternalListing['parts'] =>
  Object.fromEntries(
    variants.flatMap(({ id, sku, inventoryItem }) =>
      sku ? [[sku, { variantId: id, inventoryItemId: inventoryItem.id }]] : [],
    ),
  )

const allVariants = (c: ShopifyConnection, id: string, first: Parameters<typeof restOf<VariantIds>>[0]) =>
  restOf(first, async (after) => (await ask(c, 'productVariants', ProductVariants, { id, after })).product?.variants)

interface Saved {
  saved: ExternalListing
  warnings: string[]
}

/** Revised there, a product keeps what is the seller's own, and its numbers: somebody may have bought since ours were counted. */
async function save(
  c: ShopifyConnection,
  listing: ShopifyListing,
  there: ExternalListing | null,
  how: 'publish' | 'revise',
  seen: Seen = { skus: [], sold: [] },
): Promise<Saved> {
  await mustBeFree(c, listing, there, seen)
  const current = there && (await keeping(c, listing, there))
  const pictures = picturesOf(listing, there, current?.lostPictures ?? [])
  const input = toProductInput(current?.listing ?? listing, c.settings, {
    variantIds: variantIdsOf(there),
    withImages: pictures.send,
    update: there !== null,
    live: how === 'publish',
    ...(current && { others: current.others, tags: current.tags }),
  })
  const made = await put(c, there ? { id: there.externalId } : { handle: handleOf(listing) }, input)
  if (there) {
    const fresh = listing.variants.filter(({ sku }) => how === 'publish' || there.parts[sku] === undefined)
    await setQuantities(c, listing, made, fresh)
  }
  const ours = listing.variants.flatMap(({ sku }) => {
    const part = made.parts[sku]
    return part ? [[sku, { ...part, productId: made.externalId, images: pictures.mark }] as const] : []
  })
  const data = { tags: tagsSaid(listing), ...pictures.data }
  return { saved: { ...made, data, parts: Object.fromEntries(ours) }, warnings: pictures.warnings }
}

const variantIdsOf = (there: ExternalListing | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(there?.parts ?? {}).flatMap(([sku, { variantId }]) => (variantId ? [[sku, variantId]] : [])),
  )

/** Writes the product. @returns it with all its variants, the seller's own among them */
async function put(
  c: ShopifyConnection,
  identifier: { id: string } | { handle: string },
  input: ReturnType<typeof toProductInput>,
): Promise<ExternalListing> {
  const { productSet } = await ask(c, 'saveProduct', SaveProduct, { identifier, input })
  throwUserErrors(productSet.userErrors)
  if (!productSet.product)
    throw new ChannelError('unavailable', 'Shopify didn’t confirm the change.', { maybeDone: true })
  const { id, handle, variants } = productSet.product
  return {
    externalId: id,
    url: `${originOf(c.origins, c.shop)}/products/${handle}`,
    parts: partsOf(await allVariants(c, id, variants)),
  }
}

/** productSet takes quantities of new products only. @throws ChannelError of the first variant that was refused */
async function setQuantities(
  c: ShopifyConnection,
  listing: ShopifyListing,
  saved: ExternalListing,
  variants: ShopifyListing['variants'],
) {
  if (variants.length === 0) return
  const locationId = locationOf(listing.fields, c.settings)
  const outcomes = await setStock(
    c,
    variants.map(({ sku, quantity }) => ({ sku, quantity, listing: saved, locationId })),
  )
  const bad = outcomes.find((o) => !o.ok)
  if (bad && !bad.ok) throw bad.error
}
