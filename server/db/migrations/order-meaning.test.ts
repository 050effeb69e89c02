import pg from 'pg'
import { expect, it } from 'vitest'
import { emptyDatabase } from '../../testing/setup/database.ts'
import { migrate } from '../migrate.ts'

it('ORD-047..ORD-053 says of every order that is there what its words have meant', async () => {
  const connection = await emptyDatabase()
  await migrate(connection, '0025-live-accounts')
  const db = new pg.Client(connection)
  await db.connect()
  const cases = [
    ['ebay', 'NOT_STARTED', 'NOT_STARTED', 'PAID', '', 'open', 'paid'],
    ['ebay', 'IN_PROGRESS', 'IN_PROGRESS', 'PARTIALLY_REFUNDED', '', 'partly', 'partly_refunded'],
    ['ebay', 'FULFILLED', 'FULFILLED', 'FULLY_REFUNDED', '', 'shipped', 'refunded'],
    ['ebay', 'NOT_STARTED', 'NOT_STARTED', 'FAILED', '', 'open', 'failed'],
    ['shopify', 'OPEN', 'IN_PROGRESS', 'AUTHORIZED', 'open', 'open', 'open'],
    ['shopify', 'CLOSED', 'PARTIALLY_FULFILLED', 'PARTIALLY_PAID', '', 'partly', 'partly'],
    ['shopify', 'OPEN', 'FULFILLMENT_NOT_REQUIRED', 'VOIDED', 'open', 'none', 'void'],
    ['manual', 'open', 'Label Created', '', 'open', 'open', 'none'],
    ['manual', 'Completed', ' Delivered', 'Paid', 'done', 'shipped', 'paid'],
    ['manual', 'Completed', 'Returned', 'Chargeback', 'done', 'none', 'void'],
  ]
  try {
    await db.query(`insert into organizations (id, name, display_name) values (1, 'fine-shirts', 'Fine Shirts')`)
    for (const [at, [channel, order, shipping, payment]] of cases.entries())
      await db.query(
        `insert into orders (organization_id, id, channel, external_order_id, number, state, order_status, shipping_status, payment_status, order_date)
         values (1, $1::bigint, $2, $1::bigint::text, '', 'open', $3, $4, $5, now())`,
        [at + 1, channel, order, shipping, payment],
      )
    await migrate(connection)
    const { rows } = await db.query<Record<'stage' | 'shipping' | 'payment', string>>(
      'select stage, shipping, payment from orders order by id',
    )
    expect(rows.map(({ stage, shipping, payment }) => [stage, shipping, payment])).toEqual(
      cases.map((one) => one.slice(4)),
    )
  } finally {
    await db.end()
  }
})
