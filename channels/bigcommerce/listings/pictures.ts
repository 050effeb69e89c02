import { ask, type BigCommerceConnection, send } from '../calls.ts'
import { type BigCommerceListing, keyOfReady, keyOfThere, pictureHash } from './map.ts'
import { dataOf, Image, type Product } from '../wire.ts'
import type { Standing } from './standing.ts'

/** URL → image. BigCommerce keeps a copy, which tells nothing of where it came from: what became of which address is kept with the listing. */
export type Pictures = Map<string, number>

/** As it is kept: `hash:id hash:id`. */
export const knownPictures = (pictures: Pictures): string =>
  [...pictures].map(([url, id]) => `${pictureHash(url)}:${id}`).join(' ')

/**
 * Those of ours that still hang there, as far as the listing remembers. Of a product that stood there before it was linked nothing is remembered: where it
 * has as many as ours, those are taken for them, in their order, and stay.
 */
export function pictureHashes(listing: BigCommerceListing, product: Product): Pictures {
  const { images, external } = listing
  const memory = external?.data?.images
  if (memory === undefined) return sentPictures(listing, product)
  const reused = new Map(
    memory.split(' ').flatMap((pair): [string, number][] => {
      const [hash = '', id = ''] = pair.split(':')
      return hash && id ? [[hash, Number(id)]] : []
    }),
  )
  const there = new Set(product.images.map(({ id }) => id))
  return new Map(
    images.flatMap((url): [string, number][] => {
      const id = reused.get(pictureHash(url))
      return id !== undefined && there.has(id) ? [[url, id]] : []
    }),
  )
}

/** Those that went with a new product, in their order. */
export function sentPictures({ images }: BigCommerceListing, { images: there }: Product): Pictures {
  const inOrder = there.toSorted((a, b) => a.sort_order - b.sort_order)
  if (inOrder.length !== images.length) return new Map()
  return new Map(images.flatMap((url, n): [string, number][] => (inOrder[n] ? [[url, inOrder[n].id]] : [])))
}

/** Sends the pictures that are missing, puts all in order, and takes away what the listing no longer has. */
export async function hangPictures(
  c: BigCommerceConnection,
  listing: BigCommerceListing,
  { product, pictures, isNew }: Standing,
): Promise<Pictures> {
  const hung = new Map(pictures)
  if (listing.images.length > 0) await hangOwn(c, listing.images, product, hung)
  // What is new came with those of its variants.
  if (!isNew) await hangVariants(c, listing, product)
  return hung
}

async function hangOwn(c: BigCommerceConnection, images: string[], product: Product, hung: Pictures): Promise<void> {
  const path = `v3/catalog/products/${product.id}/images`
  for (const [n, url] of images.entries()) {
    const place = { sort_order: n, is_thumbnail: n === 0 }
    const there = product.images.find(({ id }) => id === hung.get(url))
    if (!there) {
      const json = { image_url: url, ...place }
      hung.set(url, (await ask(c, dataOf(Image), { method: 'POST', path, json })).data.id)
    } else if (there.sort_order !== n || there.is_thumbnail !== place.is_thumbnail)
      await send(c, { method: 'PUT', path: `${path}/${there.id}`, json: place })
  }
  const needed = new Set(images.flatMap((url) => hung.get(url) ?? []))
  for (const { id } of product.images) if (!needed.has(id)) await send(c, { method: 'DELETE', path: `${path}/${id}` })
}

/** SKU → what its part remembers of its picture. A variant has one at most, and tells nothing of where it came from. */
export const variantPictures = ({ variants }: BigCommerceListing): Map<string, string> =>
  new Map(variants.flatMap(({ sku, image }) => (image ? [[sku, pictureHash(image)] as const] : [])))

/** What we have saved remembers its pictures, be it that it has none. */
const wasLinked = ({ external }: BigCommerceListing) => external !== null && external.data?.images === undefined

/** Sends those that are new or others than before. */
async function hangVariants(c: BigCommerceConnection, listing: BigCommerceListing, product: Product): Promise<void> {
  for (const variant of listing.variants) {
    const there = product.variants.find((candidate) => keyOfThere(candidate) === keyOfReady(variant))
    if (!variant.image || !there || there.option_values.length === 0) continue
    const sent = listing.external?.parts[variant.sku]?.image
    // One that hung there before it was linked stays, too.
    if (there.image_url && (sent === pictureHash(variant.image) || (sent === undefined && wasLinked(listing)))) continue
    const path = `v3/catalog/products/${product.id}/variants/${there.id}/image`
    await send(c, { method: 'POST', path, json: { image_url: variant.image } })
  }
}
