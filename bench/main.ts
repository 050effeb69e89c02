import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { makeSeller } from '#seed/make.ts'
import { readConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { startServer } from '#server/main.ts'
import { startMotto } from '../e2e/support/motto.ts'
import { benchIntake } from './intake.ts'
import { benchLists } from './list.ts'
import { type Row, report } from './report.ts'
import { benchSales } from './sales.ts'
import { benchStart } from './start.ts'
import { benchWeb } from './web.ts'

export interface Bench { url: string; cookie: string; connection: pg.PoolConfig; organizationId: number }

/** `--only lists,sales` measures these parts; without it, all. */
const only = process.argv.find((word) => word.startsWith('--only='))?.slice(7).split(',')
const wanted = (part: string) => !only || only.includes(part)
const sizes = process.argv.includes('--large') ? [5_000, 100_000, 1_000_000] : [5_000, 100_000]

/** The lists and the intake, on a server in this process with an embedded database of its own. */
async function onOneServer(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'motto-bench-'))
  const database = await startEmbedded({ dataDir, log: (line) => console.error(line) })
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', SECRET_KEY: 'only-for-measuring-0123456789abcdef' })
  const server = await startServer({ config, connection: database.connection })
  const rows: Row[] = []
  for (const size of wanted('lists') ? sizes : []) {
    console.error(`Measuring the product list at ${size.toLocaleString('en-US')} products…`)
    const { organization, as } = await makeSeller(server.services)
    rows.push(...(await benchLists({ url: server.url, cookie: as, connection: database.connection, organizationId: organization.id }, size)))
  }
  if (wanted('intake')) {
    console.error('Measuring the intake of orders…')
    rows.push(...(await benchIntake(server.services)))
  }
  await server.stop()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return rows
}

async function onAWholeMotto(): Promise<Row[]> {
  console.error('Measuring the way of a sale to the other channel…')
  const motto = await startMotto()
  try {
    return await benchSales(motto)
  } finally {
    await motto.stop()
  }
}

const rows: Row[] = []
if (wanted('start')) {
  console.error('Measuring the start…')
  rows.push(...(await benchStart()))
}
if (wanted('lists') || wanted('intake')) rows.push(...(await onOneServer()))
if (wanted('sales')) rows.push(...(await onAWholeMotto()))
if (wanted('web')) {
  console.error('Measuring the pages…')
  rows.push(...(await benchWeb()))
}
report(rows, 'bench.json')
process.exit(0)
