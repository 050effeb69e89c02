-- Why a channel would reject a product, by field: the cause that groups problems, its code and what its sentence says besides.
-- Rows of before have none: their sentence groups them.
alter table publish_items add column causes jsonb not null default '{}';
