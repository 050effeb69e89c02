import { z } from 'zod'

/** What stands in a backup's folder beside the tables. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The newest migration of the database that was backed up. */
  migration: z.string(),
  /** In the order in which they can be filled: what a row refers to comes first. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** Sequence → the last number it gave. */
  sequences: z.record(z.string(), z.int().nullable()),
})
export type Manifest = z.output<typeof Manifest>

/** Names of files and folders in a backup. */
export const parts = {
  manifest: 'manifest.json',
  tables: 'tables',
  media: 'media',
  key: 'secret.key',
  sandbox: 'sandbox.sqlite',
} as const
