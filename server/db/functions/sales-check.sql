-- Compares the sums with the orders, and rebuilds them.

-- The sums of an organization, computed from its orders, in the form of sales_as_kept().
create or replace function sales_anew(whose bigint) returns table (kind text, currency text, at date, channel text, sku text, product_id bigint, measures bigint[])
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
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
        ) c
          join organizations g on g.id = c.organization_id
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
  lines as materialized (
    select *, (at at time zone 'UTC')::date as day
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
  ),
  measured as materialized (
    select organization_id, kind, day, currency, channel, value, grade_of(value) as grade, times
    from (
      select *
      from (
        select organization_id, 'total' as kind, day, currency, channel, amount * orders as value, orders as times
        from worth w
      ) t
      union all
      select *
      from (
        select c.organization_id, 'age' as kind, (c.at at time zone g.counted_time_zone)::date as day, c.currency,
            c.channel, c.age as value, c.lines as times
        from lines c
          join organizations g on g.id = c.organization_id
        where c.age is not null
      ) a
    ) m
  )
  select 'orders', c.currency, c.day, c.channel, '', 0::bigint, array[c.orders, c.quantity, c.amount, c.fees, c.tax,
      c.discount, c.refunded]
  from (
    select organization_id, day, currency, channel, sum(orders)::bigint as orders, sum(quantity)::bigint as quantity,
        sum(amount)::bigint as amount, sum(fees)::bigint as fees, sum(tax)::bigint as tax,
        sum(discount)::bigint as discount, sum(refunded)::bigint as refunded
    from worth w
    group by 1, 2, 3, 4
  ) c
  union all
  select 'pieces', c.currency, c.day, c.channel, c.sku, c.product_id, array[c.quantity]
  from (
    select organization_id, currency, day, channel, sku, product_id, sum(quantity)::bigint as quantity
    from lines
    group by 1, 2, 3, 4, 5, 6
  ) c
  union all
  select 'months', c.currency, c.month, c.channel, c.sku, c.product_id, array[c.quantity]
  from (
    select organization_id, currency, date_trunc('month', day)::date as month, channel, sku, product_id,
        sum(quantity)::bigint as quantity
    from lines
    group by 1, 2, 3, 4, 5, 6
  ) c
  union all
  select kind || ' values', currency, day, channel, '', value, array[times]
  from (
    select organization_id, kind, grade_of(value) as grade, day, currency, channel, value, sum(times)::bigint as times
    from measured
    group by 1, 2, 3, 4, 5, 6, 7
  ) c
  where times <> 0
  union all
  select kind || ' grades', currency, day, channel, '', grade::bigint, array[times]
  from (
    select organization_id, kind, day, currency, channel, grade, sum(times)::bigint as times
    from measured
    group by 1, 2, 3, 4, 5, 6
  ) c
  where times <> 0;
end $$;

create or replace function sales_as_kept(whose bigint) returns table (kind text, currency text, at date, channel text, sku text, product_id bigint, measures bigint[])
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with noted as materialized (
    select *
    from (
      with dated as materialized (
        select c.*, (c.at at time zone g.counted_time_zone)::date as day, g.counted_currency as into_currency
        from (
          select organization_id, currency, at, channel, orders, quantity, amount, fees, tax, discount, is_refunded
          from order_changes c
          where c.organization_id = whose
        ) c
          join organizations g on g.id = c.organization_id
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
  )
  select 'orders', c.currency, c.day, c.channel, '', 0::bigint, array[c.orders, c.quantity, c.amount, c.fees, c.tax,
      c.discount, c.refunded]
  from (
    select organization_id, day, currency, channel, sum(orders)::bigint as orders, sum(quantity)::bigint as quantity,
        sum(amount)::bigint as amount, sum(fees)::bigint as fees, sum(tax)::bigint as tax,
        sum(discount)::bigint as discount, sum(refunded)::bigint as refunded
    from (
      select *
      from order_days
      where organization_id = whose
      union all
      select *
      from noted
    ) w
    group by 1, 2, 3, 4
    having sum(orders) <> 0 or sum(quantity) <> 0 or sum(amount) <> 0 or sum(fees) <> 0 or sum(tax) <> 0 or sum(discount) <> 0 or sum(refunded) <> 0
  ) c
  union all
  select 'pieces', c.currency, c.day, c.channel, c.sku, c.product_id, array[c.quantity]
  from (
    select organization_id, currency, day, channel, sku, product_id, sum(quantity)::bigint as quantity
    from (
      select organization_id, currency, day as day, channel, sku, product_id, quantity
      from piece_sums
      where organization_id = whose
      union all
      select organization_id, currency, day, channel, sku, product_id, quantity
      from piece_changes
      where organization_id = whose
    ) x
    group by 1, 2, 3, 4, 5, 6
  ) c
  where c.quantity <> 0
  union all
  select 'months', c.currency, c.month, c.channel, c.sku, c.product_id, array[c.quantity]
  from (
    select organization_id, currency, date_trunc('month', day)::date as month, channel, sku, product_id,
        sum(quantity)::bigint as quantity
    from (
      select organization_id, currency, month as day, channel, sku, product_id, quantity
      from piece_months
      where organization_id = whose
      union all
      select organization_id, currency, day, channel, sku, product_id, quantity
      from piece_changes
      where organization_id = whose
    ) x
    group by 1, 2, 3, 4, 5, 6
  ) c
  where c.quantity <> 0
  union all
  select kind || ' values', currency, day, channel, '', value, array[times]
  from (
    select organization_id, kind, grade_of(value) as grade, day, currency, channel, value, sum(times)::bigint as times
    from (
      select organization_id, kind, day, currency, channel, value, times
      from sold_values
      where organization_id = whose
      union all
      select organization_id, kind, day, currency, channel, value, times
      from (
        select organization_id, kind, day, currency, channel, value, grade_of(value) as grade, times
        from (
          select *
          from (
            select organization_id, 'total' as kind, day, currency, channel, amount * orders as value, orders as times
            from noted w
          ) t
          union all
          select *
          from (
            select c.organization_id, 'age' as kind, (c.at at time zone g.counted_time_zone)::date as day, c.currency,
                c.channel, c.age as value, c.lines as times
            from (select * from piece_changes where organization_id = whose) c
              join organizations g on g.id = c.organization_id
            where c.age is not null
          ) a
        ) m
      ) n
    ) k
    group by 1, 2, 3, 4, 5, 6, 7
  ) c
  where times <> 0
  union all
  select kind || ' grades', currency, day, channel, '', grade::bigint, array[times]
  from (
    select organization_id, kind, day, currency, channel, grade, sum(times)::bigint as times
    from (
      select organization_id, kind, day, currency, channel, grade, times
      from sold_grades
      where organization_id = whose
      union all
      select organization_id, kind, day, currency, channel, grade, times
      from (
        select organization_id, kind, day, currency, channel, value, grade_of(value) as grade, times
        from (
          select *
          from (
            select organization_id, 'total' as kind, day, currency, channel, amount * orders as value, orders as times
            from noted w
          ) t
          union all
          select *
          from (
            select c.organization_id, 'age' as kind, (c.at at time zone g.counted_time_zone)::date as day, c.currency,
                c.channel, c.age as value, c.lines as times
            from (select * from piece_changes where organization_id = whose) c
              join organizations g on g.id = c.organization_id
            where c.age is not null
          ) a
        ) m
      ) n
    ) k
    group by 1, 2, 3, 4, 5, 6
  ) c
  where times <> 0;
end $$;

-- Rebuilds an organization's sums. Writing orders waits meanwhile.
create or replace function rebuild_sales(whose bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  lock table orders, order_items in share row exclusive mode;
  perform pg_advisory_xact_lock(7040045);
  delete from unsummed_orders where organization_id = whose;
  delete from order_notes where organization_id = whose;
  delete from piece_notes where organization_id = whose;
  delete from piece_sums where organization_id = whose;
  delete from piece_months where organization_id = whose;
  perform count_order_days(whose, null, '-infinity', 'infinity');
  insert into piece_sums (organization_id, currency, day, channel, sku, product_id, quantity)
  select organization_id, currency, day, channel, sku, product_id, sum(quantity)::bigint as quantity
  from (
    select *, (at at time zone 'UTC')::date as day
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
  ) x
  group by 1, 2, 3, 4, 5, 6;
  insert into piece_months (organization_id, currency, month, channel, sku, product_id, quantity)
  select organization_id, currency, date_trunc('month', day)::date as month, channel, sku, product_id,
      sum(quantity)::bigint as quantity
  from piece_sums
  where organization_id = whose
  group by 1, 2, 3, 4, 5, 6;
end $$;
revoke execute on function rebuild_sales from public;
