-- Deletes what day_columns holds of a day when the day's figures change. A day is stored only when nothing of it waits to be
-- summed. Whoever sums up and whoever stores days hold the same lock.

create or replace function drop_noted_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; moments timestamptz[];
begin
  for whose, moments in select organization_id, array_agg(distinct at) from gone group by 1 order by 1 loop
    delete from day_columns k where k.organization_id = whose
      and k.day in (select (m.at at time zone z.counted_time_zone)::date from organizations z cross join unnest(moments) m(at) where z.id = whose);
  end loop;
  return null;
end $$;

create or replace function drop_marked_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[];
begin
  for whose, ids in select organization_id, array_agg(order_id) from gone group by 1 order by 1 loop
    delete from day_columns k where k.organization_id = whose
      and k.day in (
        select (o.order_date at time zone z.counted_time_zone)::date from orders o join organizations z on z.id = o.organization_id
        where o.organization_id = whose and o.id = any(ids));
  end loop;
  return null;
end $$;

-- Days that are counted again because their rates changed.
create or replace function drop_counted_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; days date[];
begin
  for whose, days in select organization_id, array_agg(distinct day) from gone group by 1 order by 1 loop
    delete from day_columns k where k.organization_id = whose and k.day = any(days);
  end loop;
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
