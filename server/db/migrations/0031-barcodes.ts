import { type Kysely, sql } from 'kysely'

/*
 * Products and variations have a barcode of their own. A search finds it as it finds those that stand in attributes (0009-find.ts): filled up to
 * the fourteen digits of a GTIN.
 */
const own = `
alter table products add barcode text not null default '';
alter table variations add barcode text not null default '';
create function barcodes(barcode text, attributes jsonb) returns text language sql immutable parallel safe as $$
  select string_agg(lpad(d.digits, greatest(14, length(d.digits)), '0'), ' ') from (
    select barcode as value, 'barcode' as name union all
    select left(a ->> 'value', 100), a ->> 'name' from jsonb_array_elements(attributes) a) c
  cross join lateral (select upper(regexp_replace(c.value, '[\\s-]', '', 'g')) as digits) d
  where c.name ~* '^(upc|ean|gtin|isbn|bar ?code)([ -]?(a|e|code|number|no\\.?|8|10|12|13|14))?$' and d.digits ~ '^[0-9]{4,14}X?$'
$$;
drop index products_barcodes;
drop index variations_barcodes;
drop function barcodes(jsonb);
create index products_barcodes on products using gin (barcodes(barcode, attributes) gin_trgm_ops) where barcodes(barcode, attributes) is not null;
create index variations_barcodes on variations using gin (barcodes(barcode, attributes) gin_trgm_ops) where barcodes(barcode, attributes) is not null;
create or replace function code_places(word text, digits text, word_at text, digits_at text) returns text language sql immutable as $$
  select concat_ws(' union all ', format('(select l.product_id from stock_levels l where l.organization_id = $1 and l.sku ilike holding(%s) limit $4)', word_at),
    case when digits <> '' then format('(select p.id from products p where p.organization_id = $1 and barcodes(p.barcode, p.attributes) like holding(%1$s) limit $4) union all
      (select v.product_id from variations v where v.organization_id = $1 and barcodes(v.barcode, v.attributes) like holding(%1$s) limit $4)', digits_at) end)
$$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(own).execute(db)
}
