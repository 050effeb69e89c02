import { sql } from 'kysely'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { type deleteRate, type ExchangeRate, type listRates, MOST_RATES, type saveRates } from '#contract/rates.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { audit } from '../audit.ts'
import { currencyOf } from '../organizations/service.ts'
import { organization } from './figure-queries.ts'
import { currencies, otherCurrencies } from './rated.ts'

type Listed = HandlerReply<typeof listRates>

/** Rates into the organization's currency; those into one that it had before stay, and count again with it. */
export async function list(
  ctx: Ctx,
  { currency, offset, limit }: HandlerInput<typeof listRates>['query'],
): Promise<Listed> {
  const own = sql`r.organization_id = ${ctx.organizationId} and r.into_currency = g.currency`
  const wanted = currency ? sql`${own} and r.currency = ${currency}` : own
  const { rows } = await sql<Listed>`
    with ${organization(ctx)}, ${currencies(ctx)},
    sums as (${otherCurrencies(ctx, 'organization')})
    select g.currency as into,
      (select count(*) from exchange_rates r where ${wanted}) as items,
      (select coalesce(json_agg(x order by x.day desc, x.currency), '[]') from (
        select r.currency, r.day::text as day, trim_scale(r.rate)::text as rate from exchange_rates r where ${wanted}
        order by r.day desc, r.currency offset ${offset} limit ${limit}) x) as data,
      (select coalesce(json_agg(c order by c), '[]') from (
        select r.currency as c from exchange_rates r where ${own} union select s.currency from sums s) x) as currencies,
      (select coalesce(json_agg(x order by x.orders desc, x.currency), '[]') from (
        select s.currency, sum(s.orders)::bigint as orders, min(s.day)::text as since from sums s
        where s.has_none group by 1 having sum(s.orders) <> 0) x) as without_rate
    from organization g`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('an organization has a currency')
  return row
}

/** So many are spelled out in the audit log. */
const MOST_TOLD = 20
const told = (rates: readonly ExchangeRate[]) =>
  [
    ...rates.slice(0, MOST_TOLD).map(({ currency, day, rate }) => `${currency} ${day}: ${rate}`),
    ...(rates.length > MOST_TOLD ? [`and ${rates.length - MOST_TOLD} more`] : []),
  ].join(', ')

/** @throws invalid_input */
export const save = (ctx: Ctx, { into, rates }: HandlerInput<typeof saveRates>['body']) =>
  inTransaction(ctx, async (ctx) => {
    const { db, organizationId } = ctx
    const currency = await currencyOf(ctx)
    if (currency !== into)
      throw invalid('into', `The organization's currency is ${currency} now, so these rates would be wrong.`)
    if (rates.some((rate) => rate.currency === into)) throw invalid('rates', `Amounts in ${into} need no rate.`)
    if (new Set(rates.map((rate) => `${rate.currency} ${rate.day}`)).size < rates.length)
      throw invalid('rates', 'Enter one rate per currency and day.')
    const given = sql`jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as n(currency text, day date, rate numeric)`
    const { rows: before } = await sql<ExchangeRate>`
      select r.currency, r.day::text as day, trim_scale(r.rate)::text as rate from ${given}
      join exchange_rates r on r.organization_id = ${organizationId} and r.into_currency = ${into} and r.currency = n.currency and r.day = n.day
      order by r.day desc, r.currency`.execute(db)
    await sql`insert into exchange_rates (organization_id, into_currency, currency, day, rate)
      select ${organizationId}, ${into}, n.currency, n.day, n.rate from ${given} order by n.currency, n.day
      on conflict (organization_id, into_currency, currency, day) do update set rate = excluded.rate`.execute(db)
    const { n } = await db
      .selectFrom('exchangeRates')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('organizationId', '=', organizationId)
      .executeTakeFirstOrThrow()
    if (n > MOST_RATES)
      throw invalid('rates', `An organization has at most ${MOST_RATES} rates. Delete old ones first.`)
    await audit(ctx, {
      entity: 'organization',
      entityId: organizationId,
      action: 'rates',
      old: { exchangeRates: told(before) },
      new: { exchangeRates: told(rates) },
    })
    return { saved: rates.length }
  })

/** @throws not_found */
export const remove = (ctx: Ctx, { currency, day }: HandlerInput<typeof deleteRate>['body']) =>
  inTransaction(ctx, async (ctx) => {
    const { db, organizationId } = ctx
    const into = await currencyOf(ctx)
    const { rows } = await sql<ExchangeRate>`delete from exchange_rates
      where organization_id = ${organizationId} and into_currency = ${into} and currency = ${currency} and day = ${day}::date
      returning currency, day::text as day, trim_scale(rate)::text as rate`.execute(db)
    if (rows.length === 0) throw new AppError('not_found')
    await audit(ctx, {
      entity: 'organization',
      entityId: organizationId,
      action: 'rates',
      old: { exchangeRates: told(rows) },
      new: { exchangeRates: '' },
    })
    return { ok: true } as const
  })
