import { createHash, createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { imageSignature } from '#contract/products/products.ts'
import type { Services } from '../../context.ts'
import { purposeKey, same } from '../../http/auth.ts'
import { readHost } from '../../http/outgoing/image-host.ts'

export type Signature = z.output<typeof imageSignature.reply>
export const SIGNATURE_SECONDS = 600
/** Names of our own store where an image host would have its customer's. */
const OWN = { name: 'motto', apiKey: 'motto' }

/** What is signed, in the way of Cloudinary: parameters in alphabetical order. @see https://cloudinary.com/documentation/authentication_signatures */
const signedText = (folder: string, timestamp: number) => `folder=${folder}&timestamp=${timestamp}`

const ownSignature = (secret: Buffer, folder: string, timestamp: number) =>
  createHmac('sha256', purposeKey(secret, 'media-upload')).update(signedText(folder, timestamp)).digest('hex')

/** Folders are organizations' ids, or users' ids behind a `u`. */
export const folderPattern = /^u?[1-9]\d{0,15}$/

/** Allows uploads into one folder for ten minutes. @param origin where the browser reaches us */
export function sign({ config, secret, clock }: Services, owner: string, origin: string): Signature {
  const timestamp = Math.floor(clock.now().getTime() / 1000)
  if (config.mediaUrl) {
    const host = readHost(config.mediaUrl)
    const folder = `motto/${owner}`
    const signature = createHash('sha1')
      .update(signedText(folder, timestamp) + host.secret)
      .digest('hex')
    return { name: host.name, apiKey: host.apiKey, timestamp, signature, folder, uploadUrl: host.uploadUrl }
  }
  return {
    ...OWN,
    timestamp,
    signature: ownSignature(secret, owner, timestamp),
    folder: owner,
    uploadUrl: `${origin}/media/upload`,
  }
}

/** `kind` is `document` where the file is one, else a picture. */
export type UploadFields = Partial<Record<'api_key' | 'timestamp' | 'signature' | 'folder' | 'kind', string>>

/** Whether an upload has a signature of ours that has not expired. */
export function isSigned(
  { secret, clock }: Services,
  fields: UploadFields,
): fields is { folder: string } & UploadFields {
  const { folder = '', timestamp = '', signature = '' } = fields
  if (fields.api_key !== OWN.apiKey || !folderPattern.test(folder) || !/^\d{1,12}$/.test(timestamp)) return false
  const age = clock.now().getTime() / 1000 - Number(timestamp)
  // A minute of clocks that differ between processes.
  if (age > SIGNATURE_SECONDS || age < -60) return false
  return same(Buffer.from(signature), Buffer.from(ownSignature(secret, folder, Number(timestamp))))
}
