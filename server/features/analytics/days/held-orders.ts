import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'
import { asCounted, byColumns, names, waiting } from './day-columns.ts'
import { type Day, Held, type HeldOrders, type Part } from './held.ts'
import { type Asked, organizationDays, type Span, within } from '../figures/range.ts'

type Sql = RawBuilder<unknown>

/** Lines read from columns in the time in which the order of one line is found; see the figures of ten million orders in docs/measurements/2026-11.md. */
const LINES_FOR_ONE = 125
/** Of days that are read at once, so that no other request waits for long. */
const LINES_AT_ONCE = 200_000

/**
 * Orders that hold one of many products, whole, with the pieces of these products alone, from the columns of days (`day_columns`), and of days that are not
 * kept from the orders. Undefined where most are not kept, or the products have few lines, or SKUs are asked for: then the orders are read quicker.
 */
export async function heldOrders(ctx: Ctx, filter: Asked, parts: readonly Part[]): Promise<HeldOrders | undefined> {
  const { productIds, skus } = filter
  if (!productIds?.length || skus?.length) return undefined
  // All that is read is of one moment: a day may be kept or dropped meanwhile.
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const now = { ...ctx, db }
      const { storedDays, others, isMost } = await whatIsKept(now, filter)
      const lines = storedDays.reduce((sum, day) => sum + day.lines, 0)
      if (!isMost || !(await haveLines(now, productIds, Math.floor(lines / LINES_FOR_ONE)))) return undefined
      const figures = new Held(filter, parts)
      for (const days of inParts(storedDays)) for (const day of await readKept(now, days, parts)) figures.add(day)
      if (others.length > 0) for (const day of await readOthers(now, filter, others, parts)) figures.add(day)
      return figures
    })
}

/** Whether products have more lines than this, of whatever days: these are what is met when orders are found by their lines. */
async function haveLines({ db, organizationId }: Ctx, productIds: readonly number[], many: number): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select count(*) > ${many} as some from (
      select from order_items where organization_id = ${organizationId} and product_id = any(${productIds}::bigint[]) limit ${many + 1}) i`.execute(
    db,
  )
  return rows[0]?.some === true
}

interface Kept {
  storedDays: { day: string; lines: number }[]
  /** What lies between the days that are kept. */
  others: Span[]
  isMost: boolean
}
async function whatIsKept(ctx: Ctx, filter: Asked): Promise<Kept> {
  const { organizationId } = ctx
  const { rows } = await sql<Kept>`
    with ${organizationDays(ctx, filter)}, ${waiting(ctx)},
    kept as materialized (select k.day, k.orders, k.lines from days d join day_columns k on k.organization_id = ${organizationId} and k.day >= d.first_day and k.day <= d.last_day
      and ${asCounted} where not exists (select from waiting w where w.day = k.day)),
    edges as (select day + 1 as first_day, lead(day) over (order by day) - 1 as last_day
      from (select first_day - 1 as day from days union all select day from kept union all select last_day + 1 from days) x),
    others as (select day_begins(e.first_day, d.time_zone)::text as since, day_begins(e.last_day + 1, d.time_zone)::text as until, e.first_day
      from days d join edges e on e.first_day <= e.last_day)
    select (select coalesce(json_agg(json_build_object('day', day, 'lines', lines) order by day) filter (where lines > 0), '[]') from kept) as stored_days,
      (select coalesce(json_agg(json_build_object('since', since, 'until', until) order by first_day), '[]') from others) as others,
      coalesce((select sum(orders) from kept) > (select coalesce(sum(c.orders), 0) from days d join order_days c on c.organization_id = ${organizationId} and c.day >= d.first_day and c.day <= d.last_day
        where c.day not in (select day from kept)), false) as is_most`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('an organization has days')
  return row
}

/** Days whose lines are not too many to be read at once. */
function* inParts(days: Kept['storedDays']): Generator<string[]> {
  let part: string[] = []
  let lines = 0
  for (const day of days) {
    if (lines + day.lines > LINES_AT_ONCE && part.length > 0) {
      yield part
      part = []
      lines = 0
    }
    part.push(day.day)
    lines += day.lines
  }
  if (part.length > 0) yield part
}

const read = (row: string, parts: readonly Part[]): Sql =>
  names(['orders', 'lines', 'channels', 'channel', 'line_count', 'product', ...parts], row)

const readKept = async (
  { db, organizationId }: Ctx,
  days: readonly string[],
  parts: readonly Part[],
): Promise<Day[]> => {
  const { rows } = await sql<Day>`
    select k.day::text as day, ${read('k', parts)} from day_columns k where k.organization_id = ${organizationId} and k.day = any(${days}::date[])`.execute(
    db.withoutPlugins(),
  )
  return rows
}

const readOthers = async (ctx: Ctx, filter: Asked, spans: readonly Span[], parts: readonly Part[]): Promise<Day[]> => {
  const which = sql`(${sql.join(
    spans.map((span) => sql`(${within(span)})`),
    sql` or `,
  )})`
  const { rows } = await sql<Day>`
    with ${organizationDays(ctx, filter)}, ${byColumns(ctx, which)} select c.day::text as day, ${read('c', parts)} from by_columns c`.execute(
    ctx.db.withoutPlugins(),
  )
  return rows
}
