import { imageSignature } from '#contract/products/products.ts'
import { call } from './call.ts'

/** No signature, so nothing could be uploaded. */
export class NoSignature extends Error {
  override name = 'NoSignature'
}

/** Puts one image on the image host with a signature of ours and answers its address (ACC-151). @throws NoSignature, Error */
export async function uploadImage(file: Blob, fileName?: string): Promise<string> {
  const signature = await call(imageSignature).catch(() => {
    throw new NoSignature('Cannot upload image. Missing the signature.')
  })
  const form = new FormData()
  form.set('api_key', signature.apiKey)
  form.set('timestamp', String(signature.timestamp))
  form.set('signature', signature.signature)
  form.set('folder', signature.folder)
  form.set('file', file, fileName ?? (file instanceof File ? file.name : 'image'))
  const response = await fetch(signature.uploadUrl, { method: 'POST', body: form })
  const answer = (await response.json().catch(() => null)) as {
    secure_url?: string
    error?: { message?: string }
    message?: string
  } | null
  if (!response.ok || !answer?.secure_url)
    throw new Error(answer?.error?.message ?? answer?.message ?? 'The image couldn’t be uploaded. Try again.')
  return answer.secure_url
}
