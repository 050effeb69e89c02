import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** Names of files and folders in a backup. */
export const parts = {
  manifest: 'manifest.json',
  tables: 'tables',
  media: 'media',
  key: 'secret.key',
  sandbox: 'sandbox.sqlite',
} as const

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
/** A relative path with forward slashes that stays inside the backup's folder, and inside one of its parts. */
const path = z.string().refine((value) => {
  const names = value.split('/')
  const part = names[0] ?? ''
  const isPart =
    part === parts.key || part === parts.sandbox ? names.length === 1 : part === 'tables' || part === 'media'
  return isPart && !names.some((name) => /^\.{0,2}$|[\\\0]/.test(name))
}, 'a file outside the backup is named')

export const BackupFile = z.object({
  path,
  /** Of the file as it lies in the backup: packed, and encrypted where the backup is. */
  bytes: z.int().nonnegative(),
  sha256: hex(32),
})
export type BackupFile = z.output<typeof BackupFile>

/** What stands in a backup's folder beside the tables. */
export const Manifest = z.object({
  /** Backups of format 1 have no checksums. */
  format: z.union([z.literal(1), z.literal(2)]),
  createdAt: z.iso.datetime(),
  /** The newest migration of the database that was backed up. */
  migration: z.string(),
  /** Backfills of an upgrade that were not done yet. */
  unfilled: z.array(z.string()).optional(),
  /** In the order in which they can be filled: what a row refers to comes first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** Sequence → the last number it gave. */
  sequences: z.record(z.string(), z.int().nullable()),
  /** Every other file of the backup. */
  files: z.array(BackupFile).default([]),
  /** Present where all other files are encrypted: what their keys are derived with. */
  encryption: z.object({ salt: hex(16) }).optional(),
})
export type Manifest = z.output<typeof Manifest>

/** The file `manifest.json`: the manifest and a checksum of it, which only the holder of `macKey` can make where there is one. */
export function sealedManifest(manifest: Manifest, macKey?: Buffer): string {
  return `${JSON.stringify({ ...manifest, checksum: checksumOf(JSON.stringify(manifest), macKey) }, null, 2)}\n`
}

/** @param read the parsed file of a manifest. @returns whether the rest of it is what its checksum was made of */
export function isSealed(read: Readonly<Record<string, unknown>>, macKey?: Buffer): boolean {
  const { checksum, ...rest } = read
  const expected = checksumOf(JSON.stringify(rest), macKey)
  return (
    typeof checksum === 'string' &&
    checksum.length === expected.length &&
    timingSafeEqual(Buffer.from(checksum), Buffer.from(expected))
  )
}

const checksumOf = (text: string, macKey?: Buffer) =>
  (macKey ? createHmac('sha256', macKey) : createHash('sha256')).update(text).digest('hex')
