-- Counts of products and orders. See count_changes.

create or replace function count_rows() returns trigger language plpgsql as $$
declare whose bigint; n bigint;
begin
  for whose, n in select organization_id, case when tg_op = 'INSERT' then count(*) else -count(*) end from changed group by 1 loop
    if tg_argv[0] = 'products' then
      insert into count_changes (organization_id, products) values (whose, n);
    else
      insert into count_changes (organization_id, orders) values (whose, n);
    end if;
  end loop;
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

-- Keeps tallies: numbers of products and listings in a state, and of orders by account. Triggers note each change in its own transaction, as a row of its own; fold_tallies()
-- adds notes up. What is read is the sum of both, so it is exact at any moment, and writers wait for nobody.

-- Counts from the rows themselves. Low stock is up to 2 units, as in domain/stock/low.ts; rejected is as in server/db/rules/listing-rules.ts.
create or replace function count_tallies(whose bigint) returns table (name text, integration_id bigint, n bigint)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select t.name, 0::bigint, t.n
  from (
    select count(*) filter (where listed > 0) as listed, count(*) filter (where sold > 0) as sold,
        count(*) filter (where listed > 0 and quantity <= 2) as low
    from product_facts where organization_id = whose
  ) f cross join lateral (values ('products listed', f.listed), ('products sold', f.sold), ('products low', f.low)) t(name, n)
  where t.n > 0
  union all
  select t.name, l.integration_id, t.n
  from (
    select integration_id, count(*) filter (where status = 'listed') as listed, count(*) filter (where status = 'unlisted') as ended,
        count(*) filter (where status = 'error' or result ->> 'status' = 'rejected') as refused
    from listing_products where organization_id = whose group by 1
  ) l cross join lateral (values ('listings listed', l.listed), ('listings ended', l.ended), ('listings rejected', l.refused)) t(name, n)
  where t.n > 0
  union all
  -- Orders that were entered by hand have the account 0.
  select 'orders', coalesce(o.integration_id, 0), count(*) from orders o where o.organization_id = whose group by 2;
end $$;

-- The numbers of an organization, by integration where they are of listings or orders. A number of none has no row. Until the row 'all counted' is
-- there, rows are counted; before orders were among them, that row was called 'counted'.
create or replace function read_tallies(whose bigint) returns table (name text, integration_id bigint, n bigint)
language plpgsql stable rows 20 set search_path = public, pg_temp as $$
begin
  if exists (select from tallies t where t.organization_id = whose and t.name = 'all counted') then
    return query select s.name, s.integration_id, sum(s.n)::bigint from (
        select t.name, t.integration_id, t.n from tallies t where t.organization_id = whose and t.name <> 'all counted'
        union all
        select c.name, c.integration_id, c.n from tally_notes c where c.organization_id = whose
      ) s group by 1, 2 having sum(s.n) <> 0;
  else
    return query select c.name, c.integration_id, c.n from count_tallies(whose) c;
  end if;
end $$;

-- How many orders a caller may see who is limited to some accounts. A function of its own, whose plans such a caller's requests share.
create or replace function orders_of_accounts(whose bigint) returns bigint
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if exists (select from tallies t where t.organization_id = whose and t.name = 'all counted') then
    return (select coalesce(sum(s.n), 0) from (
      select t.n from tallies t where t.organization_id = whose and t.name = 'orders'
      union all
      select c.n from tally_notes c where c.organization_id = whose and c.name = 'orders') s);
  end if;
  return (select count(*) from orders o where o.organization_id = whose);
end $$;

create or replace function note_product_tallies() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into tally_notes (organization_id, name, integration_id, n)
  select coalesce(new.organization_id, old.organization_id), t.name, 0, coalesce(t.now::int, 0) - coalesce(t.before::int, 0)
  from (values
    ('products listed', new.listed > 0, old.listed > 0),
    ('products sold', new.sold > 0, old.sold > 0),
    ('products low', new.listed > 0 and new.quantity <= 2, old.listed > 0 and old.quantity <= 2)) t(name, now, before)
  where coalesce(t.now, false) <> coalesce(t.before, false);
  return null;
end $$;

create or replace function note_listing_tallies() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into tally_notes (organization_id, name, integration_id, n)
  select c.organization_id, t.name, c.integration_id, sum(c.sign * t.counts::int)
  from (
    select new.organization_id, new.integration_id, new.status, new.result, 1 as sign where tg_op <> 'DELETE'
    union all
    select old.organization_id, old.integration_id, old.status, old.result, -1 where tg_op <> 'INSERT'
  ) c cross join lateral (values
    ('listings listed', c.status = 'listed'),
    ('listings ended', c.status = 'unlisted'),
    ('listings rejected', c.status = 'error' or coalesce(c.result ->> 'status' = 'rejected', false))) t(name, counts)
  group by 1, 2, 3 having sum(c.sign * t.counts::int) <> 0;
  return null;
end $$;

create or replace function note_order_tallies() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; account bigint; n bigint;
begin
  for whose, account, n in
    select organization_id, coalesce(integration_id, 0), case when tg_op = 'INSERT' then count(*) else -count(*) end from changed group by 1, 2
  loop
    insert into tally_notes (organization_id, name, integration_id, n) values (whose, 'orders', account, n);
  end loop;
  return null;
end $$;

create or replace function note_order_moved() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into tally_notes (organization_id, name, integration_id, n)
  values (new.organization_id, 'orders', coalesce(old.integration_id, 0), -1), (new.organization_id, 'orders', coalesce(new.integration_id, 0), 1);
  return null;
end $$;

create or replace trigger product_facts_tallied after insert on product_facts
  for each row when (new.listed > 0 or new.sold > 0) execute function note_product_tallies();
create or replace trigger product_facts_tallied_anew after update on product_facts
  for each row
  when (((old.listed > 0), (old.sold > 0), (old.listed > 0 and old.quantity <= 2))
    is distinct from ((new.listed > 0), (new.sold > 0), (new.listed > 0 and new.quantity <= 2)))
  execute function note_product_tallies();
create or replace trigger product_facts_untallied after delete on product_facts
  for each row when (old.listed > 0 or old.sold > 0) execute function note_product_tallies();
create or replace trigger listing_products_tallied after insert on listing_products
  for each row when (new.status <> 'draft' or new.result ->> 'status' = 'rejected') execute function note_listing_tallies();
create or replace trigger listing_products_tallied_anew after update on listing_products
  for each row
  when ((old.integration_id, old.status, (old.result ->> 'status' = 'rejected'))
    is distinct from (new.integration_id, new.status, (new.result ->> 'status' = 'rejected')))
  execute function note_listing_tallies();
create or replace trigger listing_products_untallied after delete on listing_products
  for each row when (old.status <> 'draft' or old.result ->> 'status' = 'rejected') execute function note_listing_tallies();

create or replace trigger orders_tallied after insert on orders
  referencing new table as changed for each statement execute function note_order_tallies();
create or replace trigger orders_untallied after delete on orders
  referencing old table as changed for each statement execute function note_order_tallies();
create or replace trigger orders_tallied_anew after update on orders
  for each row when (old.integration_id is distinct from new.integration_id) execute function note_order_moved();

-- Counts an organization anew. One statement sees rows and notes at the same moment: a note that it does not delete is of a change that it
-- does not count.
create or replace function rebuild_tallies(whose bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7040047);
  delete from tallies where organization_id = whose;
  with gone as (delete from tally_notes where organization_id = whose)
  insert into tallies (organization_id, name, integration_id, n)
  select whose, c.name, c.integration_id, c.n from count_tallies(whose) c
  union all select whose, 'all counted', 0, 1;
end $$;
revoke execute on function rebuild_tallies from public;

-- Adds up to so many notes, and counts one organization that nobody counted yet. One process at a time; others return 0 right away.
-- Returns how much was done.
create or replace function fold_tallies(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare folded int; fresh bigint;
begin
  if not pg_try_advisory_xact_lock(7040047) then return 0; end if;
  select g.id into fresh from organizations g
  where not exists (select from tallies t where t.organization_id = g.id and t.name = 'all counted') order by 1 limit 1;
  if fresh is not null then
    perform rebuild_tallies(fresh);
    return most;
  end if;
  with gone as (
    delete from tally_notes where (organization_id, id) in (select organization_id, id from tally_notes order by organization_id, id limit most)
    returning organization_id, name, integration_id, n
  ), summed as (
    insert into tallies as t (organization_id, name, integration_id, n)
    select organization_id, name, integration_id, sum(n) from gone where organization_id in (select id from organizations) group by 1, 2, 3
    on conflict (organization_id, name, integration_id) do update set n = t.n + excluded.n
  ) select count(*) into folded from gone;
  return folded;
end $$;
revoke execute on function fold_tallies from public;

-- Where the numbers differ from their rows.
create or replace function tally_differences(whose bigint) returns table (name text, integration_id bigint, stored bigint, counted bigint)
language sql stable set search_path = public, pg_temp as $$
  select name, integration_id, coalesce(r.n, 0), coalesce(c.n, 0)
  from read_tallies(whose) r full join count_tallies(whose) c using (name, integration_id)
  where r.n is distinct from c.n
$$;
revoke execute on function tally_differences from public;
