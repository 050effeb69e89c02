-- What is not part of the sums yet: noted changes, and orders that are only marked.

create or replace view order_changes with (security_invoker = true) as
  select organization_id, currency, at, channel, orders, quantity, amount, fees, tax, discount, is_refunded
  from order_notes
  union all
  select o.organization_id, o.currency, o.order_date as at, o.channel, 1::bigint as orders,
      1 * o.total_quantity::bigint as quantity, 1 * o.total_amount::bigint as amount,
      1 * o.fee_amount::bigint as fees, 1 * o.tax_amount::bigint as tax, 1 * o.discount_amount::bigint as discount,
      o.payment = 'refunded' as is_refunded
  from unsummed_orders u
    join orders o on o.organization_id = u.organization_id and o.id = u.order_id
  where o.state <> 'cancelled';

create or replace view piece_changes with (security_invoker = true) as
  select organization_id, currency, day, at, channel, sku, product_id, age, quantity, lines
  from piece_notes
  union all
  select organization_id, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, quantity, lines
  from (
    select o.organization_id, o.currency, o.order_date as at, o.channel, i.sku, coalesce(i.product_id, 0) as product_id,
        case when i.product_created_at <= o.order_date then round(extract(epoch from o.order_date - i.product_created_at) / 8640)::bigint end as age,
        1::bigint * i.quantity as quantity, 1::bigint as lines
    from unsummed_orders u
      join orders o on o.organization_id = u.organization_id and o.id = u.order_id
      join order_items i on i.organization_id = o.organization_id and i.order_id = o.id
    where o.state <> 'cancelled'
  ) l;

grant select on order_changes, piece_changes to motto_app;
