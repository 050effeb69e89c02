-- Keeps product_facts. Rows are locked in the order of their ids and then summed again, so that two transactions that change
-- the same product neither lose an update nor deadlock.

create or replace function hold_facts(organizations bigint[], products bigint[]) returns void language plpgsql as $$
begin
  perform from product_facts f join unnest(organizations, products) c(o, p) on f.organization_id = c.o and f.product_id = c.p
    order by f.organization_id, f.product_id for no key update of f;
end $$;

create or replace function stock_facts(organizations bigint[], products bigint[]) returns table (o bigint, p bigint, quantity bigint, reserved bigint, sold bigint, variations integer)
language sql stable as $$
  select c.o, c.p, coalesce(sum(s.available) filter (where s.variation_id is not null), sum(s.available), 0),
    coalesce(sum(s.reserved) filter (where s.variation_id is not null), sum(s.reserved), 0),
    coalesce(sum(s.sold) filter (where s.variation_id is not null), sum(s.sold), 0), count(s.variation_id)::int
  from unnest(organizations, products) c(o, p) left join stock_levels s on s.organization_id = c.o and s.product_id = c.p group by c.o, c.p
$$;

-- Stock that was inserted by the same statement is included.
create or replace function begin_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into product_facts (organization_id, product_id, quantity, reserved, sold, variations)
  select n.o, n.p, n.quantity, n.reserved, n.sold, n.variations
  from (select array_agg(organization_id) as o, array_agg(id) as p from changed) a cross join lateral stock_facts(a.o, a.p) n;
  return null;
end $$;

create or replace function end_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from product_facts f using changed c where f.organization_id = c.organization_id and f.product_id = c.id;
  return null;
end $$;

create or replace function keep_stock_facts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare organizations bigint[]; products bigint[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(c.organization_id), array_agg(c.product_id) into organizations, products from (
      select distinct n.organization_id, n.product_id from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
      where (b.available, b.reserved, b.sold) is distinct from (n.available, n.reserved, n.sold)) c;
  else
    select array_agg(c.organization_id), array_agg(c.product_id) into organizations, products from (select distinct organization_id, product_id from changed) c;
  end if;
  if products is null then return null; end if;
  perform hold_facts(organizations, products);
  update product_facts f set quantity = n.quantity, reserved = n.reserved, sold = n.sold, variations = n.variations
  from stock_facts(organizations, products) n
  where f.organization_id = n.o and f.product_id = n.p and (f.quantity, f.reserved, f.sold, f.variations) is distinct from (n.quantity, n.reserved, n.sold, n.variations);
  return null;
end $$;

create or replace function keep_listed() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare organizations bigint[]; products bigint[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(c.organization_id), array_agg(c.product_id) into organizations, products from (
      select distinct n.organization_id, n.product_id from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
      where (b.external_id <> '' and b.status <> 'unlisted') <> (n.external_id <> '' and n.status <> 'unlisted')) c;
  else
    select array_agg(c.organization_id), array_agg(c.product_id) into organizations, products from (
      select distinct organization_id, product_id from changed where external_id <> '' and status <> 'unlisted') c;
  end if;
  if products is null then return null; end if;
  perform hold_facts(organizations, products);
  update product_facts f set listed = n.listed from (
    select c.o, c.p, count(l.id)::smallint as listed from unnest(organizations, products) c(o, p)
    left join listing_products l on l.organization_id = c.o and l.product_id = c.p and l.external_id <> '' and l.status <> 'unlisted' group by c.o, c.p) n
  where f.organization_id = n.o and f.product_id = n.p and f.listed <> n.listed;
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
