import type { Picture as File } from '#channels/call.ts'
import type { Services } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readPicture } from './pictures.ts'
import { findKept, keepFile } from './store.ts'

/** The most that eBay takes. */
export const DOCUMENT_BYTES = 10 * 1024 * 1024
const UNREADABLE = 'Motto can’t read this document. Use PDF, PNG or JPEG.'

const isPdf = (file: Buffer) => file.subarray(0, 5).toString('latin1') === '%PDF-'
/** Its last line; some programs write blanks or a few bytes behind it. */
const isWhole = (file: Buffer) => file.subarray(-1024).includes('%%EOF')

/** Keeps an uploaded document: a PDF as it is, an image as every other. @returns its name. @throws invalid_input, payload_too_large */
export async function keepDocument(services: Services, folder: string, file: Buffer): Promise<string> {
  if (file.length > DOCUMENT_BYTES) throw new AppError('payload_too_large', 'This document is larger than 10 MB.')
  if (isPdf(file)) {
    if (!isWhole(file)) throw new AppError('invalid_input', 'This PDF is incomplete. Export or download it again.')
    return keepFile(services, folder, file, 'pdf')
  }
  const { bytes, extension } = await pictureIn(file)
  // No channel takes WebP for a document.
  if (extension === 'webp') throw new AppError('invalid_input', UNREADABLE)
  return keepFile(services, folder, bytes, extension)
}

async function pictureIn(file: Buffer) {
  try {
    return await readPicture(file)
  } catch (error) {
    throw new AppError('invalid_input', UNREADABLE, { cause: error })
  }
}

/** A file of our own store, for who takes no address. @returns undefined of any other */
export async function ownFile({ config, ...services }: Services, url: string): Promise<File | undefined> {
  const [, media = '', folder = '', name = '', ...more] = url.startsWith(`${config.publicUrl}/`)
    ? url.slice(config.publicUrl.length).split('/')
    : []
  if (media !== 'media' || more.length > 0) return undefined
  const file = await findKept({ config, ...services }, folder, name)
  return file && { bytes: file.bytes, type: file.type, name: `document.${name.split('.').at(-1)}` }
}
