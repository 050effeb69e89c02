import pg from 'pg'
import type { CallInput } from '#contract/endpoint.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { addressOf } from '#server/testing/address.ts'
import { inBulk } from '../bulk.ts'
import type { Shop } from '../kit/fixture.ts'
import { type Asked, startFloor } from '../kit/floor.ts'
import { fetched } from '../list.ts'
import { benchOrderDetail } from './detail.ts'
import { type Row, beside } from '../kit/report.ts'
import { inTurn } from '../kit/time.ts'

const ROUNDS = 60
/** DESIGN 7: at most so many times the floor's p50. */
const GOAL = 2
const CAP = 10_000

/** Two years of orders: most were sent and paid, some wait, some are partly sent, unpaid, cancelled or paid back. */
const fill = `
  insert into orders (organization_id, channel, external_order_id, number, state, stage, shipping, payment, order_status, shipping_status, payment_status,
    order_date, total_quantity, total_amount, skus, buyer_name, buyer_email)
  select $1, case when n % 5 < 3 then 'ebay' else 'shopify' end, 'bench-' || n, '#' || n, state, case when state = 'open' then 'open' else '' end, shipping, payment,
    upper(state), upper(shipping), upper(payment), now() - n * (interval '730 days' / $2::int), 1 + n % 3, 1000 + n % 9000, array['SKU-' || n % 5000],
    'Buyer ' || n % 70000, 'buyer' || n % 70000 || '@example.com'
  from (select n, case when n % 17 = 0 then 'cancelled' when n % 50 = 1 or n < $2 / 100 then 'open' else 'shipped' end as state,
    case when n % 17 = 0 then 'open' when n % 50 = 1 or n < $2 / 100 then (case when n % 10 = 1 then 'partly' else 'open' end) else 'shipped' end as shipping,
    case when n % 17 = 0 then 'refunded' when n % 40 = 3 then 'open' when n % 90 = 5 then 'partly_refunded' else 'paid' end as payment
    from generate_series(1, $2::int) n) made`

const completed = `(stage = 'done' or (shipping in ('none', 'shipped') and payment in ('paid', 'partly_refunded')))`
const open = `state <> 'cancelled' and (stage = 'open' or shipping in ('open', 'partly'))`
const toShip = `state <> 'cancelled' and (ready_to_ship or (stage <> 'done' and shipping in ('open', 'partly') and payment in ('none', 'paid', 'partly_refunded')))`
const lately = `order_date >= current_date - 30`

interface Look {
  name: string
  query: NonNullable<CallInput<typeof searchOrders>['query']>
  /** What somebody would write by hand for it; none: the total is a number that is kept. */
  where?: string
  /** The order that the page goes on after. */
  after?: Neighbour
}
interface Neighbour {
  id: number
  /** As the database writes it, to the microsecond. */
  at: string
}
const lastMonth = () => new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
/** @param deep a page far behind the first, as far as there are orders
 * @param middle the order that half of all come after */
const looks = (deep: number, middle: Neighbour): Look[] => [
  { name: 'All', query: {} },
  { name: `All, page ${deep}`, query: { page: deep } },
  { name: 'All, half way, turned to', query: { after: String(middle.id) }, after: middle },
  {
    name: 'Completed, half way, turned to',
    query: { tab: 'completed', after: String(middle.id) },
    where: completed,
    after: middle,
  },
  { name: 'Open', query: { tab: 'open' }, where: open },
  { name: 'Ready to Ship', query: { tab: 'readyToShip' }, where: toShip },
  { name: 'Completed', query: { tab: 'completed' }, where: completed },
  { name: 'Pending', query: { statuses: ['Pending'] }, where: `not ${completed}` },
  { name: 'All of 30 days', query: { startDate: lastMonth() }, where: lately },
  { name: 'Open of 30 days', query: { tab: 'open', startDate: lastMonth() }, where: `${open} and ${lately}` },
  {
    name: 'Completed of 30 days',
    query: { tab: 'completed', startDate: lastMonth() },
    where: `${completed} and ${lately}`,
  },
]

const columns = `id, channel, number, order_date, buyer_name, skus, total_quantity, total_amount, currency, order_status, shipping_status, payment_status, oversold, state`
const askedOf =
  (organizationId: number) =>
  ({ query, where, after }: Look, n: number): Asked => ({
    page: {
      name: `orders${n}`,
      text: `select ${columns} from orders where organization_id = $1 and ${where ?? 'true'} and ${after ? '(order_date, id) < ($2::timestamptz, $3)' : 'true'}
        order by order_date desc, id desc offset ${Number(query.page ?? 0) * 25} limit 25`,
      values: [organizationId, ...(after ? [after.at, after.id] : [])],
    },
    total: {
      name: `count${n}`,
      text: where
        ? `select count(*)::int as n from (select from orders where organization_id = $1 and ${where} limit ${CAP + 1}) found`
        : 'select orders::int as n from organization_counts where organization_id = $1',
      values: [organizationId],
    },
  })

type Found = { id: number; totalRows?: number }[]

/** Fills in so many orders. */
export async function fillOrders(db: pg.Client, organizationId: number, size: number): Promise<void> {
  console.error(`Filling in ${size.toLocaleString('en-US')} orders…`)
  await inBulk(db, ['orders', 'order_items'], async () => {
    await db.query(fill, [organizationId, size])
    await db.query(
      `update orders o set integration_id = i.id from integrations i
       where i.organization_id = $1 and o.organization_id = $1 and i.channel = o.channel`,
      [organizationId],
    )
  })
  await db.query('update organization_counts set orders = $2 where organization_id = $1', [organizationId, size])
  await db.query('vacuum analyze orders')
}

/** Each tab and filter of the orders list beside its floor, at several numbers of orders. */
export async function benchOrders(shop: Shop, sizes: readonly number[]): Promise<Row[]> {
  const { server, connection, organizationId, cookie } = shop
  const db = new pg.Client(connection)
  await db.connect()
  const rows: Row[] = []
  try {
    for (const size of sizes) {
      await fillOrders(db, organizationId, size)
      const { rows: middle } = await db.query<Neighbour>(
        `select id, order_date::text as at from orders where organization_id = $1 and external_order_id = 'bench-' || $2::int`,
        [organizationId, Math.floor(size / 2)],
      )
      if (!middle[0]) throw new Error('There is no order half way.')
      const requests = looks(Math.min(400, Math.floor(size / 50)), middle[0])
      const floor = await startFloor(connection, requests.map(askedOf(organizationId)))
      try {
        for (const [n, { name, query }] of requests.entries()) {
          const ours = async () =>
            (await fetched<{ data: Found }>(server.url + addressOf(searchOrders, { query }), cookie)).data
          const theirs = () => fetched<{ data: Found; items: number }>(`${floor.url}/${n}`)
          const benchmark = `${size.toLocaleString('en-US')} orders, ${name}`
          mustAgree(benchmark, await ours(), await theirs())
          const [a, b] = await inTurn(ROUNDS, ours, theirs)
          rows.push(...beside(benchmark, a, b, GOAL))
        }
      } finally {
        await floor.stop()
      }
      rows.push(...(await benchOrderDetail(shop)))
    }
  } finally {
    await db.end()
  }
  return rows
}

/** A floor that answers something else is none. */
function mustAgree(benchmark: string, ours: Found, theirs: { data: Found; items: number }): void {
  const isSame = ours.map(({ id }) => id).join() === theirs.data.map(({ id }) => id).join()
  const counted = ours[0]?.totalRows ?? 0
  if (!isSame || Math.min(counted, CAP) !== Math.min(theirs.items, CAP))
    throw new Error(`${benchmark}: the floor answers otherwise (${theirs.items} orders, ours ${counted})`)
}
