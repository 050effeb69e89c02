-- What every save of a product changes, and lists are sorted by. PostgreSQL writes a row anew into all indexes of its table when a column of one of them changed, so an
-- index of these at the products would have each save write those of words, tags and attributes as well.
create table product_sorts (
  organization_id bigint not null,
  product_id bigint not null,
  price bigint not null,
  updated_at timestamptz not null,
  primary key (organization_id, product_id)
);
create index product_sorts_price on product_sorts (organization_id, price, product_id);
create index product_sorts_updated on product_sorts (organization_id, updated_at desc, product_id desc);
alter table product_sorts enable row level security;
create policy own_organization on product_sorts to motto_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
grant select on product_sorts to motto_app;
-- Where lists read it: of the products themselves until all of them have their row.
create view sorted_products with (security_invoker = true) as select organization_id, id as product_id, price, updated_at from products;
grant select on sorted_products to motto_app;
-- Room for the next version of a row beside it, which then needs no new entry in any index.
alter table products set (fillfactor = 80);
