import { sql } from 'kysely'
import type { HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import {
  type deleteRate,
  type ExchangeRate,
  type listRates,
  MOST_RATES,
  type saveRates,
} from '#contract/organizations/rates.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { audit } from '../../audit.ts'
import { currencyOf } from '../../organizations/service.ts'
import { countFew } from './apply-rates.ts'
import { otherCurrencies } from '../figures/rated.ts'

type Listed = HandlerReply<typeof listRates>

/** The organization as it stands now, and all rates into its currency as they were saved last, counted or waiting; those into one that it had before stay. */
const saved = ({ organizationId }: Ctx) => sql`
  organization as materialized (select currency, counted_time_zone as time_zone from organizations where id = ${organizationId}),
  saved as (
    select r.currency, r.day, r.rate from organization g join exchange_rates r on r.organization_id = ${organizationId} and r.into_currency = g.currency
    where not exists (select from waiting_rates w
      where w.organization_id = ${organizationId} and (w.into_currency, w.currency, w.day) = (r.into_currency, r.currency, r.day))
    union all
    select w.currency, w.day, w.rate from organization g join waiting_rates w on w.organization_id = ${organizationId} and w.into_currency = g.currency
    where w.rate is not null)`

export async function list(
  ctx: Ctx,
  { currency, offset, limit }: HandlerInput<typeof listRates>['query'],
): Promise<Listed> {
  const describe = currency ? sql`r.currency = ${currency}` : sql`true`
  const { rows } = await sql<Listed>`
    with ${saved(ctx)},
    currencies as materialized (
      select currency, '-infinity'::date as first_day from organization union all select currency, min(day) from saved group by 1),
    sums as (${otherCurrencies(ctx, 'organization')})
    select g.currency as into,
      (select count(*) from saved r where ${describe}) as items,
      (select coalesce(json_agg(x order by x.day desc, x.currency), '[]') from (
        select r.currency, r.day::text as day, trim_scale(r.rate)::text as rate from saved r where ${describe}
        order by r.day desc, r.currency offset ${offset} limit ${limit}) x) as data,
      (select coalesce(json_agg(c order by c), '[]') from (select currency as c from saved union select currency from sums) x) as currencies,
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
const describeRates = (rates: readonly ExchangeRate[]) =>
  [
    ...rates.slice(0, MOST_TOLD).map(({ currency, day, rate }) => `${currency} ${day}: ${rate}`),
    ...(rates.length > MOST_TOLD ? [`and ${rates.length - MOST_TOLD} more`] : []),
  ].join(', ')

/** Notes rates, or with null that one is to go, for who counts with them: at once, or by a job where they touch very many orders. */
async function note(ctx: Ctx, into: string, rates: readonly { currency: string; day: string; rate: string | null }[]) {
  await sql`insert into waiting_rates (organization_id, into_currency, currency, day, rate)
    select ${ctx.organizationId}, ${into}, n.currency, n.day, n.rate from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as n(currency text, day date, rate numeric)
    order by n.currency, n.day
    on conflict (organization_id, into_currency, currency, day) do update set rate = excluded.rate`.execute(ctx.db)
  await enqueue(ctx, 'figures.rates', { organizationId: ctx.organizationId }, { key: String(ctx.organizationId) })
}

/** @throws invalid_input */
export async function save(ctx: Ctx, { into, rates }: HandlerInput<typeof saveRates>['body']) {
  await inTransaction(ctx, async (ctx) => {
    const { db, organizationId } = ctx
    const currency = await currencyOf(ctx)
    if (currency !== into)
      throw invalid('into', `The organization's currency is ${currency} now, so these rates would be wrong.`)
    if (rates.some((rate) => rate.currency === into)) throw invalid('rates', `Amounts in ${into} need no rate.`)
    if (new Set(rates.map((rate) => `${rate.currency} ${rate.day}`)).size < rates.length)
      throw invalid('rates', 'Enter one rate per currency and day.')
    const { rows: before } = await sql<ExchangeRate>`
      with ${saved(ctx)} select r.currency, r.day::text as day, trim_scale(r.rate)::text as rate
      from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as n(currency text, day date)
      join saved r on r.currency = n.currency and r.day = n.day order by r.day desc, r.currency`.execute(db)
    await note(ctx, into, rates)
    const {
      rows: [count],
    } = await sql<{ n: number }>`
      select (select count(*) from exchange_rates where organization_id = ${organizationId})
        + (select count(*) from waiting_rates where organization_id = ${organizationId}) as n`.execute(db)
    if ((count?.n ?? 0) > MOST_RATES)
      throw invalid('rates', `An organization has at most ${MOST_RATES} rates. Delete old ones first.`)
    await audit(ctx, {
      entity: 'organization',
      entityId: organizationId,
      action: 'rates',
      old: { exchangeRates: describeRates(before) },
      new: { exchangeRates: describeRates(rates) },
    })
  })
  await countFew(ctx)
  return { saved: rates.length }
}

/** @throws not_found */
export async function remove(ctx: Ctx, { currency, day }: HandlerInput<typeof deleteRate>['body']) {
  await inTransaction(ctx, async (ctx) => {
    const { db, organizationId } = ctx
    const { rows } = await sql<ExchangeRate>`
      with ${saved(ctx)} select currency, day::text as day, trim_scale(rate)::text as rate from saved
      where currency = ${currency} and day = ${day}::date`.execute(db)
    if (rows.length === 0) throw new AppError('not_found')
    await note(ctx, await currencyOf(ctx), [{ currency, day, rate: null }])
    await audit(ctx, {
      entity: 'organization',
      entityId: organizationId,
      action: 'rates',
      old: { exchangeRates: describeRates(rows) },
      new: { exchangeRates: '' },
    })
  })
  await countFew(ctx)
  return { ok: true } as const
}
