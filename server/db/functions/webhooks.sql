-- Writes events for webhooks in the transaction that causes them. An organization without an endpoint costs one look into a small table.
-- Most events say at the commit what their record is then (queue_webhooks); those of stock say at once what moved.

create or replace function has_webhooks() returns boolean language sql stable as $$
  select exists (select from webhook_endpoints where state <> 'ended')
$$;

-- Notes the events of one statement, each with its record, subject, type and, where it is known, data.
create or replace function note_webhooks(organizations bigint[], records text[], subjects bigint[], types text[], datas jsonb[]) returns void
language sql as $$
  insert into webhook_notes (organization_id, leads, record, subject_id, type, data)
  select n.o, row_number() over (partition by n.o order by n.place) = 1, n.record, n.subject, n.type, n.data
  from unnest(organizations, records, subjects, types, datas) with ordinality n(o, record, subject, type, data, place)
  where exists (select from webhook_endpoints e where e.organization_id = n.o and e.state <> 'ended' and n.type = any(e.types))
    -- With its organization everything goes, and nobody is to be told.
    and exists (select from organizations g where g.id = n.o)
  order by n.place
$$;

create or replace function note_product_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_webhooks() then return null; end if;
  if tg_op = 'UPDATE' then
    perform note_webhooks(array_agg(c.organization_id), array_agg('product:' || c.id), array_agg(c.id), array_agg('product.changed'::text), array_agg(null::jsonb))
    from (select n.organization_id, n.id from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
      where b.version <> n.version or b.updated_at <> n.updated_at order by n.id) c;
  elsif tg_op = 'INSERT' then
    perform note_webhooks(array_agg(c.organization_id), array_agg('product:' || c.id), array_agg(c.id), array_agg('product.created'::text), array_agg(null::jsonb))
    from (select organization_id, id from changed order by id) c;
  else
    perform note_webhooks(array_agg(c.organization_id), array_agg('product:' || c.id), array_agg(c.id), array_agg('product.deleted'::text),
      array_agg(jsonb_build_object('id', c.id, 'sku', c.sku, 'title', c.title)))
    from (select organization_id, id, sku, title from changed order by id) c;
  end if;
  return null;
end $$;

-- A movement that was appended, with what its level has after it.
create or replace function note_stock_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_webhooks() then return null; end if;
  perform note_webhooks(array_agg(c.organization_id), array_agg('product:' || c.product_id), array_agg(c.product_id), array_agg('stock.changed'::text), array_agg(c.data))
  from (
    select m.organization_id, m.product_id, jsonb_build_object('productId', m.product_id, 'sku', m.sku,
      'onHand', v.on_hand - coalesce(sum(m.delta_on_hand) over later, 0), 'reserved', v.reserved - coalesce(sum(m.delta_reserved) over later, 0),
      'available', m.available_after, 'change', jsonb_build_object('onHand', m.delta_on_hand, 'reserved', m.delta_reserved),
      'reason', m.reason, 'source', m.source, 'orderId', m.order_id) as data
    from changed m join stock_levels v on v.organization_id = m.organization_id and v.id = m.level_id
    where m.delta_on_hand <> 0 or m.delta_reserved <> 0
    window later as (partition by m.organization_id, m.level_id order by m.id rows between 1 following and unbounded following)
    order by m.id) c;
  return null;
end $$;

create or replace function note_listing_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_webhooks() then return null; end if;
  if tg_op = 'INSERT' then
    perform note_webhooks(array_agg(c.organization_id), array_agg('product:' || c.product_id), array_agg(c.id), array_agg('listing.published'::text), array_agg(null::jsonb))
    from (select organization_id, id, product_id from changed where external_id <> '' and status <> 'unlisted' order by id) c;
  elsif tg_op = 'DELETE' then
    perform note_webhooks(array_agg(c.organization_id), array_agg('product:' || c.product_id), array_agg(c.id), array_agg('listing.ended'::text), array_agg(listing_webhook(c)))
    from (select * from changed where external_id <> '' and status <> 'unlisted' order by id) c;
  else
    perform note_webhooks(array_agg(c.organization_id), array_agg('product:' || c.product_id), array_agg(c.id), array_agg(c.type), array_agg(null::jsonb))
    from (
      select n.organization_id, n.id, n.product_id, t.type from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
      cross join lateral (values
        (b.external_id <> '' and b.status <> 'unlisted', n.external_id <> '' and n.status <> 'unlisted')) s(was_live, is_live)
      cross join lateral (
        select 'listing.published' as type where s.is_live and not s.was_live
        union all select 'listing.ended' where s.was_live and not s.is_live
        union all select 'listing.failed' where (n.status = 'error' or n.result ->> 'status' = 'rejected')
          and (not (b.status = 'error' or coalesce(b.result ->> 'status' = 'rejected', false))
            or (b.result ->> 'reason', b.result ->> 'code') is distinct from (n.result ->> 'reason', n.result ->> 'code'))) t
      order by n.id) c;
  end if;
  return null;
end $$;

create or replace function listing_webhook(l listing_products) returns jsonb language sql stable as $$
  select jsonb_build_object('id', l.id, 'productId', l.product_id,
    'sku', (select p.sku from products p where p.organization_id = l.organization_id and p.id = l.product_id),
    'channel', l.channel, 'integrationId', l.integration_id, 'externalId', l.external_id, 'url', l.url, 'status', l.status,
    'problem', case when l.status = 'error' or l.result ->> 'status' = 'rejected' then left(coalesce(l.result ->> 'reason', ''), 500) else '' end)
$$;

create or replace function note_order_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_webhooks() then return null; end if;
  if tg_op = 'INSERT' then
    perform note_webhooks(array_agg(c.organization_id), array_agg('order:' || c.id), array_agg(c.id), array_agg('order.received'::text), array_agg(null::jsonb))
    from (select organization_id, id from changed order by id) c;
  else
    perform note_webhooks(array_agg(c.organization_id), array_agg('order:' || c.id), array_agg(c.id), array_agg(c.type), array_agg(null::jsonb))
    from (
      select n.organization_id, n.id, t.type from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
      cross join lateral (
        select 'order.changed' as type, 1 as place where b.update_date <> n.update_date
          or (b.state, b.shipping, b.payment, b.total_amount, b.held, b.tags) is distinct from (n.state, n.shipping, n.payment, n.total_amount, n.held, n.tags)
        union all select 'order.shipped', 2 where n.shipping in ('partly', 'shipped') and (b.shipping <> n.shipping or b.sent_parcels < n.sent_parcels)
        union all select 'order.refunded', 3 where n.payment in ('partly_refunded', 'refunded')
          and (b.payment <> n.payment or b.refunded_amount is distinct from n.refunded_amount)
        union all select 'order.cancelled', 4 where n.state = 'cancelled' and b.state <> 'cancelled') t
      order by n.id, t.place) c;
  end if;
  return null;
end $$;

create or replace function note_import_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if has_webhooks() then
    perform note_webhooks(array[new.organization_id], array['import:' || new.id], array[new.id], array['import.finished'], array[null::jsonb]);
  end if;
  return null;
end $$;

-- What an event says at the commit; null where its record is gone again.
create or replace function webhook_data(o bigint, type text, subject bigint) returns jsonb language plpgsql stable as $$
begin
  case split_part(type, '.', 1)
    when 'product' then return (
      select jsonb_build_object('id', p.id, 'sku', p.sku, 'title', p.title, 'templateId', p.template_id, 'price', round(p.price / 100.0, 2),
        'currency', g.currency, 'quantity', coalesce(f.quantity, 0), 'readiness', p.readiness, 'version', p.version, 'updatedAt', webhook_time(p.updated_at))
      from products p join organizations g on g.id = p.organization_id
      left join product_facts f on f.organization_id = p.organization_id and f.product_id = p.id
      where p.organization_id = o and p.id = subject);
    when 'listing' then return (select listing_webhook(l) from listing_products l where l.organization_id = o and l.id = subject);
    when 'order' then return (
      select jsonb_build_object('id', r.id, 'number', r.number, 'channel', r.channel, 'integrationId', r.integration_id, 'externalOrderId', r.external_order_id,
        'state', r.state, 'shipping', r.shipping, 'payment', r.payment, 'orderDate', webhook_time(r.order_date), 'currency', r.currency,
        'totalAmount', round(r.total_amount / 100.0, 2), 'refundedAmount', round(r.refunded_amount / 100.0, 2), 'trackingNumber', r.tracking_number,
        'oversold', r.oversold, 'held', r.held,
        'items', coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'sku', i.sku, 'itemTitle', i.item_title, 'quantity', i.quantity,
          'price', round(i.price / 100.0, 2), 'productId', i.product_id) order by i.id)
          from (select * from order_items i where i.organization_id = o and i.order_id = subject order by i.id limit 100) i), '[]'))
      from orders r where r.organization_id = o and r.id = subject);
    when 'import' then return (
      select jsonb_build_object('id', m.id, 'kind', m.kind, 'fileName', m.file_name, 'state', m.state, 'rows', m.rows, 'outcomes', m.outcomes,
        'error', left(m.error, 500))
      from imports m where m.organization_id = o and m.id = subject);
    else return null;
  end case;
end $$;

-- ISO 8601, as everywhere on the wire.
create or replace function webhook_time(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The first statement's call turns all events of a transaction into deliveries: of equal ones the last stays, and what says more replaces "changed".
create or replace function queue_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with noted as (
    delete from webhook_notes where organization_id = new.organization_id and tx = pg_current_xact_id() returning *
  ), event as (
    select n.*, row_number() over (partition by record, subject_id, type order by id desc) as later, array_agg(type) over (partition by record) as types
    from noted n
  )
  insert into webhook_deliveries (organization_id, endpoint_id, record, type, data)
  select n.organization_id, e.id, n.record, n.type, s.data
  from event n
  join webhook_endpoints e on e.organization_id = n.organization_id and e.state <> 'ended' and n.type = any(e.types)
  cross join lateral (select coalesce(n.data, webhook_data(n.organization_id, n.type, n.subject_id)) as data) s
  where s.data is not null and (n.data is not null or n.later = 1)
    and not (n.type = 'product.changed' and 'product.created' = any(n.types) and 'product.created' = any(e.types))
    and not (n.type = 'order.changed' and array_remove(n.types, n.type) && e.types)
  order by n.id, e.id;
  return null;
end $$;

do $$ begin
  if not exists (select from pg_trigger where tgrelid = 'webhook_notes'::regclass and tgname = 'webhook_notes_queued') then
    create constraint trigger webhook_notes_queued after insert on webhook_notes
      deferrable initially deferred for each row when (new.leads) execute function queue_webhooks();
  end if;
end $$;
create or replace trigger products_webhooks_added after insert on products
  referencing new table as changed for each statement execute function note_product_webhooks();
create or replace trigger products_webhooks_changed after update on products
  referencing old table as before new table as changed for each statement execute function note_product_webhooks();
create or replace trigger products_webhooks_gone after delete on products
  referencing old table as changed for each statement execute function note_product_webhooks();
create or replace trigger stock_movements_webhooks after insert on stock_movements
  referencing new table as changed for each statement execute function note_stock_webhooks();
create or replace trigger listing_products_webhooks_added after insert on listing_products
  referencing new table as changed for each statement execute function note_listing_webhooks();
create or replace trigger listing_products_webhooks_changed after update on listing_products
  referencing old table as before new table as changed for each statement execute function note_listing_webhooks();
create or replace trigger listing_products_webhooks_gone after delete on listing_products
  referencing old table as changed for each statement execute function note_listing_webhooks();
create or replace trigger orders_webhooks_added after insert on orders
  referencing new table as changed for each statement execute function note_order_webhooks();
create or replace trigger orders_webhooks_changed after update on orders
  referencing old table as before new table as changed for each statement execute function note_order_webhooks();
create or replace trigger imports_webhooks after update of state on imports
  for each row when (new.state in ('done', 'failed') and old.state is distinct from new.state) execute function note_import_webhooks();
