import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'
import {
  ANEW,
  added,
  asMeasures,
  both,
  byDay,
  converted,
  isSome,
  itemsOf,
  measures,
  months,
  moved,
  noted as orderNoted,
  orderAdds,
  orderMatters,
  ordersOf,
  pieces,
  piecesKept,
  told,
  turned,
  waiting,
  within,
} from './0070-sales-by-day.ts'

/*
 * Medians without reading a year of orders: how many orders came to how much, and how old products were when they sold, by day. Values are graded, some
 * 10 % wide: the grades of a range tell which one holds the middle, and only its values are read. A line keeps when its product was created, so
 * that it goes on to count when the product is gone. Ages are tenths of days.
 */
const steps = [10, 11, 12, 13, 15, 16, 18, 20, 22, 24, 27, 30, 33, 36, 39, 43, 47, 51, 56, 62, 68, 75, 82, 91]
const grades = [
  ...Array.from({ length: 9 }, (_, n) => n + 1),
  ...Array.from({ length: 12 }, (_, decade) => steps.map((step) => step * 10 ** decade)).flat(),
]
const GRADED = 'organization_id, kind, day, currency, channel, grade'
const VALUED = 'organization_id, kind, grade, day, currency, channel, value'

const tables = `
create function grade_of(value bigint) returns smallint language sql immutable parallel safe as
  $$ select width_bucket(value, '{${grades.join(', ')}}'::bigint[])::smallint $$;

alter table order_items add product_created_at timestamptz;
alter table order_items disable trigger user;
update order_items i set product_created_at = p.created_at from products p where p.organization_id = i.organization_id and p.id = i.product_id;
alter table order_items enable trigger user;
create function date_product() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A product that is gone stays as old as it was.
  if tg_op = 'UPDATE' and new.product_id is not distinct from old.product_id then return new; end if;
  new.product_created_at := (select p.created_at from products p where p.organization_id = new.organization_id and p.id = new.product_id);
  return new;
end $$;
create trigger order_items_date_product before insert or update of product_id on order_items for each row execute function date_product();

delete from piece_changes;
alter table piece_changes add at timestamptz not null, add lines bigint not null,
  -- Of its product, in tenths of days.
  add age bigint;

create table sold_grades (
  organization_id bigint not null references organizations on delete cascade,
  -- total: what an order came to, in the currency of the organization; age: of a line's product, in tenths of days.
  kind text collate "C" not null,
  day date not null,
  -- The orders' own.
  currency text collate "C" not null,
  channel text collate "C" not null,
  grade smallint not null,
  times bigint not null,
  primary key (${GRADED})
);
create table sold_values (
  organization_id bigint not null references organizations on delete cascade,
  kind text collate "C" not null,
  grade smallint not null,
  day date not null,
  currency text collate "C" not null,
  channel text collate "C" not null,
  value bigint not null,
  times bigint not null,
  -- Read without its rows.
  primary key (${VALUED}) include (times)
);
${own(['sold_grades', 'sold_values'], 'select')}
`

export const age = (at: string, created: string) =>
  `case when ${created} <= ${at} then round(extract(epoch from ${at} - ${created}) / 8640)::bigint end`
export const NOTED = 'organization_id, currency, day, at, channel, sku, product_id, age, quantity, lines'
export const linesOf = (o: string, i: string, sign: 1 | -1) =>
  `select ${o}.organization_id, ${o}.currency, ${o}.order_date as at, ${o}.channel, ${i}.sku, coalesce(${i}.product_id, 0) as product_id,
    ${age(`${o}.order_date`, `${i}.product_created_at`)} as age, ${sign}::bigint * ${i}.quantity as quantity, ${sign}::bigint as lines`
const noted = (rows: string) => `insert into piece_changes (${NOTED})
    select organization_id, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, sum(quantity), sum(lines) from (${rows}) c
    group by organization_id, currency, at, channel, sku, product_id, age having sum(quantity) <> 0 or sum(lines) <> 0;`
const notedTrigger = (name: string, body: string) => `
create or replace function ${name}() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  ${body}
  return null;
end $$;`
const orderOf = (i: string) =>
  `join orders o on o.organization_id = ${i}.organization_id and o.id = ${i}.order_id and o.state <> 'cancelled'`
const same = 'organization_id, order_id, sku, product_id, product_created_at'

const triggers = [
  notedTrigger('note_pieces', noted(`${linesOf('o', 'c', 1)} from changed c ${orderOf('c')}`)),
  notedTrigger('note_pieces_gone', noted(`${linesOf('o', 'c', -1)} from changed c ${orderOf('c')}`)),
  // Lines are met by what they have in common: one by one, the plan of a short order would compare each with each of an order of thousands.
  notedTrigger(
    'note_pieces_change',
    // Most changes are of what no sum holds, such as pieces that are taken.
    `if not exists (select ${same}, quantity from changed except all select ${same}, quantity from before) then return null; end if;
  ${noted(`select o.organization_id, o.currency, o.order_date as at, o.channel, i.sku, coalesce(i.product_id, 0) as product_id,
      ${age('o.order_date', 'i.product_created_at')} as age, i.quantity, i.lines
    from (select ${same}, sum(quantity) as quantity, sum(lines) as lines from (
        select ${same}, quantity, 1 as lines from changed union all select ${same}, -quantity, -1 from before) line
      group by ${same} having sum(quantity) <> 0 or sum(lines) <> 0) i ${orderOf('i')}`)}`,
  ),
  notedTrigger(
    'note_order_change',
    `if not exists (select from ${both} where ${orderMatters}) then return null; end if;
  insert into order_changes (${orderNoted})
    ${orderAdds('n', 1)} from ${both} where n.state <> 'cancelled' and ${orderMatters}
    union all ${orderAdds('b', -1)} from ${both} where b.state <> 'cancelled' and ${orderMatters};
  if not exists (select from ${both} where ${moved}) then return null; end if;
  ${noted(`${linesOf('n', 'i', 1)} from ${both} ${itemsOf('n')} where n.state <> 'cancelled' and ${moved}
      union all ${linesOf('b', 'i', -1)} from ${both} ${itemsOf('b')} where b.state <> 'cancelled' and ${moved}`)}`,
  ),
].join('')

/** Of rows with a day and a number of times. */
const graded = (from: string) =>
  `select organization_id, kind, day, currency, channel, grade, sum(times)::bigint as times from ${from} group by 1, 2, 3, 4, 5, 6`
export const valued = (from: string) =>
  `select organization_id, kind, grade_of(value) as grade, day, currency, channel, value, sum(times)::bigint as times from ${from} group by 1, 2, 3, 4, 5, 6, 7`
export const totals = (from: string) =>
  `(select organization_id, 'total' as kind, day, currency, channel, amount * orders as value, orders as times from ${from} w)`
/** Of rows like those of the changes. */
export const ages = (from: string) =>
  `(select c.organization_id, 'age' as kind, (c.at at time zone g.counted_time_zone)::date as day, c.currency, c.channel, c.age as value, c.lines as times
    from ${from} c join organizations g on g.id = c.organization_id where c.age is not null)`
/** What follows `insert into … as s`, of what a query says. */
export const valuesAdded = (of: string) => `(${VALUED}, times) select ${VALUED}, times from ${of} where times <> 0
    on conflict (${VALUED}) do update set times = s.times + excluded.times`
export const gradesAdded = (of: string) => `(${GRADED}, times) ${graded(of)} having sum(times) <> 0
    on conflict (${GRADED}) do update set times = s.times + excluded.times`
export const daysAdded = (of: string) =>
  `${byDay(of)} on conflict (organization_id, day, currency, channel) do update set ${added(measures)}`
export const piecesAdded = (of: string) => `(${ANEW}) ${pieces(of)}
    on conflict (organization_id, currency, day, channel, sku, product_id) do update set ${added(['quantity'])}`
export const monthsAdded = (
  of: string,
) => `(organization_id, currency, month, channel, sku, product_id, quantity) ${months(of)}
    on conflict (organization_id, currency, month, channel, sku, product_id) do update set ${added(['quantity'])}`

export const linesAnew = `(${linesOf('o', 'i', 1)} from orders o ${itemsOf('o')} join organizations z on z.id = o.organization_id
      where o.organization_id = whose and o.state <> 'cancelled')`
export const agesTurned = `(select c.organization_id, c.currency, c.at, c.channel, c.age, -c.lines as lines from piece_changes c where c.organization_id = whose)`
export const agesOf = `select organization_id, currency, at, channel, age, lines from`

const folding = `
create or replace function fold_sales(most int) returns int language plpgsql set search_path = public, pg_temp as $$
declare n int; folded int := 0;
begin
  if not pg_try_advisory_xact_lock(7040045) then return 0; end if;
  with gone as (
    delete from order_changes where (organization_id, id) in (select organization_id, id from order_changes order by organization_id, id limit most) returning *
  ), worth as materialized (select * from ${converted(`select ${orderNoted} from gone`)} w),
  days as (insert into order_days as s ${daysAdded('worth')}),
  totals as materialized (${valued(`${totals('worth')} v`)}),
  by_value as (insert into sold_values as s ${valuesAdded('totals')}),
  by_grade as (insert into sold_grades as s ${gradesAdded('totals')})
  select count(*) into n from gone;
  folded := n;
  with gone as (
    delete from piece_changes where (organization_id, id) in (select organization_id, id from piece_changes order by organization_id, id limit most) returning *
  ), known as materialized (select * from gone where organization_id in (select id from organizations)),
  by_day as (insert into piece_sums as s ${piecesAdded('known')}),
  by_month as (insert into piece_months as s ${monthsAdded('known')}),
  ages as materialized (${valued(`${ages('known')} v`)}),
  by_value as (insert into sold_values as s ${valuesAdded('ages')}),
  by_grade as (insert into sold_grades as s ${gradesAdded('ages')})
  select count(*) into n from gone;
  return folded + n;
end $$;

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

const valuesTold = (from: string) =>
  `select kind || ' values', currency, day, channel, '', value, array[times] from (${valued(from)}) c where times <> 0`
const gradesTold = (from: string) =>
  `select kind || ' grades', currency, day, channel, '', grade::bigint, array[times] from (select organization_id, kind, day, currency, channel, grade, sum(times)::bigint as times
    from ${from} group by 1, 2, 3, 4, 5, 6) c where times <> 0`
const measured = (worth: string, lines: string) =>
  `select organization_id, kind, day, currency, channel, value, grade_of(value) as grade, times from (select * from ${totals(worth)} t union all select * from ${ages(lines)} a) m`
const keptOf = (table: string, key: string) =>
  `(select organization_id, kind, day, currency, channel, ${key}, times from ${table} where organization_id = whose
    union all select organization_id, kind, day, currency, channel, ${key}, times from (${measured('noted', '(select * from piece_changes where organization_id = whose)')}) n) k`

const rebuilding = `
create or replace function sales_anew(whose bigint) ${told} as $$
  with worth as materialized (select * from ${converted(ordersOf)} w), lines as materialized (select *, (at at time zone 'UTC')::date as day from ${linesAnew} l),
  measured as materialized (${measured('worth', 'lines')})
  select 'orders', c.currency, c.day, c.channel, '', 0::bigint, ${asMeasures} from (${byDay('worth')}) c
  union all select 'pieces', c.currency, c.day, c.channel, c.sku, c.product_id, array[c.quantity] from (${pieces('lines')}) c
  union all select 'months', c.currency, c.month, c.channel, c.sku, c.product_id, array[c.quantity] from (${months('lines')}) c
  union all ${valuesTold('measured')}
  union all ${gradesTold('measured')}
$$;
create or replace function sales_as_kept(whose bigint) ${told} as $$
  with noted as materialized (select * from ${converted(waiting)} w)
  select 'orders', c.currency, c.day, c.channel, '', 0::bigint, ${asMeasures}
    from (${byDay(`(select * from order_days where organization_id = whose union all select * from noted)`)} having ${isSome(measures)}) c
  union all select 'pieces', c.currency, c.day, c.channel, c.sku, c.product_id, array[c.quantity] from (${pieces(`${piecesKept('piece_sums', 'day')} x`)}) c where c.quantity <> 0
  union all select 'months', c.currency, c.month, c.channel, c.sku, c.product_id, array[c.quantity] from (${months(`${piecesKept('piece_months', 'month')} x`)}) c where c.quantity <> 0
  union all ${valuesTold(keptOf('sold_values', 'value'))}
  union all ${gradesTold(keptOf('sold_grades', 'grade'))}
$$;
select rebuild_sales(id) from organizations;
`

export const up = async (db: Kysely<unknown>) => {
  for (const part of [tables, triggers, folding, rebuilding]) await sql.raw(part).execute(db)
}
