import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { distribute } from '../../db/nodes/distribute.ts'
import { functionFiles } from '../../db/schema/functions.ts'
import { migrate } from '../../db/schema/migrate.ts'
import { migrations } from '../../db/schema/migrations.ts'
import { byOrganization, functionsByOrganization, onEveryNode } from '../../db/schema/places.ts'
import { openQueue } from '../../jobs/queue.ts'
import { openLog } from '../../log.ts'

/** Any number that nothing else locks. */
const SPREAD_LOCK = 7_040_009
const CITUS_PREFIX = 'motto_nodes_'
/** Enough that organizations are on both of two nodes, and that a copy of a database has few files. */
const SHARDS = 4

/** Addresses of the coordinator, first, and of its workers. */
const nodes = new Map<string, pg.ClientConfig[]>()
const made: string[] = []

/**
 * A fresh database on all nodes of a cluster: a copy, node by node, of one that was migrated and spread before. What the coordinator knows of shards is in the
 * database itself, so that a copy finds its own.
 * @param url of a database on a coordinator, with the extension citus, to which its workers were added
 */
export async function spreadDatabase(url: string): Promise<pg.PoolConfig> {
  const lock = new pg.Client(url)
  await lock.connect()
  try {
    const all = await nodesOf(lock, url)
    const template = templateName()
    await lock.query('select pg_advisory_lock($1)', [SPREAD_LOCK])
    const { rowCount } = await lock.query('select from pg_database where datname = $1 and datistemplate', [template])
    if (!rowCount) await makeTemplate(all, template)
    const database = `nodes_test_${randomUUID().replaceAll('-', '')}`
    await onAll(all, (node) => copy(node, template, database))
    // A copy of a database has none of its settings.
    await lock.query(`set citus.enable_ddl_propagation = off`)
    await lock.query(`alter database ${database} set plan_cache_mode = force_custom_plan`)
    made.push(database)
    return { ...at(all, 0), database }
  } finally {
    await lock.end()
  }
}

/** Removes the databases of a test file that is over. */
export async function dropSpread(url: string): Promise<void> {
  const all = nodes.get(url) ?? []
  for (const database of made.splice(0))
    await onAll(all, (node) =>
      asAdministrator(node, (client) => client.query(`drop database if exists ${database} with (force)`)),
    )
}

/** Another one for each state of the schema, so that runs of the same state share it. */
function templateName(): string {
  const hash = createHash('sha256')
  for (const { text } of functionFiles) hash.update(text)
  for (const step of migrations)
    for (const text of step.kind === 'backfill' ? [step.name] : step.texts()) hash.update(text)
  hash.update([...byOrganization, ...onEveryNode, ...functionsByOrganization].join())
  return CITUS_PREFIX + hash.digest('hex').slice(0, 12)
}

async function nodesOf(client: pg.Client, url: string): Promise<pg.ClientConfig[]> {
  const known = nodes.get(url)
  if (known) return known
  const { rows } = await client.query<{ host: string; port: number }>(
    'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid <> 0, nodeid',
  )
  const { username, password } = new URL(url)
  const all = rows.map(({ host, port }) => ({
    host,
    port,
    user: decodeURIComponent(username),
    ...(password ? { password: decodeURIComponent(password) } : {}),
  }))
  nodes.set(url, all)
  return all
}

async function makeTemplate(all: pg.ClientConfig[], template: string): Promise<void> {
  const database = `${template}_made`
  await onAll(all, async (node) => {
    await asAdministrator(node, async (client) => {
      await client.query(`drop database if exists ${database} with (force)`)
      await client.query(`create database ${database}`)
    })
    await inDatabase({ ...node, database }, async (client) => {
      await client.query('create extension citus')
      await client.query('create extension pg_trgm')
    })
  })
  const connection = { ...at(all, 0), database }
  await inDatabase(connection, async (client) => {
    const [coordinator, ...workers] = all
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator?.host, coordinator?.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
  })
  await migrate(connection)
  const queue = await openQueue(connection, false, openLog('silent'))
  await queue.stop()
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 1 }) }) })
  await distribute(db, SHARDS).finally(() => db.destroy())
  await onAll(all.toReversed(), (node) => copy(node, database, template))
  for (const node of all)
    await asAdministrator(node, async (client) => {
      await client.query(`drop database ${database}`)
      await client.query(`alter database ${template} is_template true allow_connections false`)
    })
}

/** The extension's own process is connected to each database, and comes back soon after it was ended. */
async function copy(node: pg.ClientConfig, from: string, to: string): Promise<void> {
  await asAdministrator(node, async (client) => {
    await client.query(`alter database ${from} allow_connections false`)
    for (let tries = 1; ; tries += 1) {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from])
      try {
        await client.query(`create database ${to} template ${from} strategy file_copy`)
        return
      } catch (error) {
        const OBJECT_IN_USE = '55006'
        if ((error as { code?: unknown }).code !== OBJECT_IN_USE || tries >= 20) throw error
        await delay(100)
      }
    }
  })
}

const at = (all: pg.ClientConfig[], index: number): pg.ClientConfig => {
  const node = all[index]
  if (!node) throw new Error('CITUS_URL names a database without nodes: add them with citus_add_node')
  return node
}

const onAll = (all: pg.ClientConfig[], work: (node: pg.ClientConfig) => Promise<unknown>) => Promise.all(all.map(work))

/** Creates and drops databases on this node alone. */
const asAdministrator = (node: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>) =>
  inDatabase({ ...node, database: 'postgres' }, async (client) => {
    await client.query('set citus.enable_create_database_propagation = off')
    await work(client)
  })

async function inDatabase(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
