import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/accounts.ts'
import { listProducts } from '#contract/products/products.ts'
import { migrationNames, migrations } from '#server/db/schema/migrations.ts'
import { testApp } from '#server/testing/setup/app.ts'
import { emptyDatabase, testDatabase } from '#server/testing/setup/database.ts'
import { sha256 } from '#server/testing/shop/people.ts'
import { backUp } from './back-up.ts'
import { parts } from './manifest.ts'
import { openBackup, type Secrets } from './open.ts'
import { restore } from './restore.ts'
import { fillAnew, inOrder, readTables, unfilledSteps } from './tables.ts'
import { refuseUnfinishedRestore } from './unfinished.ts'

/** Made of the demo shop by the last version before the foundation, without images. */
const storedDump = join(import.meta.dirname, 'fixture-0086')
const folders = mkdtempSync(join(tmpdir(), 'motto-backup-'))
let made = 0
/** A folder that is not there yet. */
const fresh = () => join(folders, String(++made))
afterAll(() => rmSync(folders, { recursive: true }))

const query = async <T extends pg.QueryResultRow>(connection: pg.PoolConfig, text: string): Promise<T[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  return (await client.query<T>(text).finally(() => client.end())).rows
}

const restoreFrom = async (connection: pg.PoolConfig, dataDir: string, folder: string, secrets?: Secrets) =>
  restore(connection, dataDir, await openBackup(folder, secrets))

/** Every table with its rows as one text each, sorted. */
async function contentOf(connection: pg.PoolConfig): Promise<Record<string, string[]>> {
  const client = new pg.Client(connection)
  await client.connect()
  const content: Record<string, string[]> = {}
  for (const { name } of await readTables(client))
    content[name] = (await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)).rows.map(
      ({ row }) => row,
    )
  await client.end()
  return content
}

describe('a backup of an older Motto', () => {
  let database: pg.PoolConfig
  const dataDir = fresh()
  beforeAll(async () => {
    database = await emptyDatabase()
    await restoreFrom(database, dataDir, storedDump)
  })

  it('is brought up to date and keeps every row', async () => {
    const names = (await query<{ name: string }>(database, 'select name from kysely_migration order by name')).map(
      ({ name }) => name,
    )
    // A job changes rows, and what the version before may need is taken away by a later start.
    const additions = migrations.filter(({ kind }) => kind === 'expand' || kind === 'index')
    expect(names).toEqual(additions.map(({ name }) => name))
    const [count] = await query(
      database,
      `select (select count(*)::int from products) products, (select count(*)::int from orders) orders,
              (select count(*)::int from order_items) items, (select count(*)::int from stock_movements) movements,
              (select count(*)::int from listing_products where external is not null) listed`,
    )
    const rows = (name: string) =>
      (
        JSON.parse(readFileSync(join(storedDump, parts.manifest), 'utf8')) as {
          tables: { name: string; rows: number }[]
        }
      ).tables.find((table) => table.name === name)?.rows
    expect(count).toMatchObject({
      products: rows('products'),
      orders: rows('orders'),
      items: rows('order_items'),
      movements: rows('stock_movements'),
    })
    expect(rows('orders')).toBeGreaterThan(300)
  })

  it('still has levels that equal the sums of their movements', async () => {
    const wrong = await query(
      database,
      `select l.sku from stock_levels l
         left join (select organization_id, level_id, sum(delta_on_hand) on_hand, sum(delta_reserved) reserved, sum(delta_sold) sold
                      from stock_movements group by 1, 2) m on (m.organization_id, m.level_id) = (l.organization_id, l.id)
        where (l.on_hand, l.reserved, l.sold)
              is distinct from (coalesce(m.on_hand, 0), coalesce(m.reserved, 0), coalesce(m.sold, 0))`,
    )
    expect(wrong).toEqual([])
  })

  it('opens: its owner signs in, finds the products, and new rows get new numbers', async () => {
    const app = await testApp({}, database)
    const answer = await app.call(login, {
      body: { email: 'dana@northlight.example', password: sha256('Lighthouse-42') },
    })
    expect(answer.status).toBe(200)
    const list = await app.call(listProducts, { as: `jwt=${answer.body.data}`, query: { limit: 5 } })
    expect(list.body.data?.items).toBeGreaterThanOrEqual(300)
    await app.stop()
    // The sequences go on where they stood: a new row does not meet an old one's number.
    await query(database, `insert into organizations (name, display_name) values ('new', 'New')`)
  })
})

it('a backup names backfills that were not done, and they begin anew where it is restored', async () => {
  const newest = migrationNames.at(-1) ?? ''
  const asBackfill = `update upgrade_steps set kind = 'backfill', rows_done = 5 where name = '${newest}'`
  const source = await testDatabase()
  await query(source, asBackfill)
  expect((await backUp(source, fresh(), fresh())).unfilled).toBeUndefined()
  await query(source, `update upgrade_steps set state = 'running' where name = '${newest}'`)
  const { unfilled } = await backUp(source, fresh(), fresh())
  expect(unfilled).toEqual([newest])

  const target = await testDatabase()
  await query(target, asBackfill)
  const client = new pg.Client(target)
  await client.connect()
  await fillAnew(client, unfilled ?? [])
  expect(await unfilledSteps(client)).toEqual([newest])
  await client.end()
  expect(await query(target, `select from kysely_migration where name = '${newest}'`)).toEqual([])
  expect(await query(target, `select rows_done::int as rows from upgrade_steps where name = '${newest}'`)).toEqual([
    { rows: 0 },
  ])
})

describe('backing up and restoring', () => {
  it('gives back every row, the pictures and the key', async () => {
    const from = await emptyDatabase()
    const dataDir = fresh()
    await restoreFrom(from, dataDir, storedDump)
    mkdirSync(join(dataDir, 'media/1'), { recursive: true })
    writeFileSync(join(dataDir, 'media/1/lamp.jpg'), 'a picture')
    writeFileSync(join(dataDir, 'secret.key'), 'f'.repeat(64))
    const folder = fresh()
    await backUp(from, dataDir, folder)

    const [to, newDir] = [await emptyDatabase(), fresh()]
    await restoreFrom(to, newDir, folder)
    expect(await contentOf(to)).toEqual(await contentOf(from))
    expect(readFileSync(join(newDir, 'media/1/lamp.jpg'), 'utf8')).toBe('a picture')
    expect(readFileSync(join(newDir, 'secret.key'), 'utf8')).toBe('f'.repeat(64))
    expect(readdirSync(newDir).toSorted()).toEqual(['media', 'secret.key'])
    await refuseUnfinishedRestore(to)
  })

  it('takes all tables as of one moment, while rows are written', async () => {
    const database = await testDatabase()
    const client = new pg.Client(database)
    await client.connect()
    let writing = true
    // A person and an organization are always written together.
    const writer = (async () => {
      for (let n = 0; writing; n++)
        await client.query(
          `with u as (insert into users (email, password_hash) values ('u${n}@example.com', 'x'))
           insert into organizations (name, display_name) values ('o${n}', 'O')`,
        )
    })()
    const folder = fresh()
    const { tables } = await backUp(database, fresh(), folder)
    writing = false
    await writer
    await client.end()
    const rows = (name: string) => tables.find((table) => table.name === name)?.rows
    expect(rows('users')).toBe(rows('organizations'))
  })

  it('refuses a folder that holds something, and never touches it', async () => {
    const folder = fresh()
    mkdirSync(folder)
    writeFileSync(join(folder, 'thesis.txt'), 'mine')
    await expect(backUp(await testDatabase(), fresh(), folder)).rejects.toThrow('isn’t empty')
    expect(existsSync(join(folder, parts.tables))).toBe(false)
  })

  it('refuses to restore over what is in use, from half a backup, or from a newer Motto', async () => {
    const used = await testDatabase()
    await query(used, `insert into users (email, password_hash) values ('dana@example.com', 'x')`)
    const database = await emptyDatabase()
    await expect(restoreFrom(used, fresh(), storedDump)).rejects.toThrow('This database already has data')
    await expect(restoreFrom(database, fresh(), folders)).rejects.toThrow('isn’t a complete backup')
    const newer = fresh()
    cpSync(storedDump, newer, { recursive: true })
    writeFileSync(
      join(newer, parts.manifest),
      readFileSync(join(storedDump, parts.manifest), 'utf8').replace('0086-movement-key-statistics', '9999-later'),
    )
    await expect(restoreFrom(database, fresh(), newer)).rejects.toThrow('made by a newer version of Motto (9999-later)')
  })

  it('refuses a backup from before the versions that it can upgrade, and says what to do', async () => {
    const older = fresh()
    cpSync(storedDump, older, { recursive: true })
    writeFileSync(
      join(older, parts.manifest),
      readFileSync(join(storedDump, parts.manifest), 'utf8').replace('0086-movement-key-statistics', '0005-imports'),
    )
    await expect(restoreFrom(await emptyDatabase(), fresh(), older)).rejects.toThrow(
      /too old for this version of Motto \(0005-imports\)\. Restore it with the last release before 1\.0\.0/,
    )
  })

  it('leaves the database empty when a table is damaged, so that it can be tried again', async () => {
    const damaged = fresh()
    cpSync(storedDump, damaged, { recursive: true })
    writeFileSync(join(damaged, parts.tables, 'orders.gz'), gzipSync(''))
    const database = await emptyDatabase()
    await expect(restoreFrom(database, fresh(), damaged)).rejects.toThrow('The backup is damaged: orders has 0 of')
    expect(await query(database, 'select from users')).toEqual([])
    await expect(testApp({}, database)).rejects.toThrow('A restore into this database didn’t finish')
    await restoreFrom(database, fresh(), storedDump)
    expect(await query(database, 'select from users')).not.toEqual([])
    await refuseUnfinishedRestore(database)
  })

  it('repeats a restore that was killed after its tables were filled', async () => {
    const database = await emptyDatabase()
    await restoreFrom(database, fresh(), storedDump)
    await query(database, 'create table unfinished_restore ()')
    await expect(backUp(database, fresh(), fresh())).rejects.toThrow('A restore into this database didn’t finish')
    const folder = fresh()
    await backUp(await testDatabase(), fresh(), folder)
    await restoreFrom(database, fresh(), folder)
    await refuseUnfinishedRestore(database)
    expect(await query(database, 'select from users')).toEqual([])
  })
})

describe('a backup with checksums', () => {
  const key = 'a key for backups, 32 characters'
  let folder: string
  let database: pg.PoolConfig
  const dataDir = fresh()
  beforeAll(async () => {
    database = await testDatabase()
    await query(database, `insert into users (email, password_hash) values ('dana@example.com', 'x')`)
    mkdirSync(join(dataDir, 'media/1'), { recursive: true })
    writeFileSync(join(dataDir, 'media/1/lamp.jpg'), 'a picture of a lamp')
    writeFileSync(join(dataDir, 'media/1/empty.jpg'), '')
    writeFileSync(join(dataDir, 'secret.key'), 'f'.repeat(64))
    folder = fresh()
    await backUp(database, dataDir, folder)
  })
  const copied = () => {
    const copy = fresh()
    cpSync(folder, copy, { recursive: true })
    return copy
  }
  const flip = (file: string, at: number) => {
    const bytes = readFileSync(file)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(file, bytes)
  }

  it.each(['tables/users.gz', 'media/1/lamp.jpg', 'secret.key'])(
    'names %s when one of its bits has changed',
    async (path) => {
      const copy = copied()
      flip(join(copy, path), 12)
      await expect(openBackup(copy)).rejects.toThrow(`The backup is damaged: ${path} has changed since the backup`)
    },
  )

  it('names a file that is missing or was cut off', async () => {
    const copy = copied()
    writeFileSync(join(copy, 'tables/users.gz'), readFileSync(join(copy, 'tables/users.gz')).subarray(0, -1))
    await expect(openBackup(copy)).rejects.toThrow('tables/users.gz has a different size')
    rmSync(join(copy, 'tables/users.gz'))
    await expect(openBackup(copy)).rejects.toThrow('tables/users.gz is missing')
  })

  it('is refused when its manifest was changed or cannot be read', async () => {
    const copy = copied()
    const manifest = join(copy, parts.manifest)
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, text.replace('"rows": 1', '"rows": 2'))
    await expect(openBackup(copy)).rejects.toThrow('manifest.json has changed since the backup')
    writeFileSync(manifest, text.slice(0, 100))
    await expect(openBackup(copy)).rejects.toThrow('The backup is damaged: manifest.json can’t be read')
    writeFileSync(manifest, text.replace('media/1/lamp.jpg', 'media/../../lamp.jpg'))
    await expect(openBackup(copy)).rejects.toThrow('a file outside the backup is named')
  })

  it('asks for a secret key that was kept apart', async () => {
    const copy = copied()
    rmSync(join(copy, parts.key))
    await expect(openBackup(copy)).rejects.toThrow(/^secret\.key is missing in .*\. Put it back, or set SECRET_KEY/)
    const [to, newDir] = [await emptyDatabase(), fresh()]
    await restoreFrom(to, newDir, copy, { hasSecretKey: true })
    expect(existsSync(join(newDir, parts.key))).toBe(false)
    expect(await contentOf(to)).toEqual(await contentOf(database))
  })

  it('keeps nothing readable where it is encrypted, and gives everything back to who has the key', async () => {
    const encrypted = fresh()
    await backUp(database, dataDir, encrypted, key)
    const paths = readdirSync(encrypted, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const contents = paths.map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    expect(contents.length).toBeGreaterThan(50)
    for (const content of contents)
      expect(content.includes('a picture of a lamp') || content.includes('f'.repeat(64))).toBe(false)
    expect(() => gunzipSync(readFileSync(join(encrypted, 'tables/users.gz')))).toThrow('incorrect header check')
    const [to, newDir] = [await emptyDatabase(), fresh()]
    await restoreFrom(to, newDir, encrypted, { password: key })
    expect(await contentOf(to)).toEqual(await contentOf(database))
    expect(readFileSync(join(newDir, 'media/1/lamp.jpg'), 'utf8')).toBe('a picture of a lamp')
    expect(readFileSync(join(newDir, 'media/1/empty.jpg'), 'utf8')).toBe('')
    expect(readFileSync(join(newDir, 'secret.key'), 'utf8')).toBe('f'.repeat(64))
  })

  it('is refused, if encrypted, without its key, with another key, and when its manifest was changed', async () => {
    const encrypted = fresh()
    await backUp(database, dataDir, encrypted, key)
    await expect(openBackup(encrypted)).rejects.toThrow('This backup is encrypted. Set BACKUP_KEY')
    await expect(openBackup(encrypted, { password: `${key}!` })).rejects.toThrow(
      'encrypted with a different BACKUP_KEY',
    )
    const manifest = join(encrypted, parts.manifest)
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"rows": 1', '"rows": 2'))
    await expect(openBackup(encrypted, { password: key })).rejects.toThrow('its manifest.json has changed')
  })
})

it('puts tables behind those that they refer to, and says so when none comes first', () => {
  const tables = ['orders', 'items', 'people'].map((name) => ({ name, columns: [] }))
  const references = [
    { from: 'items', to: 'orders' },
    { from: 'orders', to: 'people' },
  ]
  expect(inOrder(tables, references).map(({ name }) => name)).toEqual(['people', 'orders', 'items'])
  expect(() => inOrder(tables, [...references, { from: 'people', to: 'items' }])).toThrow('in a circle')
})
