import { type Kysely, sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import { own } from './own.ts'
import { search } from './product-search.ts'

/*
 * The terms of a product's attributes: name, separator, value. Long values are cut so that they fit an index and tell themselves apart by their hash.
 * What products have in columns of their own counts under the names that templates give it.
 */
const columns = `
create function attribute_term(name text, value text) returns text language sql immutable parallel safe as $$
  select name || chr(31) || case when octet_length(value) <= 500 then value else left(value, 100) || chr(31) || md5(value) end
$$;
create function attribute_terms(attributes jsonb, vendor text, location text, warehouse text, bin text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct attribute_term(t.name, t.value)), '{}') from (
    select a ->> 'name', coalesce(a ->> 'value', '') from jsonb_array_elements(attributes) a where a ->> 'name' is not null
    union all select * from (values ('Vendor', vendor), ('Location', location), ('Warehouse', warehouse), ('Bin', bin)) c(name, value) where c.value <> ''
  ) t(name, value)
$$;

-- Kept in the row, so that a change of something else computes nothing anew. A description counts as far as a word list can hold it.
alter table products
  add column active boolean not null default true,
  add column words tsvector generated always as (
    to_tsvector('simple'::regconfig, sku || ' ' || title || ' ' || left(description, 100000)) || array_to_tsvector(array[lower(sku)])) stored,
  add column terms text[] generated always as (attribute_terms(attributes, vendor, location, warehouse, bin)) stored;
alter table products alter column words set statistics 500;
drop index products_words, products_sku_start, stock_levels_available, stock_levels_sold;
create index products_words on products using gin (words) with (gin_pending_list_limit = 1024);
create index products_tags on products using gin (tags) with (gin_pending_list_limit = 1024);
create index products_terms on products using gin (terms) with (gin_pending_list_limit = 1024);
create index products_condition on products (organization_id, condition, id);
create index products_bin on products (organization_id, bin, id);
create index products_status on products (organization_id, readiness, id);
create index listing_products_live on listing_products (organization_id, channel, product_id) where external_id <> '' and status <> 'unlisted';
create index stock_levels_variation on stock_levels (organization_id, variation_id) where variation_id is not null;
create index stock_levels_start on stock_levels (organization_id, lower(sku) text_pattern_ops);
create index stock_levels_similar on stock_levels using gin (sku gin_trgm_ops) with (gin_pending_list_limit = 1024);
`

/*
 * What a list sorts and filters by, and what changes with every sale, stands apart from the wide row of the product. A product with variations
 * shows what they have together: its own SKU is not for sale. Rows are locked in the order of their ids, then summed anew, so that nothing is lost
 * between two that change the same product.
 */
const facts = `
create table product_facts (
  organization_id bigint not null,
  product_id bigint not null,
  quantity bigint not null default 0,
  reserved bigint not null default 0,
  sold bigint not null default 0,
  variations integer not null default 0,
  -- On so many channels it is live.
  listed smallint not null default 0,
  primary key (organization_id, product_id)
);
create index product_facts_quantity on product_facts (organization_id, quantity, product_id);
create index product_facts_sold on product_facts (organization_id, sold, product_id);
create index product_facts_listed on product_facts (organization_id, listed, product_id);

create function hold_facts(organizations bigint[], products bigint[]) returns void language plpgsql as $$
begin
  perform from product_facts f join unnest(organizations, products) c(o, p) on f.organization_id = c.o and f.product_id = c.p
    order by f.organization_id, f.product_id for no key update of f;
end $$;

create function stock_facts(organizations bigint[], products bigint[]) returns table (o bigint, p bigint, quantity bigint, reserved bigint, sold bigint, variations int)
language sql stable as $$
  select c.o, c.p, coalesce(sum(s.available) filter (where s.variation_id is not null), sum(s.available), 0),
    coalesce(sum(s.reserved) filter (where s.variation_id is not null), sum(s.reserved), 0),
    coalesce(sum(s.sold) filter (where s.variation_id is not null), sum(s.sold), 0), count(s.variation_id)::int
  from unnest(organizations, products) c(o, p) left join stock_levels s on s.organization_id = c.o and s.product_id = c.p group by c.o, c.p
$$;

create function keep_stock_facts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare organizations bigint[]; products bigint[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(c.organization_id), array_agg(c.product_id) into organizations, products from (
      select distinct n.organization_id, n.product_id from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
      where (b.available, b.reserved, b.sold) is distinct from (n.available, n.reserved, n.sold)) c;
  else
    select array_agg(c.organization_id), array_agg(c.product_id) into organizations, products from (select distinct organization_id, product_id from changed) c;
  end if;
  if products is null then return null; end if;
  perform hold_facts(organizations, products);
  update product_facts f set quantity = n.quantity, reserved = n.reserved, sold = n.sold, variations = n.variations
  from stock_facts(organizations, products) n
  where f.organization_id = n.o and f.product_id = n.p and (f.quantity, f.reserved, f.sold, f.variations) is distinct from (n.quantity, n.reserved, n.sold, n.variations);
  return null;
end $$;
create trigger stock_levels_added after insert on stock_levels referencing new table as changed for each statement execute function keep_stock_facts();
create trigger stock_levels_changed after update on stock_levels referencing old table as before new table as changed for each statement execute function keep_stock_facts();
create trigger stock_levels_gone after delete on stock_levels referencing old table as changed for each statement execute function keep_stock_facts();

create function keep_listed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare organizations bigint[]; products bigint[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(c.organization_id), array_agg(c.product_id) into organizations, products from (
      select distinct n.organization_id, n.product_id from changed n join before b on b.organization_id = n.organization_id and b.id = n.id
      where (b.external_id <> '' and b.status <> 'unlisted') <> (n.external_id <> '' and n.status <> 'unlisted')) c;
  else
    select array_agg(c.organization_id), array_agg(c.product_id) into organizations, products from (
      select distinct organization_id, product_id from changed where external_id <> '' and status <> 'unlisted') c;
  end if;
  if products is null then return null; end if;
  perform hold_facts(organizations, products);
  update product_facts f set listed = n.listed from (
    select c.o, c.p, count(l.id)::smallint as listed from unnest(organizations, products) c(o, p)
    left join listing_products l on l.organization_id = c.o and l.product_id = c.p and l.external_id <> '' and l.status <> 'unlisted' group by c.o, c.p) n
  where f.organization_id = n.o and f.product_id = n.p and f.listed <> n.listed;
  return null;
end $$;
create trigger listing_products_added after insert on listing_products referencing new table as changed for each statement execute function keep_listed();
create trigger listing_products_changed after update on listing_products referencing old table as before new table as changed for each statement execute function keep_listed();
create trigger listing_products_gone after delete on listing_products referencing old table as changed for each statement execute function keep_listed();

-- Stock that came in the same statement counts at once.
create function begin_facts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into product_facts (organization_id, product_id, quantity, reserved, sold, variations)
  select n.o, n.p, n.quantity, n.reserved, n.sold, n.variations
  from (select array_agg(organization_id) as o, array_agg(id) as p from changed) a cross join lateral stock_facts(a.o, a.p) n;
  return null;
end $$;
create function end_facts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from product_facts f using changed c where f.organization_id = c.organization_id and f.product_id = c.id;
  return null;
end $$;
create trigger products_facts_begin after insert on products referencing new table as changed for each statement execute function begin_facts();
create trigger products_facts_end after delete on products referencing old table as changed for each statement execute function end_facts();

insert into product_facts (organization_id, product_id, quantity, reserved, sold, variations, listed)
select p.organization_id, p.id, coalesce(sum(s.available) filter (where s.variation_id is not null), sum(s.available), 0),
  coalesce(sum(s.reserved) filter (where s.variation_id is not null), sum(s.reserved), 0), coalesce(sum(s.sold) filter (where s.variation_id is not null), sum(s.sold), 0),
  count(s.variation_id), (select count(*) from listing_products l
    where l.organization_id = p.organization_id and l.product_id = p.id and l.external_id <> '' and l.status <> 'unlisted')
from products p left join stock_levels s on s.organization_id = p.organization_id and s.product_id = p.id group by p.organization_id, p.id;
${own(['product_facts'], 'select')}
`

/*
 * How many products have a tag, a value of an attribute or a word in the title. Whoever writes products only appends what changed, so writers never
 * wait for each other, however hot a value is; a folder of its own adds the changes up. What is read is the sum of both, so it is exact at any moment.
 */
const values = `
create table value_counts (
  organization_id bigint not null references organizations on delete cascade,
  kind text not null check (kind in ('tag', 'attribute', 'word')),
  name text not null,
  value text not null,
  n bigint not null,
  primary key (organization_id, kind, name, value)
);
create index value_counts_frequent on value_counts (organization_id, kind, name, n desc);
create index value_counts_none on value_counts (organization_id) where n = 0;
create index value_counts_similar on value_counts using gin (value gin_trgm_ops);
create table value_changes (
  organization_id bigint not null,
  id bigint generated by default as identity,
  kind text not null,
  name text not null,
  value text not null,
  n bigint not null,
  primary key (organization_id, id)
);

-- Values that are too long to pick from a list are left out, as are numbers and what has digits among the words of a title.
create function product_values(tags text[], terms text[], title text) returns table (kind text, name text, value text) language sql immutable parallel safe as $$
  select distinct 'tag', '', t from unnest(tags) t where octet_length(t) <= 500
  union all select 'attribute', split_part(t, chr(31), 1), split_part(t, chr(31), 2) from unnest(terms) t
    where split_part(t, chr(31), 2) <> '' and split_part(t, chr(31), 3) = ''
  union all select 'word', '', w from unnest(tsvector_to_array(to_tsvector('simple'::regconfig, title))) w where length(w) between 3 and 40 and w !~ '[0-9]'
$$;
create function note_values() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    insert into value_changes (organization_id, kind, name, value, n)
    select c.organization_id, c.kind, c.name, c.value, sum(c.n) from (
      select n.organization_id, v.*, 1 as n from changed n join before b on b.organization_id = n.organization_id and b.id = n.id, product_values(n.tags, n.terms, n.title) v
      where (b.tags, b.terms, b.title) is distinct from (n.tags, n.terms, n.title)
      union all
      select b.organization_id, v.*, -1 from changed n join before b on b.organization_id = n.organization_id and b.id = n.id, product_values(b.tags, b.terms, b.title) v
      where (b.tags, b.terms, b.title) is distinct from (n.tags, n.terms, n.title)
    ) c group by 1, 2, 3, 4 having sum(c.n) <> 0;
  else
    insert into value_changes (organization_id, kind, name, value, n)
    select c.organization_id, v.kind, v.name, v.value, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed c, product_values(c.tags, c.terms, c.title) v group by 1, 2, 3, 4;
  end if;
  return null;
end $$;
create trigger products_values_added after insert on products referencing new table as changed for each statement execute function note_values();
create trigger products_values_changed after update on products referencing old table as before new table as changed for each statement execute function note_values();
create trigger products_values_gone after delete on products referencing old table as changed for each statement execute function note_values();

-- One at a time over all processes; the others have nothing to do. Answers how many changes it added up.
create function fold_value_changes(most int) returns int language plpgsql set search_path = public, pg_temp as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(7040003) then return 0; end if;
  with gone as (
    delete from value_changes where (organization_id, id) in (select organization_id, id from value_changes order by organization_id, id limit most)
    returning organization_id, kind, name, value, n
  ), summed as (
    insert into value_counts as c (organization_id, kind, name, value, n)
    select organization_id, kind, name, value, sum(n) from gone where organization_id in (select id from organizations) group by 1, 2, 3, 4
    on conflict (organization_id, kind, name, value) do update set n = c.n + excluded.n
  ) select count(*) into folded from gone;
  delete from value_counts where n = 0;
  return folded;
end $$;
revoke execute on function fold_value_changes from public;

insert into value_counts (organization_id, kind, name, value, n)
select p.organization_id, v.kind, v.name, v.value, count(*) from products p, product_values(p.tags, p.terms, p.title) v group by 1, 2, 3, 4;
${own(['value_counts', 'value_changes'], 'select')}
`

/** @throws StartError when the database refuses the extension that finds similar texts */
async function addTrigrams(db: Kysely<unknown>): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
  } catch (error) {
    throw new StartError(
      `The database lacks the extension pg_trgm, and its user may not add it (${(error as Error).message}): have its administrator run "create extension pg_trgm" in that database, then start Motto again.`,
    )
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await addTrigrams(db)
  for (const part of [columns, facts, values, search]) await sql.raw(part).execute(db)
}
