-- Counts of products and orders. See count_changes.

create or replace function count_rows() returns trigger language plpgsql as $$
declare sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  if tg_argv[0] = 'products' then
    insert into count_changes (organization_id, products) select organization_id, sign * count(*) from changed group by 1;
  else
    insert into count_changes (organization_id, orders) select organization_id, sign * count(*) from changed group by 1;
  end if;
  return null;
end $$;

create or replace function apply_count() returns trigger language plpgsql as $$
begin
  update organization_counts set products = products + new.products, orders = orders + new.orders where organization_id = new.organization_id;
  delete from count_changes where organization_id = new.organization_id and id = new.id;
  return null;
end $$;

-- A constraint trigger cannot be replaced, so it is created once.
do $$ begin
  if not exists (select from pg_trigger where tgrelid = 'count_changes'::regclass and tgname = 'count_changes_applied') then
    create constraint trigger count_changes_applied after insert on count_changes
      deferrable initially deferred for each row execute function apply_count();
  end if;
end $$;
create or replace trigger orders_added after insert on orders
  referencing new table as changed for each statement execute function count_rows('orders');
create or replace trigger orders_gone after delete on orders
  referencing old table as changed for each statement execute function count_rows('orders');
create or replace trigger products_added after insert on products
  referencing new table as changed for each statement execute function count_rows('products');
create or replace trigger products_gone after delete on products
  referencing old table as changed for each statement execute function count_rows('products');
