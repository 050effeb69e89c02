import pg from 'pg'
import { expect, it } from 'vitest'
import { emptyDatabase, testDatabase } from '#server/testing/setup/database.ts'
import { migrate } from './migrate.ts'

/** The last migration after which an order's units left all at once. */
const before = '0088-dumps-that-restore'

interface StoredLine {
  quantity: number
  taken: number
  shortfall?: number
  sent?: number
  lost?: number
  gone?: number
  turn?: number
}
type State = 'open' | 'shipped' | 'cancelled'

class Shop {
  private last = 0
  private readonly db: pg.Client
  constructor(db: pg.Client) {
    this.db = db
  }

  async begin() {
    await this.db.query(
      `insert into organizations (id, name, display_name, counted_currency, counted_time_zone) values (1, 'fine-shirts', 'Fine Shirts', 'USD', 'UTC')`,
    )
    await this.db.query(`insert into product_templates (organization_id, id, name) values (1, 1, 'Shirts')`)
  }

  /** @returns the id of the product, of its level and of all that is made for it */
  async product(onHand: number, reserved: number, bundled: 'bundle' | 'component' | null = null): Promise<number> {
    this.last += 1
    const id = this.last
    await this.db.query(
      `insert into products (organization_id, id, template_id, sku, title) values (1, $1, 1, $2, 'Mug')`,
      [id, `MUG-${id}`],
    )
    await this.db.query(
      `insert into stock_levels (organization_id, id, sku, product_id, on_hand, reserved, sold, bundled) values (1, $1, $2, $1, $3, $4, $4, $5)`,
      [id, `MUG-${id}`, onHand, reserved, bundled],
    )
    return id
  }

  /** An order of one line that has the number of its product. */
  async order(id: number, state: State, line: StoredLine): Promise<void> {
    await this.db.query(
      `insert into orders (organization_id, id, channel, external_order_id, number, state, order_status, shipping_status, payment_status, order_date)
       values (1, $1::bigint, 'ebay', $1::bigint::text, '', $2, '', '', '', now())`,
      [id, state],
    )
    const { quantity, taken, shortfall = 0, sent = 0, lost = 0, gone = 0, turn = 1 } = line
    await this.db.query(
      `insert into order_items (organization_id, id, order_id, external_id, sku, item_title, price, quantity, product_id, level_id, taken, shortfall, sent, lost, gone, stock_turn)
       values (1, $1, $1, 'L1', $2, 'Mug', 100, $3, $1, $1, $4, $5, $6, $7, $8, $9)`,
      [id, `MUG-${id}`, quantity, taken, shortfall, sent, lost, gone, turn],
    )
    await this.take(id, id, taken, quantity, null)
  }

  /** The movement that reserved units for the order with this number. */
  async take(orderId: number, levelId: number, units: number, sold: number, through: number | null): Promise<void> {
    await this.db.query(
      `insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, order_id, through_level_id)
       values (1, $2, '', $2, 0, $3, $4, 0, 'order', 'ebay', 'order:' || $1::bigint || ':' || $1::bigint || '.1:take', $1, $5)`,
      [orderId, levelId, units, sold, through],
    )
  }

  async after(id: number) {
    const { rows } = await this.db.query<Record<string, number>>(
      `select l.on_hand, l.reserved, f.reserved::int as shown, i.taken, i.shortfall, i.gone, i.uncounted, i.sent, i.channel_sent,
         (select count(*)::int from stock_movements m where m.level_id = l.id and m.reason = 'ship') as shipments
       from stock_levels l join product_facts f on f.product_id = l.product_id left join order_items i on i.id = l.id where l.id = $1`,
      [id],
    )
    return rows[0]
  }
}

it('DESIGN 2: units of open orders that left before the upgrade leave on hand with it, once', async () => {
  await testDatabase() // brings the role, which belongs to the server
  const connection = await emptyDatabase()
  await migrate(connection, { upTo: before })
  const db = new pg.Client(connection)
  await db.connect()
  try {
    const shop = new Shop(db)
    await shop.begin()
    const cases: [State, [number, number], StoredLine, Record<string, number>][] = [
      ['open', [10, 2], { quantity: 2, taken: 2 }, { on_hand: 10, reserved: 2, taken: 2, gone: 0, shipments: 0 }],
      [
        'open',
        [10, 3],
        { quantity: 3, taken: 3, sent: 2 },
        { on_hand: 8, reserved: 1, taken: 1, gone: 2, sent: 2, channel_sent: 2, shipments: 1 },
      ],
      [
        'open',
        [10, 3],
        { quantity: 3, taken: 3, lost: 1 },
        { on_hand: 9, reserved: 2, taken: 2, gone: 1, shipments: 1 },
      ],
      [
        'open',
        [1, 1],
        { quantity: 3, taken: 1, shortfall: 2, sent: 2 },
        { on_hand: 0, reserved: 0, taken: 0, shortfall: 1, gone: 2, uncounted: 1, shipments: 1 },
      ],
      [
        'open',
        [1, 1],
        { quantity: 3, taken: 1, shortfall: 1, lost: 1 },
        { on_hand: 1, reserved: 1, taken: 1, shortfall: 1, gone: 1, uncounted: 1, shipments: 0 },
      ],
      [
        'open',
        [8, 1],
        { quantity: 3, taken: 1, sent: 2, gone: 2 },
        { on_hand: 8, reserved: 1, taken: 1, gone: 2, shipments: 0 },
      ],
      [
        'shipped',
        [7, 0],
        { quantity: 3, taken: 3 },
        { on_hand: 7, taken: 0, gone: 3, sent: 3, channel_sent: 0, shipments: 0 },
      ],
      [
        'shipped',
        [0, 0],
        { quantity: 3, taken: 1, shortfall: 2, sent: 3 },
        { on_hand: 0, taken: 0, shortfall: 0, gone: 3, uncounted: 2, channel_sent: 3, shipments: 0 },
      ],
      [
        'cancelled',
        [9, 0],
        { quantity: 3, taken: 1, lost: 1 },
        { on_hand: 9, taken: 0, gone: 1, uncounted: 0, shipments: 0 },
      ],
      ['cancelled', [10, 0], { quantity: 3, taken: 0 }, { on_hand: 10, reserved: 0, taken: 0, gone: 0, shipments: 0 }],
    ]
    const ids: number[] = []
    for (const [state, [onHand, reserved], line] of cases) {
      const id = await shop.product(onHand, reserved)
      await shop.order(id, state, line)
      ids.push(id)
    }
    const [cup, set] = [await shop.product(10, 6, 'component'), await shop.product(5, 3, 'bundle')]
    await db.query(
      `insert into bundle_parts (organization_id, bundle_level_id, part_level_id, pieces, position) values (1, $1, $2, 2, 0)`,
      [set, cup],
    )
    await shop.order(set, 'open', { quantity: 3, taken: 3, sent: 1 })
    await shop.take(set, cup, 6, 6, set)
    // What triggers keep, as it stands in an installation that is upgraded.
    await db.query(
      `insert into product_facts (organization_id, product_id, quantity, reserved, sold, variations)
       select 1, product_id, available, reserved, sold, 0 from stock_levels on conflict (organization_id, product_id) do update set reserved = excluded.reserved`,
    )

    await migrate(connection)
    await migrate(connection)

    const results = await Promise.all(ids.map((id) => shop.after(id)))
    for (const [at, [, , , expected]] of cases.entries()) expect(results[at], `case ${at}`).toMatchObject(expected)
    for (const result of results) expect(result?.['shown']).toBe(result?.['reserved'])
    expect(await shop.after(cup)).toMatchObject({ on_hand: 8, reserved: 4, shown: 4, shipments: 1 })
    expect(await shop.after(set)).toMatchObject({ on_hand: 4, reserved: 2, taken: 2, gone: 1, shipments: 1 })
  } finally {
    await db.end()
  }
})
