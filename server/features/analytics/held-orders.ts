import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import { asCounted, byColumns, names, waiting } from './day-columns.ts'
import type { Channel } from './figure-queries.ts'
import { type Asked, asked, type Span, within } from './range.ts'

type Sql = RawBuilder<unknown>

/** Orders of fewer products are found one by one through their lines. */
const MANY_PRODUCTS = 50
/** Of days that are read at once, so that no other request waits for long. */
const LINES_AT_ONCE = 200_000

const money = ['amount', 'fees', 'tax', 'discount', 'refunded'] as const
type Money = (typeof money)[number]
/** What is read besides which orders there are. */
export type Part = Money | 'quantity' | 'age'

export interface Sums extends Record<Money, number> {
  day: string
  channel: Channel
  orders: number
  quantity: number
}
/** How often each value came. */
export type Tally = Map<number, number>
export interface HeldOrders {
  /** By day and channel; what was not read is 0. */
  sums: Sums[]
  /** Of the orders' amounts, and of the lines' ages in tenths of days; where ages are read. */
  amounts: Tally
  ages: Tally
}

type Numbers = Int32Array | Float64Array
type Columns = Record<'channel' | 'line_count' | 'product' | Part, Buffer>
interface Day extends Columns {
  day: string
  orders: number
  lines: number
  channels: Channel[]
}

/**
 * Orders that hold one of many products, whole, with the pieces of these products alone, from the columns of days (`day_columns`), and of days that are not
 * kept from the orders. Undefined where most are not kept, or the products are few, or SKUs are asked for: then the orders are read quicker.
 */
export async function heldOrders(ctx: Ctx, filter: Asked, parts: readonly Part[]): Promise<HeldOrders | undefined> {
  const { productIds, skus } = filter
  if (!productIds || productIds.length <= MANY_PRODUCTS || skus?.length) return undefined
  // All that is read is of one moment: a day may be kept or dropped meanwhile.
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const now = { ...ctx, db }
      const { kept, others, isMost } = await whatIsKept(now, filter)
      if (!isMost) return undefined
      const held = new Held(filter, parts)
      for (const days of inParts(kept)) held.add(await readKept(now, days, parts))
      if (others.length > 0) held.add(await readOthers(now, filter, others, parts))
      return held
    })
}

interface Kept {
  kept: { day: string; lines: number }[]
  /** What lies between the days that are kept. */
  others: Span[]
  isMost: boolean
}
async function whatIsKept(ctx: Ctx, filter: Asked): Promise<Kept> {
  const { organizationId } = ctx
  const { rows } = await sql<Kept>`
    with ${asked(ctx, filter)}, ${waiting(ctx)},
    kept as materialized (select k.day, k.orders, k.lines from days d join day_columns k on k.organization_id = ${organizationId} and k.day >= d.first_day and k.day <= d.last_day
      and ${asCounted} where not exists (select from waiting w where w.day = k.day)),
    edges as (select day + 1 as first_day, lead(day) over (order by day) - 1 as last_day
      from (select first_day - 1 as day from days union all select day from kept union all select last_day + 1 from days) x),
    others as (select day_begins(e.first_day, d.time_zone)::text as since, day_begins(e.last_day + 1, d.time_zone)::text as until, e.first_day
      from days d join edges e on e.first_day <= e.last_day)
    select (select coalesce(json_agg(json_build_object('day', day, 'lines', lines) order by day) filter (where lines > 0), '[]') from kept) as kept,
      (select coalesce(json_agg(json_build_object('since', since, 'until', until) order by first_day), '[]') from others) as others,
      coalesce((select sum(orders) from kept) > (select coalesce(sum(c.orders), 0) from days d join order_days c on c.organization_id = ${organizationId} and c.day >= d.first_day and c.day <= d.last_day
        where c.day not in (select day from kept)), false) as is_most`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('an organization has days')
  return row
}

/** Days whose lines are not too many to be read at once. */
function* inParts(days: Kept['kept']): Generator<string[]> {
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
    with ${asked(ctx, filter)}, ${byColumns(ctx, which)} select c.day::text as day, ${read('c', parts)} from by_columns c`.execute(
    ctx.db.withoutPlugins(),
  )
  return rows
}

/** Written one after another, the highest byte first, all as long as the longest of the day. */
function numbersOf(bytes: Buffer, count: number): Numbers {
  const own = Buffer.from(new Uint8Array(bytes).buffer)
  switch (count && own.length / count) {
    case 1:
      return Int32Array.from(new Int8Array(own.buffer))
    case 2:
      return Int32Array.from(new Int16Array(own.swap16().buffer))
    case 8:
      return new Float64Array(own.swap64().buffer)
    default:
      return new Int32Array(own.swap32().buffer)
  }
}

const more = (tally: Tally, value: number) => tally.set(value, (tally.get(value) ?? 0) + 1)

/** Adds up the orders of days. */
class Held implements HeldOrders {
  readonly sums: Sums[] = []
  readonly amounts: Tally = new Map()
  readonly ages: Tally = new Map()

  private readonly products: ReadonlySet<number>
  private readonly channels: ReadonlySet<string> | undefined
  private readonly parts: readonly Part[]

  constructor({ productIds, channels }: Asked, parts: readonly Part[]) {
    this.products = new Set(productIds)
    this.channels = channels?.length ? new Set(channels) : undefined
    this.parts = parts
  }

  add(days: readonly Day[]): void {
    for (const day of days) this.addDay(day)
  }

  private addDay(day: Day): void {
    const channel = numbersOf(day.channel, day.orders)
    const lineCount = numbersOf(day.line_count, day.orders)
    const product = numbersOf(day.product, day.lines)
    const [quantity, age] = (['quantity', 'age'] as const).map((part) =>
      this.parts.includes(part) ? numbersOf(day[part], day.lines) : undefined,
    )
    const amounts = money
      .filter((part) => this.parts.includes(part))
      .map((part) => ({ part, of: numbersOf(day[part], day.orders) }))
    const sums = day.channels.map((name) =>
      this.channels?.has(name) === false
        ? undefined
        : { day: day.day, channel: name, orders: 0, quantity: 0, amount: 0, fees: 0, tax: 0, discount: 0, refunded: 0 },
    )
    for (let order = 0, line = 0; order < day.orders; order += 1) {
      const end = line + (lineCount[order] ?? 0)
      const sum = sums[channel[order] ?? 0]
      let isHeld = false
      for (; line < end; line += 1) {
        if (!sum || !this.products.has(product[line] ?? 0)) continue
        isHeld = true
        if (quantity) sum.quantity += quantity[line] ?? 0
        if (age && (age[line] ?? -1) >= 0) more(this.ages, age[line] ?? 0)
      }
      if (!sum || !isHeld) continue
      sum.orders += 1
      for (const { part, of } of amounts) sum[part] += of[order] ?? 0
      if (age && amounts[0]) more(this.amounts, amounts[0].of[order] ?? 0)
    }
    for (const sum of sums) if (sum && sum.orders > 0) this.sums.push(sum)
  }
}

/** The middle of all values, between the two in the middle where they are even; null of none. */
export function medianOf(tally: Tally): number | null {
  const values = [...tally].toSorted(([a], [b]) => a - b)
  const total = values.reduce((sum, [, times]) => sum + times, 0)
  const at = (place: number) => {
    let before = 0
    for (const [value, times] of values) {
      before += times
      if (before > place) return value
    }
    return 0
  }
  return total === 0 ? null : (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2
}
