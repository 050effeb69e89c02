import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBeforeFoundation, presentName } from '../db/schema/adopt.ts'
import { migrationNames } from '../db/schema/migrations.ts'
import { StartError } from '../start-error.ts'
import { type BackupKeys, deriveKeys } from './encryption.ts'
import { damaged, verifyFiles } from './files.ts'
import { isSealed, Manifest, parts } from './manifest.ts'

/** A backup that can be restored. */
export interface Backup {
  folder: string
  manifest: Manifest
  /** Undefined where it is not encrypted. */
  keys: BackupKeys | undefined
}

export interface Secrets {
  /** BACKUP_KEY. */
  password?: string | undefined
  /** Whether SECRET_KEY is set, which takes the place of the backup's `secret.key`. */
  hasSecretKey?: boolean
}

/**
 * Reads a backup's manifest and compares every file with its checksum, before anything is written.
 * @throws StartError when the folder holds no whole backup, a file is missing or changed, BACKUP_KEY is missing or another
 *   one, or it comes from a Motto that this version can't read
 */
export async function openBackup(folder: string, { password, hasSecretKey = false }: Secrets = {}): Promise<Backup> {
  const { manifest, read } = readManifest(folder)
  const keys = keysOf(manifest, password)
  if (manifest.format === 2) {
    if (!isSealed(read, keys?.manifest))
      throw keys
        ? new StartError(
            `${folder} was encrypted with a different BACKUP_KEY, or its ${parts.manifest} has changed. Set BACKUP_KEY to the key it was made with.`,
          )
        : damaged(`${parts.manifest} has changed since the backup`)
    await verifyFiles(
      folder,
      manifest.files.filter(({ path }) => !isKeptElsewhere(folder, path, hasSecretKey)),
    )
  }
  return { folder, manifest, keys }
}

/** The key may be kept apart from the backup. @throws StartError where it is nowhere: the channels' tokens would be lost */
function isKeptElsewhere(folder: string, path: string, hasSecretKey: boolean): boolean {
  if (path !== parts.key || existsSync(join(folder, path))) return false
  if (hasSecretKey) return true
  throw new StartError(
    `${parts.key} is missing in ${folder}. Put it back, or set SECRET_KEY to its content. Without it, every channel must be connected again.`,
  )
}

function keysOf({ encryption }: Manifest, password: string | undefined): BackupKeys | undefined {
  if (!encryption) return undefined
  if (password === undefined)
    throw new StartError('This backup is encrypted. Set BACKUP_KEY to the key it was made with.')
  return deriveKeys(password, encryption.salt)
}

/** @returns the manifest, and the file as it was parsed. @throws StartError */
export function readManifest(folder: string): { manifest: Manifest; read: Record<string, unknown> } {
  const file = join(folder, parts.manifest)
  if (!existsSync(file)) throw new StartError(`${folder} isn’t a complete backup: ${parts.manifest} is missing.`)
  const read = parsed(file)
  const { success, data: manifest, error } = Manifest.safeParse(read)
  if (!success) throw new StartError(`${file} can’t be read: ${error.issues[0]?.message ?? 'unknown format'}.`)
  if (isBeforeFoundation(manifest.migration))
    throw new StartError(
      `This backup is too old for this version of Motto (${manifest.migration}). Restore it with the last release before 1.0.0, start that once, then make a new backup.`,
    )
  if (!migrationNames.includes(presentName(manifest.migration)))
    throw new StartError(
      `This backup was made by a newer version of Motto (${manifest.migration}). Install that version or later.`,
    )
  return { manifest, read }
}

function parsed(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch (error) {
    throw damaged(`${parts.manifest} can’t be read (${(error as Error).message})`)
  }
}
