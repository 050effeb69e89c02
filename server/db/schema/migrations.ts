import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { readSqlFiles } from './sql-files.ts'

const folder = join(import.meta.dirname, '../migrations')

/** Creates everything that the 86 migrations before it created: see `adopt.ts`. */
export const foundation = '0087-foundation'

/** By name, in order: `NNNN-name.sql`, or a folder of SQL files with such a name. */
export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => /^\d{4}-[a-z0-9-]+(\.sql)?$/.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => [
      entry.name.replace(/\.sql$/, ''),
      {
        up: async (db: Kysely<unknown>) => {
          const path = join(folder, entry.name)
          const texts = entry.isDirectory() ? readSqlFiles(path).map(({ text }) => text) : [readFileSync(path, 'utf8')]
          for (const text of texts) await sql.raw(text).execute(db)
        },
      },
    ]),
)

export const migrationNames: readonly string[] = Object.keys(migrations)
export const newestMigration = migrationNames.at(-1) ?? foundation
