import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../testing/setup/database.ts'

describe('what the database computes by itself', () => {
  let db: pg.Client
  beforeAll(async () => {
    db = new pg.Client(await testDatabase())
    await db.connect()
    await db.query(`insert into organizations (id, name, display_name) values (1, 'fine-shirts', 'Fine Shirts')`)
  })
  afterAll(() => db.end())

  it("an account's buffer and location follow its settings, with defaults where they say nothing", async () => {
    await db.query(`
      insert into integrations (organization_id, channel, settings) values
        (1, 'ebay', '{"buffer": 3, "locationId": "home"}'), (1, 'shopify', '{"locationId": ""}'), (1, 'etsy', '{}')`)
    const read = async () => {
      const { rows } = await db.query('select channel, buffer, location_id as location from integrations order by id')
      return rows as object[]
    }
    expect(await read()).toEqual([
      { channel: 'ebay', buffer: 3, location: 'home' },
      { channel: 'shopify', buffer: 0, location: '' },
      { channel: 'etsy', buffer: 0, location: '' },
    ])
    await db.query(`update integrations set settings = '{"buffer": 5, "locationId": "shelf"}' where channel = 'ebay'`)
    expect((await read())[0]).toEqual({ channel: 'ebay', buffer: 5, location: 'shelf' })
  })

  it('two records of an order have the same hash whatever the order of their fields, and another one when a field differs', async () => {
    const { rows } = await db.query<{ same: boolean; other: boolean }>(`
      select document_hash('{"b": {"x": 1}, "a": 2}') = document_hash('{"a": 2, "b": {"x": 1}}') as same,
        document_hash('{"a": 2}') = document_hash('{"a": 3}') as other`)
    expect(rows).toEqual([{ same: true, other: false }])
  })

  it("a product's barcode is found in its own column and in its attributes, filled up to 14 digits", async () => {
    const { rows } = await db.query<{ own: string; attribute: string }>(`
      select barcodes('4006381333931', '[]') as own, barcodes('', '[{"name": "EAN", "value": "4006381-333931"}]') as attribute`)
    expect(rows).toEqual([{ own: '04006381333931', attribute: '04006381333931' }])
  })
})
