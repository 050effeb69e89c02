import { ChannelError } from '../../channel.ts'
import { ask, type SquareConnection } from '../calls.ts'
import { findItem, type Found, remove, upsert } from './catalog.ts'
import { idsOf, imageName, pictureMark, picturesOf, type SquareListing, standing } from './map.ts'
import { itemAsSent } from './whole.ts'
import { ImageMade, type Item } from '../wire.ts'

const mostBytes = 15 * 1024 * 1024

/** URL → image, of the listing's pictures that hang there already. */
export function standingPictures(listing: SquareListing, there: Found | null): Map<string, string> {
  const byName = new Map(there?.images.map(({ id, image_data: { name } }) => [name, id]))
  return new Map(
    picturesOf(listing).flatMap((url) => {
      const id = byName.get(imageName(url))
      return id ? [[url, id] as const] : []
    }),
  )
}

/** Sends the pictures that are missing, puts all in order, and takes ours away that are no longer wanted. */
export async function hangPictures(c: SquareConnection, listing: SquareListing, before: Found): Promise<void> {
  const urls = picturesOf(listing)
  if (urls.length === 0) return
  const images = standingPictures(listing, before)
  const missing = urls.filter((url) => !images.has(url))
  for (const url of missing) images.set(url, await send(c, url, before.item.id, listing.title))
  if (missing.length > 0 || isOutOfOrder(listing, before.item, images))
    await putInOrder(c, listing, before.item.id, images)
  const imageIds = new Set(images.values())
  const old = before.images.filter(({ id, image_data: { name } }) => name?.startsWith(pictureMark) && !imageIds.has(id))
  if (old.length > 0)
    await remove(
      c,
      old.map(({ id }) => id),
    )
}

/** No address is taken: the bytes go in a form. @see https://developer.squareup.com/reference/square/catalog-api/create-catalog-image read 2026-11-22 */
async function send(c: SquareConnection, url: string, itemId: string, title: string): Promise<string> {
  const picture = await c.picture(url)
  if (picture.bytes.byteLength > mostBytes) {
    const sentence = 'Square allows images of up to 15 MB.'
    throw new ChannelError('invalid', sentence, { fields: { images: sentence } })
  }
  const request = {
    idempotency_key: c.uuid(),
    object_id: itemId,
    image: { type: 'IMAGE', id: '#image', image_data: { name: imageName(url), caption: title } },
  }
  const multipart = { request: JSON.stringify(request), image_file: picture }
  return (await ask(c, ImageMade, { method: 'POST', path: 'catalog/images', multipart, catalog: true })).image.id
}

const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, i) => id === b[i])

/** Image ids as they should be: of the item, and of each variation. */
function wantedIn(listing: SquareListing, item: Item, images: ReadonlyMap<string, string>) {
  const ofVariation = new Map(
    listing.variants.flatMap((variant) => {
      const there = standing(listing, variant, item)
      return there ? [[there.id, variant.image ? idsOf([variant.image], images) : []] as const] : []
    }),
  )
  return { ofItem: idsOf(listing.images, images), ofVariation }
}

function isOutOfOrder(listing: SquareListing, item: Item, images: ReadonlyMap<string, string>): boolean {
  const { ofItem, ofVariation } = wantedIn(listing, item, images)
  return (
    !sameList(item.item_data.image_ids ?? [], ofItem) ||
    item.item_data.variations.some(({ id, item_variation_data: { image_ids: own } }) => {
      const urls = ofVariation.get(id)
      return urls !== undefined && !sameList(own ?? [], urls)
    })
  )
}

/** Each picture that was sent gave the item a new version, so it is read again. */
async function putInOrder(
  c: SquareConnection,
  listing: SquareListing,
  itemId: string,
  images: ReadonlyMap<string, string>,
): Promise<void> {
  const item = (await findItem(c, itemId))?.item
  if (!item || !isOutOfOrder(listing, item, images)) return
  const { ofItem, ofVariation } = wantedIn(listing, item, images)
  const changed = itemAsSent(item, { image_ids: ofItem }, ({ id }) => {
    const urls = ofVariation.get(id)
    return urls ? { image_ids: urls } : {}
  })
  await upsert(c, [changed])
}
