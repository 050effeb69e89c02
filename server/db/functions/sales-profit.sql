-- Profit by day, channel and SKU. A change of an order marks the moment at which the order was placed. A day with a mark is read
-- from its orders, until fold_profit() counts it again. A mark is a row of its own for each change: whoever changes orders never
-- waits for another, and the count deletes only marks that it sees.

-- What each line of the orders of these moments came to, in the organization's currency. Orders without a rate are left out. An order's
-- net is shared out over its lines by price; what rounding leaves goes to the largest line. `cost` is null where it is not known.
create or replace function profit_lines(whose bigint, since timestamptz, until timestamptz)
returns table (order_id bigint, day date, channel text, sku text, product_id bigint, quantity bigint, net bigint, cost bigint, has_fees boolean)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with g as materialized (
    select counted_currency as currency, counted_time_zone as zone, coin_places(counted_currency) as places
    from organizations where id = whose
  ),
  dated as materialized (
    select o.*, (o.order_date at time zone g.zone)::date as day
    from orders o cross join g
    where o.organization_id = whose and o.state <> 'cancelled' and o.order_date >= since and o.order_date < until
  ),
  back as materialized (
    select r.item_id, sum(r.quantity) as units
    from dated d join order_returns r on r.organization_id = whose and r.order_id = d.id
    where r.restocked group by 1
  ),
  lines as materialized (
    select d.id as order_id, d.day, i.id, i.sku, coalesce(i.product_id, 0) as product_id, i.cost, i.cost_currency,
        greatest(0, i.quantity - greatest(i.channel_returned, coalesce(b.units, 0))) as quantity, i.price * i.quantity as weight
    from dated d
      join order_items i on i.organization_id = whose and i.order_id = d.id
      left join back b on b.item_id = i.id
  ),
  rates as materialized (
    select p.currency, p.day, (select x.rate from exchange_rates x
        where x.organization_id = whose and x.into_currency = p.into_currency and x.currency = p.currency and x.day <= p.day
        order by x.day desc limit 1) as rate
    from (
      select d.currency, d.day, g.currency as into_currency from dated d cross join g where d.currency <> g.currency
      union
      select l.cost_currency, l.day, g.currency from lines l cross join g where l.cost_currency <> g.currency
    ) p
  ),
  counted as (
    select d.id, d.day, d.channel, d.payment, d.total_amount, least(coalesce(d.refunded_amount, 0), d.total_amount) as refunded, g.places,
        d.fee_amount <> 0 or d.channel in ('ebay', 'square', 'manual') as has_fees,
        case when d.currency = g.currency then (d.total_amount - d.fee_amount - d.tax_amount - d.discount_amount)::bigint
          else (round(d.total_amount * r.rate, g.places) - round(d.fee_amount * r.rate, g.places)
            - round(d.tax_amount * r.rate, g.places) - round(d.discount_amount * r.rate, g.places))::bigint end as net
    from dated d cross join g
      left join rates r on r.currency = d.currency and r.day = d.day
    where d.currency = g.currency or r.rate is not null
  ),
  -- A refund takes the same share of sales, fees, tax and discounts.
  worth as (
    select c.id, c.day, c.channel, c.places, c.has_fees, case
      when c.payment = 'refunded' then 0
      when c.refunded > 0 then c.net - round(c.net * c.refunded::numeric / c.total_amount, c.places)::bigint
      else c.net end as net
    from counted c
  ),
  placed as (
    select w.*, l.id as line_id, l.sku, l.product_id, l.quantity, l.cost, l.cost_currency,
        case when sum(l.weight) over o > 0 then l.weight else 1 end as weight,
        row_number() over (partition by w.id order by l.weight desc nulls last, l.id) as place
    from worth w left join lines l on l.order_id = w.id
    window o as (partition by w.id)
  ),
  shared as (
    select p.*, trunc(p.net::numeric * p.weight / sum(p.weight) over o, p.places)::bigint as share from placed p
    window o as (partition by p.id)
  )
  select s.id, s.day, s.channel, coalesce(s.sku, ''), coalesce(s.product_id, 0), coalesce(s.quantity, 0)::bigint,
      s.share + case when s.place = 1 then s.net - sum(s.share) over (partition by s.id) else 0 end::bigint,
      case when s.quantity = 0 then 0
        when s.cost_currency = g.currency then s.cost * s.quantity
        else round(s.cost * s.quantity * r.rate, s.places)::bigint end,
      s.has_fees
  from shared s cross join g
    left join rates r on r.currency = s.cost_currency and r.day = s.day;
end $$;

create or replace function count_profit_day(whose bigint, which date, zone text) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  insert into profit_days (organization_id, day, channel, sku, product_id, quantity, net, known_quantity, known_net, cost, unknown_fees_net)
  select whose, l.day, l.channel, l.sku, l.product_id, sum(l.quantity), sum(l.net),
      coalesce(sum(l.quantity) filter (where l.cost is not null), 0), coalesce(sum(l.net) filter (where l.cost is not null), 0),
      coalesce(sum(l.cost), 0), coalesce(sum(l.net) filter (where not l.has_fees), 0)
  from profit_lines(whose, day_begins(which, zone), day_begins(which + 1, zone)) l
  group by 2, 3, 4, 5;
end $$;
revoke execute on function count_profit_day from public;

-- Counts up to so many marked days again. One process at a time; others return 0 right away.
create or replace function fold_profit(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare due record; n int := 0;
begin
  if not pg_try_advisory_xact_lock(7040046) then return 0; end if;
  for due in
    select distinct g.id, g.counted_time_zone as zone, (m.at at time zone g.counted_time_zone)::date as day
    from profit_marks m join organizations g on g.id = m.organization_id order by 1, 3 limit most
  loop
    -- Each statement sees what was committed before it: a mark that comes later stays for the next run.
    delete from profit_marks m
    where m.organization_id = due.id and m.at >= day_begins(due.day, due.zone) and m.at < day_begins(due.day + 1, due.zone);
    delete from profit_days p where p.organization_id = due.id and p.day = due.day;
    perform count_profit_day(due.id, due.day, due.zone);
    n := n + 1;
  end loop;
  return n;
end $$;
revoke execute on function fold_profit from public;

-- Marks all days that hold orders, or lines with a cost, of a currency; null: all there are.
create or replace function mark_profit(whose bigint, of_currency text, since timestamptz, until timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare moments timestamptz[];
begin
  select array_agg(distinct date_trunc('minute', o.order_date)) into moments
  from orders o
  where o.organization_id = whose and o.order_date >= since and o.order_date < until
      and (of_currency is null or o.currency = of_currency or exists (
        select from order_items i where i.organization_id = whose and i.order_id = o.id and i.cost_currency = of_currency));
  insert into profit_marks (organization_id, at) select whose, m.at from unnest(moments) m(at);
end $$;
revoke execute on function mark_profit from public;

create or replace function mark_profit_orders() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; moments timestamptz[];
begin
  for whose, moments in select organization_id, array_agg(distinct date_trunc('minute', order_date)) from changed group by 1 loop
    -- One that is being deleted counts nothing any more.
    perform from organizations g where g.id = whose;
    if found then insert into profit_marks (organization_id, at) select whose, m.at from unnest(moments) m(at); end if;
  end loop;
  return null;
end $$;

create or replace function mark_profit_order() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into profit_marks (organization_id, at)
  select new.organization_id, date_trunc('minute', new.order_date)
  union select old.organization_id, date_trunc('minute', old.order_date);
  return null;
end $$;

create or replace function mark_profit_lines() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[]; moments timestamptz[];
begin
  for whose, ids in select organization_id, array_agg(distinct order_id) from changed group by 1 loop
    select array_agg(distinct date_trunc('minute', o.order_date)) into moments from orders o where o.organization_id = whose and o.id = any(ids);
    insert into profit_marks (organization_id, at) select whose, m.at from unnest(moments) m(at);
  end loop;
  return null;
end $$;

create or replace function mark_profit_line() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare moment timestamptz;
begin
  select date_trunc('minute', o.order_date) into moment from orders o where o.organization_id = new.organization_id and o.id = new.order_id;
  if found then insert into profit_marks (organization_id, at) values (new.organization_id, moment); end if;
  return null;
end $$;

create or replace function mark_all_profit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7040046);
  delete from profit_days where organization_id = new.id;
  perform mark_profit(new.id, null, '-infinity', 'infinity');
  return null;
end $$;

create or replace function mark_rated_profit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare rated record; zone text; until date;
begin
  for rated in
    select organization_id, into_currency, currency, min(day) as first, max(day) as last from changed group by 1, 2, 3
  loop
    select g.counted_time_zone into zone from organizations g where g.id = rated.organization_id and g.counted_currency = rated.into_currency;
    if found then
      select min(r.day) into until from exchange_rates r
      where r.organization_id = rated.organization_id and r.into_currency = rated.into_currency and r.currency = rated.currency and r.day > rated.last;
      perform mark_profit(rated.organization_id, rated.currency, day_begins(rated.first, zone), coalesce(day_begins(until, zone), 'infinity'));
    end if;
  end loop;
  return null;
end $$;

create or replace trigger orders_profit_added after insert on orders
  referencing new table as changed for each statement execute function mark_profit_orders();
create or replace trigger orders_profit_gone after delete on orders
  referencing old table as changed for each statement execute function mark_profit_orders();
create or replace trigger orders_profit_changed after update on orders
  for each row
  when ((old.state, old.channel, old.currency, old.order_date, old.payment, old.total_amount, old.fee_amount, old.tax_amount,
    old.discount_amount, old.refunded_amount) is distinct from (new.state, new.channel, new.currency, new.order_date, new.payment,
    new.total_amount, new.fee_amount, new.tax_amount, new.discount_amount, new.refunded_amount))
  execute function mark_profit_order();
create or replace trigger order_items_profit_added after insert on order_items
  referencing new table as changed for each statement execute function mark_profit_lines();
create or replace trigger order_items_profit_gone after delete on order_items
  referencing old table as changed for each statement execute function mark_profit_lines();
create or replace trigger order_items_profit_changed after update on order_items
  for each row
  when ((old.sku, old.product_id, old.price, old.quantity, old.cost, old.cost_currency, old.channel_returned)
    is distinct from (new.sku, new.product_id, new.price, new.quantity, new.cost, new.cost_currency, new.channel_returned))
  execute function mark_profit_line();
create or replace trigger order_returns_profit_added after insert on order_returns
  referencing new table as changed for each statement execute function mark_profit_lines();
create or replace trigger order_returns_profit_gone after delete on order_returns
  referencing old table as changed for each statement execute function mark_profit_lines();
create or replace trigger order_returns_profit_changed after update on order_returns
  for each row execute function mark_profit_line();
create or replace trigger organizations_mark_profit after update on organizations
  for each row
  when ((old.counted_time_zone, old.counted_currency) is distinct from (new.counted_time_zone, new.counted_currency))
  execute function mark_all_profit();
create or replace trigger exchange_rates_profit_added after insert on exchange_rates
  referencing new table as changed for each statement execute function mark_rated_profit();
create or replace trigger exchange_rates_profit_changed after update on exchange_rates
  referencing new table as changed for each statement execute function mark_rated_profit();
create or replace trigger exchange_rates_profit_gone after delete on exchange_rates
  referencing old table as changed for each statement execute function mark_rated_profit();

-- Days without a mark, as they are kept and as their orders come to.
create or replace function profit_differences(whose bigint)
returns table (day date, channel text, sku text, stored bigint[], counted bigint[])
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with stale as materialized (
    select distinct (m.at at time zone g.counted_time_zone)::date as day
    from profit_marks m join organizations g on g.id = m.organization_id where m.organization_id = whose
  ),
  kept as (
    select p.day, p.channel, p.sku, p.product_id, array[quantity, net, known_quantity, known_net, cost, unknown_fees_net] as measures
    from profit_days p where p.organization_id = whose and p.day not in (select s.day from stale s)
  ),
  anew as (
    select l.day, l.channel, l.sku, l.product_id, array[sum(l.quantity), sum(l.net),
        coalesce(sum(l.quantity) filter (where l.cost is not null), 0), coalesce(sum(l.net) filter (where l.cost is not null), 0),
        coalesce(sum(l.cost), 0), coalesce(sum(l.net) filter (where not l.has_fees), 0)]::bigint[] as measures
    from profit_lines(whose, '-infinity', 'infinity') l
    where l.day not in (select s.day from stale s) group by 1, 2, 3, 4
  )
  select day, channel, sku, coalesce(k.measures, '{}'), coalesce(a.measures, '{}')
  from kept k full join anew a using (day, channel, sku, product_id)
  where k.measures is distinct from a.measures;
end $$;
revoke execute on function profit_differences from public;

create or replace function rebuild_profit(whose bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7040046);
  delete from profit_days where organization_id = whose;
  delete from profit_marks where organization_id = whose;
  perform mark_profit(whose, null, '-infinity', 'infinity');
end $$;
revoke execute on function rebuild_profit from public;
