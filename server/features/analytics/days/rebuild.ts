import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { wrongDays } from './day-columns.ts'

export interface Difference {
  organizationId: number
  /** `orders`, `pieces`, `months`, `profit`; `columns`, of days kept that way; what medians are taken from: `total` and `age` `values` and `grades`. */
  kind: string
  currency: string
  /** A day, or the first of a month. */
  at: string
  channel: string
  sku: string
  /** Of orders: their number, pieces, amount, fees, tax, discount, refunded. */
  stored: number[]
  counted: number[]
}

/** Sums that are not what an organization's orders come to, counted anew in the same snapshot. Lines of no piece (in the box, asked for no more) sum to none. */
export async function compareSales(db: Kysely<DB>, organizationId: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select ${organizationId}::bigint as organization_id, kind, currency, at::text as at, channel, sku, coalesce(k.measures, '{}') as stored, coalesce(c.measures, '{}') as counted
    from sales_as_kept(${organizationId}) k full join sales_anew(${organizationId}) c using (kind, currency, at, channel, sku, product_id)
    where nullif(k.measures, '{0}') is distinct from nullif(c.measures, '{0}') order by kind, at, channel, sku`.execute(
    db,
  )
  const wrong = await wrongDays({ db, organizationId, services: { clock: { now: () => new Date() } } })
  const { rows: profit } = await sql<Omit<Difference, 'organizationId' | 'kind' | 'currency'>>`
    select day::text as at, channel, sku, stored, counted from profit_differences(${organizationId}) order by 1, 2, 3`.execute(
    db,
  )
  const { rows: tallies } = await sql<{ name: string; integrationId: number; stored: number; counted: number }>`
    select name, integration_id, stored, counted from tally_differences(${organizationId}) order by 1, 2`.execute(db)
  const { rows: stock } = await sql<Pick<Difference, 'kind' | 'at' | 'stored' | 'counted'>>`
    select kind, at, coalesce(stored, '{}') as stored, coalesce(counted, '{}') as counted from stock_differences(${organizationId}) order by 1, 2`.execute(
    db,
  )
  return [
    ...stock.map((row) => ({ organizationId, currency: '', channel: '', sku: '', ...numbersOf(row) })),
    ...tallies.map(({ name, integrationId, stored, counted }) => ({
      organizationId,
      kind: name,
      currency: '',
      at: 'now',
      channel: integrationId === 0 ? '' : `integration ${integrationId}`,
      sku: '',
      stored: [stored],
      counted: [counted],
    })),
    ...profit.map((row) => ({ organizationId, kind: 'profit', currency: '', ...numbersOf(row) })),
    ...rows.map(numbersOf),
    ...wrong.map((at) => ({
      organizationId,
      kind: 'columns',
      currency: '',
      at,
      channel: '',
      sku: '',
      stored: [],
      counted: [],
    })),
  ]
}

const numbersOf = <T extends Pick<Difference, 'stored' | 'counted'>>(row: T): T => ({
  ...row,
  stored: row.stored.map(Number),
  counted: row.counted.map(Number),
})

/** Waits for who holds an order, who goes on to its lines and back: a lock that lets holders in would meet them in a circle. Nobody holds one meanwhile. */
export const rebuildSales = (db: Kysely<DB>, organizationId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`lock table orders in exclusive mode`.execute(trx)
    await sql`select rebuild_sales(${organizationId})`.execute(trx)
    await sql`select rebuild_profit(${organizationId})`.execute(trx)
    await sql`select rebuild_tallies(${organizationId})`.execute(trx)
    await sql`select rebuild_stock(${organizationId})`.execute(trx)
    await sql`delete from day_columns where organization_id = ${organizationId}`.execute(trx)
  })
