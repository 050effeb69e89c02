import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../start-error.ts'
import { type BackupKeys, encrypting, readDecrypted } from './encryption.ts'
import type { BackupFile } from './manifest.ts'

/** Writes one file of a backup, encrypted where there are keys. @returns what the manifest says about it */
export async function writeFile(
  folder: string,
  path: string,
  content: Readable,
  keys: BackupKeys | undefined,
): Promise<BackupFile> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const target = createWriteStream(file, { mode: 0o600, flush: true })
  if (keys) await pipeline(content, encrypting(keys.files), measured, target)
  else await pipeline(content, measured, target)
  return { path, bytes, sha256: hash.digest('hex') }
}

/** The content of a file of a backup as it was before it was encrypted. */
export async function readFile(folder: string, path: string, keys: BackupKeys | undefined): Promise<Readable> {
  const file = join(folder, path)
  return keys ? readDecrypted(file, keys.files) : createReadStream(file)
}

/** @throws StartError at the first file that is missing or not as it was written */
export async function verifyFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const file = join(folder, path)
    if (!existsSync(file)) throw damaged(`${path} is missing`)
    if ((await stat(file)).size !== bytes) throw damaged(`${path} has a different size than at the backup`)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
    if (hash.digest('hex') !== sha256) throw damaged(`${path} has changed since the backup`)
  }
}

/** @param what a clause such as "tables/orders.gz is missing" */
export const damaged = (what: string) =>
  new StartError(
    `The backup is damaged: ${what}. Nothing was restored. Use another backup, or another copy of this one.`,
  )

/** The files of a folder and of those in it, as paths with forward slashes that begin with its name. None where there is no folder. */
export function pathsIn(root: string, name: string): string[] {
  if (!existsSync(join(root, name))) return []
  return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
}
