-- Adds marked orders and noted changes to the sums. Each order is converted to the organization's currency by itself.

-- Takes the lock of all sums until the transaction ends. Returns false if another process holds it.
create or replace function hold_sums() returns boolean
language plpgsql set search_path = public, pg_temp set lock_timeout = '500ms' as $$
begin
  perform pg_advisory_xact_lock(7040045);
  return true;
exception when lock_not_available then
  return false;
end $$;

-- Adds up to so many changes of each kind of an organization. Returns how many they were.
create or replace function fold_sales_of(whose bigint, most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare n int; folded int := 0; which bigint[];
begin
  -- Locks marks before the statements below read their orders. A mark that is locked belongs to an order that is being
  -- changed; it waits for the next run.
  select array_agg(order_id) into which from (
    select order_id from unsummed_orders where organization_id = whose order by order_id limit most for update skip locked) marked;
  delete from unsummed_orders u where u.organization_id = whose and u.order_id = any(which);
  with gone as (
    delete from order_notes
    where organization_id = whose and id in (select id from order_notes where organization_id = whose order by id limit most)
    returning *
  ),
  due as (
    select organization_id, currency, at, channel, orders, quantity, amount, fees, tax, discount, is_refunded
    from gone
    union all
    select o.organization_id, o.currency, o.order_date as at, o.channel, 1::bigint as orders,
        1 * o.total_quantity::bigint as quantity, 1 * o.total_amount::bigint as amount,
        1 * o.fee_amount::bigint as fees, 1 * o.tax_amount::bigint as tax, 1 * o.discount_amount::bigint as discount,
        o.payment = 'refunded' as is_refunded
    from orders o
    where o.organization_id = whose and o.id = any(which) and o.state <> 'cancelled'
  ),
  worth as materialized (
    select *
    from (
      with dated as materialized (
        select c.*, (c.at at time zone g.counted_time_zone)::date as day, g.counted_currency as into_currency
        from (
          select organization_id, currency, at, channel, orders, quantity, amount, fees, tax, discount, is_refunded
          from due
        ) c
          join organizations g on g.id = whose and g.id = c.organization_id
      ),
      rates as materialized (
        select d.*, r.rate
        from (
          select distinct organization_id, into_currency, currency, day from dated where currency <> into_currency
        ) d
          cross join lateral (
            select x.rate
            from exchange_rates x
            where x.organization_id = whose and x.into_currency = d.into_currency
                and x.currency = d.currency and x.day <= d.day
            order by x.day desc
            limit 1
          ) r
      ),
      worth as (
        select d.organization_id, d.day, d.currency, d.channel, d.orders, d.quantity,
            case when d.currency = d.into_currency then d.amount else coalesce(round(d.amount * r.rate, coin_places(d.into_currency)), 0)::bigint end as amount,
            case when d.currency = d.into_currency then d.fees else coalesce(round(d.fees * r.rate, coin_places(d.into_currency)), 0)::bigint end as fees,
            case when d.currency = d.into_currency then d.tax else coalesce(round(d.tax * r.rate, coin_places(d.into_currency)), 0)::bigint end as tax,
            case when d.currency = d.into_currency then d.discount else coalesce(round(d.discount * r.rate, coin_places(d.into_currency)), 0)::bigint end as discount,
            d.is_refunded
        from dated d
          left join rates r on r.organization_id = d.organization_id and r.currency = d.currency and r.day = d.day
      )
      select organization_id, day, currency, channel, orders, quantity, amount, fees, tax, discount,
          case when is_refunded then amount - fees - tax - discount else 0 end as refunded
      from worth
    ) w
  ),
  days as (
    insert into order_days as s
    select organization_id, day, currency, channel, sum(orders)::bigint as orders, sum(quantity)::bigint as quantity,
        sum(amount)::bigint as amount, sum(fees)::bigint as fees, sum(tax)::bigint as tax,
        sum(discount)::bigint as discount, sum(refunded)::bigint as refunded
    from worth w
    group by 1, 2, 3, 4
    on conflict (organization_id, day, currency, channel) do update set orders = s.orders + excluded.orders,
        quantity = s.quantity + excluded.quantity, amount = s.amount + excluded.amount, fees = s.fees + excluded.fees,
        tax = s.tax + excluded.tax, discount = s.discount + excluded.discount,
        refunded = s.refunded + excluded.refunded
  ),
  totals as materialized (
    select organization_id, kind, grade_of(value) as grade, day, currency, channel, value, sum(times)::bigint as times
    from (
      select organization_id, 'total' as kind, day, currency, channel, amount * orders as value, orders as times
      from worth w
    ) v
    group by 1, 2, 3, 4, 5, 6, 7
  ),
  by_value as (
    insert into sold_values as s (organization_id, kind, grade, day, currency, channel, value, times)
    select organization_id, kind, grade, day, currency, channel, value, times
    from totals
    where times <> 0
    on conflict (organization_id, kind, grade, day, currency, channel, value) do update set times = s.times + excluded.times
  ),
  by_grade as (
    insert into sold_grades as s (organization_id, kind, day, currency, channel, grade, times)
    select organization_id, kind, day, currency, channel, grade, sum(times)::bigint as times
    from totals
    group by 1, 2, 3, 4, 5, 6
    having sum(times) <> 0
    on conflict (organization_id, kind, day, currency, channel, grade) do update set times = s.times + excluded.times
  )
  select count(*) into n
  from gone;
  folded := n;
  with gone as (
    delete from piece_notes
    where organization_id = whose and id in (select id from piece_notes where organization_id = whose order by id limit most)
    returning *
  ),
  due as (
    select organization_id, currency, day, at, channel, sku, product_id, age, quantity, lines
    from gone
    where exists (select from organizations where id = whose)
    union all
    select organization_id, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, quantity,
        lines
    from (
      select o.organization_id, o.currency, o.order_date as at, o.channel, i.sku,
          coalesce(i.product_id, 0) as product_id,
          case when i.product_created_at <= o.order_date then round(extract(epoch from o.order_date - i.product_created_at) / 8640)::bigint end as age,
          1::bigint * i.quantity as quantity, 1::bigint as lines
      from orders o
        join order_items i on i.organization_id = o.organization_id and i.order_id = o.id
      where o.organization_id = whose and o.id = any(which) and o.state <> 'cancelled'
    ) l
  ),
  known as materialized (select * from due),
  by_day as (
    insert into piece_sums as s (organization_id, currency, day, channel, sku, product_id, quantity)
    select organization_id, currency, day, channel, sku, product_id, sum(quantity)::bigint as quantity
    from known
    group by 1, 2, 3, 4, 5, 6
    on conflict (organization_id, currency, day, channel, sku, product_id) do update set quantity = s.quantity + excluded.quantity
  ),
  by_month as (
    insert into piece_months as s (organization_id, currency, month, channel, sku, product_id, quantity)
    select organization_id, currency, date_trunc('month', day)::date as month, channel, sku, product_id,
        sum(quantity)::bigint as quantity
    from known
    group by 1, 2, 3, 4, 5, 6
    on conflict (organization_id, currency, month, channel, sku, product_id) do update set quantity = s.quantity + excluded.quantity
  ),
  ages as materialized (
    select organization_id, kind, grade_of(value) as grade, day, currency, channel, value, sum(times)::bigint as times
    from (
      select c.organization_id, 'age' as kind, (c.at at time zone g.counted_time_zone)::date as day, c.currency,
          c.channel, c.age as value, c.lines as times
      from known c
        join organizations g on g.id = whose and g.id = c.organization_id
      where c.age is not null
    ) v
    group by 1, 2, 3, 4, 5, 6, 7
  ),
  by_value as (
    insert into sold_values as s (organization_id, kind, grade, day, currency, channel, value, times)
    select organization_id, kind, grade, day, currency, channel, value, times
    from ages
    where times <> 0
    on conflict (organization_id, kind, grade, day, currency, channel, value) do update set times = s.times + excluded.times
  ),
  by_grade as (
    insert into sold_grades as s (organization_id, kind, day, currency, channel, grade, times)
    select organization_id, kind, day, currency, channel, grade, sum(times)::bigint as times
    from ages
    group by 1, 2, 3, 4, 5, 6
    having sum(times) <> 0
    on conflict (organization_id, kind, day, currency, channel, grade) do update set times = s.times + excluded.times
  )
  select count(*) into n
  from gone;
  return folded + n + coalesce(cardinality(which), 0);
end $$;
revoke execute on function fold_sales_of from public;

-- One process at a time; others return 0 right away. Returns how many changes were added up. From organization to organization, as rows of several
-- nodes cannot be locked together.
create or replace function fold_sales(most integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare folded int := 0; whose bigint := -1; next_ids bigint[];
begin
  if not pg_try_advisory_xact_lock(7040045) then return 0; end if;
  while folded < most loop
    next_ids := array[
      (select min(organization_id) from unsummed_orders where organization_id > whose),
      (select min(organization_id) from order_notes where organization_id > whose),
      (select min(organization_id) from piece_notes where organization_id > whose)];
    select min(n) into whose from unnest(next_ids) n;
    exit when whose is null;
    folded := folded + fold_sales_of(whose, most);
  end loop;
  return folded;
end $$;
revoke execute on function fold_sales from public;
