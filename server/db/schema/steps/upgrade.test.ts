import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from '../../../start-error.ts'
import { testDatabase } from '../../../testing/setup/database.ts'
import type { DatabaseConnection } from '../../connection/open-database.ts'
import { type MigrateOptions, migrate } from '../migrate.ts'
import { migrations } from '../migrations.ts'
import { fillBatch } from './fill.ts'
import type { Step, StepKind } from './steps.ts'

const step = (name: string, kind: StepKind, text: string): Step => ({ name, kind, texts: () => [text] })
const add = step('9001-weights', 'expand', 'alter table organizations add column weight integer')
const index = step(
  '9002-weighed',
  'index',
  'create unique index concurrently if not exists templates_weighed on product_templates (organization_id, left(name, 1))',
)
const fill = step(
  '9003-fill-weights',
  'backfill',
  `-- table: product_templates
  update product_templates set name = name || '!' where organization_id = $1 and id > $2 and id <= $3`,
)
const contract = step('9005-drop', 'contract', `-- after: ${add.name}\nalter table organizations drop column weight`)
const later = step('9006-later', 'expand', 'alter table organizations add column height integer')

let connection: DatabaseConnection
let client: pg.Client
let lines: string[]
beforeEach(async () => {
  connection = await testDatabase()
  client = new pg.Client(connection)
  await client.connect()
  lines = []
})
afterEach(() => client.end())

const query = async <T extends object>(text: string): Promise<T[]> => (await client.query<T>(text)).rows
/** A start of the version that has these steps beside those of today. */
const upgrade = (steps: readonly Step[], o: MigrateOptions = {}) =>
  migrate(connection, { steps: [...migrations, ...steps], tell: (line) => lines.push(line), ...o })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('It was not refused.'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartError)
      return (error as Error).message
    },
  )
const states = async () =>
  Object.fromEntries(
    (await query<{ name: string; state: string }>(`select name, state from upgrade_steps where name > '9'`)).map(
      ({ name, state }) => [name, state],
    ),
  )
async function makeTemplates(organizations: number, each: number): Promise<void> {
  await query(
    `insert into organizations (name, display_name) select 'shop' || n, 'Shop' from generate_series(1, ${organizations}) n`,
  )
  await query(`insert into product_templates (organization_id, name)
    select o.id, 'T' || n from organizations o, generate_series(1, ${each}) n`)
}

describe('an upgrade step by step', () => {
  it('keeps no write waiting for a lock that somebody else keeps, and goes on once it is free', async () => {
    await makeTemplates(1, 1)
    await query('begin; select from organizations')
    const upgrading = upgrade([add])
    const other = new pg.Client(connection)
    await other.connect()
    // Each would wait for the whole upgrade behind its lock; the database ends a statement that takes a second.
    await other.query(`set statement_timeout = '1s'`)
    for (let i = 0; i < 20; i += 1) await other.query(`update organizations set display_name = 'Shop ${i}'`)
    await other.end()
    expect(await states()).toEqual({})
    await query('commit')
    await upgrading
    expect(await states()).toEqual({ [add.name]: 'done' })
    expect(await query(`select weight from organizations`)).toEqual([{ weight: null }])
  })

  it('builds an index again that was left half built, and says so', async () => {
    await makeTemplates(1, 2)
    await expect(upgrade([index])).rejects.toThrow(`migration ${index.name}`)
    expect(await states()).toEqual({ [index.name]: 'running' })
    expect(await query(`select indisvalid from pg_index where indexrelid = 'templates_weighed'::regclass`)).toEqual([
      { indisvalid: false },
    ])
    await query(`update product_templates set name = id::text`)
    await upgrade([index])
    expect(lines).toContain('The index templates_weighed was left half built. Building it again…')
    expect(await query(`select indisvalid from pg_index where indexrelid = 'templates_weighed'::regclass`)).toEqual([
      { indisvalid: true },
    ])
    expect(await states()).toEqual({ [index.name]: 'done' })
  })

  it('notes a backfill for the job, which changes each row once however often it is stopped', async () => {
    await makeTemplates(3, 7)
    await upgrade([fill])
    expect(await states()).toEqual({ [fill.name]: 'running' })
    expect(await query(`select from product_templates where name like '%!'`)).toHaveLength(0)
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool(connection) }) })
    // A batch that fails changes nothing and is told.
    await query('alter table product_templates add constraint short check (length(name) < 3) not valid')
    await fillBatch(db, fill, 3) // to the first organization
    await fillBatch(db, fill, 3).then(
      () => expect.fail('It did not fail.'),
      () => undefined,
    )
    expect(
      await query(`select error <> '' as failed, rows_done::int as rows from upgrade_steps where name > '9'`),
    ).toEqual([{ failed: true, rows: 0 }])
    await query('alter table product_templates drop constraint short')
    while ((await fillBatch(db, fill, 3)).state !== 'done');
    await db.destroy()
    expect(await query(`select from product_templates where name ~ '^T\\d!$'`)).toHaveLength(21)
    expect(await states()).toEqual({ [fill.name]: 'done' })
    expect(await query(`select error, rows_done::int as rows from upgrade_steps where name > '9'`)).toEqual([
      { error: '', rows: 21 },
    ])
    expect(await query(`select name from kysely_migration where name = '${fill.name}'`)).toHaveLength(1)
  })

  it('contracts only from a later version on, once all rows are changed', async () => {
    await makeTemplates(1, 1)
    await upgrade([add, fill, contract])
    expect(lines.at(-1)).toBe(
      `The step ${contract.name} waits for a later start: the backfill ${fill.name} is not done.`,
    )
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool(connection) }) })
    while ((await fillBatch(db, fill, 100)).state !== 'done');
    await db.destroy()
    await upgrade([add, fill, contract])
    expect(lines.at(-1)).toBe(
      `The step ${contract.name} waits for a later start: ${add.name} came with this version, and the version before may still be running.`,
    )
    expect(await query('select weight from organizations')).toHaveLength(1)
    await upgrade([add, fill, contract, later])
    expect(await states()).toMatchObject({ [contract.name]: 'done' })
    await expect(query('select weight from organizations')).rejects.toThrow('weight')
  })

  it('lets the version before go on while it only adds, and refuses it once it took away what that needs', async () => {
    await upgrade([add])
    await upgrade([])
    expect(lines.at(-1)).toBe('The database is ahead of this version, which works with it.')
    await upgrade([add, contract])
    await expect(query('select weight from organizations')).rejects.toThrow('weight')
    await upgrade([add])
    const message = await refusal(upgrade([]))
    expect(message).toContain(`its step ${contract.name} took away what this version`)
    expect(message).toContain('Start the newer version, or restore the backup')
  })

  it('leaves the functions of a newer version', async () => {
    await query(
      `create or replace function own_organization() returns bigint language sql stable as 'select 7::bigint'`,
    )
    await query(`update function_files set checksum = 'a newer one', release = '99.0.0' where name = 'organization'`)
    await upgrade([])
    await upgrade([add])
    expect(await query('select own_organization()::int as id')).toEqual([{ id: 7 }])
    await query(`update function_files set release = '0.0.1' where name = 'organization'`)
    await upgrade([add])
    expect(await query('select own_organization()::int as id')).toEqual([{ id: null }])
  })

  it('is refused before anything changes where the disk is too full, with what it needs', async () => {
    const message = await refusal(upgrade([add, index], { free: async () => 50 * 1024 ** 2 }))
    expect(message).toMatch(
      /^The upgrade needs about \d+ MB of free disk space for the database, and 50 MB is free\. Free some space .* Nothing has been changed\.$/,
    )
    expect(await states()).toEqual({})
    await upgrade([add, index], { free: async () => 1024 ** 4 })
    expect(await states()).toEqual({ [add.name]: 'done', [index.name]: 'done' })
  })

  it('is done by one process where several start at once', async () => {
    await Promise.all([1, 2, 3].map(() => upgrade([add, index])))
    expect(lines.filter((line) => line.endsWith('(expand)…'))).toHaveLength(1)
    expect(await states()).toEqual({ [add.name]: 'done', [index.name]: 'done' })
  })
})
