import { type Kysely, sql } from 'kysely'
import { itemsOf, months, noted, orderAdds, pieces, ANEW, converted } from './0070-sales-by-day.ts'
import {
  NOTED,
  age,
  ages,
  daysAdded,
  gradesAdded,
  linesAnew,
  linesOf,
  monthsAdded,
  piecesAdded,
  totals,
  valued,
  valuesAdded,
} from './0072-medians.ts'
import { own } from './own.ts'

/*
 * Taking in an order noted it three times for the sums: as it was made, as it was before its lines were counted, and after; and its lines. Now a new order
 * is only marked. Until somebody adds it up, what it comes to is read from the order and its lines as they stand, however often they change; only what
 * changes afterwards is noted. Whoever adds up holds the mark before reading the order, and whoever changes the order holds it, too, or finds it gone and
 * notes the change: no change counts twice or never. What is not added up yet, marked or noted, are the views `order_changes` and `piece_changes`.
 */
const tables = `
alter table order_changes rename to order_notes;
alter table piece_changes rename to piece_notes;
create table unsummed_orders (
  organization_id bigint not null,
  order_id bigint not null,
  primary key (organization_id, order_id)
) with (autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0);
${own(['unsummed_orders'], 'select')}
create view order_changes with (security_invoker) as
  select ${noted} from order_notes
  union all ${orderAdds('o', 1)} from unsummed_orders u join orders o on o.organization_id = u.organization_id and o.id = u.order_id where o.state <> 'cancelled';
create view piece_changes with (security_invoker) as
  select ${NOTED} from piece_notes
  union all select organization_id, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, quantity, lines from (
    ${linesOf('o', 'i', 1)} from unsummed_orders u join orders o on o.organization_id = u.organization_id and o.id = u.order_id ${itemsOf('o')}
    where o.state <> 'cancelled') l;
grant select on order_changes, piece_changes to motto_app;
-- Lines get their ids before they are written: stock knows them by these.
grant usage on sequence order_items_id_seq to motto_app;
`

/** In the function of a row's trigger: ends it where the order is marked, and holds the mark else wanted by who adds up. */
const unlessMarked = (order: string) => `
  perform from unsummed_orders u where u.organization_id = old.organization_id and u.order_id = old.${order} for key share;
  if found then return null; end if;`
/** What follows `insert into piece_notes`. */
const notes = (lines: string) => `(${NOTED})
    select organization_id, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, sum(quantity), sum(lines) from (${lines}) c
    group by organization_id, currency, at, channel, sku, product_id, age having sum(quantity) <> 0 or sum(lines) <> 0;`
/** Orders that are added up, of which lines came or went. */
const counted = `counted as materialized (
    select w.organization_id, w.order_id from (select distinct c.organization_id, c.order_id from changed c) w
    left join lateral (select true as is_marked from unsummed_orders u where u.organization_id = w.organization_id and u.order_id = w.order_id for key share) m on true
    where m.is_marked is null)`
const countedLines = (sign: 1 | -1) =>
  notes(`${linesOf('o', 'c', sign)} from counted w join changed c on c.organization_id = w.organization_id and c.order_id = w.order_id
      join orders o on o.organization_id = w.organization_id and o.id = w.order_id and o.state <> 'cancelled'`)
const lineNow = (row: 'old' | 'new', sign: 1 | -1) =>
  `select o.organization_id, o.currency, o.order_date as at, o.channel, ${row}.sku, coalesce(${row}.product_id, 0) as product_id,
      ${age('o.order_date', `${row}.product_created_at`)} as age, ${sign}::bigint * ${row}.quantity as quantity, ${sign}::bigint as lines from its_order o`

const differ = (columns: readonly string[]) =>
  `(${columns.map((column) => `old.${column}`).join(', ')}) is distinct from (${columns.map((column) => `new.${column}`).join(', ')})`
const whereItIs = ['state', 'channel', 'currency', 'order_date']
const whatItComesTo = ['payment', 'total_quantity', 'total_amount', 'fee_amount', 'tax_amount', 'discount_amount']

// Marks are few at one moment and many at the next, so no plan follows their number (`enable_seqscan`): each is found by its key.
const triggers = `
create or replace function note_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into unsummed_orders (organization_id, order_id) select organization_id, id from changed;
  return null;
end $$;
create or replace function note_order_change() returns trigger language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  ${unlessMarked('id')}
  insert into order_notes (${noted}) ${orderAdds('new', 1)} where new.state <> 'cancelled' union all ${orderAdds('old', -1)} where old.state <> 'cancelled';
  if ${differ(whereItIs)} then
    insert into piece_notes ${notes(`${linesOf('new', 'i', 1)} from order_items i where i.organization_id = new.organization_id and i.order_id = new.id and new.state <> 'cancelled'
      union all ${linesOf('old', 'i', -1)} from order_items i where i.organization_id = new.organization_id and i.order_id = new.id and old.state <> 'cancelled'`)}
  end if;
  return null;
end $$;
create or replace function note_pieces() returns trigger language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  with ${counted} insert into piece_notes ${countedLines(1)}
  return null;
end $$;
create or replace function note_pieces_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  with ${counted} insert into piece_notes ${countedLines(-1)}
  return null;
end $$;
create or replace function note_pieces_change() returns trigger language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  ${unlessMarked('order_id')}
  with its_order as (select * from orders o where o.organization_id = new.organization_id and o.id = new.order_id and o.state <> 'cancelled')
  insert into piece_notes ${notes(`${lineNow('new', 1)} union all ${lineNow('old', -1)}`)}
  return null;
end $$;
-- Most changes are of what no sum holds: the conditions of triggers tell them without calling anything.
drop trigger orders_summed_anew on orders;
create trigger orders_summed_anew after update on orders for each row when (${differ([...whereItIs, ...whatItComesTo])}) execute function note_order_change();
drop trigger order_items_summed_anew on order_items;
create trigger order_items_summed_anew after update on order_items for each row
  when (${differ(['sku', 'product_id', 'product_created_at', 'quantity'])}) execute function note_pieces_change();
drop trigger order_items_date_product on order_items;
create trigger order_items_date_product before insert on order_items for each row
  when (new.product_id is not null and new.product_created_at is null) execute function date_product();
create trigger order_items_redate_product before update of product_id on order_items for each row
  when (new.product_id is distinct from old.product_id) execute function date_product();
`

const folding = `
create or replace function fold_sales(most int) returns int language plpgsql set search_path = public, pg_temp as $$
declare n int; folded int := 0; whose bigint[]; which bigint[];
begin
  if not pg_try_advisory_xact_lock(7040045) then return 0; end if;
  -- Marks are held before their orders are read, by the statements that follow: who holds one changes its order just now, and it waits for the next time.
  select array_agg(organization_id), array_agg(order_id) into whose, which from (
    select organization_id, order_id from unsummed_orders order by organization_id, order_id limit most for update skip locked) held;
  delete from unsummed_orders u using unnest(whose, which) w(organization_id, id) where u.organization_id = w.organization_id and u.order_id = w.id;
  with gone as (
    delete from order_notes where (organization_id, id) in (select organization_id, id from order_notes order by organization_id, id limit most) returning *
  ), due as (select ${noted} from gone union all ${orderAdds('o', 1)} from unnest(whose, which) w(organization_id, id)
    join orders o on o.organization_id = w.organization_id and o.id = w.id where o.state <> 'cancelled'),
  worth as materialized (select * from ${converted(`select ${noted} from due`)} w),
  days as (insert into order_days as s ${daysAdded('worth')}),
  totals as materialized (${valued(`${totals('worth')} v`)}),
  by_value as (insert into sold_values as s ${valuesAdded('totals')}),
  by_grade as (insert into sold_grades as s ${gradesAdded('totals')})
  select count(*) into n from gone;
  folded := n;
  with gone as (
    delete from piece_notes where (organization_id, id) in (select organization_id, id from piece_notes order by organization_id, id limit most) returning *
  ), due as (select ${NOTED} from gone where organization_id in (select id from organizations)
    union all select organization_id, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, quantity, lines from (
      ${linesOf('o', 'i', 1)} from unnest(whose, which) w(organization_id, id) join orders o on o.organization_id = w.organization_id and o.id = w.id ${itemsOf('o')}
      where o.state <> 'cancelled') l),
  known as materialized (select * from due),
  by_day as (insert into piece_sums as s ${piecesAdded('known')}),
  by_month as (insert into piece_months as s ${monthsAdded('known')}),
  ages as materialized (${valued(`${ages('known')} v`)}),
  by_value as (insert into sold_values as s ${valuesAdded('ages')}),
  by_grade as (insert into sold_grades as s ${gradesAdded('ages')})
  select count(*) into n from gone;
  return folded + n + coalesce(cardinality(which), 0);
end $$;

create or replace function rebuild_sales(whose bigint) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  lock table orders, order_items in share row exclusive mode;
  perform pg_advisory_xact_lock(7040045);
  delete from unsummed_orders where organization_id = whose;
  delete from order_notes where organization_id = whose;
  delete from piece_notes where organization_id = whose;
  delete from piece_sums where organization_id = whose;
  delete from piece_months where organization_id = whose;
  perform count_order_days(whose, null, '-infinity', 'infinity');
  insert into piece_sums (${ANEW}) ${pieces(`(select *, (at at time zone 'UTC')::date as day from ${linesAnew} l) x`)};
  insert into piece_months (organization_id, currency, month, channel, sku, product_id, quantity) ${months('piece_sums where organization_id = whose')};
end $$;
`

export const up = async (db: Kysely<unknown>) => {
  for (const part of [tables, triggers, folding]) await sql.raw(part).execute(db)
}
