-- Notes changes of orders for the sales figures. A new order is only marked in unsummed_orders: until it is summed, its figures
-- are read from the order and its lines as they are, however often they change. After that each change is noted. Whoever
-- sums up locks the mark before reading the order; whoever changes the order locks it too, or finds it gone and notes the
-- change. So no change counts twice or never. Marks are many at one moment and few at the next: plans must not depend on
-- how many there are, so sequential scans are off, and each mark is found by its key.

create or replace function date_product() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Once its product is deleted, a line keeps the product's age.
  if tg_op = 'UPDATE' and new.product_id is not distinct from old.product_id then return new; end if;
  new.product_created_at := (select p.created_at from products p where p.organization_id = new.organization_id and p.id = new.product_id);
  return new;
end $$;

create or replace function note_order() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; ids bigint[];
begin
  for whose, ids in select organization_id, array_agg(id) from changed group by 1 loop
    insert into unsummed_orders (organization_id, order_id) select whose, n.id from unnest(ids) n(id);
  end loop;
  return null;
end $$;

create or replace function note_order_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare items record;
begin
  perform from unsummed_orders u where u.organization_id = old.organization_id and u.order_id = old.id for key share;
  if found then return null; end if;
  insert into order_notes (organization_id, currency, at, channel, orders, quantity, amount, fees, tax, discount, is_refunded)
  select new.organization_id, new.currency, new.order_date as at, new.channel, 1::bigint as orders,
      1 * new.total_quantity::bigint as quantity, 1 * new.total_amount::bigint as amount,
      1 * new.fee_amount::bigint as fees, 1 * new.tax_amount::bigint as tax,
      1 * new.discount_amount::bigint as discount, new.payment = 'refunded' as is_refunded
  where new.state <> 'cancelled'
  union all
  select old.organization_id, old.currency, old.order_date as at, old.channel, -1::bigint as orders,
      -1 * old.total_quantity::bigint as quantity, -1 * old.total_amount::bigint as amount,
      -1 * old.fee_amount::bigint as fees, -1 * old.tax_amount::bigint as tax,
      -1 * old.discount_amount::bigint as discount, old.payment = 'refunded' as is_refunded
  where old.state <> 'cancelled';
  if (old.state, old.channel, old.currency, old.order_date) is distinct from (new.state, new.channel, new.currency, new.order_date) then
    select array_agg(i.sku) as skus, array_agg(coalesce(i.product_id, 0)) as products, array_agg(i.product_created_at) as made,
      array_agg(i.quantity) as quantities into items
    from order_items i where i.organization_id = new.organization_id and i.order_id = new.id;
    insert into piece_notes (organization_id, currency, day, at, channel, sku, product_id, age, quantity, lines)
    select organization_id, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, sum(quantity),
        sum(lines)
    from (
      select new.organization_id, new.currency, new.order_date as at, new.channel, i.sku, i.product_id,
          case when i.made <= new.order_date then round(extract(epoch from new.order_date - i.made) / 8640)::bigint end as age,
          1::bigint * i.quantity as quantity, 1::bigint as lines
      from unnest(items.skus, items.products, items.made, items.quantities) i(sku, product_id, made, quantity)
      where new.state <> 'cancelled'
      union all
      select old.organization_id, old.currency, old.order_date as at, old.channel, i.sku, i.product_id,
          case when i.made <= old.order_date then round(extract(epoch from old.order_date - i.made) / 8640)::bigint end as age,
          -1::bigint * i.quantity as quantity, -1::bigint as lines
      from unnest(items.skus, items.products, items.made, items.quantities) i(sku, product_id, made, quantity)
      where old.state <> 'cancelled'
    ) c
    group by organization_id, currency, at, channel, sku, product_id, age
    having sum(quantity) <> 0 or sum(lines) <> 0;
  end if;
  return null;
end $$;

create or replace function note_pieces() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare whose bigint; ids bigint[]; marked bigint[]; items record; its record;
begin
  for whose, ids in select organization_id, array_agg(distinct order_id) from changed group by 1 order by 1 loop
    select array_agg(m.order_id) into marked
    from (select u.order_id from unsummed_orders u where u.organization_id = whose and u.order_id = any(ids) for key share) m;
    if marked @> ids then continue; end if;
    select array_agg(c.order_id) as orders, array_agg(c.sku) as skus, array_agg(coalesce(c.product_id, 0)) as products,
      array_agg(c.product_created_at) as made, array_agg(c.quantity) as quantities into items
    from changed c where c.organization_id = whose and c.order_id = any(ids) and c.order_id <> all(coalesce(marked, '{}'));
    select array_agg(o.id) as ids, array_agg(o.currency) as currencies, array_agg(o.order_date) as dates, array_agg(o.channel) as channels into its
    from orders o where o.organization_id = whose and o.id = any(items.orders) and o.state <> 'cancelled';
    insert into piece_notes (organization_id, currency, day, at, channel, sku, product_id, age, quantity, lines)
    select whose, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, sum(quantity), sum(lines)
    from (
      select o.currency, o.order_date as at, o.channel, c.sku, c.product_id,
          case when c.made <= o.order_date then round(extract(epoch from o.order_date - c.made) / 8640)::bigint end as age,
          1::bigint * c.quantity as quantity, 1::bigint as lines
      from unnest(items.orders, items.skus, items.products, items.made, items.quantities) c(order_id, sku, product_id, made, quantity)
        join unnest(its.ids, its.currencies, its.dates, its.channels) o(id, currency, order_date, channel) on o.id = c.order_id
    ) c
    group by currency, at, channel, sku, product_id, age
    having sum(quantity) <> 0 or sum(lines) <> 0;
  end loop;
  return null;
end $$;

create or replace function note_pieces_gone() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare whose bigint; ids bigint[]; marked bigint[]; items record; its record;
begin
  for whose, ids in select organization_id, array_agg(distinct order_id) from changed group by 1 order by 1 loop
    select array_agg(m.order_id) into marked
    from (select u.order_id from unsummed_orders u where u.organization_id = whose and u.order_id = any(ids) for key share) m;
    if marked @> ids then continue; end if;
    select array_agg(c.order_id) as orders, array_agg(c.sku) as skus, array_agg(coalesce(c.product_id, 0)) as products,
      array_agg(c.product_created_at) as made, array_agg(c.quantity) as quantities into items
    from changed c where c.organization_id = whose and c.order_id = any(ids) and c.order_id <> all(coalesce(marked, '{}'));
    select array_agg(o.id) as ids, array_agg(o.currency) as currencies, array_agg(o.order_date) as dates, array_agg(o.channel) as channels into its
    from orders o where o.organization_id = whose and o.id = any(items.orders) and o.state <> 'cancelled';
    insert into piece_notes (organization_id, currency, day, at, channel, sku, product_id, age, quantity, lines)
    select whose, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, sum(quantity), sum(lines)
    from (
      select o.currency, o.order_date as at, o.channel, c.sku, c.product_id,
          case when c.made <= o.order_date then round(extract(epoch from o.order_date - c.made) / 8640)::bigint end as age,
          -1::bigint * c.quantity as quantity, -1::bigint as lines
      from unnest(items.orders, items.skus, items.products, items.made, items.quantities) c(order_id, sku, product_id, made, quantity)
        join unnest(its.ids, its.currencies, its.dates, its.channels) o(id, currency, order_date, channel) on o.id = c.order_id
    ) c
    group by currency, at, channel, sku, product_id, age
    having sum(quantity) <> 0 or sum(lines) <> 0;
  end loop;
  return null;
end $$;

create or replace function note_pieces_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare its record;
begin
  perform from unsummed_orders u where u.organization_id = old.organization_id and u.order_id = old.order_id for key share;
  if found then return null; end if;
  select o.currency, o.order_date, o.channel into its
  from orders o where o.organization_id = new.organization_id and o.id = new.order_id and o.state <> 'cancelled';
  if not found then return null; end if;
  insert into piece_notes (organization_id, currency, day, at, channel, sku, product_id, age, quantity, lines)
  select organization_id, currency, (at at time zone 'UTC')::date, at, channel, sku, product_id, age, sum(quantity),
      sum(lines)
  from (
    select new.organization_id, its.currency, its.order_date as at, its.channel, new.sku,
        coalesce(new.product_id, 0) as product_id,
        case when new.product_created_at <= its.order_date then round(extract(epoch from its.order_date - new.product_created_at) / 8640)::bigint end as age,
        1::bigint * new.quantity as quantity, 1::bigint as lines
    union all
    select new.organization_id, its.currency, its.order_date as at, its.channel, old.sku,
        coalesce(old.product_id, 0) as product_id,
        case when old.product_created_at <= its.order_date then round(extract(epoch from its.order_date - old.product_created_at) / 8640)::bigint end as age,
        -1::bigint * old.quantity as quantity, -1::bigint as lines
  ) c
  group by organization_id, currency, at, channel, sku, product_id, age
  having sum(quantity) <> 0 or sum(lines) <> 0;
  return null;
end $$;

create or replace trigger order_items_date_product before insert on order_items
  for each row when (new.product_id is not null and new.product_created_at is null) execute function date_product();
create or replace trigger order_items_gone after delete on order_items
  referencing old table as changed for each statement execute function note_pieces_gone();
create or replace trigger order_items_redate_product before update of product_id on order_items
  for each row when (new.product_id is distinct from old.product_id) execute function date_product();
create or replace trigger order_items_summed after insert on order_items
  referencing new table as changed for each statement execute function note_pieces();
create or replace trigger order_items_summed_anew after update on order_items
  for each row
  when ((old.sku, old.product_id, old.product_created_at, old.quantity) is distinct from (new.sku, new.product_id,
    new.product_created_at, new.quantity))
  execute function note_pieces_change();
create or replace trigger orders_summed after insert on orders
  referencing new table as changed for each statement execute function note_order();
create or replace trigger orders_summed_anew after update on orders
  for each row
  when ((old.state, old.channel, old.currency, old.order_date, old.payment, old.total_quantity, old.total_amount,
    old.fee_amount, old.tax_amount, old.discount_amount) is distinct from (new.state, new.channel, new.currency,
    new.order_date, new.payment, new.total_quantity, new.total_amount, new.fee_amount, new.tax_amount,
    new.discount_amount))
  execute function note_order_change();
