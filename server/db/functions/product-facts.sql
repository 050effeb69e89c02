-- Keeps product_facts. Rows are locked in the order of their ids and then summed again, so that two transactions that change
-- the same product neither lose an update nor deadlock.

create or replace function sum_stock_facts(whose bigint, ids bigint[]) returns void language plpgsql as $$
begin
  perform from product_facts f where f.organization_id = whose and f.product_id = any(ids) order by f.product_id for no key update;
  update product_facts f set quantity = n.quantity, reserved = n.reserved, sold = n.sold, variations = n.variations
  from (
    select c.id, coalesce(sum(s.available) filter (where s.variation_id is not null), sum(s.available), 0) as quantity,
      coalesce(sum(s.reserved) filter (where s.variation_id is not null), sum(s.reserved), 0) as reserved,
      coalesce(sum(s.sold) filter (where s.variation_id is not null), sum(s.sold), 0) as sold, count(s.variation_id)::int as variations
    from unnest(ids) c(id) left join stock_levels s on s.organization_id = whose and s.product_id = c.id group by c.id
  ) n
  where f.organization_id = whose and f.product_id = n.id and (f.quantity, f.reserved, f.sold, f.variations) is distinct from (n.quantity, n.reserved, n.sold, n.variations);
end $$;

create or replace function sum_listed_facts(whose bigint, ids bigint[]) returns void language plpgsql as $$
begin
  perform from product_facts f where f.organization_id = whose and f.product_id = any(ids) order by f.product_id for no key update;
  update product_facts f set listed = n.listed
  from (
    select c.id, count(l.id)::smallint as listed from unnest(ids) c(id)
    left join listing_products l on l.organization_id = whose and l.product_id = c.id and l.external_id <> '' and l.status <> 'unlisted' group by c.id
  ) n
  where f.organization_id = whose and f.product_id = n.id and f.listed <> n.listed;
end $$;

-- Stock that was inserted by the same statement is included.
create or replace function begin_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[];
begin
  for whose, ids in select organization_id, array_agg(id) from changed group by 1 loop
    insert into product_facts (organization_id, product_id, quantity, reserved, sold, variations)
    select whose, c.id, coalesce(sum(s.available) filter (where s.variation_id is not null), sum(s.available), 0),
      coalesce(sum(s.reserved) filter (where s.variation_id is not null), sum(s.reserved), 0),
      coalesce(sum(s.sold) filter (where s.variation_id is not null), sum(s.sold), 0), count(s.variation_id)::int
    from unnest(ids) c(id) left join stock_levels s on s.organization_id = whose and s.product_id = c.id group by c.id;
  end loop;
  return null;
end $$;

create or replace function end_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[];
begin
  for whose, ids in select organization_id, array_agg(id) from changed group by 1 loop
    delete from product_facts f where f.organization_id = whose and f.product_id = any(ids);
  end loop;
  return null;
end $$;

create or replace function keep_stock_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[];
begin
  if tg_op = 'UPDATE' then
    for whose, ids in
      select n.organization_id, array_agg(distinct n.product_id) from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
      where (b.available, b.reserved, b.sold) is distinct from (n.available, n.reserved, n.sold) group by 1 order by 1
    loop perform sum_stock_facts(whose, ids); end loop;
  else
    for whose, ids in select organization_id, array_agg(distinct product_id) from changed group by 1 order by 1
    loop perform sum_stock_facts(whose, ids); end loop;
  end if;
  return null;
end $$;

create or replace function keep_listed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[];
begin
  if tg_op = 'UPDATE' then
    for whose, ids in
      select n.organization_id, array_agg(distinct n.product_id) from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
      where (b.external_id <> '' and b.status <> 'unlisted') <> (n.external_id <> '' and n.status <> 'unlisted') group by 1 order by 1
    loop perform sum_listed_facts(whose, ids); end loop;
  else
    for whose, ids in
      select organization_id, array_agg(distinct product_id) from changed where external_id <> '' and status <> 'unlisted' group by 1 order by 1
    loop perform sum_listed_facts(whose, ids); end loop;
  end if;
  return null;
end $$;

create or replace trigger listing_products_added after insert on listing_products
  referencing new table as changed for each statement execute function keep_listed();
create or replace trigger listing_products_changed after update on listing_products
  referencing old table as before new table as changed for each statement execute function keep_listed();
create or replace trigger listing_products_gone after delete on listing_products
  referencing old table as changed for each statement execute function keep_listed();
create or replace trigger products_facts_begin after insert on products
  referencing new table as changed for each statement execute function begin_facts();
create or replace trigger products_facts_end after delete on products
  referencing old table as changed for each statement execute function end_facts();
create or replace trigger stock_levels_added after insert on stock_levels
  referencing new table as changed for each statement execute function keep_stock_facts();
create or replace trigger stock_levels_changed after update on stock_levels
  referencing old table as before new table as changed for each statement execute function keep_stock_facts();
create or replace trigger stock_levels_gone after delete on stock_levels
  referencing old table as changed for each statement execute function keep_stock_facts();

-- Keeps product_sorts. Whoever writes a row of it has written its product right before, so that nobody waits for another one here.

create or replace function begin_sorts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[]; prices bigint[]; moments timestamptz[];
begin
  for whose, ids, prices, moments in select organization_id, array_agg(id), array_agg(price), array_agg(updated_at) from changed group by 1 loop
    insert into product_sorts (organization_id, product_id, price, updated_at)
    select whose, c.id, c.price, c.at from unnest(ids, prices, moments) c(id, price, at);
  end loop;
  return null;
end $$;

create or replace function end_sorts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[];
begin
  for whose, ids in select organization_id, array_agg(id) from changed group by 1 loop
    delete from product_sorts s where s.organization_id = whose and s.product_id = any(ids);
  end loop;
  return null;
end $$;

-- A product from before the table has its row only when the backfill has come to it.
create or replace function keep_sorts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[]; prices bigint[]; moments timestamptz[]; n bigint;
begin
  for whose, ids, prices, moments in
    select c.organization_id, array_agg(c.id), array_agg(c.price), array_agg(c.updated_at) from changed c join before b on b.organization_id = c.organization_id and b.id = c.id
    where (b.price, b.updated_at) is distinct from (c.price, c.updated_at) group by 1
  loop
    update product_sorts s set price = c.price, updated_at = c.at from unnest(ids, prices, moments) c(id, price, at)
    where s.organization_id = whose and s.product_id = c.id;
    get diagnostics n = row_count;
    if n < cardinality(ids) then
      insert into product_sorts (organization_id, product_id, price, updated_at)
      select whose, c.id, c.price, c.at from unnest(ids, prices, moments) c(id, price, at)
      on conflict (organization_id, product_id) do update set price = excluded.price, updated_at = excluded.updated_at;
    end if;
  end loop;
  return null;
end $$;

create or replace trigger products_sorts_begin after insert on products
  referencing new table as changed for each statement execute function begin_sorts();
create or replace trigger products_sorts_changed after update on products
  referencing old table as before new table as changed for each statement execute function keep_sorts();
create or replace trigger products_sorts_end after delete on products
  referencing old table as changed for each statement execute function end_sorts();
