-- By when the channel expects an order to be sent; null where it does not say.
alter table orders add column ship_by timestamptz;
-- The deadlines of what is still to be sent: few orders, read in this order.
create index orders_ship_by on orders (organization_id, ship_by, id) where state = 'open' and ship_by is not null and shipping in ('open', 'partly');

-- Orders that are open now arrived before the date was kept; their channel's record has it. A text that is no date is passed over: a cast would fail.
update orders o set ship_by = (
  select min(case
    when t.due ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]'
      then ((left(t.due, 7) || '-01')::timestamp + (substr(t.due, 9, 2)::int - 1) * interval '1 day' + substr(t.due, 12, 8)::interval) at time zone 'UTC'
    when t.due ~ '^[0-9]{9,10}$' then to_timestamp(t.due::bigint) end)
  from jsonb_array_elements(case
    when jsonb_typeof(d.body -> 'lineItems') = 'array' then d.body -> 'lineItems'
    when jsonb_typeof(d.body -> 'transactions') = 'array' then d.body -> 'transactions' else '[]' end) l
  cross join lateral (values (coalesce(l #>> '{lineItemFulfillmentInstructions,shipByDate}', l ->> 'expected_ship_date'))) t(due))
from order_documents d
where d.organization_id = o.organization_id and d.order_id = o.id and o.state = 'open' and o.channel in ('ebay', 'etsy');
