import { availableParallelism } from 'node:os'
import { AppError } from '../../errors.ts'

let loading: Promise<typeof import('sharp')['default']> | undefined
/** Loaded with the first picture, since it is among the largest that a process holds. Decoding happens outside the event loop; one thread per picture leaves the other cores to requests. */
const decoder = () =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  }))

/** The most that phones take (50 megapixels), and a little. */
const PIXELS = 52_000_000
/** Longest side kept: the most that a channel takes (Shopify, 5000 px). */
const LONGEST = 5000
/** One core stays for requests. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

export type Extension = 'jpg' | 'png' | 'webp'
export const mediaTypes: Record<Extension, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }
export interface Picture {
  bytes: Buffer
  extension: Extension
  width: number
  height: number
}

const UNREADABLE = 'Motto can’t read this image. Use PNG, JPEG or WebP.'

/** What a file is by its first bytes; its name and declared type may say anything. */
function extensionOf(file: Buffer): Extension | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (file.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (file.subarray(0, 4).toString('latin1') === 'RIFF' && file.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'webp'
  return undefined
}

/** Runs at most `max` at once; the others wait their turn. */
function gate(max: number) {
  let free = max
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
const decoding = gate(AT_ONCE)

/** Reads an uploaded picture: upright, re-encoded, and without metadata (which may reveal where it was taken). @throws invalid_input */
export function readPicture(file: Buffer): Promise<Picture> {
  const extension = extensionOf(file)
  if (!extension) throw new AppError('invalid_input', UNREADABLE)
  return decoding(async () => {
    const sharp = await decoder()
    const { width, height } = await sharp(file, { limitInputPixels: false })
      .metadata()
      .catch(() => ({ width: 0, height: 0 }))
    if (width * height > PIXELS)
      throw new AppError(
        'invalid_input',
        `This image is too large: ${width} × ${height} pixels. Use up to 52 megapixels.`,
      )
    const upright = sharp(file, { limitInputPixels: PIXELS, failOn: 'error' })
      .rotate()
      .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
    const encoded =
      extension === 'jpg'
        ? upright.jpeg({ quality: 90 })
        : extension === 'png'
          ? upright.png()
          : upright.webp({ quality: 90 })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch((error: unknown) => {
      throw new AppError('invalid_input', UNREADABLE, { cause: error })
    })
    return { bytes: data, extension, width: info.width, height: info.height }
  })
}

/** A picture as everybody takes it: JPEG and PNG stay as they are, WebP becomes JPEG on white. @throws invalid_input */
export async function asJpeg(file: Buffer): Promise<{ bytes: Uint8Array; type: string; name: string }> {
  const extension = extensionOf(file)
  if (!extension) throw new AppError('invalid_input', UNREADABLE)
  if (extension !== 'webp') return { bytes: file, type: mediaTypes[extension], name: `picture.${extension}` }
  const bytes = await decoding(async () => {
    const sharp = await decoder()
    return sharp(file, { limitInputPixels: PIXELS }).flatten({ background: '#ffffff' }).jpeg({ quality: 90 }).toBuffer()
  }).catch((error: unknown) => {
    throw new AppError('invalid_input', UNREADABLE, { cause: error })
  })
  return { bytes, type: mediaTypes.jpg, name: 'picture.jpg' }
}

/** A kept picture made narrower, as WebP; a narrow one stays as wide as it is. */
export const narrow = (file: Buffer, width: number): Promise<Buffer> =>
  decoding(async () => {
    const sharp = await decoder()
    return sharp(file, { limitInputPixels: PIXELS })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  })

/** Pixels of a logo on paper: enough for 300 dots an inch. */
const LOGO = { width: 600, height: 240 }
/** An image as a document prints it: small, on white. */
export const asLogo = (file: Buffer): Promise<Buffer> =>
  decoding(async () => {
    const sharp = await decoder()
    return sharp(file, { limitInputPixels: PIXELS })
      .resize({ ...LOGO, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 90 })
      .toBuffer()
  })
