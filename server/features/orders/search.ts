import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ofProducts, type WantedProducts } from '../../db/rules/line-rules.ts'
import { attentionAt, completed, orderTabs } from '../../db/rules/order-rules.ts'
import type { DB } from '../../db/types.ts'
import type { Ctx } from '../../context.ts'
import type { OrderTab } from '#domain/orders/intake/status.ts'

/** By when what is to be shipped is due. */
export type Due = 'late' | 'today' | 'tomorrow' | 'later' | 'none'
/** A moment, or where a day like 2026-11-21 begins or ends in the organization's time zone. */
export type Edge = Date | { beginOf: string } | { endOf: string }
/** Of products: orders with a line of one that is all that is asked. */
export interface OrderFilter extends WantedProducts {
  /** Inclusive. */
  from?: Edge
  /** Exclusive. */
  before?: Edge
  channels?: readonly string[]
  /** Of these accounts, or of those channels. */
  integrations?: readonly number[]
  completed?: boolean
  oversold?: boolean
  sold?: boolean
  rate?: 'known' | 'missing'
  currency?: string
  held?: boolean
  /** Without what was sent or cancelled. */
  openOnly?: boolean
  /** Of these people; 0 is nobody. */
  assignees?: readonly number[]
  /** At least one of them. */
  tags?: readonly string[]
  /** Each in small letters. */
  words?: readonly string[]
  /** Of the orders that have the words, where they are not too many. */
  ids?: readonly number[]
  due?: Due
  tab: OrderTab | 'attention'
}

type Eb = ExpressionBuilder<DB, 'orders'>
/** Through the lines: equality of texts may use an index under row-level security, overlap of arrays may not. */
const holds = (ctx: Ctx, which: RawBuilder<unknown>) => sql<SqlBool>`id in (select i.order_id from order_items i
  where i.organization_id = ${ctx.organizationId} and ${which})`

/** More are not looked up, but met on the way through all orders. */
const MOST_FOUND = 10_000

/** Orders that have all words, by an index that row-level security keeps from others; undefined when they are too many. */
export async function withWords(ctx: Ctx, words: readonly string[]): Promise<number[] | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from matching_orders(${words}::text[], ${MOST_FOUND + 1}) id`.execute(ctx.db)
  return rows.length > MOST_FOUND ? undefined : rows.map(({ id }) => id)
}

/** As `order_conditions` in the database says. */
function hasWord(word: string) {
  const begins = sql<SqlBool>`starts_with(lower(number), ${word})`
  const text = sql`order_text(number, external_order_id, buyer_name, buyer_email)`
  if (word.length === 1) return begins
  return word.length === 2
    ? sql<SqlBool>`(${begins} or ${text} like '% ' || substr(holding(${word}), 2))`
    : sql<SqlBool>`${text} like holding(${word})`
}

const placedOn = ({ channels = [], integrations = [] }: OrderFilter) =>
  integrations.length === 0
    ? sql<SqlBool>`channel = any(${channels}::text[])`
    : sql<SqlBool>`(channel = any(${channels}::text[]) or integration_id = any(${integrations}::bigint[]))`

/** In the words of the index of those that somebody has. */
const assignedTo = (people: readonly number[]) =>
  people.includes(0)
    ? sql<SqlBool>`coalesce(assignee_id, 0) = any(${people}::bigint[])`
    : sql<SqlBool>`(assignee_id is not null and assignee_id = any(${people}::bigint[]))`

const edge = ({ organizationId }: Ctx, at: Edge) => {
  if (at instanceof Date) return at
  const midnight = 'beginOf' in at ? sql`${at.beginOf}::date` : sql`(${at.endOf}::date + 1)`
  return sql<Date>`(select day_begins(${midnight}, time_zone) from organizations where id = ${organizationId})`
}

/** What figures hold: a rate holds from its day on, until that of the next. */
const hasRate = ({
  organizationId,
}: Ctx) => sql<SqlBool>`exists (select from organizations g where g.id = ${organizationId} and (g.currency = orders.currency
  or exists (select from exchange_rates r where r.organization_id = ${organizationId} and r.into_currency = g.currency and r.currency = orders.currency
    and r.day <= (orders.order_date at time zone g.time_zone)::date)))`

/** In the words of the index of deadlines, but for those without one. */
const toSend = sql<SqlBool>`(state = 'open' and shipping in ('open', 'partly'))`
function isDue({ organizationId, services }: Ctx, due: Due): RawBuilder<SqlBool> {
  const now = services.clock.now()
  const dayAfter = (
    days: number,
  ) => sql`(select day_begins((${now}::timestamptz at time zone time_zone)::date + ${days}::int, time_zone)
    from organizations where id = ${organizationId})`
  const conditions: Record<Due, RawBuilder<SqlBool>> = {
    late: sql`ship_by < ${now}`,
    today: sql`ship_by >= ${now} and ship_by < ${dayAfter(1)}`,
    tomorrow: sql`ship_by >= ${dayAfter(1)} and ship_by < ${dayAfter(2)}`,
    later: sql`ship_by >= ${dayAfter(2)}`,
    none: sql`ship_by is null`,
  }
  return sql`(${toSend} and ${conditions[due]})`
}

function tabOf(ctx: Ctx, tab: OrderFilter['tab']): Expression<SqlBool>[] {
  if (tab === 'all') return []
  return [tab === 'attention' ? attentionAt(ctx.services.clock.now()) : orderTabs[tab]]
}

const where = (ctx: Ctx, f: OrderFilter) => (eb: Eb) => {
  const products = ofProducts(ctx, f, 'i')
  return eb.and([
    ...(f.from ? [eb('orderDate', '>=', edge(ctx, f.from))] : []),
    ...(f.before ? [eb('orderDate', '<', edge(ctx, f.before))] : []),
    ...(products ? [holds(ctx, products)] : []),
    ...(f.channels || f.integrations ? [placedOn(f)] : []),
    ...(f.completed === undefined ? [] : [f.completed ? completed : sql<SqlBool>`not ${completed}`]),
    ...(f.oversold ? [eb('oversold', '=', true)] : []),
    ...(f.sold ? [eb('state', '<>', 'cancelled')] : []),
    ...(f.rate ? [f.rate === 'known' ? hasRate(ctx) : sql<SqlBool>`not ${hasRate(ctx)}`] : []),
    ...(f.currency ? [eb('currency', '=', f.currency)] : []),
    ...(f.openOnly ? [eb('state', '=', 'open')] : []),
    ...(f.held ? [sql<SqlBool>`(held and state = 'open')`] : []),
    ...(f.assignees ? [assignedTo(f.assignees)] : []),
    ...(f.tags ? [sql<SqlBool>`(tags <> '{}' and tags && ${f.tags}::text[])`] : []),
    ...(f.due ? [isDue(ctx, f.due)] : []),
    ...(f.ids ? [sql<SqlBool>`id = any(${f.ids}::bigint[])`] : (f.words ?? []).map(hasWord)),
    ...tabOf(ctx, f.tab),
  ])
}

const columns = [
  'orders.id',
  'channel',
  'integrationId',
  'externalOrderId',
  'number',
  'orderDate',
  'buyerName as customer',
  'skus',
  'totalQuantity',
  'totalAmount',
  'currency',
  'stage',
  'shipping',
  'payment',
  'orderStatus',
  'shippingStatus',
  'paymentStatus',
  'oversold',
  'state',
  'tags',
] as const

/** Asked of partly shipped orders only: of any other the state says it. */
const toShip = (ctx: Ctx) =>
  sql<number | null>`case when state = 'open' and shipping = 'partly' then
  (select sum(greatest(0, i.quantity - i.sent - i.lost))::int from order_items i where i.organization_id = ${ctx.organizationId} and i.order_id = orders.id) end`.as(
    'toShip',
  )

/** Of what is to be shipped: of anything else it is over. */
const shipBy = sql<Date | null>`case when ${toSend} then ship_by end`

/** What lists tell of whose an order is, and whether it is held: only what is open still is. */
const handling = (eb: Eb) =>
  [
    sql<boolean>`(held and state = 'open')`.as('held'),
    eb
      .selectFrom('users')
      .select(sql<string>`coalesce(nullif(users.name, ''), users.email)`.as('name'))
      .whereRef('users.id', '=', 'orders.assigneeId')
      .as('assignee'),
  ] as const

/** Without a filter, the number of orders is kept: that of all, and that of each account. To ask of each order whether it is seen took longer than the list. */
const countAll = (ctx: Ctx) => (eb: Eb) =>
  ctx.accounts
    ? sql<number>`(select orders_of_accounts(${ctx.organizationId}))`
    : eb
        .selectFrom('organizationCounts')
        .select('organizationCounts.orders')
        .where('organizationCounts.organizationId', '=', ctx.organizationId)

/** More of a filtered list are not counted (DESIGN 4). */
export const MOST_COUNTED = 10_000

/** Where a part of the list begins: after an order, before one, or so many orders on. */
export interface Place {
  after?: number
  until?: number
  offset: number
  sort?: 'newest' | 'shipBy'
}

/** By date and id, as the list is ordered; of an order that is gone nothing is known, and none is found. */
const beside = (ctx: Ctx, sign: RawBuilder<unknown>, id: number) =>
  sql<SqlBool>`(order_date, id) ${sign} (select order_date, id from orders
    where organization_id = ${ctx.organizationId} and id = ${id})`

/** Those that match, newest first, from a place on; oldest first where they lead up to an order. */
const matchingFrom = (ctx: Ctx, filter: OrderFilter, { after, until, offset, sort }: Place, limit: number) => {
  // By ship-by date, those that wait longest come first among equals.
  const way = until === undefined && sort !== 'shipBy' ? 'desc' : 'asc'
  return ctx.db
    .selectFrom('orders')
    .where('organizationId', '=', ctx.organizationId)
    .where(where(ctx, filter))
    .$if(after !== undefined, (q) => q.where(beside(ctx, sql`<`, after ?? 0)))
    .$if(until !== undefined, (q) => q.where(beside(ctx, sql`>`, until ?? 0)))
    .$if(sort === 'shipBy', (q) => q.orderBy(shipBy, (order) => order.asc().nullsLast()))
    .orderBy('orderDate', way)
    .orderBy('id', way)
    .offset(after === undefined && until === undefined ? offset : 0)
    .limit(limit)
}

/** Ids of those that match, newest first, after the last of the part before. */
export const idsAfter = async (
  ctx: Ctx,
  filter: OrderFilter,
  after: number | undefined,
  limit: number,
): Promise<number[]> =>
  (await matchingFrom(ctx, filter, { after, offset: 0 }, limit).select('id').execute()).map(({ id }) => id)

/** How many match, at most one more than are counted. */
const countMatching = (ctx: Ctx, filter: OrderFilter) => (eb: Eb) =>
  eb
    .selectFrom(
      ctx.db
        .selectFrom('orders')
        .select('id')
        .where('organizationId', '=', ctx.organizationId)
        .where(where(ctx, filter))
        .limit(MOST_COUNTED + 1)
        .as('found'),
    )
    .select((e) => e.fn.countAll<number>().as('n'))

/** Whether this is the list of all orders, whose number is kept. */
export const isBare = (filter: OrderFilter): boolean =>
  filter.tab === 'all' && Object.values({ ...filter, tab: undefined }).every((value) => value === undefined)

/** How many match, told with each row: one way to the database for both. */
const all = (ctx: Ctx, filter: OrderFilter) => (eb: Eb) =>
  sql<number>`${isBare(filter) ? countAll(ctx)(eb) : countMatching(ctx, filter)(eb)}`.as('all')

/** Newest first, each with the number of those that match in `all`. */
export function page(ctx: Ctx, filter: OrderFilter, place: Place, limit: number) {
  // Whether an order is seen by a caller who sees some accounts alone is not in any index: what it takes is read once.
  return ctx.accounts && place.offset === 0 && place.until === undefined
    ? matchingFrom(ctx, filter, place, limit)
        .select(columns)
        .select(handling)
        .select(toShip(ctx))
        .select(shipBy.as('shipBy'))
        .select(all(ctx, filter))
        .execute()
    : pageByIndex(ctx, filter, place, limit)
}

/** Which they are is found before anything is told of them, so that the pages before are passed over in an index. */
const pageByIndex = (ctx: Ctx, filter: OrderFilter, place: Place, limit: number) =>
  ctx.db
    .selectFrom(matchingFrom(ctx, filter, place, limit).select('id').as('page'))
    .innerJoin('orders', (join) =>
      join.onRef('orders.id', '=', 'page.id').on('orders.organizationId', '=', ctx.organizationId),
    )
    .select(columns)
    .select(handling)
    .select(toShip(ctx))
    .select(shipBy.as('shipBy'))
    .select(all(ctx, filter))
    .$if(place.sort === 'shipBy', (q) => q.orderBy(shipBy, (order) => order.asc().nullsLast()))
    .orderBy('orderDate', place.sort === 'shipBy' ? 'asc' : 'desc')
    .orderBy('orders.id', place.sort === 'shipBy' ? 'asc' : 'desc')
    .execute()
