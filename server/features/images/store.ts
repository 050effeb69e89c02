import { createHmac, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { breathe } from '../../breathe.ts'
import type { Services } from '../../context.ts'
import { purposeKey } from '../../http/auth.ts'
import { type Extension, type Picture, mediaTypes, narrow } from './pictures.ts'
import { folderPattern } from './signature.ts'

/** Pictures in `DATA_DIR/media/<folder>/<name>`, smaller ones beside them in `sizes/`. Nothing is ever changed in place. */
const folderOf = ({ config }: Services, folder: string) => join(config.dataDir, 'media', folder)
const namePattern = /^[0-9a-f]{64}\.(jpg|png|webp)$/
export const isName = (folder: string, name: string) => folderPattern.test(folder) && namePattern.test(name)

const documentPattern = /^[0-9a-f]{64}\.pdf$/
/** Documents stand among the pictures and are none: nothing that takes a picture takes them. */
export const isDocument = (folder: string, name: string) => folderPattern.test(folder) && documentPattern.test(name)

/** Hashed without a pause. */
const HASHED_BYTES = 1024 * 1024

/** Keeps a file under a name that follows from its bytes, yet cannot be guessed from them. @returns the name */
export async function keepFile(
  services: Services,
  folder: string,
  bytes: Buffer,
  extension: Extension | 'pdf',
): Promise<string> {
  const hash = createHmac('sha256', purposeKey(services.secret, 'media-name'))
  for (let at = 0; at < bytes.length; at += HASHED_BYTES) {
    hash.update(bytes.subarray(at, at + HASHED_BYTES))
    await breathe()
  }
  const name = `${hash.digest('hex')}.${extension}`
  await writeWhole(join(folderOf(services, folder), name), bytes)
  return name
}
export const keepPicture = (services: Services, folder: string, { bytes, extension }: Picture): Promise<string> =>
  keepFile(services, folder, bytes, extension)

/** A document or a picture as it was kept. */
export async function findKept(services: Services, folder: string, name: string): Promise<Kept | undefined> {
  if (!isDocument(folder, name)) return findPicture(services, folder, name)
  const bytes = await readIfThere(join(folderOf(services, folder), name))
  return bytes && { bytes, type: 'application/pdf' }
}

export interface Kept {
  bytes: Buffer
  type: string
}

/** @param width of a smaller copy, made at the first request for it. @returns undefined when there is no such picture */
export async function findPicture(
  services: Services,
  folder: string,
  name: string,
  width?: number,
): Promise<Kept | undefined> {
  if (!isName(folder, name)) return undefined
  const file = join(folderOf(services, folder), name)
  if (width === undefined) {
    const bytes = await readIfThere(file)
    return bytes && { bytes, type: mediaTypes[name.slice(65) as Extension] }
  }
  const copy = join(folderOf(services, folder), 'sizes', `${name.slice(0, 64)}-${width}.webp`)
  const bytes = (await readIfThere(copy)) ?? (await makeCopy(file, copy, width))
  return bytes && { bytes, type: mediaTypes.webp }
}

/** Whether there is such a picture. */
export const isKept = async (services: Services, folder: string, name: string): Promise<boolean> =>
  isName(folder, name) && (await isThere(join(folderOf(services, folder), name)))

const inWork = new Map<string, Promise<Buffer | undefined>>()

/** Many requests for one copy make it once. */
function makeCopy(file: string, copy: string, width: number): Promise<Buffer | undefined> {
  const running = inWork.get(copy)
  if (running) return running
  const work = (async () => {
    const original = await readIfThere(file)
    if (!original) return undefined
    const bytes = await narrow(original, width)
    await writeWhole(copy, bytes)
    return bytes
  })().finally(() => inWork.delete(copy))
  inWork.set(copy, work)
  return work
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Writes a temporary file and renames it, so a reader sees the whole file or none. An existing file has the same bytes. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  if (await isThere(file)) return
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${randomUUID()}`
  try {
    await writeFile(fresh, bytes, { mode: 0o600, flush: true })
    await rename(fresh, file)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
