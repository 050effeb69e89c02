import pg from 'pg'
import { expect, it } from 'vitest'
import { emptyDatabase } from '../../testing/setup/database.ts'
import { migrate } from '../migrate.ts'

it("carries channels' records over to a table of their own, with the hash that the same record has when it comes again", async () => {
  const connection = await emptyDatabase()
  await migrate(connection, '0020-tracking-untold')
  const db = new pg.Client(connection)
  await db.connect()
  try {
    await db.query(`insert into organizations (id, name, display_name) values (1, 'fine-shirts', 'Fine Shirts')`)
    await db.query(`
      insert into orders (organization_id, channel, external_order_id, number, state, order_status, shipping_status, payment_status, order_date, channel_order)
      values (1, 'ebay', 'E', 'E', 'open', '', '', '', now(), '{"b": {"x": 1}, "a": 2, "buyer": {"username": "ana"}}'),
        (1, 'shopify', 'S', 'S', 'open', '', '', '', now(), '{"buyer": {"username": "not an account"}}'),
        (1, 'manual', 'M', 'M', 'open', 'open', '', '', now(), '{"source": "Phone"}'),
        (1, 'manual', 'N', 'N', 'open', 'open', '', '', now(), null)`)
    await migrate(connection)
    const { rows } = await db.query(`
      select o.external_order_id as id, o.source, o.buyer_account as account, d.body,
        d.hash = document_hash('{"buyer": {"username": "ana"}, "a": 2, "b": {"x": 1}}') as same
      from orders o left join order_documents d on d.organization_id = o.organization_id and d.order_id = o.id order by o.id`)
    expect(rows).toEqual([
      { id: 'E', source: '', account: 'ana', same: true, body: { b: { x: 1 }, a: 2, buyer: { username: 'ana' } } },
      { id: 'S', source: '', account: '', same: false, body: { buyer: { username: 'not an account' } } },
      { id: 'M', source: 'Phone', account: '', same: null, body: null },
      { id: 'N', source: '', account: '', same: null, body: null },
    ])
  } finally {
    await db.end()
  }
})
