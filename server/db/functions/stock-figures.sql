-- What pages read of the sums of the stock (stock-counting.sql), and the comparison with what they are sums of.

-- Products that are read as they are: noted ones, and those of sales that are not added up yet.
create or replace function noted_products(whose bigint) returns bigint[]
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return array(
    select n.product_id from stock_notes n where n.organization_id = whose
    union
    select l.product_id from (select distinct c.sku from piece_changes c where c.organization_id = whose) c
      join stock_levels l on l.organization_id = whose and l.sku = c.sku);
end $$;

-- The stock as of now, by the days of its age.
create or replace function stock_now(whose bigint, noted bigint[]) returns table (day date, other_day date, skus bigint, pieces bigint, available bigint, cost bigint, retail bigint, without_cost bigint)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with live as materialized (select s.* from stock_state(whose, noted, true) s),
  signed as (
    select 1 as sign, l.day, l.other_day, l.on_hand, l.available, l.unit_cost, l.unit_price from live l where l.on_hand > 0
    union all
    select -1, w.day, w.other_day, w.on_hand, w.available, w.unit_cost, w.unit_price
    from counted_levels(whose, noted, array(select l.level_id from live l)) w where w.on_hand > 0
  )
  select x.day, x.other_day, sum(x.skus)::bigint, sum(x.pieces)::bigint, sum(x.available)::bigint, sum(x.cost)::bigint, sum(x.retail)::bigint, sum(x.without_cost)::bigint
  from (
    select d.day, d.other_day, d.skus, d.pieces, d.available, d.cost, d.retail, d.without_cost from stock_days d where d.organization_id = whose
    union all
    select day, other_day, sign, sign * on_hand, sign * available, sign * on_hand * unit_cost, sign * on_hand * unit_price, sign * (unit_cost = 0)::int from signed
  ) x group by 1, 2 having sum(x.skus) <> 0;
end $$;

-- What was moved since a day, at present costs and prices.
create or replace function moves_now(whose bigint, noted bigint[], since date) returns table (day date, reason text, pieces bigint, cost bigint, retail bigint)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with zone as materialized (select s.time_zone from stock_sums s where s.organization_id = whose),
  live as materialized (select s.level_id, s.unit_cost, s.unit_price from stock_state(whose, noted, true) s)
  select x.day, x.reason, sum(x.pieces)::bigint, sum(x.cost)::bigint, sum(x.retail)::bigint
  from (
    select d.day, d.reason, d.pieces, d.cost, d.retail from move_days d where d.organization_id = whose and d.day >= since
    union all
    select m.day, m.reason, -m.pieces, -m.pieces * w.unit_cost, -m.pieces * w.unit_price
    from counted_levels(whose, noted, array(select l.level_id from live l)) w
      join level_moves m on m.organization_id = whose and m.level_id = w.level_id and m.day >= since
    union all
    select m.day, m.reason, m.pieces, m.pieces * l.unit_cost, m.pieces * l.unit_price
    from live l join level_moves m on m.organization_id = whose and m.level_id = l.level_id and m.day >= since
    union all
    select (n.at at time zone zone.time_zone)::date, n.reason, n.pieces, n.pieces * l.unit_cost, n.pieces * l.unit_price
    from stock_notes n cross join zone join live l on l.level_id = n.level_id
    where n.organization_id = whose and n.pieces <> 0 and (n.at at time zone zone.time_zone)::date >= since
  ) x group by 1, 2;
end $$;

-- The stock by how many days ago it was sold last, or was created where that is longer ago than the last age begins. `begins`: where each age
-- begins, in days. `most`: so many products of each age are named, those that bind most money.
create or replace function stock_ages(whose bigint, noted bigint[], today date, begins integer[], most integer)
returns table (band integer, skus bigint, pieces bigint, cost bigint, products text[])
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with oldest as materialized (select today - begins[cardinality(begins)] as day),
  ages as materialized (
    select n.*, width_bucket(greatest(0, today - case when n.day >= o.day then n.day else n.other_day end), begins) - 1 as band
    from oldest o cross join stock_now(whose, noted) n
  ),
  live as materialized (
    select s.*, width_bucket(greatest(0, today - case when s.day >= o.day then s.day else s.other_day end), begins) - 1 as band
    from oldest o cross join stock_state(whose, noted, true) s where s.on_hand > 0
  ),
  -- The dearest of a day are among the dearest of their age only if the first of them is.
  days as (
    select a.*, row_number() over (partition by a.band order by w.worth desc, w.on_hand desc, w.product_sku) as place
    from ages a cross join lateral (
      select k.worth, k.on_hand, k.product_sku from level_worth k
      where k.organization_id = whose and k.day = a.day and k.other_day = a.other_day and k.on_hand > 0
        and k.product_id not in (select unnest(noted))
      order by k.worth desc, k.on_hand desc, k.product_sku limit 1) w
  ),
  dearest as (
    select d.band, w.worth, w.on_hand, w.product_sku
    from days d cross join lateral (
      select k.worth, k.on_hand, k.product_sku from level_worth k
      where k.organization_id = whose and k.day = d.day and k.other_day = d.other_day and k.on_hand > 0
        and k.product_id not in (select unnest(noted))
      order by k.worth desc, k.on_hand desc, k.product_sku limit most) w
    where d.place <= most
    union all
    select l.band, l.on_hand::bigint * l.unit_cost, l.on_hand, l.product_sku from live l
  ),
  placed as (select d.*, row_number() over (partition by d.band order by d.worth desc, d.on_hand desc, d.product_sku) as place from dearest d),
  named as (select p.band, array_agg(p.product_sku order by p.place) as products from placed p where p.place <= most group by 1)
  select a.band, sum(a.skus)::bigint, sum(a.pieces)::bigint, sum(a.cost)::bigint, max(n.products)
  from ages a left join named n on n.band = a.band group by 1;
end $$;

-- Where the sums differ from what they are of: levels as they were counted from the levels, and each sum from what it sums. What is noted
-- is left out: it is read as it is.
create or replace function stock_differences(whose bigint) returns table (kind text, at text, stored bigint[], counted bigint[])
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with sums as materialized (
    select s.time_zone from stock_sums s join organizations g on g.id = s.organization_id and g.counted_time_zone = s.time_zone where s.organization_id = whose
  ),
  noted as materialized (select noted_products(whose) as ids),
  fresh as materialized (
    select s.* from sums cross join stock_state(whose, array(select p.id from products p where p.organization_id = whose), false) s
    where s.product_id not in (select unnest(ids) from noted)
  ),
  kept as materialized (
    select w.* from sums cross join level_worth w where w.organization_id = whose and w.product_id not in (select unnest(ids) from noted)
  ),
  moved as materialized (
    select m.level_id, (m.at at time zone s.time_zone)::date as day, m.reason, sum(m.delta_on_hand) as pieces
    from sums s join stock_movements m on m.organization_id = whose and m.delta_on_hand <> 0 group by 1, 2, 3
  ),
  noted_moves as materialized (
    select n.level_id, (n.at at time zone s.time_zone)::date as day, n.reason, sum(n.pieces) as pieces
    from sums s join stock_notes n on n.organization_id = whose and n.pieces <> 0 group by 1, 2, 3
  )
  select 'stock of levels', coalesce(f.product_sku, k.product_sku) || ' ' || coalesce(f.level_id, k.level_id),
      array[k.on_hand, k.available, k.unit_cost, k.unit_price, k.day - date '2000-01-01', k.other_day - date '2000-01-01'],
      array[f.on_hand, f.available, f.unit_cost, f.unit_price, f.day - date '2000-01-01', f.other_day - date '2000-01-01']
  from kept k full join fresh f using (level_id)
  where (k.on_hand, k.available, k.unit_cost, k.unit_price, k.day, k.other_day, k.product_sku, k.product_id)
      is distinct from (f.on_hand, f.available, f.unit_cost, f.unit_price, f.day, f.other_day, f.product_sku, f.product_id)
    -- A level without units that nobody ever moved is counted with its first unit.
    and (k.level_id is not null or f.on_hand > 0 or exists (select from level_moves m where m.organization_id = whose and m.level_id = f.level_id))
  union all
  select 'stock by age', coalesce(d.day, w.day)::text || ' ' || coalesce(d.other_day, w.other_day),
      array[d.skus, d.pieces, d.available, d.cost, d.retail, d.without_cost], w.sums
  from (select * from stock_days where organization_id = whose) d full join (
    select day, other_day, array[count(*), sum(on_hand), sum(available), sum(worth), sum(on_hand * unit_price), count(*) filter (where unit_cost = 0)]::bigint[] as sums
    from level_worth where organization_id = whose and on_hand > 0 group by 1, 2) w using (day, other_day)
  where array[d.skus, d.pieces, d.available, d.cost, d.retail, d.without_cost] is distinct from w.sums
  union all
  select 'moves of levels', coalesce(k.day, m.day)::text || ' ' || coalesce(k.reason, m.reason) || ' ' || coalesce(k.level_id, m.level_id),
      array[coalesce(k.pieces, 0)], array[coalesce(m.pieces, 0)]
  from (
    select level_id, day, reason, sum(pieces)::bigint as pieces from (
      select m.level_id, m.day, m.reason, m.pieces from sums cross join level_moves m where m.organization_id = whose
      union all select level_id, day, reason, pieces from noted_moves) a group by 1, 2, 3) k
    full join moved m using (level_id, day, reason)
  where coalesce(k.pieces, 0) <> coalesce(m.pieces, 0)
    and exists (select from stock_levels l where l.organization_id = whose and l.id = coalesce(k.level_id, m.level_id))
  union all
  select 'moves by day', coalesce(d.day, w.day)::text || ' ' || coalesce(d.reason, w.reason),
      array[coalesce(d.pieces, 0), coalesce(d.cost, 0), coalesce(d.retail, 0)], coalesce(w.sums, '{0,0,0}')
  from (select * from move_days where organization_id = whose) d full join (
    select m.day, m.reason, array[sum(m.pieces), sum(m.pieces * w.unit_cost), sum(m.pieces * w.unit_price)]::bigint[] as sums
    from level_moves m join level_worth w on w.organization_id = whose and w.level_id = m.level_id
    where m.organization_id = whose group by 1, 2) w using (day, reason)
  where array[coalesce(d.pieces, 0), coalesce(d.cost, 0), coalesce(d.retail, 0)] is distinct from coalesce(w.sums, '{0,0,0}');
end $$;
revoke execute on function stock_differences from public;
