import type { Services } from '../../context.ts'
import { fetchOutside, OutgoingError } from '../../http/outgoing/outgoing.ts'
import { type Picture, readPicture } from './pictures.ts'
import { sign } from './signature.ts'
import { keepPicture } from './store.ts'

/** As for a picture that is uploaded. */
export const MOST_BYTES = 20 * 1024 * 1024
export const TIMEOUT_MS = 30_000

/**
 * Copies a picture from another shop into our own store, or onto the image host. @returns its new address
 * @throws OutgoingError where it cannot be fetched @throws invalid_input where it is no picture that we can read
 */
export async function copyPicture(services: Services, organizationId: number, url: string): Promise<string> {
  const { outgoing: guard, stopping: signal } = services
  const file = await fetchOutside(url, { guard, maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, type: 'image/', signal })
  const picture = await readPicture(file)
  const { mediaUrl, publicUrl } = services.config
  if (mediaUrl) return await keepOnHost(services, organizationId, picture)
  const folder = String(organizationId)
  return `${publicUrl}/media/${folder}/${await keepPicture(services, folder, picture)}`
}

/** Uploads as a browser does, with a signature of ours. */
async function keepOnHost(services: Services, organizationId: number, { bytes, extension }: Picture): Promise<string> {
  const { uploadUrl, apiKey, timestamp, signature, folder } = sign(services, String(organizationId), '')
  const form = new FormData()
  for (const [name, value] of Object.entries({ api_key: apiKey, timestamp, signature, folder }))
    form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(bytes)]), `picture.${extension}`)
  const answer = await fetch(uploadUrl, { method: 'POST', body: form, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => null,
  )
  const answerBody = (await answer?.json().catch(() => null)) as { secure_url?: unknown } | null | undefined
  if (!answer?.ok || typeof answerBody?.secure_url !== 'string')
    throw new OutgoingError('The image host rejected this image.', true)
  return answerBody.secure_url
}
