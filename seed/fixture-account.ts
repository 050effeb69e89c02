import { existsSync } from 'node:fs'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import { openServices } from '#server/services.ts'
import { StartError } from '#server/start-error.ts'
import { sha256 } from './demo/client.ts'
import { fillFixture, fixtureSizes } from './fixture.ts'
import { makeMember } from './make.ts'

/** What the fixture is signed in with. */
export const account = { email: 'dana@northlight.example', password: 'Lighthouse-42' }
export const shop = 'Northlight Wholesale'

export interface SeedOptions {
  size: keyof typeof fixtureSizes
  dataDir?: string
  log: (line: string) => void
}

/** Fills the installation of the environment, which must be new and not running, and says how to look at it. @throws StartError */
export async function seedFixture({ size, dataDir, log }: SeedOptions): Promise<void> {
  const began = performance.now()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig({
    ...process.env,
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
    LOG_LEVEL: 'silent',
  })
  const database = await open(config, log)
  try {
    await refuseBusy(database.connection)
    const { services, stop } = await openServices({
      config: { ...config, role: 'api' },
      connection: database.connection,
    })
    try {
      const organizationId = await makeAccount(services)
      await fillFixture(services, { organizationId, products: fixtureSizes[size], pictures: true, log })
    } finally {
      await stop()
    }
  } finally {
    await database.stop()
  }
  const started =
    config.databaseUrl || config.dataDir === readConfig({}).dataDir
      ? 'npm start'
      : `DATA_DIR=${config.dataDir} npm start`
  console.log(
    `${fixtureSizes[size].toLocaleString('en-US')} products after ${Math.round((performance.now() - began) / 1000)} seconds. Look at them with: ${started}`,
  )
  console.log(`Sign in with ${account.email} and the password ${account.password}`)
}

/**
 * The embedded database writes its log less often than for a shop: what is lost when this is killed is nobody's work. Files of the log are deleted
 * instead of kept for later, or gigabytes of them would stay in the folder.
 */
async function open({ databaseUrl, dataDir }: ReturnType<typeof readConfig>, log: (line: string) => void) {
  if (databaseUrl) return openDatabase({ databaseUrl, dataDir, log })
  const { startEmbedded } = await import('#server/db/embedded/embedded.ts')
  return startEmbedded({
    dataDir,
    log,
    settings: { max_wal_size: '8GB', wal_recycle: 'off', synchronous_commit: 'off' },
  })
}

/** A data folder in use is locked; another database tells by who is connected. */
async function refuseBusy(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const {
      rows: [others],
    } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if (others?.n)
      throw new StartError('This database is in use. Stop Motto first, or name an empty one with DATABASE_URL.')
    const {
      rows: [filled],
    } = await client.query<{ users: boolean }>(`select to_regclass('users') is not null as users`)
    if (!filled?.users) return
    const {
      rows: [someone],
    } = await client.query<{ any: boolean }>('select exists (select from users) as any')
    if (someone?.any)
      throw new StartError(
        'There are accounts here already. The products for trying things out go into a new folder: name one with --data.',
      )
  } finally {
    await client.end()
  }
}

/** An account whose address is confirmed, with an organization to fill. @returns the organization's id */
async function makeAccount(services: Services): Promise<number> {
  const db = services.database.system
  const user = await db
    .insertInto('users')
    .values({
      email: account.email,
      name: 'Dana Reyes',
      passwordHash: await hashPassword(sha256(account.password)),
      isSuper: false,
      emailConfirmedAt: services.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('organizations')
    .values({ name: shop.replaceAll(' ', ''), displayName: shop })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('organizationCounts').values({ organizationId: id }).execute()
  await makeMember(services, id, user.id)
  return id
}
