import type { StoredImage } from '../../kit/storefront.ts'
import { type Handler, listOf, ok, route } from '../api/call.ts'
import { invalid, notFound } from '../api/errors.ts'
import { Form, partsOf } from '../api/input.ts'
import { picturesMost } from './listing-input.ts'
import { showPictures } from './listing-view.ts'
import { newId, type Picture } from '../state.ts'

/** JPEG, PNG and GIF begin so. */
const beginnings = [
  [0xff, 0xd8],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46],
]
const types: Record<string, string> = { '255': 'image/jpeg', '137': 'image/png', '71': 'image/gif' }
const altChars = 500

const list: Handler = ({ shop, params }) => listOf(showPictures(shop, shop.listing(params[0] ?? '')))

/** Puts a picture at its rank, before what stands there, or with `overwrite` in its place. */
const upload: Handler = async ({ shop, context, request, params }) => {
  const parts = await partsOf(request)
  const texts = [...parts].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const form = new Form(new URLSearchParams(texts))
  const file = parts.get('image')
  // The parts are read while others may write: the listing is read after them.
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : undefined
  const listing = shop.listing(params[0] ?? '')
  const alt_text = form.text('alt_text') ?? ''
  if (alt_text.length > altChars) throw invalid(`alt_text can have ${altChars} characters at most`)
  const listing_image_id = bytes ? newId(context, 'image') : form.whole('listing_image_id')
  if (!listing_image_id) throw invalid('An image file or a listing_image_id is required')
  if (bytes) {
    if (!beginnings.some((start) => start.every((byte, i) => bytes[i] === byte)))
      throw invalid('The image is no JPEG, PNG or GIF')
    const stored: StoredImage = {
      base64: Buffer.from(bytes).toString('base64'),
      type: types[String(bytes[0])] ?? 'image/jpeg',
    }
    context.store.put('picture', String(listing_image_id), stored)
  } else if (!context.store.get('picture', String(listing_image_id))) throw notFound()
  const picture: Picture = { listing_image_id, alt_text, created: shop.now() }
  const others = listing.images.filter((image) => image.listing_image_id !== listing_image_id)
  const at = Math.max(0, (form.whole('rank') ?? 1) - 1)
  const images = others.toSpliced(at, form.yes('overwrite') ? 1 : 0, picture)
  if (images.length > picturesMost) throw invalid(`Listings are only allowed ${picturesMost} images`)
  const saved = shop.keepListing({ ...listing, images })
  return ok(
    showPictures(shop, saved).find((shown) => shown['listing_image_id'] === listing_image_id),
    201,
  )
}

const remove: Handler = ({ shop, params }) => {
  const listing = shop.listing(params[0] ?? '')
  const images = listing.images.filter(({ listing_image_id }) => String(listing_image_id) !== params[1])
  if (images.length === listing.images.length) throw notFound()
  if (images.length === 0 && listing.state === 'active')
    throw invalid('A listing must have at least one image to be active')
  shop.keepListing({ ...listing, images })
  return { status: 204 }
}

export const imageRoutes = [
  route('listings_r', 'GET', '/listings/{}/images', list),
  route('listings_w', 'POST', '/shops/{}/listings/{}/images', upload),
  route('listings_w', 'DELETE', '/shops/{}/listings/{}/images/{}', remove),
]
