-- Stock moves when units leave, not when all of an order has left. A line counts the units that left, also those that stock never had,
-- and what its channel said of parcels and returns.
alter table order_items
  add uncounted integer not null default 0 check (uncounted >= 0),
  add channel_sent integer not null default 0,
  add channel_returned integer not null default 0;

-- Of a number on a channel that was counted: the units that an order of the channel says came back, which are counted once.
alter table stock_drift add returned integer not null default 0;

-- Of orders that are over nothing is reserved: what was, has left.
update order_items i set
  taken = 0, shortfall = 0, channel_sent = i.sent, sent = n.sent,
  gone = case when i.level_id is null then i.gone else n.sent + i.lost end,
  uncounted = case when i.level_id is null then 0 else greatest(0, n.sent + i.lost - i.gone - i.taken) end
from (
  select l.organization_id, l.id, case when o.state = 'shipped' then greatest(l.sent, l.quantity - l.lost) else l.sent end as sent
  from orders o join order_items l on l.organization_id = o.organization_id and l.order_id = o.id
  where o.state = 'shipped' or (o.state = 'cancelled' and (l.taken > 0 or l.shortfall > 0 or l.sent > 0 or l.lost > 0 or l.gone > 0))
) n
where i.organization_id = n.organization_id and i.id = n.id;

-- Units of open orders that left already: those in parcels, and those refunded without restock. A refunded unit that stock never had was
-- never reserved; a shipped one is a reserved one, as far as any was.
create temporary table leaving_lines on commit drop as
select l.*, least(l.taken, greatest(0, l.units - l.never)) as reserved
from (
  select i.organization_id, i.id, i.order_id, i.level_id, o.channel, i.taken, i.shortfall, i.sent, i.lost, i.stock_turn + 1 as turn,
    i.sent + i.lost - i.gone as units, greatest(0, least(i.lost, i.quantity - i.gone - i.taken - i.shortfall)) as never
  from orders o join order_items i on i.organization_id = o.organization_id and i.order_id = o.id
  where o.state = 'open' and i.level_id is not null and i.sent + i.lost > i.gone
) l;

update order_items i set
  taken = l.taken - l.reserved, shortfall = greatest(0, l.shortfall - greatest(0, l.units - l.never - l.reserved)),
  gone = l.sent + l.lost, uncounted = l.units - l.reserved, stock_turn = l.turn
from leaving_lines l where i.organization_id = l.organization_id and i.id = l.id;

update order_items i set channel_sent = i.sent
from orders o where o.organization_id = i.organization_id and o.id = i.order_id and o.state = 'open' and i.sent > 0;

-- They leave on hand, once. Of a bundle its components leave with it, as it was made when it was sold.
create temporary table leaving_units on commit drop as
with made as (
  select distinct on (b.organization_id, b.order_id, b.level_id) b.organization_id, b.order_id, b.level_id, b.source_key, b.delta_reserved
  from leaving_lines l join stock_movements b on b.organization_id = l.organization_id and b.order_id = l.order_id and b.level_id = l.level_id
  where l.reserved > 0 and b.delta_reserved > 0 and b.source_key like '%:take'
  order by b.organization_id, b.order_id, b.level_id, b.id desc
)
select organization_id, id, order_id, channel, turn, level_id, reserved as units, null::bigint as through_id from leaving_lines where reserved > 0
union all
select l.organization_id, l.id, l.order_id, l.channel, l.turn, m.level_id, l.reserved * m.delta_reserved / b.delta_reserved, l.level_id
from leaving_lines l
join made b on b.organization_id = l.organization_id and b.order_id = l.order_id and b.level_id = l.level_id
join stock_movements m on m.organization_id = b.organization_id and m.order_id = b.order_id and m.through_level_id = b.level_id and m.source_key = b.source_key
where l.reserved > 0;

insert into stock_movements
  (organization_id, level_id, sku, product_id, delta_on_hand, delta_reserved, delta_sold, available_after, reason, source, source_key, order_id, through_level_id)
select u.organization_id, u.level_id, v.sku, v.product_id, -u.units, -u.units, 0, v.available, 'ship', u.channel,
  'order:' || u.order_id || ':' || u.id || '.' || u.turn || ':ship', u.order_id, u.through_id
from leaving_units u join stock_levels v on v.organization_id = u.organization_id and v.id = u.level_id;

update stock_levels v set on_hand = v.on_hand - u.units, reserved = v.reserved - u.units
from (select organization_id, level_id, sum(units)::int as units from leaving_units group by 1, 2) u
where v.organization_id = u.organization_id and v.id = u.level_id;

update product_facts f set reserved = n.reserved
from (
  select organization_id, product_id, coalesce(sum(reserved) filter (where variation_id is not null), sum(reserved), 0) as reserved
  from stock_levels
  where (organization_id, product_id) in (
    select v.organization_id, v.product_id from leaving_units u join stock_levels v on v.organization_id = u.organization_id and v.id = u.level_id)
  group by 1, 2
) n
where f.organization_id = n.organization_id and f.product_id = n.product_id;
