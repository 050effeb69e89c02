-- The value and the age of the stock. A change of a level, of a cost or of a sale notes its product (stock_notes); the fold counts noted
-- products again, all levels of each. What is read is the sums, with noted products as they are at that moment instead of as they were
-- counted: exact at any moment. Writers wait for nobody.

-- What each level of these products is worth, and since when it was not sold; by days of the organization. Bundles are left out: their units
-- are those of their components. `live`: with the sales that are not added up yet; without them the same as the sums of sales know.
create or replace function stock_state(whose bigint, products bigint[], live boolean)
returns table (level_id bigint, product_id bigint, product_sku text, on_hand integer, available integer, unit_cost bigint, unit_price bigint, day date, other_day date)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with g as materialized (select counted_time_zone as zone from organizations where id = whose),
  levels as materialized (
    select l.id, l.sku, l.product_id, p.sku as product_sku, l.on_hand, l.available, coalesce(v.cost, p.cost) as unit_cost,
        coalesce(v.price, p.price) as unit_price, (p.created_at at time zone g.zone)::date as made
    from unnest(products) w(id) cross join g
      join products p on p.organization_id = whose and p.id = w.id
      join stock_levels l on l.organization_id = whose and l.product_id = p.id and l.bundled is distinct from 'bundle'
      left join variations v on v.organization_id = whose and v.id = l.variation_id
  ),
  changed as materialized (
    select c.sku, c.day, sum(c.quantity) + coalesce((
        select sum(k.quantity) from piece_sums k where k.organization_id = whose and k.sku = c.sku and k.day = c.day), 0) as quantity
    from piece_changes c
    where live and c.organization_id = whose and c.sku in (select sku from levels where on_hand > 0) group by 1, 2
  ),
  -- The UTC day of the last sale, from the newest day back: the first is nearly always it.
  latest as materialized (
    select l.id, l.sku, greatest(
        (select max(c.day) from changed c where c.sku = l.sku and c.quantity > 0),
        (select k.day from piece_sums k
          where k.organization_id = whose and k.sku = l.sku and (k.sku, k.day) not in (select sku, day from changed)
          group by k.day having sum(k.quantity) > 0 order by k.day desc limit 1)) as day
    from levels l where l.on_hand > 0
  ),
  -- Where the organization's days are not those of UTC, the orders of that day tell.
  dated as (
    select a.id, case when a.day is null or g.zone = 'UTC' then a.day else coalesce((
        select (max(o.order_date) at time zone g.zone)::date
        from order_items i join orders o on o.organization_id = whose and o.id = i.order_id and o.state <> 'cancelled'
          and o.order_date >= a.day::timestamp at time zone 'UTC' and o.order_date < (a.day + 1)::timestamp at time zone 'UTC'
        where i.organization_id = whose and i.sku = a.sku and i.quantity > 0
          and (live or not exists (select from unsummed_orders u where u.organization_id = whose and u.order_id = o.id))), a.day) end as sold
    from latest a cross join g
  )
  select l.id, l.product_id, l.product_sku, l.on_hand, l.available, l.unit_cost, l.unit_price, coalesce(d.sold, l.made), greatest(d.sold, l.made)
  from levels l left join dated d on d.id = l.id;
end $$;

-- Levels as they were counted: those of these products then, and these, which may have been another product's.
create or replace function counted_levels(whose bigint, products bigint[], levels bigint[]) returns setof level_worth
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select w.* from level_worth w where w.organization_id = whose and w.product_id = any(products)
  union
  select w.* from level_worth w where w.organization_id = whose and w.level_id = any(levels);
end $$;

create or replace function note_moved_stock() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; products bigint[]; levels bigint[]; reasons text[]; moments timestamptz[]; moved bigint[];
begin
  for whose, products, levels, reasons, moments, moved in
    select c.organization_id, array_agg(c.product_id), array_agg(c.level_id), array_agg(c.reason), array_agg(c.at), array_agg(c.pieces) from (
      select organization_id, product_id, level_id, reason, at, sum(delta_on_hand) as pieces
      from changed where delta_on_hand <> 0 or delta_reserved <> 0 group by 1, 2, 3, 4, 5
    ) c group by 1
  loop
    insert into stock_notes (organization_id, product_id, level_id, reason, at, pieces)
    select whose, n.product_id, n.level_id, n.reason, n.at, n.pieces from unnest(products, levels, reasons, moments, moved) n(product_id, level_id, reason, at, pieces);
  end loop;
  return null;
end $$;

create or replace function note_changed_level() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stock_notes (organization_id, product_id)
  select old.organization_id, old.product_id union select new.organization_id, new.product_id;
  return null;
end $$;

create or replace function note_products(whose bigint, ids bigint[]) returns void language plpgsql as $$
begin
  insert into stock_notes (organization_id, product_id) select whose, n.id from unnest(ids) n(id);
end $$;

create or replace function note_gone_levels() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[];
begin
  for whose, ids in select organization_id, array_agg(distinct product_id) from changed group by 1 loop perform note_products(whose, ids); end loop;
  return null;
end $$;

create or replace function note_priced_products() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[];
begin
  for whose, ids in
    select n.organization_id, array_agg(n.id) from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
    where (b.cost, b.price, b.sku, b.created_at) is distinct from (n.cost, n.price, n.sku, n.created_at) group by 1
  loop perform note_products(whose, ids); end loop;
  return null;
end $$;

create or replace function note_priced_variation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into stock_notes (organization_id, product_id) values (new.organization_id, new.product_id);
  return null;
end $$;

-- Sales that were added up: until then their SKUs are read with them.
create or replace function note_summed_pieces() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; skus text[]; ids bigint[];
begin
  for whose, skus in select organization_id, array_agg(distinct sku) from gone group by 1 loop
    select array_agg(distinct l.product_id) into ids from stock_levels l where l.organization_id = whose and l.sku = any(skus);
    perform note_products(whose, ids);
  end loop;
  return null;
end $$;

create or replace function note_summed_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[]; products bigint[];
begin
  for whose, ids in select organization_id, array_agg(order_id) from gone group by 1 loop
    select array_agg(distinct l.product_id) into products
    from order_items i join stock_levels l on l.organization_id = i.organization_id and l.sku = i.sku
    where i.organization_id = whose and i.order_id = any(ids);
    perform note_products(whose, products);
  end loop;
  return null;
end $$;

create or replace trigger stock_movements_noted after insert on stock_movements
  referencing new table as changed for each statement execute function note_moved_stock();
create or replace trigger stock_levels_noted after update on stock_levels
  for each row when ((old.sku, old.product_id, old.bundled) is distinct from (new.sku, new.product_id, new.bundled))
  execute function note_changed_level();
create or replace trigger stock_levels_gone_noted after delete on stock_levels
  referencing old table as changed for each statement execute function note_gone_levels();
create or replace trigger products_priced after update on products
  referencing old table as before new table as changed for each statement execute function note_priced_products();
create or replace trigger variations_priced after update on variations
  for each row when ((old.cost, old.price) is distinct from (new.cost, new.price)) execute function note_priced_variation();
create or replace trigger piece_notes_summed after delete on piece_notes
  referencing old table as gone for each statement execute function note_summed_pieces();
create or replace trigger unsummed_orders_summed after delete on unsummed_orders
  referencing old table as gone for each statement execute function note_summed_orders();

-- Counts these products again, and puts the differences into the sums.
create or replace function count_stock(whose bigint, products bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  with fresh as materialized (select s.* from stock_state(whose, products, false) s),
  stored as materialized (
    select w.level_id, w.product_id, w.product_sku, w.on_hand, w.available, w.unit_cost, w.unit_price, w.day, w.other_day
    from counted_levels(whose, products, array(select f.level_id from fresh f)) w
  ),
  signed as materialized (
    -- By the id first: rows alone can be compared, but not looked up.
    select 1 as sign, f.* from fresh f where not exists (select from stored s where s.level_id = f.level_id and s = f)
    union all
    select -1, s.* from stored s where not exists (select from fresh f where f.level_id = s.level_id and f = s)
  ),
  gone as (
    delete from level_worth w using stored s
    where w.organization_id = whose and w.level_id = s.level_id and s.level_id not in (select f.level_id from fresh f)
  ),
  forgotten as (
    delete from level_moves m using stored s
    where m.organization_id = whose and m.level_id = s.level_id
      and not exists (select from stock_levels l where l.organization_id = whose and l.id = s.level_id)
  ),
  kept as (
    insert into level_worth as w (organization_id, level_id, product_id, product_sku, on_hand, available, unit_cost, unit_price, day, other_day)
    select whose, n.level_id, n.product_id, n.product_sku, n.on_hand, n.available, n.unit_cost, n.unit_price, n.day, n.other_day
    from signed n where n.sign > 0
    on conflict (organization_id, level_id) do update set product_id = excluded.product_id, product_sku = excluded.product_sku,
      on_hand = excluded.on_hand, available = excluded.available, unit_cost = excluded.unit_cost, unit_price = excluded.unit_price,
      day = excluded.day, other_day = excluded.other_day
  ),
  days as (
    insert into stock_days as d (organization_id, day, other_day, skus, pieces, available, cost, retail, without_cost)
    select whose, n.day, n.other_day, sum(n.sign), sum(n.sign * n.on_hand), sum(n.sign * n.available), sum(n.sign * n.on_hand * n.unit_cost),
        sum(n.sign * n.on_hand * n.unit_price), sum(n.sign * (n.unit_cost = 0)::int)
    from signed n where n.on_hand > 0 group by 2, 3
    on conflict (organization_id, day, other_day) do update set skus = d.skus + excluded.skus, pieces = d.pieces + excluded.pieces,
      available = d.available + excluded.available, cost = d.cost + excluded.cost, retail = d.retail + excluded.retail,
      without_cost = d.without_cost + excluded.without_cost
  ),
  -- Of a level whose cost and price stay, both signs cancel out.
  prices as (
    select level_id, sum(sign) as levels, sum(sign * unit_cost) as cost, sum(sign * unit_price) as price from signed
    group by 1 having sum(sign) <> 0 or sum(sign * unit_cost) <> 0 or sum(sign * unit_price) <> 0
  )
  insert into move_days as d (organization_id, day, reason, pieces, cost, retail)
  select whose, m.day, m.reason, sum(m.pieces * p.levels), sum(m.pieces * p.cost), sum(m.pieces * p.price)
  from prices p join level_moves m on m.organization_id = whose and m.level_id = p.level_id group by 2, 3
  on conflict (organization_id, day, reason) do update set pieces = d.pieces + excluded.pieces, cost = d.cost + excluded.cost,
    retail = d.retail + excluded.retail;
  delete from stock_days d where d.organization_id = whose and d.skus = 0;
end $$;
revoke execute on function count_stock from public;

-- Takes so many notes of an organization: adds up what they moved. Returns their products and how many they were.
create or replace function take_stock_notes(whose bigint, most integer, out products bigint[], out taken integer)
language plpgsql set search_path = public, pg_temp as $$
begin
  with gone as (
    delete from stock_notes
    where organization_id = whose and id in (select id from stock_notes where organization_id = whose order by id limit most)
    returning product_id, level_id, reason, at, pieces
  ),
  moved as materialized (
    select n.level_id, (n.at at time zone s.time_zone)::date as day, n.reason, sum(n.pieces) as pieces
    from gone n join stock_sums s on s.organization_id = whose where n.pieces <> 0 group by 1, 2, 3
  ),
  by_level as (
    insert into level_moves as m (organization_id, level_id, day, reason, pieces)
    select whose, level_id, day, reason, pieces from moved
    on conflict (organization_id, level_id, day, reason) do update set pieces = m.pieces + excluded.pieces
  ),
  by_day as (
    insert into move_days as d (organization_id, day, reason, pieces, cost, retail)
    select whose, m.day, m.reason, sum(m.pieces), sum(m.pieces * w.unit_cost), sum(m.pieces * w.unit_price)
    from moved m join level_worth w on w.organization_id = whose and w.level_id = m.level_id group by 2, 3
    on conflict (organization_id, day, reason) do update set pieces = d.pieces + excluded.pieces, cost = d.cost + excluded.cost,
      retail = d.retail + excluded.retail
  )
  select array_agg(distinct product_id), count(*) into products, taken from gone;
end $$;
revoke execute on function take_stock_notes from public;

-- Begins an organization's sums: what was moved is added up, and every product is noted to be counted. One statement sees movements and notes
-- at the same moment: a note that it does not delete is of a movement that it does not add up.
create or replace function rebuild_stock(whose bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7040048);
  delete from stock_sums where organization_id = whose;
  delete from level_worth where organization_id = whose;
  delete from level_moves where organization_id = whose;
  delete from stock_days where organization_id = whose;
  delete from move_days where organization_id = whose;
  with gone as (delete from stock_notes where organization_id = whose),
  moved as (
    insert into level_moves (organization_id, level_id, day, reason, pieces)
    select whose, m.level_id, (m.at at time zone g.counted_time_zone)::date, m.reason, sum(m.delta_on_hand)
    from stock_movements m join organizations g on g.id = whose
    where m.organization_id = whose and m.delta_on_hand <> 0 group by 2, 3, 4
  ),
  noted as (insert into stock_notes (organization_id, product_id) select whose, p.id from products p where p.organization_id = whose order by p.id returning id)
  insert into stock_sums (organization_id, time_zone, began, last_mark)
  select whose, g.counted_time_zone, (select m.at from stock_movements m where m.organization_id = whose order by m.id limit 1),
      coalesce((select max(id) from noted), 0)
  from organizations g where g.id = whose;
end $$;
revoke execute on function rebuild_stock from public;

-- Folds up to so many notes of one organization, or begins the sums of one that has none. One process at a time; others return 0 right
-- away. Returns how much was done.
create or replace function fold_stock(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare whose bigint; taken record; first_move timestamptz;
begin
  if not pg_try_advisory_xact_lock(7040048) then return 0; end if;
  select g.id into whose from organizations g left join stock_sums s on s.organization_id = g.id
  where s.time_zone is distinct from g.counted_time_zone order by 1 limit 1;
  if whose is not null then
    perform rebuild_stock(whose);
    return most;
  end if;
  update stock_sums s set ready = true
  where not s.ready and not exists (select from stock_notes n where n.organization_id = s.organization_id and n.id <= s.last_mark);
  select n.organization_id into whose from stock_notes n order by n.organization_id, n.id limit 1;
  if whose is null then return 0; end if;
  taken := take_stock_notes(whose, most);
  if not exists (select from organizations where id = whose) then return taken.taken; end if;
  perform count_stock(whose, taken.products);
  if exists (select from stock_sums s where s.organization_id = whose and s.began is null) then
    select m.at into first_move from stock_movements m where m.organization_id = whose order by m.id limit 1;
    update stock_sums s set began = first_move where s.organization_id = whose and s.began is null;
  end if;
  update stock_sums s set ready = true
  where s.organization_id = whose and not s.ready
    and not exists (select from stock_notes n where n.organization_id = whose and n.id <= s.last_mark);
  return taken.taken;
end $$;
revoke execute on function fold_stock from public;
