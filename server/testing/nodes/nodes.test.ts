import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openPools } from '../../db/connection/pools.ts'
import { byOrganization, onEveryNode, organizationsTable } from '../../db/schema/places.ts'
import type { DB } from '../../db/types.ts'
import { testDatabase } from '../setup/database.ts'

const rowsOf = async <T>(db: Kysely<DB>, text: ReturnType<typeof sql<T>>) => (await text.execute(db)).rows

// Where there is no Citus, the rules of server/db/schema/many-nodes.test.ts stand in for it.
describe.skipIf(!inject('nodes'))('on several nodes', () => {
  let database: Database
  let [ours, theirs] = [0, 0]
  const addOrganization = async () => {
    const name = randomUUID()
    const [row] = await rowsOf(
      database.system,
      sql<{ id: number }>`insert into organizations (name, display_name) values (${name}, ${name}) returning id`,
    )
    await sql`insert into organization_counts (organization_id) values (${row?.id})`.execute(database.system)
    return row?.id ?? 0
  }
  beforeAll(async () => {
    database = openPools(await testDatabase(), 2)
    ours = await addOrganization()
    theirs = await addOrganization()
  }, 600_000)
  afterAll(() => database.close())

  it('tables of organizations are spread, and users are on all nodes', async () => {
    const rows = await rowsOf(
      database.system,
      sql<{
        name: string
        method: string
      }>`select logicalrelid::text as name, partmethod::text as method from pg_dist_partition`,
    )
    const spread = rows.filter(({ method }) => method === 'h').map(({ name }) => name)
    expect(spread.toSorted()).toEqual([organizationsTable, ...byOrganization].toSorted())
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...onEveryNode]))
  })

  it('an organization writes and reads its own rows alone, and triggers keep its figures', async () => {
    const db = database.forOrganization(ours)
    const [template] = await rowsOf(
      db,
      sql<{ id: number }>`insert into product_templates (organization_id, name) values (${ours}, 'Bikes') returning id`,
    )
    const [product] = await rowsOf(
      db,
      sql<{ id: number }>`
        insert into products (organization_id, template_id, sku, title) values (${ours}, ${template?.id}, 'A', 'Red bike') returning id`,
    )
    await sql`insert into stock_levels (organization_id, sku, product_id, on_hand) values (${ours}, 'A', ${product?.id}, 7)`.execute(
      db,
    )
    await db.transaction().execute(async (transaction) => {
      await sql`update stock_levels set reserved = 2 where organization_id = ${ours} and sku = 'A'`.execute(transaction)
      await sql`
        insert into orders (organization_id, channel, external_order_id, number, state, order_status, shipping_status, payment_status, order_date)
        values (${ours}, 'manual', 'E', 'N', 'open', '', '', '', now())`.execute(transaction)
    })
    const facts = sql<object>`select quantity::int as quantity, reserved::int as reserved from product_facts where organization_id = ${ours}`
    expect(await rowsOf(db, facts)).toEqual([{ quantity: 5, reserved: 2 }])
    const counts = sql<object>`select products::int as products, orders::int as orders from organization_counts where organization_id = ${ours}`
    expect(await rowsOf(db, counts)).toEqual([{ products: 1, orders: 1 }])
    expect(await rowsOf(database.forOrganization(theirs), facts)).toEqual([])
    expect(await rowsOf(database.forOrganization(theirs), sql`select id from products`)).toEqual([])
    await expect(
      sql`insert into product_templates (organization_id, name) values (${ours}, 'Cars')`.execute(
        database.forOrganization(theirs),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
