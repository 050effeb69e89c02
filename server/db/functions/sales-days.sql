-- Counts days again whose figures depend on something that changed: exchange rates, the organization's currency or its time
-- zone. A rate changes the days until the next rate. Currency and time zone change all days: at once where there are few
-- orders, else by a job (`counted_currency` and `counted_time_zone` say what the figures are counted in now).

-- Counts the summed part of an organization's days again, in the transaction that changed what they depend on.
create or replace function count_order_days(whose bigint, of_currency text, since date, until date) returns void
language plpgsql set search_path = public, pg_temp as $$
declare n int;
begin
  perform pg_advisory_xact_lock(7040045);
  delete from order_days where organization_id = whose and (of_currency is null or currency = of_currency) and day >= since and day <= until;
  -- Rates change totals of orders, but no ages.
  delete from sold_values
  where organization_id = whose and (of_currency is null or kind = 'total' and currency = of_currency)
      and day >= since and day <= until;
  delete from sold_grades
  where organization_id = whose and (of_currency is null or kind = 'total' and currency = of_currency)
      and day >= since and day <= until;
  with worth as materialized (
    select *
    from (
      with dated as materialized (
        select c.*, (c.at at time zone g.counted_time_zone)::date as day, g.counted_currency as into_currency
        from (
          select o.organization_id, o.currency, o.order_date as at, o.channel, 1::bigint as orders,
              1 * o.total_quantity::bigint as quantity, 1 * o.total_amount::bigint as amount,
              1 * o.fee_amount::bigint as fees, 1 * o.tax_amount::bigint as tax,
              1 * o.discount_amount::bigint as discount, o.payment = 'refunded' as is_refunded
          from orders o
            join organizations z on z.id = o.organization_id
          where o.organization_id = whose and o.state <> 'cancelled'
              and (of_currency is null or o.currency = of_currency)
              and o.order_date >= day_begins(since, z.counted_time_zone)
              and (until = 'infinity' or o.order_date < day_begins(until + 1, z.counted_time_zone))
          union all
          select c.organization_id, c.currency, c.at, c.channel, -c.orders, -c.quantity, -c.amount, -c.fees, -c.tax,
              -c.discount, c.is_refunded
          from order_changes c
            join organizations z on z.id = c.organization_id
          where c.organization_id = whose and (of_currency is null or c.currency = of_currency)
              and c.at >= day_begins(since, z.counted_time_zone)
              and (until = 'infinity' or c.at < day_begins(until + 1, z.counted_time_zone))
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
  insert into order_days
  select organization_id, day, currency, channel, sum(orders)::bigint as orders, sum(quantity)::bigint as quantity,
      sum(amount)::bigint as amount, sum(fees)::bigint as fees, sum(tax)::bigint as tax,
      sum(discount)::bigint as discount, sum(refunded)::bigint as refunded
  from worth w
  group by 1, 2, 3, 4
  having sum(orders) <> 0 or sum(quantity) <> 0 or sum(amount) <> 0 or sum(fees) <> 0 or sum(tax) <> 0 or sum(discount) <> 0 or sum(refunded) <> 0;
  if of_currency is null then
    with lines as materialized (
      select organization_id, currency, at, channel, age, lines
      from (
        select o.organization_id, o.currency, o.order_date as at, o.channel, i.sku,
            coalesce(i.product_id, 0) as product_id,
            case when i.product_created_at <= o.order_date then round(extract(epoch from o.order_date - i.product_created_at) / 8640)::bigint end as age,
            1::bigint * i.quantity as quantity, 1::bigint as lines
        from orders o
          join order_items i on i.organization_id = o.organization_id and i.order_id = o.id
          join organizations z on z.id = o.organization_id
        where o.organization_id = whose and o.state <> 'cancelled'
      ) l
      union all
      select organization_id, currency, at, channel, age, lines
      from (
        select c.organization_id, c.currency, c.at, c.channel, c.age, -c.lines as lines
        from piece_changes c
        where c.organization_id = whose
      ) t
    ),
    ages as materialized (
      select organization_id, kind, grade_of(value) as grade, day, currency, channel, value,
          sum(times)::bigint as times
      from (
        select c.organization_id, 'age' as kind, (c.at at time zone g.counted_time_zone)::date as day, c.currency,
            c.channel, c.age as value, c.lines as times
        from lines c
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
    from lines;
  end if;
end $$;
revoke execute on function count_order_days from public;

create or replace function count_in() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or not exists (select from orders where organization_id = new.id offset 10000) and hold_sums() then
    new.counted_currency := new.currency;
    new.counted_time_zone := new.time_zone;
  end if;
  return new;
end $$;

create or replace function count_days_anew() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_order_days(new.id, null, '-infinity', 'infinity');
  return null;
end $$;

create or replace function count_rated_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare rated record; until date;
begin
  perform pg_advisory_xact_lock(7040045);
  for rated in
    select organization_id, into_currency, currency, min(day) as first, max(day) as last from changed group by 1, 2, 3 order by 1, 3
  loop
    if exists (select from organizations g where g.id = rated.organization_id and g.counted_currency = rated.into_currency) then
      select min(r.day) - 1 into until from exchange_rates r
      where r.organization_id = rated.organization_id and r.into_currency = rated.into_currency and r.currency = rated.currency and r.day > rated.last;
      perform count_order_days(rated.organization_id, rated.currency, rated.first, coalesce(until, 'infinity'));
    end if;
  end loop;
  return null;
end $$;

-- Moves an organization's waiting rates to exchange_rates, whose triggers count the days again. Returns how many; null if it
-- left them, because they affect more than `most` orders or another process is counting.
create or replace function apply_rates(whose bigint, most bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare due waiting_rates[];
begin
  if most is null then perform pg_advisory_xact_lock(7040045);
  elsif not hold_sums() then return null;
  end if;
  select array_agg(w order by w.currency, w.day) into due from waiting_rates w where w.organization_id = whose;
  if due is null then return 0; end if;
  if most < (select sum(d.orders) from (
    select c.organization_id, c.currency, min(c.day) as since, coalesce((select min(r.day) - 1 from exchange_rates r
      where r.organization_id = whose and r.into_currency = g.counted_currency and r.currency = c.currency and r.day > max(c.day)), 'infinity') as until
    from unnest(due) c join organizations g on g.id = whose and g.counted_currency = c.into_currency group by c.organization_id, c.currency, g.counted_currency) c
      join order_days d on d.organization_id = whose and d.currency = c.currency and d.day >= c.since and d.day <= c.until) then return null; end if;
  insert into exchange_rates (organization_id, into_currency, currency, day, rate)
    select organization_id, into_currency, currency, day, rate from unnest(due) where rate is not null
    on conflict (organization_id, into_currency, currency, day) do update set rate = excluded.rate;
  delete from exchange_rates x using unnest(due) w
  where x.organization_id = whose and w.rate is null
      and (x.into_currency, x.currency, x.day) = (w.into_currency, w.currency, w.day);
  -- Last, so that saving one of them again does not wait. Rates saved meanwhile stay.
  delete from waiting_rates x using unnest(due) w
  where x.organization_id = whose and (x.into_currency, x.currency, x.day) = (w.into_currency, w.currency, w.day)
      and x.rate is not distinct from w.rate;
  return cardinality(due);
end $$;
revoke execute on function apply_rates from public;

-- The same in a transaction of the organization's role, whole on its node. The lock of sums is another one there: whoever calls it has taken both.
create or replace function apply_few_rates(of_organization bigint, most bigint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if own_organization() is distinct from of_organization and own_organization() is not null then
    raise exception 'the rates of organization % in organization %', of_organization, own_organization();
  end if;
  return apply_rates(of_organization, most);
end $$;
revoke execute on function apply_few_rates from public;
grant execute on function apply_few_rates to motto_app;

create or replace trigger exchange_rates_added after insert on exchange_rates
  referencing new table as changed for each statement execute function count_rated_days();
create or replace trigger exchange_rates_changed after update on exchange_rates
  referencing new table as changed for each statement execute function count_rated_days();
create or replace trigger exchange_rates_gone after delete on exchange_rates
  referencing old table as changed for each statement execute function count_rated_days();
create or replace trigger organizations_count_days_anew after update on organizations
  for each row
  when ((old.counted_time_zone, old.counted_currency) is distinct from (new.counted_time_zone, new.counted_currency))
  execute function count_days_anew();
create or replace trigger organizations_count_in before insert or update of currency, time_zone on organizations
  for each row execute function count_in();
