-- after: 0170-product-sorts
create or replace view sorted_products with (security_invoker = true) as select organization_id, product_id, price, updated_at from product_sorts;
drop index if exists products_updated;
drop index if exists products_price;
drop function if exists filter_tables(jsonb, boolean);
