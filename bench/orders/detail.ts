import pg from 'pg'
import { getOrder } from '#contract/orders/orders.ts'
import { addressOf } from '#server/testing/address.ts'
import type { Shop } from '../kit/fixture.ts'
import { startFloor } from '../kit/floor.ts'
import { fetched } from '../list.ts'
import { type Row, beside } from '../kit/report.ts'
import { inTurn } from '../kit/time.ts'

const ROUNDS = 100
const LINES = 20
const GOAL = 2

/** What the page of an order reads of it, by hand: the order with its channel's record, and its lines with their products. */
const order = `select o.*, n.shop, d.body from orders o
  left join integrations n on n.organization_id = o.organization_id and n.id = o.integration_id
  left join order_documents d on d.organization_id = o.organization_id and d.order_id = o.id
  where o.organization_id = $1 and o.id = $2`
const lines = `select i.*, p.title, p.warehouse, p.location, p.bin from order_items i
  left join products p on p.organization_id = i.organization_id and p.id = i.product_id
  where i.organization_id = $1 and i.order_id = $2 order by i.id`

/** The page of one order of 20 lines, among as many orders as there are, beside its floor. */
export async function benchOrderDetail({ server, connection, organizationId, cookie }: Shop): Promise<Row[]> {
  const db = new pg.Client(connection)
  await db.connect()
  try {
    const { rows } = await db.query<{ id: string; all: string }>(
      `select id, (select count(*) from orders where organization_id = $1) as all from orders where organization_id = $1
       order by order_date desc, id desc offset 5000 limit 1`,
      [organizationId],
    )
    const [chosen] = rows
    if (!chosen) throw new Error('there are too few orders')
    await db.query(
      `insert into order_items (organization_id, order_id, external_id, sku, item_title, price, quantity, product_id)
       select $1, $2, 'line-' || p.id, p.sku, 'Mug', 1000, 1, p.id from (select * from products where organization_id = $1 order by id limit $3) p`,
      [organizationId, chosen.id, LINES],
    )
    const values = [organizationId, chosen.id]
    const floor = await startFloor(connection, [
      { page: { name: 'lines', text: lines, values }, total: { name: 'order', text: order, values } },
    ])
    try {
      const ours = () =>
        fetched<{ data: { order: { items: object[] } } }>(
          server.url + addressOf(getOrder, { query: { orderId: Number(chosen.id) } }),
          cookie,
        )
      const theirs = () => fetched<{ data: object[] }>(`${floor.url}/0`)
      const [ourLines, floorLines] = [(await ours()).data.order.items.length, (await theirs()).data.length]
      if (ourLines !== floorLines || ourLines < LINES)
        throw new Error(`the floor has ${floorLines} lines, ours ${ourLines}`)
      const [a, b] = await inTurn(ROUNDS, ours, theirs)
      return beside(`${Number(chosen.all).toLocaleString('en-US')} orders, one of ${ourLines} lines`, a, b, GOAL)
    } finally {
      await floor.stop()
    }
  } finally {
    await db.end()
  }
}
