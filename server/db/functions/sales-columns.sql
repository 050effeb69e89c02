-- Deletes what day_columns holds of a day when the day's figures change. A day is stored only when nothing of it waits to be
-- summed. Whoever sums up and whoever stores days hold the same lock.

create or replace function drop_noted_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from day_columns k using (select distinct g.organization_id, (g.at at time zone z.counted_time_zone)::date as day
      from gone g join organizations z on z.id = g.organization_id) d
    where k.organization_id = d.organization_id and k.day = d.day;
  return null;
end $$;

create or replace function drop_marked_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from day_columns k using (select distinct g.organization_id, (o.order_date at time zone z.counted_time_zone)::date as day
      from gone g join organizations z on z.id = g.organization_id join orders o on o.organization_id = g.organization_id and o.id = g.order_id) d
    where k.organization_id = d.organization_id and k.day = d.day;
  return null;
end $$;

-- Days that are counted again because their rates changed.
create or replace function drop_counted_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from day_columns k using (select distinct organization_id, day from gone) d where k.organization_id = d.organization_id and k.day = d.day;
  return null;
end $$;

create or replace trigger order_days_counted_anew after delete on order_days
  referencing old table as gone for each statement execute function drop_counted_days();
create or replace trigger order_notes_added_up after delete on order_notes
  referencing old table as gone for each statement execute function drop_noted_days();
create or replace trigger piece_notes_added_up after delete on piece_notes
  referencing old table as gone for each statement execute function drop_noted_days();
create or replace trigger unsummed_orders_added_up after delete on unsummed_orders
  referencing old table as gone for each statement execute function drop_marked_days();
