-- table: products
insert into product_sorts (organization_id, product_id, price, updated_at)
select p.organization_id, p.id, p.price, p.updated_at from products p where p.organization_id = $1 and p.id > $2 and p.id <= $3
on conflict (organization_id, product_id) do nothing
