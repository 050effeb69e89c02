import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/*
 * Under a filter of many products no sum helps, as an order of two such products counts once, and reading a year's orders with their lines takes seconds. So
 * the orders of each day are kept a second time, column by column, as numbers that a program runs through: docs/decisions/0023-orders-by-columns.md.
 *
 * A day is kept as it was when nothing of it waited to be added up. What is changed afterwards waits to be added up, and its day is read from the orders until
 * then; whoever adds up deletes what is kept of the day, in the same transaction. Who adds up and who keeps days hold the same lock.
 */
const schema = `
create table day_columns (
  organization_id bigint not null references organizations on delete cascade,
  -- Of this time zone, the amounts in this currency: where the organization counts in others by now, it is as if the day were not kept.
  day date not null,
  time_zone text not null,
  currency text not null,
  orders integer not null,
  lines integer not null,
  -- Numbers one after another, each as long as the longest of the day: 1, 2 or 4 bytes, or 8 for a float8. Of orders that have lines, in turn:
  channels text[] not null,
  channel bytea not null,
  line_count bytea not null,
  amount bytea not null,
  fees bytea not null,
  tax bytea not null,
  discount bytea not null,
  refunded bytea not null,
  -- Of the lines of the first order, of those of the second, and so on; no product is 0, no age -1.
  product bytea not null,
  quantity bytea not null,
  age bytea not null,
  primary key (organization_id, day)
);
-- They are read whole, and hardly get shorter.
${['channel', 'line_count', 'amount', 'fees', 'tax', 'discount', 'refunded', 'product', 'quantity', 'age'].map((name) => `alter table day_columns alter column ${name} set storage external;`).join('\n')}
${own(['day_columns'], 'select')}

-- Figures of most products were those of all without the others': nobody asks for these any more.
drop index order_items_of_none;
drop index orders_empty;

create function drop_noted_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from day_columns k using (select distinct g.organization_id, (g.at at time zone z.counted_time_zone)::date as day
      from gone g join organizations z on z.id = g.organization_id) d
    where k.organization_id = d.organization_id and k.day = d.day;
  return null;
end $$;
create trigger order_notes_added_up after delete on order_notes referencing old table as gone for each statement execute function drop_noted_days();
create trigger piece_notes_added_up after delete on piece_notes referencing old table as gone for each statement execute function drop_noted_days();

create function drop_marked_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from day_columns k using (select distinct g.organization_id, (o.order_date at time zone z.counted_time_zone)::date as day
      from gone g join organizations z on z.id = g.organization_id join orders o on o.organization_id = g.organization_id and o.id = g.order_id) d
    where k.organization_id = d.organization_id and k.day = d.day;
  return null;
end $$;
create trigger unsummed_orders_added_up after delete on unsummed_orders referencing old table as gone for each statement execute function drop_marked_days();

-- Days that are counted anew, as their rates changed.
create function drop_counted_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from day_columns k using (select distinct organization_id, day from gone) d where k.organization_id = d.organization_id and k.day = d.day;
  return null;
end $$;
create trigger order_days_counted_anew after delete on order_days referencing old table as gone for each statement execute function drop_counted_days();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
