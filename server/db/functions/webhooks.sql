-- Writes events for webhooks in the transaction that causes them. An organization without an endpoint costs one look into a small table.
-- Most events say at the commit what their record is then (queue_webhooks); those of stock say at once what moved.

create or replace function sends_webhooks(whose bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from webhook_endpoints e where e.organization_id = whose and e.state <> 'ended');
end $$;

-- Notes the events of one statement, each with its record, subject, type and, where it is known, data.
create or replace function note_webhook_events(whose bigint, records text[], subjects bigint[], types text[], datas jsonb[]) returns void
language plpgsql as $$
declare wanted text[];
begin
  select array_agg(distinct t.type) into wanted from webhook_endpoints e cross join unnest(e.types) t(type) where e.organization_id = whose and e.state <> 'ended';
  -- With its organization everything goes, and nobody is to be told.
  if wanted is null or not wanted && types or not exists (select from organizations g where g.id = whose) then return; end if;
  insert into webhook_notes (organization_id, leads, record, subject_id, type, data)
  select whose, row_number() over (order by n.place) = 1, n.record, n.subject, n.type, n.data
  from unnest(records, subjects, types, datas) with ordinality n(record, subject, type, data, place)
  where n.type = any(wanted) order by n.place;
end $$;

create or replace function note_product_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint;
begin
  for whose in select distinct organization_id from changed loop
    if not sends_webhooks(whose) then continue; end if;
    if tg_op = 'UPDATE' then
      perform note_webhook_events(whose, array_agg('product:' || c.id), array_agg(c.id), array_agg('product.changed'::text), array_agg(null::jsonb))
      from (select n.id from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
        where n.organization_id = whose and (b.version <> n.version or b.updated_at <> n.updated_at) order by n.id) c;
    elsif tg_op = 'INSERT' then
      perform note_webhook_events(whose, array_agg('product:' || c.id), array_agg(c.id), array_agg('product.created'::text), array_agg(null::jsonb))
      from (select id from changed where organization_id = whose order by id) c;
    else
      perform note_webhook_events(whose, array_agg('product:' || c.id), array_agg(c.id), array_agg('product.deleted'::text),
        array_agg(jsonb_build_object('id', c.id, 'sku', c.sku, 'title', c.title)))
      from (select id, sku, title from changed where organization_id = whose order by id) c;
    end if;
  end loop;
  return null;
end $$;

-- A movement that was appended, with what its level has after it.
create or replace function note_stock_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint; levels bigint[]; on_hands integer[]; promised integer[];
begin
  for whose, levels in select organization_id, array_agg(distinct level_id) from changed where delta_on_hand <> 0 or delta_reserved <> 0 group by 1 loop
    if not sends_webhooks(whose) then continue; end if;
    select array_agg(v.id), array_agg(v.on_hand), array_agg(v.reserved) into levels, on_hands, promised
    from stock_levels v where v.organization_id = whose and v.id = any(levels);
    perform note_webhook_events(whose, array_agg('product:' || c.product_id), array_agg(c.product_id), array_agg('stock.changed'::text), array_agg(c.data))
    from (
      select m.product_id, jsonb_build_object('productId', m.product_id, 'sku', m.sku,
        'onHand', v.on_hand - coalesce(sum(m.delta_on_hand) over later, 0), 'reserved', v.reserved - coalesce(sum(m.delta_reserved) over later, 0),
        'available', m.available_after, 'change', jsonb_build_object('onHand', m.delta_on_hand, 'reserved', m.delta_reserved),
        'reason', m.reason, 'source', m.source, 'orderId', m.order_id) as data
      from changed m join unnest(levels, on_hands, promised) v(id, on_hand, reserved) on v.id = m.level_id
      where m.organization_id = whose and (m.delta_on_hand <> 0 or m.delta_reserved <> 0)
      window later as (partition by m.level_id order by m.id rows between 1 following and unbounded following)
      order by m.id) c;
  end loop;
  return null;
end $$;

create or replace function note_listing_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint;
begin
  for whose in select distinct organization_id from changed loop
    if not sends_webhooks(whose) then continue; end if;
    if tg_op = 'INSERT' then
      perform note_webhook_events(whose, array_agg('product:' || c.product_id), array_agg(c.id), array_agg('listing.published'::text), array_agg(null::jsonb))
      from (select id, product_id from changed where organization_id = whose and external_id <> '' and status <> 'unlisted' order by id) c;
    elsif tg_op = 'DELETE' then
      perform note_webhook_events(whose, array_agg('product:' || c.product_id), array_agg(c.id), array_agg('listing.ended'::text),
        array_agg(listing_event(c.organization_id, c.id, c.product_id, c.channel, c.integration_id, c.external_id, c.url, c.status, c.result)))
      from (select * from changed where organization_id = whose and external_id <> '' and status <> 'unlisted' order by id) c;
    else
      perform note_webhook_events(whose, array_agg('product:' || c.product_id), array_agg(c.id), array_agg(c.type), array_agg(null::jsonb))
      from (
        select n.id, n.product_id, t.type from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
        cross join lateral (values
          (b.external_id <> '' and b.status <> 'unlisted', n.external_id <> '' and n.status <> 'unlisted')) s(was_live, is_live)
        cross join lateral (
          select 'listing.published' as type where s.is_live and not s.was_live
          union all select 'listing.ended' where s.was_live and not s.is_live
          union all select 'listing.failed' where (n.status = 'error' or n.result ->> 'status' = 'rejected')
            and (not (b.status = 'error' or coalesce(b.result ->> 'status' = 'rejected', false))
              or (b.result ->> 'reason', b.result ->> 'code') is distinct from (n.result ->> 'reason', n.result ->> 'code'))) t
        where n.organization_id = whose order by n.id) c;
    end if;
  end loop;
  return null;
end $$;

create or replace function listing_event(whose bigint, listing bigint, product bigint, channel text, integration bigint, external_id text, url text, status text, result jsonb) returns jsonb
language plpgsql stable as $$
declare its_sku text;
begin
  select p.sku into its_sku from products p where p.organization_id = whose and p.id = product;
  return jsonb_build_object('id', listing, 'productId', product, 'sku', its_sku,
    'channel', channel, 'integrationId', integration, 'externalId', external_id, 'url', url, 'status', status,
    'problem', case when status = 'error' or result ->> 'status' = 'rejected' then left(coalesce(result ->> 'reason', ''), 500) else '' end);
end $$;

create or replace function note_order_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare whose bigint;
begin
  for whose in select distinct organization_id from changed loop
    if not sends_webhooks(whose) then continue; end if;
    if tg_op = 'INSERT' then
      perform note_webhook_events(whose, array_agg('order:' || c.id), array_agg(c.id), array_agg('order.received'::text), array_agg(null::jsonb))
      from (select id from changed where organization_id = whose order by id) c;
    else
      perform note_webhook_events(whose, array_agg('order:' || c.id), array_agg(c.id), array_agg(c.type), array_agg(null::jsonb))
      from (
        select n.id, t.type from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
        cross join lateral (
          select 'order.changed' as type, 1 as place where b.update_date <> n.update_date
            or (b.state, b.shipping, b.payment, b.total_amount, b.held, b.tags) is distinct from (n.state, n.shipping, n.payment, n.total_amount, n.held, n.tags)
          union all select 'order.shipped', 2 where n.shipping in ('partly', 'shipped') and (b.shipping <> n.shipping or b.sent_parcels < n.sent_parcels)
          union all select 'order.refunded', 3 where n.payment in ('partly_refunded', 'refunded')
            and (b.payment <> n.payment or b.refunded_amount is distinct from n.refunded_amount)
          union all select 'order.cancelled', 4 where n.state = 'cancelled' and b.state <> 'cancelled') t
        where n.organization_id = whose order by n.id, t.place) c;
    end if;
  end loop;
  return null;
end $$;

create or replace function note_import_webhooks() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if sends_webhooks(new.organization_id) then
    perform note_webhook_events(new.organization_id, array['import:' || new.id], array[new.id], array['import.finished'], array[null::jsonb]);
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
    when 'listing' then return (select listing_event(l.organization_id, l.id, l.product_id, l.channel, l.integration_id, l.external_id, l.url, l.status, l.result) from listing_products l where l.organization_id = o and l.id = subject);
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
declare deliveries jsonb;
begin
  with noted as (
    delete from webhook_notes where organization_id = new.organization_id and tx = pg_current_xact_id() returning *
  ), event as (
    select n.*, row_number() over (partition by record, subject_id, type order by id desc) as later, array_agg(type) over (partition by record) as types
    from noted n
  )
  select jsonb_agg(jsonb_build_object('endpoint', e.id, 'record', n.record, 'type', n.type, 'data', s.data) order by n.id, e.id) into deliveries
  from event n
  join webhook_endpoints e on e.organization_id = new.organization_id and e.state <> 'ended' and n.type = any(e.types)
  cross join lateral (select coalesce(n.data, webhook_data(n.organization_id, n.type, n.subject_id)) as data) s
  where s.data is not null and (n.data is not null or n.later = 1)
    and not (n.type = 'product.changed' and 'product.created' = any(n.types) and 'product.created' = any(e.types))
    and not (n.type = 'order.changed' and array_remove(n.types, n.type) && e.types);
  insert into webhook_deliveries (organization_id, endpoint_id, record, type, data)
  select new.organization_id, d.endpoint, d.record, d.type, d.data
  from jsonb_to_recordset(deliveries) as d(endpoint bigint, record text, type text, data jsonb);
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
