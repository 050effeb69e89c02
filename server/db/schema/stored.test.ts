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

  it('is computed without a search path too, as restoring a dump of pg_dump needs', async () => {
    await db.query(`set session_replication_role = replica`) // as in a restore, triggers come later
    await db.query(`set search_path = ''`)
    try {
      const product = await db.query<{ terms: string[]; words: string }>(`
        insert into public.products (organization_id, id, template_id, sku, title, attributes)
        values (1, 1, 1, 'mug-1', 'Mug ★', '[{"name": "EAN", "value": "4006381333931"}]') returning terms, words::text`)
      expect(product.rows).toEqual([{ terms: ['EAN\u001f4006381333931'], words: "'-1':2 'mug':1,3 'mug-1' '★'" }])
      await db.query(
        `insert into public.variations (organization_id, product_id, name, sku, barcode) values (1, 1, 'Red', 'mug-1-red', '4006381333931')`,
      )
      await db.query(`
        insert into public.orders (organization_id, channel, external_order_id, number, state, order_status, shipping_status, payment_status, order_date)
        values (1, 'manual', '1', '1', 'open', '', '', '', now())`)
    } finally {
      await db.query('reset search_path')
      await db.query('reset session_replication_role')
    }
  })
})
