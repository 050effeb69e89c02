import { type Env, save } from '../../kit/merchants.ts'
import { type Json, objectOf, textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { shown } from './catalog-view.ts'
import { invalid, notFound } from '../api/errors.ts'
import { once } from '../api/input.ts'
import { live, moment, newId, nextVersion, type ObjectRow, filledTexts } from '../state.ts'
import { tellCatalog } from '../webhooks/webhooks.ts'

const mostBytes = 15 * 1024 * 1024
const mostImages = 250

interface PictureRow {
  id: string
  merchant: string
  type: string
  /** Base64. */
  bytes: string
  readyAt: string
}

/** By its first bytes, whatever it is said to be. */
function typeOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 4).toString('hex')
  if (start.startsWith('ffd8ff')) return 'image/jpeg'
  if (start === '89504e47') return 'image/png'
  return start === '47494638' ? 'image/gif' : undefined
}

/** A form of two parts: what is meant, and the picture. */
export async function createImage(env: Env, { rawBody, headers }: SimRequest): Promise<SimAnswer> {
  const parts = await new Response(new Uint8Array(rawBody), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => undefined)
  const file = parts?.get('image_file') ?? parts?.get('file')
  const part = parts?.get('request')
  if (!parts || part === null || !(file instanceof File))
    throw invalid('INVALID_CONTENT_TYPE', 'Send multipart/form-data with the parts request and image_file.')
  const json = readJson(part instanceof File ? await part.text() : String(part))
  const bytes = Buffer.from(await file.arrayBuffer())
  const type = typeOf(bytes)
  if (type === undefined)
    throw invalid('INVALID_CONTENT_TYPE', 'The image must be JPEG, PJPEG, PNG or GIF.', 'image_file')
  if (bytes.length > mostBytes) throw invalid('VALUE_TOO_LONG', 'The image is larger than 15 MB.', 'image_file')
  return once(env, 'images', json, 128, () => keep(env, json, { type, bytes }))
}

function readJson(text: string): Json {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    throw invalid('EXPECTED_JSON_BODY', 'The part request is not valid JSON.', 'request')
  }
}

function keep(env: Env, body: Json, picture: { type: string; bytes: Buffer }): SimAnswer {
  const { context, merchant } = env
  const objectId = textOf(body['object_id'])
  const owner = objectId ? live(env, objectId) : undefined
  if (objectId && !owner) throw notFound(`Object with ID \`${objectId}\` not found.`, 'object_id')
  const imageData = objectOf(objectOf(body['image'])['image_data'])
  const id = newId()
  const readyAt = new Date(context.now().getTime() + context.lag().images * 1000).toISOString()
  return context.store.together(() => {
    const version = nextVersion(env)
    const image: ObjectRow = {
      id,
      merchant,
      type: 'IMAGE',
      version,
      seq: context.store.nextNumber('object'),
      updatedAt: moment(env),
      isDeleted: false,
      atAll: true,
      at: [],
      notAt: [],
      data: { ...imageData, url: `${context.baseUrl}/images/${id}.${picture.type.slice('image/'.length)}` },
    }
    save(env, 'object', image)
    save(env, 'picture', {
      id,
      merchant,
      type: picture.type,
      bytes: picture.bytes.toString('base64'),
      readyAt,
    } satisfies PictureRow)
    if (owner) attach(env, owner, id, body['is_primary'] === true, version)
    tellCatalog(env)
    return { status: 200, body: { image: shown(env, image) } }
  })
}

/** The owner gets a new version, too. */
function attach(env: Env, owner: ObjectRow, id: string, isPrimary: boolean, version: number): void {
  const there = filledTexts(owner.data['image_ids'])
  if (there.length >= mostImages) throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostImages} images at most.`, 'image_ids')
  const data = { ...owner.data, image_ids: isPrimary ? [id, ...there] : [...there, id] }
  save(env, 'object', { ...owner, data, version, updatedAt: moment(env) } satisfies ObjectRow)
}

/** The picture itself; it can be had a while after it was sent. */
export function picture(env: Omit<Env, 'merchant'>, id: string): SimAnswer {
  const image = env.context.store.get<PictureRow>('picture', id)
  if (!image || image.readyAt > env.context.now().toISOString()) return { status: 404, body: 'Not Found' }
  return { status: 200, headers: { 'content-type': image.type }, body: Buffer.from(image.bytes, 'base64') }
}
