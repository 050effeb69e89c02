import { sql } from 'kysely'
import type pg from 'pg'
import type { AnyEndpoint, CallInput } from '#contract/endpoint.ts'
import { updateProducts } from '#contract/changes/changes.ts'
import { createOrder } from '#contract/orders/create.ts'
import { createProduct, listProducts } from '#contract/products/products.ts'
import { addressOf } from '#server/testing/address.ts'
import { until } from '#server/testing/setup/until.ts'
import type { Shop } from './kit/fixture.ts'
import { startFloor } from './kit/floor.ts'
import { fetched } from './list.ts'
import { type Row, atOnce, beside, ms } from './kit/report.ts'
import { send } from './kit/send.ts'
import { inTurn, perSecond } from './kit/time.ts'

const ROUNDS = 100
const CALLERS = 16
const CALLS = 160
/** Products of one edit. */
const EDITED = 25
const LINES = 2
/** So many sets of products, so that those who write at once seldom want the same. */
const SETS = 40
const GOALS = { ratio: 3, share: 0.4 }
/** The longest that a queue may take to be empty before the measurement is given up, in milliseconds. */
const QUEUE_MS = 120_000

interface Product {
  id: number
  sku: string
  templateId: number
}
export type Written = 'save' | 'product' | 'order'
export interface Writing {
  kind: Written
  name: string
  endpoint: AnyEndpoint
  /** What ours is sent for the nth time. */
  body: (n: number) => object
  /** What somebody would write by hand for the same rows, one for each set of products. */
  floors: pg.QueryConfig[]
}

/** New pieces of a level, and the movement that says so. */
const movement = (reason: string, delta: string, sold: string, order: string) => `
  insert into stock_movements (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, order_id)
  select $1, l.id, l.sku, l.product_id, ${delta}, ${sold}, ${sold}, l.available, '${reason}', 'floor', gen_random_uuid()::text, ${order} from`

const editFloor = `
  with saved as (
    update products set price = (random() * 10000)::bigint, version = version + 1, updated_at = now()
    where organization_id = $1 and id = any($2::bigint[]) returning id
  ), l as (
    update stock_levels set on_hand = on_hand + 1 where organization_id = $1 and product_id = any($2::bigint[])
    returning id, sku, product_id, available
  ), moved as (${movement('edit', '1', '0', 'null')} l)
  select id from saved`

const productFloor = `
  with made as (
    insert into products (organization_id, template_id, sku, title, price, attributes, readiness)
    values ($1, $2, 'FLOOR-' || gen_random_uuid(), 'Floor mug', 1000, '[{"name": "Colour", "value": "Red", "source": "user", "templateAttributeId": null, "overrideDynamicMapping": false}]', 'ready') returning id, sku
  ), l as (
    insert into stock_levels (organization_id, product_id, sku, on_hand) select $1, id, sku, 5 from made returning id, sku, product_id, available
  ), moved as (${movement('create', '5', '0', 'null')} l)
  select id from made`

const orderFloor = `
  with made as (
    insert into orders (organization_id, channel, external_order_id, number, state, order_status, shipping_status, payment_status, order_date, total_quantity, skus)
    select $1, 'manual', name, name, 'open', 'open', 'unshipped', 'paid', now(), cardinality($2::text[]), $2
    from (select gen_random_uuid()::text as name) named returning id
  ), held as (
    select id from stock_levels where organization_id = $1 and sku = any($2) order by id for update
  ), l as (
    update stock_levels v set reserved = v.reserved + 1, sold = v.sold + 1 from held where v.organization_id = $1 and v.id = held.id
    returning v.id, v.product_id, v.available, v.sku
  ), line as (
    insert into order_items (organization_id, order_id, external_id, sku, item_title, price, quantity, product_id, level_id, taken)
    select $1, made.id, l.sku, l.sku, 'Mug', 1000, 1, l.product_id, l.id, 1 from made, l returning id
  ), moved as (${movement('order', '0', '1', 'made.id')} l, made)
  select id from made`

/**
 * Products edited and created, and an order created, beside one hand-written statement that writes the same rows; one at a time, then 16 at
 * once, and until no job is left of it.
 */
export async function benchWrites(shop: Shop, named: string): Promise<Row[]> {
  const all = writings(shop, setsOf(await someProducts(shop))).filter(({ name }) => name.includes(named))
  const floors = all.flatMap(({ floors }) => floors)
  const floor = await startFloor(
    shop.connection,
    floors.map((page) => ({ page })),
  )
  const rows: Row[] = []
  try {
    for (const { name, endpoint, body, floors: own } of all) {
      const first = floors.indexOf(own[0] as pg.QueryConfig)
      const ours = (n: number) => sent(shop, endpoint, body(n))
      const theirs = (n: number) => fetched(`${floor.url}/${first + (n % own.length)}`)
      rows.push(...(await measured(shop, name, ours, theirs)))
    }
  } finally {
    await floor.stop()
  }
  return rows
}

async function measured(
  shop: Shop,
  name: string,
  ours: (n: number) => Promise<unknown>,
  theirs: (n: number) => Promise<unknown>,
): Promise<Row[]> {
  const benchmark = `${shop.products.toLocaleString('en-US')} products, ${name}`
  let n = 0
  const [a, b] = await inTurn(
    ROUNDS,
    () => ours((n += 1)),
    () => theirs((n += 1)),
  )
  const rows = beside(benchmark, a, b, GOALS.ratio)
  const waited = await emptied(shop)
  const fast = await perSecond(CALLS, CALLERS, (at) => theirs(n + at))
  const mine = await perSecond(CALLS, CALLERS, (at) => ours(n + CALLS + at))
  const waitedAtOnce = await emptied(shop)
  rows.push(atOnce(benchmark, CALLERS, mine, fast, GOALS.share), {
    benchmark: `${benchmark}: until no job of it was left`,
    ours: `${ms(waited)} after ${ROUNDS} one at a time, ${ms(waitedAtOnce)} after ${CALLS} at once`,
    floor: '',
    ratio: '',
    goal: '',
  })
  return rows
}

export const setsOf = (products: readonly Product[]): Product[][] =>
  Array.from({ length: SETS }, (_, n) => products.slice(n * EDITED, (n + 1) * EDITED))

/** Checked by the compiler against the endpoint's contract. */
const bodyOf = <E extends AnyEndpoint>(endpoint: E, body: (n: number) => NonNullable<CallInput<E>['body']>) => ({
  endpoint,
  body: body as (n: number) => object,
})

export function writings({ organizationId }: Shop, sets: readonly Product[][]): Writing[] {
  const of = (n: number) => sets[n % SETS] ?? []
  const templateId = sets[0]?.[0]?.templateId ?? 0
  // Names that no run before has used.
  const run = Date.now().toString(36)
  return [
    {
      kind: 'save',
      name: `price and quantity of ${EDITED} saved`,
      ...bodyOf(updateProducts, (n) => ({
        products: of(n).map(({ id }, at) => ({
          id,
          price: 10 + ((n + at) % 500) / 10,
          quantity: 50 + ((n + at) % 40),
        })),
      })),
      floors: sets.map((set) => ({ name: 'edit', text: editFloor, values: [organizationId, set.map(({ id }) => id)] })),
    },
    {
      kind: 'product',
      name: 'a product created',
      ...bodyOf(createProduct, (n) => ({
        product: {
          templateId,
          sku: `BENCH-${run}-${n}`,
          title: 'Bench mug',
          price: 10,
          quantity: 5,
          attributes: [{ name: 'Colour', value: 'Red' }],
        },
      })),
      floors: [{ name: 'product', text: productFloor, values: [organizationId, templateId] }],
    },
    {
      kind: 'order',
      name: `an order of ${LINES} lines created`,
      ...bodyOf(createOrder, (n) => ({
        order: {
          source: 'Bench',
          customer: { name: 'Dana Moss' },
          items: of(n)
            .slice(0, LINES)
            .map(({ sku }) => ({ sku, quantity: 1, price: 10 })),
        },
      })),
      floors: sets.map((set) => ({
        name: 'order',
        text: orderFloor,
        values: [organizationId, set.slice(0, LINES).map(({ sku }) => sku)],
      })),
    },
  ]
}

/** Products without variations, with pieces to sell. */
export async function someProducts({ server, cookie }: Shop): Promise<Product[]> {
  const products: Product[] = []
  for (let offset = 0; products.length < SETS * EDITED; offset += 500) {
    const { data } = await fetched<{ data: { data: (Product & { variations: number })[] } }>(
      server.url +
        addressOf(listProducts, {
          query: {
            limit: 500,
            offset,
            minQuantity: 20,
            sortBy: 'createdAt',
            orderBy: 'asc',
            fields: ['id', 'sku', 'templateId', 'variations'],
          },
        }),
      cookie,
    )
    if (data.data.length === 0) throw new Error(`Only ${products.length} products have pieces`)
    products.push(...data.data.filter(({ variations }) => variations === 0))
  }
  return products
}

export async function sent<E extends AnyEndpoint>(
  { server, cookie }: Shop,
  endpoint: E,
  body: NonNullable<CallInput<E>['body']>,
): Promise<void> {
  const { failed = [] } = await send<{ failed?: unknown[] }>(
    server.url + addressOf(endpoint, {} as never),
    cookie,
    body as object,
  )
  if (failed.length > 0) throw new Error(JSON.stringify(failed))
}

/** How long until no job waits or is at work, in milliseconds. */
async function emptied({ server }: Shop): Promise<number> {
  const began = performance.now()
  await until(
    'no job is left',
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from jobs.job where state in ('created', 'retry', 'active') and start_after <= now()`.execute(
        server.services.database.system,
      )
      return rows[0]?.n === 0 ? true : undefined
    },
    QUEUE_MS,
  )
  return performance.now() - began
}
