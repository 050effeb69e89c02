-- What a unit of a line cost when it was sold. Unknown is null: until now a product without a cost left a 0, which told nothing.
alter table order_items alter cost drop not null, alter cost drop default;
update order_items set cost = null where cost = 0;

alter table order_items
  -- The organization's when the line was saved.
  add cost_currency text,
  -- Set where a person entered the cost; they may correct it.
  add cost_entered_at timestamptz;
update order_items i set cost_currency = g.currency from organizations g where g.id = i.organization_id and i.cost is not null;
alter table order_items add constraint order_items_cost_currency check ((cost is null) = (cost_currency is null));
create index order_items_cost_unknown on order_items (organization_id, sku) where cost is null or cost_entered_at is not null;
