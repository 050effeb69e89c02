import { listProducts } from '#contract/products/products.ts'
import { defaultColumns, fieldsOf } from '#web/features/inventory/columns/columns.ts'
import { addressOf } from '#server/testing/address.ts'
import type { Shop } from './kit/fixture.ts'
import { askedOf, floorColumns, startFloor } from './kit/floor.ts'
import { operations } from './kit/operations.ts'
import { type Row, atOnce, beside } from './kit/report.ts'
import { inTurn, perSecond } from './kit/time.ts'

/** What the browser asks for with the columns shown at first. */
const fields = fieldsOf(defaultColumns)
const ROUNDS = 60
const CALLERS = 16
const CALLS = 320
const WARM_UP = 200
/** Of the floor's requests per second, at least. */
const SHARE = 0.4

interface Page {
  data: { id: number; sku: string }[]
  items: number
}

export async function fetched<T>(url: string, cookie = ''): Promise<T> {
  // Both as they are: packing an answer for the way costs more than a bare server's whole answer.
  const response = await fetch(url, { headers: { cookie, 'accept-encoding': 'identity' } })
  const body = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${body.slice(0, 200)}`)
  return JSON.parse(body) as T
}

/** Each way to look at the product list beside its floor, with session and permission checks on: one at a time, then 16 at once. */
export async function benchLists(
  { server, connection, organizationId, cookie, products }: Shop,
  named: string,
): Promise<Row[]> {
  const { data: first } = await fetched<{ data: Page }>(
    `${server.url}${addressOf(listProducts, { query: { limit: 500, offset: 100, fields: ['sku'] } })}`,
    cookie,
  )
  const all = operations(first.data.map(({ sku }) => sku)).filter(({ name }) => name.includes(named))
  const floor = await startFloor(connection, askedOf(organizationId, all))
  const rows: Row[] = []
  console.error(
    `The floor answers the columns shown at first: ${floorColumns}. Ours is asked as the page of the inventory asks.`,
  )
  await perSecond(WARM_UP, CALLERS, () => fetched(server.url + addressOf(listProducts), cookie))
  try {
    for (const [n, { name, query, goal }] of all.entries()) {
      const ours = async () =>
        (await fetched<{ data: Page }>(server.url + addressOf(listProducts, { query: { ...query, fields } }), cookie))
          .data
      const theirs = () => fetched<Page>(`${floor.url}/${n}`)
      const benchmark = `${products.toLocaleString('en-US')} products, ${name}`
      mustAgree(benchmark, await ours(), await theirs())
      const [a, b] = await inTurn(ROUNDS, ours, theirs)
      rows.push(...beside(benchmark, a, b, goal))
      const [fast, mine] = [await perSecond(CALLS, CALLERS, theirs), await perSecond(CALLS, CALLERS, ours)]
      rows.push(atOnce(benchmark, CALLERS, mine, fast, SHARE))
    }
  } finally {
    await floor.stop()
  }
  return rows
}

/** A floor that answers something else is none. */
function mustAgree(benchmark: string, ours: Page, theirs: Page): void {
  const most = Math.min(theirs.items, 10_000)
  const same = (theirs.items > 10_000 && ours.items >= most) || ours.items === theirs.items
  if (!same || ours.data.map(({ id }) => id).join() !== theirs.data.map(({ id }) => id).join()) {
    throw new Error(
      `${benchmark}: the floor answers otherwise (${theirs.items} products from ${theirs.data[0]?.id}, ours ${ours.items} from ${ours.data[0]?.id})`,
    )
  }
}
