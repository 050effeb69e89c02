import type { Json } from '../../kit/json.ts'
import type { StoredImage } from '../../kit/storefront.ts'
import type { SimRequest } from '../../kit/simulator.ts'
import { type Handler, nothing, ok, pageOf, v3 } from '../api/call.ts'
import { BigCommerceError, invalid, notFound, refuse } from '../api/errors.ts'
import { defined, objectOf, text, whole, yes } from '../api/input.ts'
import { pictureUrl, showPicture } from './product-view.ts'
import type { Picture, Product, Shop } from '../state.ts'

const mostPictures = 1000
const mostBytes = 8 * 1024 * 1024

const kinds: Record<string, string> = {
  ffd8: 'image/jpeg',
  '8950': 'image/png',
  '4749': 'image/gif',
  '5249': 'image/webp',
  '424d': 'image/bmp',
}

const detailsOf = (from: Json) =>
  defined({
    description: text(from, 'description'),
    sort_order: whole(from, 'sort_order', { least: -2_147_483_648 }),
    is_thumbnail: yes(from, 'is_thumbnail'),
  })

/** Nothing is fetched here: an address that could be one is taken, and what stands at it is shown. @throws BigCommerceError 422 */
function fetched(from: Json): string {
  const url = text(from, 'image_url', { most: 255 })
  if (!url || !/^https?:\/\//.test(url) || !URL.canParse(url))
    throw invalid('image_url', 'The image_url is not a valid address')
  return url
}

/** One thumbnail; the first where nobody says. */
function withPicture(product: Product, picture: Picture): Product {
  const others = product.images.filter(({ id }) => id !== picture.id)
  if (others.length >= mostPictures) throw refuse(422, `A product may have ${mostPictures} images.`)
  const isThumbnail = picture.is_thumbnail || others.length === 0
  const images = [
    ...others.map((other) => (isThumbnail ? { ...other, is_thumbnail: false } : other)),
    { ...picture, is_thumbnail: isThumbnail },
  ]
  return { ...product, images: images.toSorted((a, b) => a.sort_order - b.sort_order) }
}

const pictureOf = (shop: Shop, product: Product, from: Json, source: string): Picture => ({
  id: shop.newId('image'),
  source,
  description: '',
  sort_order: product.images.length,
  is_thumbnail: false,
  ...detailsOf(from),
})

/** Those that come with a product: what cannot be had is left out, and named. */
export function addPictures(shop: Shop, product: Product, all: Json[]): { saved: Product; failed: string } {
  let saved = product
  let failed = ''
  for (const input of all) {
    try {
      saved = withPicture(saved, pictureOf(shop, saved, input, fetched(input)))
    } catch (error) {
      if (!(error instanceof BigCommerceError)) throw error
      failed = Object.values(error.errors)[0] ?? error.message
    }
  }
  shop.put('product', saved.id, saved)
  return { saved, failed }
}

const list: Handler = (call) => {
  const product = call.shop.need('product', call.params[0] ?? 0)
  if (product.images.length === 0) return nothing
  return pageOf(call, product.images, (picture) => showPicture(call.shop, product, picture))
}

/** The parts of a form. @throws BigCommerceError 400 */
async function formOf({ rawBody, headers }: SimRequest): Promise<FormData> {
  const type = headers['content-type'] ?? ''
  return new Response(new Uint8Array(rawBody), { headers: { 'content-type': type } }).formData().catch(() => {
    throw refuse(400, 'The form could not be read.')
  })
}

/** @throws BigCommerceError 422 */
async function uploaded(request: SimRequest): Promise<{ details: Json; bytes: Uint8Array; type: string }> {
  const form = await formOf(request)
  const file = form.get('image_file')
  if (!(file instanceof File)) throw invalid('image_file', 'The image_file is missing')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = kinds[Buffer.from(bytes.subarray(0, 2)).toString('hex')]
  if (!type) throw invalid('image_file', 'The image is of a type that is not supported')
  if (bytes.byteLength > mostBytes) throw invalid('image_file', 'The image is larger than 8 MB')
  const description = form.get('description')
  const sort = form.get('sort_order')
  const details: Json = {
    ...(typeof description === 'string' && { description }),
    ...(typeof sort === 'string' && { sort_order: Number(sort) }),
    ...(form.get('is_thumbnail') === 'true' && { is_thumbnail: true }),
  }
  return { details, bytes, type }
}

/** … with the name of the copy. */
const showStored = (shop: Shop, product: Product, picture: Picture) => ({
  ...showPicture(shop, product, picture),
  image_file: `p/${product.id}/picture__${picture.id}.jpg`,
})

const add: Handler = async ({ shop, request, params, context }) => {
  const isForm = (request.headers['content-type'] ?? '').includes('multipart/form-data')
  const sent = isForm ? await uploaded(request) : undefined
  // A form is read while others may write: the product is read after it.
  const product = shop.need('product', params[0] ?? 0)
  const body = sent?.details ?? objectOf(request)
  const picture = pictureOf(shop, product, body, sent ? '' : fetched(body))
  if (sent)
    context.store.put('picture', `${shop.merchant.hash}/${picture.id}`, {
      base64: Buffer.from(sent.bytes).toString('base64'),
      type: sent.type,
    } satisfies StoredImage)
  const saved = shop.keepProduct(withPicture(product, picture))
  const shown = saved.images.find(({ id }) => id === picture.id) ?? picture
  return ok(showStored(shop, saved, shown))
}

function findPicture(shop: Shop, params: number[]): { product: Product; picture: Picture } {
  const product = shop.need('product', params[0] ?? 0)
  const picture = product.images.find(({ id }) => id === params[1])
  if (!picture) throw notFound()
  return { product, picture }
}
const update: Handler = ({ shop, request, params }) => {
  const { product, picture } = findPicture(shop, params)
  const body = objectOf(request)
  const next = { ...picture, ...detailsOf(body), ...(body['image_url'] !== undefined && { source: fetched(body) }) }
  const saved = shop.keepProduct(withPicture(product, next))
  return ok(showStored(shop, saved, saved.images.find(({ id }) => id === picture.id) ?? next))
}
const remove: Handler = ({ shop, params }) => {
  const { product, picture } = findPicture(shop, params)
  const images = product.images.filter(({ id }) => id !== picture.id)
  const [first, ...rest] = images
  const hasThumbnail = images.some(({ is_thumbnail }) => is_thumbnail)
  shop.keepProduct({
    ...product,
    images: first && !hasThumbnail ? [{ ...first, is_thumbnail: true }, ...rest] : images,
  })
  return nothing
}

/** Of one variant; it takes the place of what was there. */
const addToVariant: Handler = ({ shop, request, params }) => {
  const product = shop.need('product', params[0] ?? 0)
  const variant = product.variants.find(({ id }) => id === params[1])
  if (!variant) throw notFound()
  const source = fetched(objectOf(request))
  const id = shop.newId('image')
  shop.context.store.put('source', `${shop.merchant.hash}/${id}`, source)
  const image_url = pictureUrl(shop, { id })
  const variants = product.variants.map((candidate) =>
    candidate.id === variant.id ? { ...candidate, image_url } : candidate,
  )
  shop.keepProduct({ ...product, variants })
  return ok({ image_url })
}

export const imageRoutes = [
  v3('store_v2_products_read_only', 'GET', '/catalog/products/{}/images', list),
  v3('store_v2_products', 'POST', '/catalog/products/{}/images', add),
  v3('store_v2_products', 'PUT', '/catalog/products/{}/images/{}', update),
  v3('store_v2_products', 'DELETE', '/catalog/products/{}/images/{}', remove),
  v3('store_v2_products', 'POST', '/catalog/products/{}/variants/{}/image', addToVariant),
]
