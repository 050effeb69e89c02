import { type Kysely, sql } from 'kysely'

/*
 * Barcodes are kept as attributes of these names; `barcodeName` of domain/products/search.ts says the same, and a test compares them. Each is
 * filled up to the fourteen digits of a GTIN, so that what is printed, typed or scanned, with or without leading zeros, is always a part of it.
 */
const barcodes = `
create function barcodes(attributes jsonb) returns text language sql immutable parallel safe as $$
  select string_agg(lpad(d.digits, greatest(14, length(d.digits)), '0'), ' ') from jsonb_array_elements(attributes) a
  cross join lateral (select upper(regexp_replace(left(a ->> 'value', 100), '[\\s-]', '', 'g')) as digits) d
  where a ->> 'name' ~* '^(upc|ean|gtin|isbn|bar ?code)([ -]?(a|e|code|number|no\\.?|8|10|12|13|14))?$' and d.digits ~ '^[0-9]{4,14}X?$'
$$;
create index products_barcodes on products using gin (barcodes(attributes) gin_trgm_ops) where barcodes(attributes) is not null;
create index variations_barcodes on variations using gin (barcodes(attributes) gin_trgm_ops) where barcodes(attributes) is not null;
`

/*
 * A filter's \`codes\` are words that may be a piece of a SKU or of a barcode, too. Which products these are is looked up first, by the indexes of
 * such pieces: the planner then joins them to the index of words. Where they are too many, they are a condition of each product instead.
 */
const codes = `
create function code_places(word text, digits text, word_at text, digits_at text) returns text language sql immutable as $$
  select concat_ws(' union all ', format('(select l.product_id from stock_levels l where l.organization_id = $1 and l.sku ilike holding(%s) limit $4)', word_at),
    case when digits <> '' then format('(select p.id from products p where p.organization_id = $1 and barcodes(p.attributes) like holding(%1$s) limit $4) union all
      (select v.product_id from variations v where v.organization_id = $1 and barcodes(v.attributes) like holding(%1$s) limit $4)', digits_at) end)
$$;
-- Null when they are too many. By the indexes of pieces whatever else looks cheaper.
create function code_products(organization bigint, word text, digits text) returns bigint[] language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '64MB' as $$
declare most constant bigint := 20000; found bigint[]; places bigint;
begin
  execute format('select coalesce(array_agg(distinct c.product_id), ''{}''), count(*) from (%s) c', code_places(word, digits, '$2', '$3'))
    into found, places using organization, word, digits, most;
  return case when places < most then found end;
end $$;
create function with_codes(organization bigint, filter jsonb) returns jsonb language plpgsql stable as $$
declare ids bigint[];
begin
  for i in 0 .. jsonb_array_length(coalesce(filter -> 'codes', '[]')) - 1 loop
    ids := code_products(organization, filter -> 'codes' -> i ->> 'word', filter -> 'codes' -> i ->> 'digits');
    if ids is not null then filter := jsonb_set(filter, array['codes', i::text, 'ids'], to_jsonb(ids)); end if;
  end loop;
  return filter;
end $$;
create function filter_ids(list jsonb) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(t::bigint), '{}') from jsonb_array_elements_text(list) t
$$;
create function code_conditions(filter jsonb) returns text language sql immutable as $$
  select coalesce(string_agg(format(' and (p.words @@ word_query($2 -> ''codes'' -> %1$s ->> ''word'') or p.id %2$s)', c.at - 1, case
    when c.code ? 'ids' then format('= any(filter_ids($2 -> ''codes'' -> %s -> ''ids''))', c.at - 1)
    else format('in (%s)', replace(code_places(c.code ->> 'word', c.code ->> 'digits', format('($2 -> ''codes'' -> %s ->> ''word'')', c.at - 1),
      format('($2 -> ''codes'' -> %s ->> ''digits'')', c.at - 1)), ' limit $4', '')) end), ''), '')
  from jsonb_array_elements(coalesce(filter -> 'codes', '[]')) with ordinality c(code, at)
$$;
alter function filter_conditions rename to other_conditions;
create function filter_conditions(filter jsonb) returns text language sql immutable as $$ select other_conditions(filter) || code_conditions(filter) $$;
`

/*
 * What a list shows where no product has all that was typed: a word that no product has is looked for inside SKUs, else it stands for words and SKUs
 * that look like it. \`read\` is null when nothing does.
 */
const forgiving = `
create function any_fits(organization bigint, filter jsonb, query tsquery) returns boolean language plpgsql stable set enable_seqscan = off set enable_indexscan = off set work_mem = '64MB' as $$
declare any_found boolean; typed jsonb := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(filter) where key in ('words', 'codes'));
begin
  execute format('select exists (select from products p where p.organization_id = $1 %s)', filter_conditions(typed)) into any_found using organization, typed, query;
  return any_found;
end $$;
create function alike(organization bigint, word text) returns tsquery language sql stable as $$
  select string_agg(quote_lexeme(c.lexeme), ' | ')::tsquery from (
    select value as lexeme from similar_words(organization, word) value
    union select lower(p.sku) from similar_skus(organization, word, 3) s join products p on p.organization_id = organization and p.id = s.product_id) c
$$;
create function forgive(organization bigint, filter jsonb, out read jsonb, out query tsquery) language plpgsql stable as $$
declare word text; code jsonb; part tsquery; ids bigint[]; codes jsonb := '[]';
begin
  foreach word in array filter_texts(filter -> 'words') loop
    part := word_query(word);
    if not any_product(organization, part) then
      ids := case when length(word) < 3 then '{}' else code_products(organization, word, '') end;
      if ids is distinct from '{}' then
        codes := codes || jsonb_strip_nulls(jsonb_build_object('word', word, 'digits', '', 'ids', to_jsonb(ids)));
        continue;
      end if;
      part := alike(organization, word);
      if part is null then return; end if;
    end if;
    query := case when query is null then part else query && part end;
  end loop;
  for code in select * from jsonb_array_elements(coalesce(filter -> 'codes', '[]')) loop
    part := null;
    if code -> 'ids' = '[]' and not any_product(organization, word_query(code ->> 'word')) then
      part := alike(organization, code ->> 'word');
      if part is null then return; end if;
      query := case when query is null then part else query && part end;
    else
      codes := codes || code;
    end if;
  end loop;
  read := filter - 'words' - 'codes';
  if query is not null then read := read || jsonb_build_object('words', coalesce(filter -> 'words', '[]') || coalesce(jsonb_path_query_array(filter, '$.codes[*].word'), '[]')); end if;
  if codes <> '[]' then read := read || jsonb_build_object('codes', codes); end if;
end $$;
-- A filter as a list of it shows it, without the text as a whole.
create function shown_filter(organization bigint, filter jsonb, out read jsonb, out query tsquery) language plpgsql stable as $$
declare forgiven record;
begin
  read := with_codes(organization, filter - 'text');
  query := words_query(filter_texts(filter -> 'words'));
  if not read ?| array['words', 'codes'] or any_fits(organization, read, query) then return; end if;
  forgiven := forgive(organization, read);
  if forgiven.read is not null then
    read := forgiven.read;
    query := forgiven.query;
  end if;
end $$;
`

/* As before, with codes, and with those first whose SKU is what was typed, in any case (\`ahead\`, $8). */
const list = `
drop function page_of;
create function page_of(organization bigint, filter jsonb, query tsquery, sorted text, walk text, after bigint, skip bigint, take bigint, cap bigint, ahead bigint[], out ids bigint[], out total bigint)
language plpgsql stable as $$
declare
  way text := case when walk like '% desc %' then 'desc' else 'asc' end;
  tables text := filter_tables(filter, sorted like 'f.%');
  -- Ids alone are counted without looking at products; many times cheaper than what they are sorted by.
  cap_known bigint := case when filter_of_listings(filter) then count_products(organization, filter, query, '{}', cap) else known_count(organization, filter, cap) end;
  kept bigint[] := '{}';
begin
  if filter ?| array['words', 'codes', 'skus', 'hasTags', 'missingTags', 'attributes', 'listedOn', 'notListedOn'] and coalesce(cap_known < cap, true) then
    execute format('select (array_agg(c.id order by c.id = any($8) desc, c.sorted %1$s, c.id %1$s))[$4 + 1 : $4 + $5], count(*)
      from (select p.id, %2$s as sorted from %3$s where p.organization_id = $1 and p.id > $6 %4$s limit $7) c', way, sorted, tables, filter_conditions(filter))
      into ids, total using organization, filter, query, skip, take, after, cap, ahead;
    ids := coalesce(ids, '{}');
    if total < cap then return; end if;
  end if;
  if ahead <> '{}' then
    execute format('select array(select p.id from %s where p.organization_id = $1 and p.id = any($4) %s order by p.id)', tables, filter_conditions(filter))
      into kept using organization, filter, query, ahead;
  end if;
  execute 'select array(' || walk || ')' into ids
    using organization, filter, query, greatest(skip - cardinality(kept), 0), take - cardinality(kept[skip + 1 : skip + take]), after, cap, kept;
  ids := kept[skip + 1 : skip + take] || ids;
  total := coalesce(total, cap_known);
  if total is null then
    total := case when cardinality(ids) < take and (cardinality(ids) > 0 or skip = 0) then skip + cardinality(ids) else count_products(organization, filter, query, '{}', cap) end;
  end if;
  total := least(total, cap);
end $$;

create function products_of_sku(organization bigint, sku text) returns bigint[] language sql stable as $$
  select array(select distinct l.product_id from stock_levels l where l.organization_id = organization and lower(l.sku) = lower($2) limit 20)
$$;
create function page_in_order(organization bigint, filter jsonb, query tsquery, sorted_by text, descending boolean, ahead bigint[], skip bigint, take bigint, cap bigint, out ids bigint[], out total bigint)
language plpgsql stable as $$
declare
  way text := case when descending then 'desc' else 'asc' end;
  sort text := case sorted_by
    when 'sku' then 'p.sku' when 'title' then 'p.title' when 'condition' then 'p.condition' when 'price' then 'p.price' when 'cost' then 'p.cost'
    when 'bin' then 'p.bin' when 'status' then 'p.readiness' when 'createdAt' then 'p.created_at' when 'updatedAt' then 'p.updated_at'
    when 'quantity' then 'f.quantity' when 'sold' then 'f.sold' when 'listings' then 'f.listed'
    else '(select lower(t.name) from product_templates t where t.organization_id = $1 and t.id = p.template_id)' end;
  conditions text := filter_conditions(filter) || case when ahead = '{}' then '' else ' and p.id <> all($8)' end;
  walk text := format(case
    when sorted_by = 'template' then 'select i.id from product_templates t cross join lateral (
      select p.id from %2$s where p.organization_id = $1 and p.template_id = t.id %3$s order by p.id %1$s limit $4 + $5) i
      where t.organization_id = $1 order by lower(t.name) %1$s, i.id %1$s offset $4 limit $5'
    when sort like 'f.%' and filter_of_facts(filter) then 'select f.product_id from product_facts f where f.organization_id = $1 %3$s order by %4$s %1$s, f.product_id %1$s offset $4 limit $5'
    when sort like 'f.%' then 'select p.id from %2$s where p.organization_id = $1 and f.organization_id = $1 %3$s order by %4$s %1$s, f.product_id %1$s offset $4 limit $5'
    else 'select p.id from %2$s where p.organization_id = $1 %3$s order by %4$s %1$s, p.id %1$s offset $4 limit $5' end, way, filter_tables(filter, sort like 'f.%'), conditions, sort);
  page record;
begin
  page := page_of(organization, filter, query, sort, walk, 0, skip, take, cap, ahead);
  ids := page.ids;
  total := page.total;
end $$;

create or replace function find_products(filter jsonb, sorted_by text, descending boolean, skip bigint, take bigint, cap bigint)
returns table (id bigint, place bigint, matching bigint)
language plpgsql stable rows 25 security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  organization bigint := own_organization();
  ahead bigint[] := case when filter ->> 'text' <> '' then products_of_sku(organization, filter ->> 'text') else '{}' end;
  read jsonb := with_codes(organization, filter - 'text');
  query tsquery := words_query(filter_texts(filter -> 'words'));
  page record;
  forgiven record;
begin
  page := page_in_order(organization, read, query, sorted_by, descending, ahead, skip, take, cap);
  if page.total = 0 and read ?| array['words', 'codes'] and not any_fits(organization, read, query) then
    forgiven := forgive(organization, read);
    if forgiven.read is not null then
      page := page_in_order(organization, forgiven.read, forgiven.query, sorted_by, descending, ahead, skip, take, cap);
    end if;
  end if;
  return query select i.id, i.place, page.total from (select 1) one left join unnest(page.ids) with ordinality i(id, place) on true;
end $$;

create or replace function matching_products(filter jsonb, after bigint, take bigint) returns setof bigint
language plpgsql stable rows 500 security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  organization bigint := own_organization();
  shown record;
  page record;
begin
  shown := shown_filter(organization, filter);
  page := page_of(organization, shown.read, shown.query, 'p.id', format('select p.id from %s where p.organization_id = $1 and p.id > $6 %s order by p.id asc offset $4 limit $5',
    filter_tables(shown.read), filter_conditions(shown.read)), after, 0, take, 10001, '{}');
  return query select unnest(page.ids);
end $$;
create or replace function count_matching(filter jsonb, except_for bigint[]) returns bigint language plpgsql stable security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  organization bigint := own_organization();
  shown record;
begin
  shown := shown_filter(organization, filter);
  return count_products(organization, shown.read, shown.query, except_for, null);
end $$;
drop function shown_query;
drop function forgiving_query;
`

/*
 * Products for a list that opens while somebody types: those whose SKU, or one of whose variations' SKUs, begins with the text, in order; then those
 * that the list of the inventory would show. Of many that match, some are enough: which of them were changed last is told of the first found alone.
 */
const suggestions = `
create function suggest_products(filter jsonb, take int) returns table (id bigint, place bigint)
language plpgsql stable rows 10 security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  organization bigint := own_organization();
  enough constant int := 300;
  found_ids bigint[] := '{}';
  more bigint[];
  shown record;
begin
  if not filter ?| array['words', 'codes'] then
    return query select p.id, row_number() over () from (select p.id from products p where p.organization_id = organization order by p.updated_at desc, p.id desc limit take) p;
    return;
  end if;
  found_ids := array(select s.product_id from (select n.product_id, min(n.place) as place
    from skus_from(filter ->> 'text', take) with ordinality n(sku, product_id, place) group by 1) s order by s.place);
  if cardinality(found_ids) < take then
    shown := shown_filter(organization, filter);
    execute format('select array_agg(c.id order by c.updated_at desc, c.id desc) from (select p.id, p.updated_at from products p where p.organization_id = $1 %s limit $4) c',
      filter_conditions(shown.read)) into more using organization, shown.read, shown.query, enough;
    found_ids := found_ids || array(select m.id from unnest(more) with ordinality m(id, at) where m.id <> all(found_ids) order by m.at);
  end if;
  return query select f.id, f.place from unnest(found_ids[1:take]) with ordinality f(id, place);
end $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [barcodes, codes, forgiving, list, suggestions]) await sql.raw(part).execute(db)
  await sql
    .raw(
      `revoke execute on function suggest_products from public; grant execute on function suggest_products to motto_app`,
    )
    .execute(db)
}
