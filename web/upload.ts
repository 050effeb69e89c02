import { imageSignature } from '#contract/products/products.ts'
import { call } from './call.ts'

/** No signature, so nothing could be uploaded. */
export class NoSignature extends Error {
  override name = 'NoSignature'
}

/** Puts one image on the image host with a signature of ours and answers its address (ACC-151). @throws NoSignature, Error */
export const uploadImage = (file: Blob, fileName?: string): Promise<string> => upload(file, { fileName, kind: 'image' })

/** Puts a PDF, PNG or JPEG where channels can read it, and answers its address. @throws NoSignature, Error */
export const uploadDocument = (file: File): Promise<string> => upload(file, { kind: 'document' })

interface Upload {
  fileName?: string | undefined
  kind: 'image' | 'document'
}
async function upload(file: Blob, { fileName, kind }: Upload): Promise<string> {
  const signature = await call(imageSignature).catch(() => {
    throw new NoSignature(`Cannot upload ${kind}. Missing the signature.`)
  })
  const form = new FormData()
  form.set('api_key', signature.apiKey)
  form.set('timestamp', String(signature.timestamp))
  form.set('signature', signature.signature)
  form.set('folder', signature.folder)
  // An image host would take it for a part of what is signed.
  if (kind === 'document' && signature.name === 'motto') form.set('kind', kind)
  form.set('file', file, fileName ?? (file instanceof File ? file.name : kind))
  const response = await fetch(signature.uploadUrl, { method: 'POST', body: form })
  const answer = (await response.json().catch(() => null)) as {
    secure_url?: string
    error?: { message?: string }
    message?: string
  } | null
  if (!response.ok || !answer?.secure_url)
    throw new Error(answer?.error?.message ?? answer?.message ?? `The ${kind} couldn’t be uploaded. Try again.`)
  return answer.secure_url
}
