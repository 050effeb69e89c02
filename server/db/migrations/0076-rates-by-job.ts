import { type Kysely, sql } from 'kysely'
import { byDay, converted, isSome, measures, ordersOf, turned } from './0070-sales-by-day.ts'
import { ages, agesOf, agesTurned, gradesAdded, linesAnew, totals, valued, valuesAdded } from './0072-medians.ts'
import { own } from './own.ts'

/*
 * A rate that holds for very many orders was counted inside its save, which took minutes, and so did every save of others that counts: rates wait in
 * `waiting_rates` now, until they are counted, at once or by a job. One that was saved while the figures were counted in another currency was never
 * counted: what a trigger has to count it reads now when nobody else counts. And a day begins when its midnight comes first: where clocks go back
 * at one o'clock it comes twice.
 */
const tables = `
create table waiting_rates (
  organization_id bigint not null references organizations on delete cascade,
  into_currency text not null,
  currency text not null check (currency <> into_currency),
  day date not null,
  -- Null: that of the day is to go.
  rate numeric(16, 10) check (rate > 0),
  primary key (organization_id, into_currency, currency, day)
);
${own(['waiting_rates'])}

create function day_begins(day date, zone text) returns timestamptz language sql immutable parallel safe as $$
  select case when isfinite(day) then (day::timestamp at time zone zone)
      - greatest(interval '0', (((day::timestamp at time zone zone) - interval '1 microsecond') at time zone zone) - day::timestamp + interval '1 microsecond')
    else day::timestamp at time zone 'UTC' end $$;
`

/** Of rates, the days on which they hold: each until the next of its currency. Rates into another currency than that of the figures touch none. */
const touched = (rates: string) => `
    select c.organization_id, c.currency, min(c.day) as since, coalesce((select min(r.day) - 1 from exchange_rates r
      where r.organization_id = c.organization_id and r.into_currency = g.counted_currency and r.currency = c.currency and r.day > max(c.day)), 'infinity') as until
    from ${rates} c join organizations g on g.id = c.organization_id and g.counted_currency = c.into_currency group by c.organization_id, c.currency, g.counted_currency`
const within = (currency: string, at: string) => `(of_currency is null or ${currency} = of_currency)
      and ${at} >= day_begins(since, z.counted_time_zone) and (until = 'infinity' or ${at} < day_begins(until + 1, z.counted_time_zone))`
const sameRate = (one: string, other: string) =>
  `(${one}.into_currency, ${one}.currency, ${one}.day) = (${other}.into_currency, ${other}.currency, ${other}.day)`

const counting = `
-- Whether nobody else adds up or counts anew; nobody does until the transaction ends.
create function hold_sums() returns boolean language plpgsql set search_path = public, pg_temp set lock_timeout = '500ms' as $$
begin
  perform pg_advisory_xact_lock(7040045);
  return true;
exception when lock_not_available then
  return false;
end $$;

create or replace function count_in() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or not exists (select from orders where organization_id = new.id offset 10000) and hold_sums() then
    new.counted_currency := new.currency;
    new.counted_time_zone := new.time_zone;
  end if;
  return new;
end $$;

create or replace function count_rated_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare at record;
begin
  perform pg_advisory_xact_lock(7040045);
  for at in ${touched('changed')} order by 1, 2
  loop perform count_order_days(at.organization_id, at.currency, at.since, at.until); end loop;
  return null;
end $$;

-- Lets figures count with the rates of an organization that wait. Answers how many these are, or null where it left them, as they touch more than
-- \`most\` orders or others count just now.
create function apply_rates(whose bigint, most bigint) returns int language plpgsql set search_path = public, pg_temp as $$
declare due waiting_rates[];
begin
  if most is null then perform pg_advisory_xact_lock(7040045);
  elsif not hold_sums() then return null;
  end if;
  select array_agg(w order by w.currency, w.day) into due from waiting_rates w where w.organization_id = whose;
  if due is null then return 0; end if;
  if most < (select sum(d.orders) from (${touched('unnest(due)')}) c
      join order_days d on d.organization_id = whose and d.currency = c.currency and d.day >= c.since and d.day <= c.until) then return null; end if;
  insert into exchange_rates (organization_id, into_currency, currency, day, rate)
    select organization_id, into_currency, currency, day, rate from unnest(due) where rate is not null
    on conflict (organization_id, into_currency, currency, day) do update set rate = excluded.rate;
  delete from exchange_rates x using unnest(due) w where x.organization_id = whose and w.rate is null and ${sameRate('x', 'w')};
  -- Last, so that nobody who saves one of them again waits. What was saved meanwhile stays.
  delete from waiting_rates x using unnest(due) w where x.organization_id = whose and ${sameRate('x', 'w')} and x.rate is not distinct from w.rate;
  return cardinality(due);
end $$;
revoke execute on function apply_rates from public;

create or replace function count_order_days(whose bigint, of_currency text, since date, until date) returns void language plpgsql set search_path = public, pg_temp as $$
declare n int;
begin
  perform pg_advisory_xact_lock(7040045);
  delete from order_days where organization_id = whose and (of_currency is null or currency = of_currency) and day >= since and day <= until;
  -- Rates change what orders came to, and no age.
  delete from sold_values where organization_id = whose and (of_currency is null or kind = 'total' and currency = of_currency) and day >= since and day <= until;
  delete from sold_grades where organization_id = whose and (of_currency is null or kind = 'total' and currency = of_currency) and day >= since and day <= until;
  with worth as materialized (select * from ${converted(`${ordersOf} and ${within('o.currency', 'o.order_date')}
    union all select c.organization_id, c.currency, c.at, c.channel, ${turned(['orders', 'quantity', 'amount', 'fees', 'tax', 'discount'])}, c.is_refunded
      from order_changes c join organizations z on z.id = c.organization_id where c.organization_id = whose and ${within('c.currency', 'c.at')}`)} w),
  totals as materialized (${valued(`${totals('worth')} v`)}),
  by_value as (insert into sold_values as s ${valuesAdded('totals')}),
  by_grade as (insert into sold_grades as s ${gradesAdded('totals')})
  insert into order_days ${byDay('worth')} having ${isSome(measures)};
  if of_currency is null then
    with lines as materialized (${agesOf} ${linesAnew} l union all ${agesOf} ${agesTurned} t),
    ages as materialized (${valued(`${ages('lines')} v`)}),
    by_value as (insert into sold_values as s ${valuesAdded('ages')}),
    by_grade as (insert into sold_grades as s ${gradesAdded('ages')})
    select count(*) into n from lines;
  end if;
end $$;
`

export const up = async (db: Kysely<unknown>) => {
  for (const part of [tables, counting]) await sql.raw(part).execute(db)
}
