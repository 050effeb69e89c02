import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from './context.ts'
import { type Database, openPools } from './db/connection/pools.ts'
import { type TestApp, testApp } from './testing/setup/app.ts'

let app: TestApp
let a: Ctx
let b: Ctx
/** Two connections for both organizations, so that they change hands all the time. */
let narrow: Database

beforeAll(async () => {
  app = await testApp()
  a = (await makeSeller(app.services)).ctx
  b = (await makeSeller(app.services)).ctx
  for (const ctx of [a, b]) {
    await fill(ctx)
    await fill(ctx)
  }
  narrow = openPools(app.services.database.connection, 2)
})
afterAll(async () => {
  await narrow.close()
  await app.stop()
})

/** One row, at least, in most of the tables. */
async function fill(ctx: Ctx): Promise<void> {
  const { organizationId, db } = ctx
  const template = await makeTemplate(ctx)
  const product = await makeProduct(ctx, template.id)
  const level = await db
    .selectFrom('stockLevels')
    .select('id')
    .where('productId', '=', product.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('stockMovements')
    .values({
      organizationId,
      levelId: level.id,
      sku: product.sku,
      productId: product.id,
      deltaOnHand: 1,
      deltaReserved: 0,
      deltaSold: 0,
      availableAfter: 10,
      reason: 'edit',
      source: 'user',
      sourceKey: `start-${product.id}`,
      orderId: null,
      userId: ctx.userId,
    })
    .execute()
  await db
    .insertInto('auditEntries')
    .values({
      organizationId,
      userId: ctx.userId,
      entity: 'product',
      entityId: product.id,
      action: 'create',
      old: null,
      new: '{}',
    })
    .execute()
}

/** Belong to a person or to the installation; the organization is only noted. The organizations' role may not touch them. */
const identity = new Set(['sessions', 'oauth_states', 'idempotency_keys'])

const ask = <T>(text: string) =>
  sql
    .raw<T>(text)
    .execute(app.services.database.system)
    .then(({ rows }) => rows)
const ownedTables = () =>
  ask<{ name: string; secured: boolean; policies: number; key: string[] | null; privileges: string[] | null }>(`
    select t.relname as name, t.relrowsecurity as secured,
      (select count(*)::int from pg_policies p where p.schemaname = 'public' and p.tablename = t.relname) as policies,
      (select array_agg(a.attname::text order by k.place) from pg_index i cross join unnest(i.indkey::int[]) with ordinality k(column_number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.column_number where i.indrelid = t.oid and i.indisprimary) as key,
      (select array_agg(distinct g.privilege_type::text) from information_schema.role_table_grants g where g.table_schema = 'public' and g.table_name = t.relname and g.grantee = 'motto_app') as privileges
    from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
    where c.table_schema = 'public' and c.column_name = 'organization_id' order by 1`)
const names = async () => (await ownedTables()).map((table) => table.name).filter((name) => !identity.has(name))
const asOrganization = (ctx: Ctx, text: string) =>
  sql
    .raw<Record<string, unknown>>(text)
    .execute(ctx.db)
    .then(({ rows }) => rows)

describe('every table with an organization', () => {
  it('ORG-003 leads its primary key with it, and row-level security binds it', async () => {
    const tables = await ownedTables()
    expect(tables.map((table) => table.name)).toEqual(
      expect.arrayContaining(['products', 'orders', 'members', 'stock_movements', 'integrations', ...identity]),
    )
    for (const { name, secured, policies, key, privileges } of tables) {
      expect(identity.has(name) ? privileges : [secured, policies > 0, key?.[0]], name).toEqual(
        identity.has(name) ? null : [true, true, 'organization_id'],
      )
    }
  })
  it('ORG-003 shows no row of a neighbour, and of nobody without an organization', async () => {
    for (const name of await names()) {
      const own = await asOrganization(a, `select distinct organization_id from ${name}`)
      expect(
        own.every((row) => row.organizationId === a.organizationId),
        name,
      ).toBe(true)
    }
    const seen = await Promise.all(
      ['products', 'stock_levels', 'members', 'audit_entries'].map((name) =>
        asOrganization(a, `select 1 from ${name} limit 1`),
      ),
    )
    expect(seen.map((rows) => rows.length)).toEqual([1, 1, 1, 1])
    expect(await asOrganization(a, 'select id from organizations')).toEqual([{ id: a.organizationId }])
    const unbound = await app.services.database.system.connection().execute(async (db) => {
      await sql`set role motto_app`.execute(db)
      try {
        return await sql`select 1 from products`.execute(db)
      } finally {
        await sql`reset role`.execute(db)
      }
    })
    expect(unbound.rows).toEqual([])
  })
  it('ORG-003 changes and deletes no row of a neighbour', async () => {
    for (const name of await names()) {
      const {
        rows: [before],
      } = await sql<{
        sum: string
      }>`select md5(string_agg(t::text, ',' order by t::text)) as sum from ${sql.table(name)} t where organization_id = ${b.organizationId}`.execute(
        app.services.database.system,
      )
      for (const change of [
        `update ${name} set organization_id = organization_id where organization_id = ${b.organizationId}`,
        `delete from ${name} where organization_id = ${b.organizationId}`,
      ]) {
        const refused = await sql
          .raw(change)
          .execute(a.db)
          .then(
            ({ numAffectedRows }) => Number(numAffectedRows ?? 0),
            (error: unknown) => String(error),
          )
        expect(refused === 0 || /permission denied/.test(String(refused)), `${change}: ${refused}`).toBe(true)
      }
      const {
        rows: [after],
      } = await sql<{
        sum: string
      }>`select md5(string_agg(t::text, ',' order by t::text)) as sum from ${sql.table(name)} t where organization_id = ${b.organizationId}`.execute(
        app.services.database.system,
      )
      expect(after, name).toEqual(before)
    }
  })
  it('ORG-003 takes no row for a neighbour', async () => {
    for (const name of await names()) {
      const {
        rows: [row],
      } = await sql<{
        row: unknown
      }>`select to_jsonb(t) as row from ${sql.table(name)} t where organization_id = ${b.organizationId} limit 1`.execute(
        app.services.database.system,
      )
      const values = row?.row ?? { organization_id: b.organizationId }
      const columns = sql.join(
        (
          await ask<{ name: string }>(
            `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${name}' and is_generated = 'NEVER'`,
          )
        ).map((column) => sql.ref(column.name)),
      )
      await expect(
        sql`insert into ${sql.table(name)} (${columns}) select ${columns} from jsonb_populate_record(null::${sql.table(name)}, ${JSON.stringify(values)})`.execute(
          a.db,
        ),
        name,
      ).rejects.toThrow(/row-level security|permission denied/)
    }
  })
  it('ORG-003 gives no row away', async () => {
    await expect(a.db.updateTable('products').set({ organizationId: b.organizationId }).execute()).rejects.toThrow(
      /row-level security/,
    )
  })
  it('ORG-003 finds no product of a neighbour by words, though that search runs as the owner', async () => {
    const search = sql<{
      id: number | null
    }>`select id from find_products('{"words": ["product"]}', 'sku', false, 0, 50, 100)`
    const { rows } = await search.execute(a.db)
    const own = await a.db.selectFrom('products').select('id').orderBy('id').execute()
    expect(rows.map((row) => row.id).toSorted()).toEqual(own.map((row) => row.id).toSorted())
  })
  it('ORG-003 hands out, counts and suggests nothing of a neighbour, though these run as the owner', async () => {
    const own = await asOrganization(a, 'select id, sku from products order by id')
    expect(await asOrganization(a, `select id from matching_products('{}', 0, 50) id`)).toEqual(
      own.map(({ id }) => ({ id })),
    )
    expect(await asOrganization(a, `select count_matching('{"words": ["product"]}', '{}') as n`)).toEqual([
      { n: own.length },
    ])
    const suggestions = `select s.id from suggest_products('{"words": ["product"], "text": "product"}', 50) s order by 1`
    expect(await asOrganization(a, suggestions)).toEqual(own.map(({ id }) => ({ id })))
    for (const suggested of [`suggest_skus('', 50)`, `suggest_skus('SKU', 50)`, `suggest_skus('ku-', 50)`]) {
      const skus = (await asOrganization(a, `select sku from ${suggested} sku`)).map(({ sku }) => sku)
      expect(skus.toSorted(), suggested).toEqual(own.map(({ sku }) => sku).toSorted())
    }
    await b.db
      .updateTable('products')
      .set({ attributes: JSON.stringify([{ name: 'Color', value: 'Blue' }]) })
      .execute()
    expect(await asOrganization(a, `select * from attribute_values(null, '', 50)`)).toEqual([])
    expect(await asOrganization(b, `select value from attribute_values(null, '', 50)`)).toEqual([{ value: 'Blue' }])
    for (const call of [
      `begin_write(${b.organizationId}, 1, 'k', '', 1)`,
      `claim_write(${b.organizationId}, 1, 'k', '', 1)`,
      `lock_write(${b.organizationId}, 1, 'k')`,
    ])
      await expect(asOrganization(a, `select ${call}`), call).rejects.toThrow('a key of organization')
    await expect(asOrganization(a, `select guess_currency(${b.organizationId}, 'CHF')`)).rejects.toThrow(
      'the currency of organization',
    )
    await expect(asOrganization(a, `select save_choices(${b.organizationId}, '{}')`)).rejects.toThrow(
      'the choices of organization',
    )
    await expect(asOrganization(a, `select apply_few_rates(${b.organizationId}, 1)`)).rejects.toThrow(
      'the rates of organization',
    )
    const definers = await ask<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype order by 1`,
    )
    expect(definers.map(({ name }) => name)).toEqual([
      'apply_few_rates',
      'attribute_values',
      'begin_write',
      'claim_write',
      'count_matching',
      'find_products',
      'guess_currency',
      'keep_write',
      'lock_write',
      'matching_orders',
      'matching_products',
      'save_choices',
      'skus_from',
      'suggest_customers',
      'suggest_orders',
      'suggest_products',
      'suggest_skus',
    ])
  })
})

describe('pooled connections', () => {
  it('ORG-003 never keep the organization of the one before, through errors and transactions that are rolled back', async () => {
    const failing = async (ctx: Ctx) => {
      await narrow
        .forOrganization(ctx.organizationId)
        .transaction()
        .execute(async (db) => {
          await db.updateTable('products').set({ notes: 'lost' }).execute()
          throw new Error('rolled back')
        })
        .catch(() => undefined)
    }
    const broken = (ctx: Ctx) =>
      sql`select 1 / 0`.execute(narrow.forOrganization(ctx.organizationId)).catch(() => undefined)
    const leaving = (ctx: Ctx) =>
      sql`select pg_terminate_backend(pg_backend_pid())`
        .execute(narrow.forOrganization(ctx.organizationId))
        .catch(() => undefined)
    const look = async (ctx: Ctx) => {
      const rows = await narrow
        .forOrganization(ctx.organizationId)
        .selectFrom('products')
        .select(['organizationId', 'notes'])
        .execute()
      expect(rows.map((row) => [row.organizationId, row.notes])).toEqual([
        [ctx.organizationId, ''],
        [ctx.organizationId, ''],
      ])
    }
    const inOne = (ctx: Ctx) =>
      narrow
        .forOrganization(ctx.organizationId)
        .transaction()
        .execute(async (db) => {
          for (let i = 0; i < 3; i += 1)
            expect(
              (await db.selectFrom('stockLevels').select('organizationId').execute()).every(
                (row) => row.organizationId === ctx.organizationId,
              ),
            ).toBe(true)
        })
    const ways = [look, look, inOne, failing, look, broken]
    await Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        (i % 67 === 66 ? leaving : (ways[i % ways.length] ?? look))([a, b][Math.floor(i * 0.7) % 2] ?? a),
      ),
    )
  })
})

describe("the organizations' role", () => {
  /** What the database says to a statement. */
  const refusal = (text: string) => asOrganization(a, text).then(() => `${text} was allowed`, String)
  it('reads no secret of a person or of the installation', async () => {
    for (const what of [
      'password_hash from users',
      '* from users',
      ...[
        'sessions',
        'user_identities',
        'sign_on_attempts',
        'mailed_codes',
        'oauth_states',
        'idempotency_keys',
        'rate_limits',
        'channel_keys',
      ].map((name) => `1 from ${name}`),
    ]) {
      expect(await refusal(`select ${what}`)).toContain('permission denied')
    }
  })
  it('only adds to the ledger and to the audit', async () => {
    for (const name of ['stock_movements', 'audit_entries']) {
      for (const change of [
        `update ${name} set organization_id = organization_id`,
        `delete from ${name}`,
        `truncate ${name}`,
      ]) {
        expect(await refusal(change)).toContain('permission denied')
      }
    }
  })
  it('makes no tables, and stands above no policy', async () => {
    await expect(asOrganization(a, 'create table mine (n int)')).rejects.toThrow(/permission denied/)
    expect(
      await asOrganization(
        a,
        'select current_user::text as name, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as above',
      ),
    ).toEqual([{ name: 'motto_app', above: false }])
  })
})

/** Where the pool that sees everything may be used: sessions and accounts, work that spans organizations, and what no organization owns. */
const mayUseSystem = [
  /^server\/(?:db|http|cli|testing)\//,
  /^server\/(?:main|context|observing\/gauges)\.ts$/,
  /^server\/features\/(?:accounts|tokens)\//,
  /^server\/features\/organizations\/(?:service|jobs|upgrade)\.ts$/,
  /^server\/features\/integrations\/(?:queries|webhooks|health|connections\/signing-keys|quota\/\w+)\.ts$/,
  // A channel asks to forget a buyer wherever they bought.
  /^server\/features\/(?:integrations\/privacy\/(?:privacy|queries)|orders\/erase)\.ts$/,
  /^server\/features\/(?:changes|imports|notifications|publishing|reports|requirements|webhooks)\/jobs\.ts$/,
  /^server\/features\/orders\/slips\/jobs\.ts$/,
  /^server\/features\/imports\/(?:applying\/apply|reading\/read|planning\/plan)\.ts$/,
  /^server\/features\/sync\/(?:ticker|forget|reconciling\/(?:set-back|visible))\.ts$/,
  /^server\/features\/(?:support|library)\/service\.ts$/,
  /^server\/features\/(?:products\/list\/values|analytics\/(?:days\/(?:fold|keep-days|count-listings)|rates\/apply-rates))\.ts$/,
]
describe('the pool that sees every organization', () => {
  it('is used where people and all organizations are concerned, and nowhere else', () => {
    const root = join(import.meta.dirname, '..')
    const using = globSync('server/**/*.ts', { cwd: root }).filter(
      (file) =>
        !file.endsWith('.test.ts') &&
        /\bdatabase\.system\b|\basOwner\(|\binSystem\(|\{[^}]*\bsystem\b[^}]*\} = .*\bdatabase\b/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
    )
    expect(using.length).toBeGreaterThan(5)
    expect(using.filter((file) => !mayUseSystem.some((allowed) => allowed.test(file)))).toEqual([])
  })
})
