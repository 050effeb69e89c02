import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/schema/migrate.ts'
import { schemaPage } from '../server/db/schema/page.ts'
import { root } from './lib/run-tool.ts'

/** Writes docs/schema.sql from a new database. */
const dataDir = mkdtempSync(join(tmpdir(), 'motto-schema-'))
const database = await startEmbedded({ dataDir, log: (line) => console.error(line), sync: false })
try {
  await migrate(database.connection)
  const client = new pg.Client(database.connection)
  await client.connect()
  writeFileSync(join(root, 'docs/schema.sql'), await schemaPage(client).finally(() => client.end()))
} finally {
  await database.stop()
  rmSync(dataDir, { recursive: true })
}
