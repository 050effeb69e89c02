import pg from 'pg'
import { expect, it } from 'vitest'
import { emptyDatabase } from '../../testing/setup/database.ts'
import { migrate } from '../migrate.ts'

/*
 * An installation that is brought up to date has rows everywhere. Each table of an older schema gets one, made from what the schema says of
 * its columns, so that a migration which only works on empty tables, or loses rows, shows here.
 */

interface Column {
  table: string
  name: string
  type: string
  needed: boolean
}
/** What the schema does not say: values that fit together. */
const given: Record<string, string> = {
  'members.role_id': '2',
  'invitations.role_id': '2',
  'invitations.email': "'waiting@example.com'",
  'listing_templates.schemas': `'[{"id": "used", "name": "Used", "title": "Used shirt"}, {"id": "new", "name": "New", "details": "Mint"}]'`,
  'listing_products.listing_template_id': '1',
  'listing_products.selected_schema_id': "'new'",
  'listing_products.status': "'listed'",
  'listing_products.external_id': "'E-1'",
  'listing_products.pending': "'quantity'",
  'listing_products.pending_version': '7',
  'listing_products.pushed_quantity': '3',
  'orders.channel_order': `'{"buyer": {"username": "ana"}}'`,
  'orders.channel': "'ebay'",
  'orders.order_status': "'OPEN'",
  'products.attributes': `'[{"name": "EAN", "value": "4006381333931"}]'`,
}
const byType: Record<string, string> = {
  bigint: '1',
  integer: '1',
  smallint: '1',
  numeric: '1',
  'double precision': '1',
  boolean: 'false',
  date: 'now()',
  'timestamp with time zone': 'now()',
  uuid: 'gen_random_uuid()',
  bytea: "'\\x01'",
  jsonb: "'{}'",
  ARRAY: "'{}'",
}

async function fill(db: pg.Client): Promise<void> {
  const { rows: columns } = await db.query<Column>(`
    select c.table_name as table, c.column_name as name, c.data_type as type, c.is_nullable = 'NO' and c.column_default is null and c.is_generated = 'NEVER' as needed
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%' and c.is_generated = 'NEVER' order by 1, c.ordinal_position`)
  const { rows: checks } = await db.query<{ table: string; rule: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  const oneOf = (table: string, name: string) =>
    checks
      .filter((check) => check.table === table)
      .flatMap(({ rule }) => new RegExp(`\\(${name} = ANY \\(ARRAY\\[('[^']*')`).exec(rule)?.[1] ?? [])[0]
  // All rows have the id 1, so whatever points anywhere points there.
  await db.query(`set session_replication_role = replica`)
  for (const [table, all] of Map.groupBy(columns, (column) => column.table)) {
    const own = all.filter(({ name, needed }) => needed || name === 'organization_id' || given[`${table}.${name}`])
    const value = ({ name, type }: Column) =>
      given[`${table}.${name}`] ?? oneOf(table, name) ?? byType[type] ?? `'${name}'`
    await db.query(
      `insert into ${table} (${own.map(({ name }) => `"${name}"`).join(', ')}) overriding system value values (${own.map(value).join(', ')})`,
    )
  }
  await db.query(`set session_replication_role = origin`)
}

async function counted(db: pg.Client): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by 1`,
  )
  const counts = new Map<string, number>()
  for (const { name } of rows)
    counts.set(name, (await db.query<{ n: number }>(`select count(*)::int as n from ${name}`)).rows[0]?.n ?? 0)
  return counts
}

it('a database with rows in every table is brought up to date without losing one', async () => {
  const connection = await emptyDatabase()
  await migrate(connection, '0020-tracking-untold')
  const db = new pg.Client(connection)
  await db.connect()
  try {
    await fill(db)
    const before = await counted(db)
    expect([...before].filter(([, rows]) => rows === 0)).toEqual([])
    await migrate(connection)
    const after = await counted(db)
    expect([...before].filter(([table, rows]) => (after.get(table) ?? 0) < rows)).toEqual([])
    const { rows: debts } = await db.query(
      'select listing_id, integration_id, pending, pending_version, pushed_quantity from listing_debts',
    )
    expect(debts).toEqual([
      { listing_id: '1', integration_id: '1', pending: 'quantity', pending_version: '7', pushed_quantity: 3 },
    ])
    const { rows: orders } = await db.query(
      `select o.stage, o.buyer_account, d.body from orders o join order_documents d on d.organization_id = o.organization_id and d.order_id = o.id`,
    )
    expect(orders).toEqual([{ stage: 'open', buyer_account: 'ana', body: { buyer: { username: 'ana' } } }])
    const { rows: schemas } = await db.query(
      `select s.id, s.position, s.name, s.details, s.fields, l.selected_schema_id as chosen from listing_schemas s
        left join listing_products l using (organization_id, template_id, integration_id) order by s.position`,
    )
    expect(schemas).toEqual([
      { id: 'used', position: 0, name: 'Used', details: '', fields: { title: 'Used shirt' }, chosen: 'new' },
      { id: 'new', position: 1, name: 'New', details: 'Mint', fields: {}, chosen: 'new' },
    ])
    const { rows: undated } = await db.query('select from order_items where order_date is null')
    expect(undated).toEqual([])
    const { rows: found } = await db.query(`select barcodes(barcode, attributes) as code from products`)
    expect(found).toEqual([{ code: '04006381333931' }])
  } finally {
    await db.end()
  }
})
