import pg from 'pg'
import { expect, it } from 'vitest'
import { emptyDatabase } from '../../testing/setup/database.ts'
import { migrate } from '../migrate.ts'

it("carries accounts' buffers and locations over to columns, which follow the settings", async () => {
  const connection = await emptyDatabase()
  await migrate(connection, '0031-barcodes')
  const db = new pg.Client(connection)
  await db.connect()
  try {
    await db.query(`insert into organizations (id, name, display_name) values (1, 'fine-shirts', 'Fine Shirts')`)
    await db.query(`
      insert into integrations (organization_id, channel, settings) values
        (1, 'ebay', '{"buffer": 3, "locationId": "home"}'), (1, 'shopify', '{"locationId": ""}'), (1, 'etsy', '{}')`)
    await migrate(connection)
    const read = async () =>
      (await db.query('select channel, buffer, location_id as at from integrations order by id')).rows as object[]
    expect(await read()).toEqual([
      { channel: 'ebay', buffer: 3, at: 'home' },
      { channel: 'shopify', buffer: 0, at: '' },
      { channel: 'etsy', buffer: 0, at: '' },
    ])
    await db.query(`update integrations set settings = '{"buffer": 5, "locationId": "shelf"}' where channel = 'ebay'`)
    expect((await read())[0]).toEqual({ channel: 'ebay', buffer: 5, at: 'shelf' })
  } finally {
    await db.end()
  }
})
