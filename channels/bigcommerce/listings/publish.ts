import { ChannelError, type ExternalListing, type Outcome } from '../../channel.ts'
import { each, ok, refused } from '../../kit/batch.ts'
import { ask, type BigCommerceConnection, storeOf } from '../calls.ts'
import { findProduct, goneError, withSku } from './catalog.ts'
import { change } from './change.ts'
import { partlyRefused } from '../errors.ts'
import { type BigCommerceListing, isOurs, locationOf, partsOf, productOf } from './map.ts'
import { hangPictures, knownPictures, sentPictures, variantPictures } from './pictures.ts'
import { setStock } from '../stock.ts'
import { type Product, Saved, type Store } from '../wire.ts'
import type { Standing } from './standing.ts'

/** Writes to a catalog beside each other lock each other out. */
const atOnce = 1
type How = 'publish' | 'revise'

const putAll = async (
  c: BigCommerceConnection,
  batch: BigCommerceListing[],
  how: How,
): Promise<Outcome<ExternalListing>[]> => {
  const store = await storeOf(c)
  return each(batch, atOnce, (listing) => put(c, listing, { how, store }))
}
/** Puts listings into the store. Repeating is harmless: what an earlier try left is found by its mark. */
export const publish = (c: BigCommerceConnection, batch: BigCommerceListing[]) => putAll(c, batch, 'publish')
/** Changes what stands there; quantities of what is new alone. */
export const revise = (c: BigCommerceConnection, batch: BigCommerceListing[]) => putAll(c, batch, 'revise')

/** The product behind a listing, also when the listing itself has ended and lost its id. */
export const productIdOf = ({ externalId, parts }: ExternalListing): string =>
  externalId || (Object.values(parts).find(({ productId }) => productId)?.productId ?? '')

/** Where buyers see it. */
export const urlOf = (store: Store, { custom_url: own }: Pick<Product, 'custom_url'>) =>
  `${store.secure_url.replace(/\/$/, '')}${own?.url ?? ''}`

interface Put {
  how: How
  store: Store
}

async function put(c: BigCommerceConnection, listing: BigCommerceListing, { how, store }: Put) {
  const known = listing.external && productIdOf(listing.external)
  const product = known ? await findProduct(c, known) : null
  if (how === 'revise' && !product) throw goneError()
  const saved = product
    ? await change(c, listing, { there: product, store, live: how === 'publish' })
    : await make(c, listing, store)
  return finish(c, listing, saved, { how, store })
}

/** Pictures and numbers of what stands there. What goes wrong now leaves it standing. */
async function finish(
  c: BigCommerceConnection,
  listing: BigCommerceListing,
  saved: Standing,
  { how, store }: Put,
): Promise<Outcome<ExternalListing>> {
  const { product, before, problem } = saved
  const external: ExternalListing = {
    externalId: String(product.id),
    url: urlOf(store, product),
    data: { locationId: locationOf(listing.fields, c.settings), images: knownPictures(saved.pictures) },
    parts: partsOf(
      product,
      listing.variants.map(({ sku }) => sku),
    ),
  }
  try {
    if (problem) throw problem
    const pictures = await hangPictures(c, listing, saved)
    const hung = withPictures(listing, external, pictures)
    const fresh = listing.variants.filter(({ sku }) => how === 'publish' || !before.has(sku))
    await count(c, listing, fresh, hung)
    return ok(hung)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    return { ...refused(error), made: external }
  }
}

/** What was sent is remembered. */
function withPictures(
  listing: BigCommerceListing,
  external: ExternalListing,
  pictures: Map<string, number>,
): ExternalListing {
  const own = variantPictures(listing)
  const parts = Object.entries(external.parts).map(([sku, part]) => [
    sku,
    { ...part, ...(own.has(sku) && { image: own.get(sku) ?? '' }) },
  ])
  return {
    ...external,
    data: { ...external.data, images: knownPictures(pictures) },
    parts: Object.fromEntries(parts) as ExternalListing['parts'],
  }
}

/**
 * A new product; or what a try whose answer was lost left.
 * @throws ChannelError `already_there` where a product that is not ours has one of the SKUs
 */
async function make(c: BigCommerceConnection, listing: BigCommerceListing, store: Store): Promise<Standing> {
  try {
    const what = { method: 'POST', path: 'v3/catalog/products', json: productOf(listing, store) } as const
    const { data, errors } = await ask(c, Saved, what)
    const refusedParts = errors && Object.keys(errors).length > 0 ? partlyRefused(errors) : undefined
    const product = (await findProduct(c, String(data.id))) ?? data
    return {
      product,
      before: new Set(),
      isNew: true,
      pictures: refusedParts ? new Map() : sentPictures(listing, product),
      ...(refusedParts && { problem: refusedParts }),
    }
  } catch (error) {
    if (!(error instanceof ChannelError) || error.code !== '409') throw error
    const there = await withSku(
      c,
      listing.variants.map(({ sku }) => sku),
    )
    if (!there) throw error
    if (isOurs(there, listing)) return change(c, listing, { there, store, live: true })
    throw alreadyThere(listing, there, store)
  }
}

function alreadyThere({ variants }: BigCommerceListing, product: Product, store: Store): ChannelError {
  const parts = partsOf(
    product,
    variants.map(({ sku }) => sku),
  )
  const there = { externalId: String(product.id), url: urlOf(store, product), parts }
  return new ChannelError('already_there', `${Object.keys(parts).join(', ')} is already on BigCommerce.`, { there })
}

/** @throws ChannelError of the first number that was refused */
async function count(
  c: BigCommerceConnection,
  listing: BigCommerceListing,
  variants: BigCommerceListing['variants'],
  external: ExternalListing,
) {
  if (variants.length === 0) return
  const locationId = locationOf(listing.fields, c.settings)
  const levels = variants.map(({ sku, quantity }) => ({ sku, quantity, listing: external, locationId }))
  const bad = (await setStock(c, levels)).find((outcome) => !outcome.ok)
  if (bad && !bad.ok) throw bad.error
}
