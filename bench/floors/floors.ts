import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { listProducts } from '#contract/products/products.ts'
import { addressOf } from '#server/testing/address.ts'
import { defaultColumns, fieldsOf } from '#web/features/inventory/columns/columns.ts'
import type { Shop } from '../kit/fixture.ts'
import { type Asked, askedOf } from '../kit/floor.ts'
import { operations } from '../kit/operations.ts'
import { type Row, atOnce, beside } from '../kit/report.ts'
import { setsOf, someProducts, writings } from '../writes.ts'
import { type Call, type Caller, openCaller } from './caller.ts'
import { idealLists, idealWrites, openIdeal } from './ideal.ts'

const ROUNDS = 150
const CALLERS = 16
const CALLS = 320
const SHARE = 0.4

/** An operation as it is asked of us and of the two floors; some calls of each, which take turns. */
interface Operation {
  name: string
  ours: Call[]
  ownTables: Asked[]
  ideal: Asked[]
  /** At most so many times the ideal's p50. */
  goal: number
}

/**
 * The operations that sellers wait for, beside two floors: one hand-written statement for the same rows of our tables, and one on a schema made for nothing
 * but these operations, each behind a bare server. All are asked in turn, from a thread of its own; servers of floors have theirs.
 */
export async function benchFloors(shop: Shop, named: string): Promise<Row[]> {
  const { connection, organizationId } = shop
  const all = (await operationsOf(shop)).filter(({ name }) => name.includes(named))
  const removeIdeal = await openIdeal(connection, organizationId)
  const statements = all.flatMap(({ ownTables, ideal }) => [...ownTables, ...ideal])
  const floor = new Worker(new URL('./floor-thread.ts', import.meta.url), {
    workerData: { connection, requests: statements },
  })
  const [url] = (await once(floor, 'message')) as [string]
  const callsOf = (requests: readonly Asked[]): Call[] =>
    requests.map((request) => ({ url: `${url}/${statements.indexOf(request)}` }))
  const caller = openCaller()
  const rows: Row[] = []
  try {
    for (const operation of all)
      rows.push(...(await measured(caller, shop, operation, callsOf(operation.ownTables), callsOf(operation.ideal))))
  } finally {
    await Promise.all([caller.stop(), floor.terminate()])
    await removeIdeal()
  }
  return rows
}

async function measured(
  caller: Caller,
  { products }: Shop,
  { name, ours, goal }: Operation,
  ownTables: Call[],
  ideal: Call[],
): Promise<Row[]> {
  const benchmark = `${products.toLocaleString('en-US')} products, ${name}`
  const [mine, own, best] = await caller.inTurn(ROUNDS, ours, ownTables, ideal)
  const many = (calls: readonly Call[]) => Array.from({ length: CALLS }, (_, n) => calls[n % calls.length] as Call)
  const fast = await caller.atOnce(CALLERS, many(ideal))
  // Each of ours is sent once: a SKU is new only once.
  const mineAtOnce = await caller.atOnce(CALLERS, ours.slice(-CALLS))
  return [
    ...beside(`${benchmark}, beside our tables`, mine, own, goal),
    ...beside(`${benchmark}, beside the ideal`, mine, best, goal),
    atOnce(`${benchmark}, beside the ideal`, CALLERS, mineAtOnce, fast, SHARE),
  ]
}

async function operationsOf(shop: Shop): Promise<Operation[]> {
  const { server, organizationId, cookie } = shop
  const products = await someProducts(shop)
  const sets = setsOf(products)
  const fields = fieldsOf(defaultColumns)
  const lists = operations(products.map(({ sku }) => sku)).filter(({ name }) => name in idealLists)
  const ownLists = askedOf(organizationId, lists)
  const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  return [
    ...lists.map((operation, at): Operation => {
      const url = server.url + addressOf(listProducts, { query: { ...operation.query, fields } })
      return {
        name: operation.name,
        ours: times(CALLS, () => ({ url, headers: { cookie } })),
        ownTables: ownLists.slice(at, at + 1),
        ideal: [(idealLists[operation.name] as (typeof idealLists)[string])(operation.values ?? [])],
        goal: 2,
      }
    }),
    ...writings(shop, sets).map(
      ({ kind, name, endpoint, body, floors }): Operation => ({
        name,
        ours: times(ROUNDS + CALLS, (n) => ({
          url: server.url + addressOf(endpoint, {} as never),
          body: JSON.stringify(body(n)),
          headers: { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        })),
        ownTables: floors.map((page) => ({ page })),
        ideal: sets.map((set) => ({
          page: idealWrites[kind](
            set.map(({ id }) => id),
            set.slice(0, 2).map(({ sku }) => sku),
          ),
        })),
        goal: 3,
      }),
    ),
  ]
}
