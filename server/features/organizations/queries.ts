import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { HandlerInput } from '#contract/endpoint.ts'
import { type Start, updateClient } from '#contract/organizations/organizations.ts'
import { type Ctx, allows } from '../../context.ts'
import { type OutOfStep, fromOutOfStep, heldUp, live, refused } from '../../db/rules/listing-rules.ts'
import { orderTabs, unknownToSettle } from '../../db/rules/order-rules.ts'
import type { DB } from '../../db/types.ts'
import type { z } from 'zod'

type Db = Kysely<DB>
const figuresIn = sql<{ currency: string; timeZone: string } | null>`
  case when (counted_currency, counted_time_zone) <> (currency, time_zone) then json_build_object('currency', counted_currency, 'timeZone', counted_time_zone) end`
/** Saved, but not counted with yet. @param id the organization's, where it is known: its node is found by it alone */
const ratesWait = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from waiting_rates w where w.organization_id = ${id})`
const { clientId: _, ...choiceShapes } = updateClient.body.shape
/** What people choose about an organization. */
export const choices = Object.keys(choiceShapes) as (keyof typeof choiceShapes)[]
const columnsOf = (id?: number) =>
  [
    'id',
    'name',
    ...choices,
    figuresIn.as('figuresIn'),
    ratesWait(id === undefined ? sql`organizations.id` : sql`${id}`).as('ratesWait'),
  ] as const

export async function add(db: Db, input: { name: string; displayName: string; description: string }) {
  const { id } = await db.insertInto('organizations').values(input).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('organizationCounts').values({ organizationId: id }).execute()
  return db.selectFrom('organizations').select(columnsOf(id)).where('id', '=', id).executeTakeFirstOrThrow()
}
/**
 * Nobody else takes a name until the transaction ends. No index can keep the names of all organizations apart: they may be on several nodes.
 * @returns whether an organization has it, in whatever case
 */
export async function holdName(db: Db, name: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`organization ${name.toLowerCase()}`}, 0))`.execute(db)
  const same = await db
    .selectFrom('organizations')
    .select('id')
    .where((e) => e(e.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  return same !== undefined
}
export const find = (db: Db, by: { id: number } | { name: string }) =>
  db
    .selectFrom('organizations')
    .select(columnsOf('id' in by ? by.id : undefined))
    .where((e) => ('id' in by ? e('id', '=', by.id) : e(e.fn<string>('lower', ['name']), '=', by.name.toLowerCase())))
    .executeTakeFirst()
type Choices = Omit<HandlerInput<typeof updateClient>['body'], 'clientId'>
/** Saves the choices that are not undefined. @returns the former ones; nobody else changes them until the transaction ends */
export async function saveChoices({ db, organizationId }: Ctx, change: Choices) {
  const { rows } = await sql<Required<Choices>>`
    select ${sql.join(choices.map((name) => sql.ref(name)))} from save_choices(${organizationId}, ${JSON.stringify(inColumns(change))}::jsonb)`.execute(
    db,
  )
  return rows[0]
}
const inColumns = (change: object) =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]),
  )

/** The database counts the days anew, which at a million orders takes minutes. Nobody who writes orders waits for it. */
export const countFigures = (db: Db, id: number) =>
  db
    .updateTable('organizations')
    .set((e) => ({ countedCurrency: e.ref('currency'), countedTimeZone: e.ref('timeZone') }))
    .where('id', '=', id)
    .where((e) => e.or([e('countedCurrency', '<>', e.ref('currency')), e('countedTimeZone', '<>', e.ref('timeZone'))]))
    .executeTakeFirst()

/** Of its prices. */
export const currency = async ({ db, organizationId }: Ctx): Promise<string> =>
  (await db.selectFrom('organizations').select('currency').where('id', '=', organizationId).executeTakeFirstOrThrow())
    .currency

/** Takes over the currency of the first account, unless one was chosen or taken over before. */
export async function guessCurrency({ db, organizationId }: Ctx, currency: string): Promise<boolean> {
  const { rows } = await sql<{ guessed: boolean }>`
    select guess_currency(${organizationId}, ${currency}) as guessed`.execute(db)
  return rows[0]?.guessed === true
}

/** Those one may log into: a super-admin every one (ORG-031). */
export const selectable = (db: Db, userId: number, isSuper: boolean) =>
  db
    .selectFrom('organizations as o')
    .select(['o.id', 'o.displayName'])
    .$if(!isSuper, (q) =>
      q.where((e) =>
        e.exists(
          e
            .selectFrom('members as m')
            .select('m.userId')
            .whereRef('m.organizationId', '=', 'o.id')
            .where('m.userId', '=', userId)
            .where('m.status', '=', 'accepted'),
        ),
      ),
    )
    .orderBy((e) => e.fn('lower', ['o.displayName']))
    .orderBy('o.id')
    .execute()

export const members = (ctx: Ctx) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['u.id', 'u.email', 'u.name', 'u.image', 'm.roleId'])
    .where('m.organizationId', '=', ctx.organizationId)
    .where('m.status', '=', 'accepted')
    .orderBy('m.createdAt')
    .orderBy('m.id')
    .execute()

export const userByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
export const userName = async (db: Db, id: number) => {
  const user = await db.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirst()
  return user?.name || (user?.email ?? 'Someone')
}

export const isMember = async ({ db, organizationId }: Ctx, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('status', '=', 'accepted')
    .executeTakeFirst()) !== undefined
export const hasTwoFactor = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('twoFactorAt', 'is not', null)
    .executeTakeFirst()) !== undefined
/** Beyond so many, the exact number helps nobody. */
const MOST_COUNTED = 1000
const counted = (from: RawBuilder<unknown>) => sql`(select count(*) from (select ${from} limit ${MOST_COUNTED}) few)`

/** Whether anything was ever listed, by an index of what was: drafts may be very many. */
export const wasListed = (own: RawBuilder<unknown>) =>
  sql`exists (select from listing_products l where ${own} and l.listed_at is not null)`

/** Everything the start page counts, in one statement; products and orders come from the counter row. */
export async function start(ctx: Ctx): Promise<z.output<typeof Start>> {
  const { db, organizationId, userId, services } = ctx
  const own = sql`l.organization_id = ${organizationId}`
  const now = services.clock.now()
  // In the words of the index of deadlines.
  const due = (when: RawBuilder<unknown>) =>
    counted(
      sql`from orders where organization_id = ${organizationId} and state = 'open' and ship_by is not null and shipping in ('open', 'partly') and ${when}`,
    )
  const behind = (why: OutOfStep) => counted(fromOutOfStep(organizationId, why, own))
  const {
    rows: [counts],
  } = await sql<z.output<typeof Start>>`
    select (select currency from organizations where id = ${organizationId}) as currency, coalesce(c.products, 0) as products, coalesce(c.orders, 0) as orders, ${counted(sql`from listing_products l where ${own} and ${live}`)} as "liveListings", ${counted(sql`from listing_products l where ${own} and ${refused}`)} as "failedListings",
      (exists (select from listing_products l where ${own} and ${live}) or ${wasListed(own)}) as "listedOnce",
      o.open as "openOrders", o.oversold as "oversoldOrders",
      ${due(sql`ship_by < ${now}`)} as "lateOrders",
      ${due(sql`ship_by >= ${now} and ship_by < (select day_begins((${now}::timestamptz at time zone time_zone)::date + 1, time_zone) from organizations where id = ${organizationId})`)} as "dueTodayOrders",
      ${counted(sql`from orders where organization_id = ${organizationId} and ${orderTabs.readyToShip} and shipping <> 'shipped' and not held and not oversold`)} as "packableOrders",
      (select count(*) from orders where organization_id = ${organizationId} and ${unknownToSettle} and not oversold) as "unknownOrders",
      (select count(*) from proposals where ${allows(ctx, 'products:write')} and organization_id = ${organizationId} and state = 'waiting' and expires_at > ${now}) as "waitingProposals",
      (select count(*) from product_templates where organization_id = ${organizationId}) as templates,
      (select count(*) from integrations where organization_id = ${organizationId} and status = 'authenticated') as "connectedChannels",
      (select count(*) from integrations i where i.organization_id = ${organizationId} and (i.status = 'expired' or ${heldUp})) as "heldChannels",
      jsonb_build_object('notKept', ${behind('notKept')}, 'pending', ${behind('pending')}, 'held', ${behind('held')}, 'tooMany', ${behind('tooMany')}) as "outOfStep",
      (select (${services.clock.now()}::timestamptz at time zone time_zone)::date::text from organizations where id = ${organizationId}) as today,
      exists (select 1 from first_steps_hidden where organization_id = ${organizationId} and user_id = ${userId}) as "firstStepsHidden"
    from (select count(*) as open, count(*) filter (where oversold) as oversold from orders where organization_id = ${organizationId} and ${orderTabs.open}) o
      left join organization_counts c on c.organization_id = ${organizationId}`.execute(db)
  if (!counts) throw new Error('a select of counts answers one row')
  return counts
}

export const hideFirstSteps = (ctx: Ctx, userId: number) =>
  ctx.db
    .insertInto('firstStepsHidden')
    .values({ organizationId: ctx.organizationId, userId })
    .onConflict((c) => c.columns(['organizationId', 'userId']).doNothing())
    .execute()
export const showFirstSteps = (ctx: Ctx, userId: number) =>
  ctx.db
    .deleteFrom('firstStepsHidden')
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', userId)
    .execute()
