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
-- As many as asked for, and whether these are all. By the indexes of pieces whatever else looks cheaper.
create function code_products(organization bigint, word text, digits text, most bigint, out ids bigint[], out complete boolean) language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '64MB' as $$
begin
  execute format('select coalesce(array_agg(distinct c.product_id), ''{}''), count(*) < $4 from (%s) c', code_places(word, digits, '$2', '$3'))
    into ids, complete using organization, word, digits, most;
end $$;
-- \`few\`: a few are enough, where nothing else has to be true of them.
create function with_codes(organization bigint, filter jsonb, few bigint = null) returns jsonb language plpgsql stable as $$
declare looked_up record; alone boolean := few is not null and not filter ? 'words' and jsonb_array_length(coalesce(filter -> 'codes', '[]')) = 1;
begin
  for i in 0 .. jsonb_array_length(coalesce(filter -> 'codes', '[]')) - 1 loop
    looked_up := code_products(organization, filter -> 'codes' -> i ->> 'word', filter -> 'codes' -> i ->> 'digits', case when alone then few else 20000 end);
    if looked_up.complete or alone then filter := jsonb_set(filter, array['codes', i::text, 'ids'], to_jsonb(looked_up.ids)); end if;
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
-- What titles are known to hold is asked for no further.
create function any_word(organization bigint, word text) returns boolean language sql stable as $$
  select exists (select from value_counts c where c.organization_id = organization and c.kind = 'word' and c.name = '' and c.n > 0 and starts_with(c.value, lower(word)))
    or any_product(organization, word_query(word))
$$;
create function alike(organization bigint, word text) returns tsquery language sql stable as $$
  select string_agg(quote_lexeme(c.lexeme), ' | ')::tsquery from (
    select value as lexeme from similar_words(organization, word) value
    union select lower(p.sku) from similar_skus(organization, word, 3) s join products p on p.organization_id = organization and p.id = s.product_id) c
$$;
create function forgive(organization bigint, filter jsonb, out read jsonb, out query tsquery) language plpgsql stable as $$
declare word text; code jsonb; part tsquery; looked_up record; codes jsonb := '[]';
begin
  foreach word in array filter_texts(filter -> 'words') loop
    part := word_query(word);
    if not any_word(organization, word) then
      if length(word) >= 3 then
        looked_up := code_products(organization, word, '', 20000);
        if looked_up.ids <> '{}' then
          codes := codes || jsonb_build_object('word', word, 'digits', '') || case when looked_up.complete then jsonb_build_object('ids', to_jsonb(looked_up.ids)) else '{}' end;
          continue;
        end if;
      end if;
      part := alike(organization, word);
      if part is null then return; end if;
    end if;
    query := case when query is null then part else query && part end;
  end loop;
  for code in select * from jsonb_array_elements(coalesce(filter -> 'codes', '[]')) loop
    part := null;
    if code -> 'ids' = '[]' and not any_word(organization, code ->> 'word') then
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
 * that the list of the inventory would show. Of many that match, some are enough: the newest, where they are frequent among the last changed ones,
 * else the first found. The index answers whole words many times faster than beginnings of words, of which it gathers every product; so a beginning
 * is looked up among the words of titles first.
 */
const suggestions = `
create function known_words(organization bigint, word text) returns tsquery language sql stable as $$
  select coalesce((select string_agg(quote_lexeme(v.value), ' | ')::tsquery from (
    select c.value from value_counts c where c.organization_id = organization and c.kind = 'word' and c.name = '' and c.n > 0 and starts_with(c.value, lower(word))
    order by c.n desc limit 20) v), word_query(word))
$$;
create function some_products(organization bigint, filter jsonb, query tsquery) returns bigint[] language plpgsql stable
set enable_seqscan = off set enable_indexscan = off set work_mem = '64MB' as $$
declare ids bigint[];
begin
  execute format('select array_agg(c.id order by c.updated_at desc, c.id desc) from (select p.id, p.updated_at from products p where p.organization_id = $1 %s limit 300) c',
    filter_conditions(filter)) into ids using organization, filter, query;
  return coalesce(ids, '{}');
end $$;
create function suggest_words(organization bigint, words text[]) returns tsquery language plpgsql stable as $$
declare word text; found tsquery;
begin
  foreach word in array words loop
    found := case when found is null then known_words(organization, word) else found && known_words(organization, word) end;
  end loop;
  return found;
end $$;
create function suggest_products(filter jsonb, take int) returns table (id bigint, place bigint)
language plpgsql stable rows 10 security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  organization bigint := own_organization();
  words text[] := filter_texts(filter -> 'words');
  chosen bigint[] := '{}';
  more bigint[] := '{}';
  read jsonb;
  forgiven record;
begin
  if not filter ?| array['words', 'codes'] then
    return query select n.id, row_number() over () from (select p.id from products p where p.organization_id = organization order by p.updated_at desc, p.id desc limit take) n;
    return;
  end if;
  chosen := array(select s.product_id from (select n.product_id, min(n.place) as place
    from skus_from(filter ->> 'text', take) with ordinality n(sku, product_id, place) group by 1) s order by s.place);
  if cardinality(chosen) < take and not filter ? 'codes' then
    execute 'select array(select n.id from (select p.id, p.words from products p where p.organization_id = $1 order by p.updated_at desc, p.id desc limit 300) n where n.words @@ $2 limit $3)'
      into more using organization, words_query(words), take;
  end if;
  if cardinality(chosen) + cardinality(more) < take then
    read := with_codes(organization, filter - 'text', 300);
    more := more || some_products(organization, read, suggest_words(organization, words));
    if more = '{}' and chosen = '{}' then
      forgiven := forgive(organization, read);
      if forgiven.read is not null then more := some_products(organization, forgiven.read, forgiven.query); end if;
    end if;
  end if;
  return query select f.id, row_number() over (order by f.place) from (
    select c.id, min(c.place) as place from unnest(chosen || more) with ordinality c(id, place) group by 1 order by 2 limit take) f;
end $$;
`

/*
 * Orders by what people call them: their number, the channel's id, the buyer's name or address. Pieces of three letters or more are found by an
 * index, shorter ones are the beginning of a number.
 */
const orders = `
create function order_text(number text, external_id text, buyer text, email text) returns text language sql immutable parallel safe as $$
  select lower(number || ' ' || external_id || ' ' || buyer || ' ' || email)
$$;
create index orders_found on orders using gin (order_text(number, external_order_id, buyer_name, buyer_email) gin_trgm_ops) with (gin_pending_list_limit = 1024);
create index orders_number on orders (organization_id, lower(number) text_pattern_ops);
create function order_conditions(words text[]) returns text language sql immutable as $$
  select string_agg(case when length(w) < 3 then format('lower(o.number) ~>=~ $2[%1$s] and lower(o.number) ~<~ ($2[%1$s] || chr(1114111))', at)
    else format('order_text(o.number, o.external_order_id, o.buyer_name, o.buyer_email) like holding($2[%s])', at) end, ' and ')
  from unnest(words) with ordinality u(w, at)
$$;
-- Some of the orders that have all words (in small letters), found by the indexes above whatever else looks cheaper.
create function matching_orders(words text[], most int) returns setof bigint
language plpgsql stable rows 100 security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '64MB' as $$
begin
  return query execute format('select o.id from orders o where o.organization_id = $1 and %s limit $3', order_conditions(words)) using own_organization(), words, most;
end $$;
-- Those called just so first, then the newest. Where very many have the words, a walk back from the newest meets them soon.
create function suggest_orders(words text[], take int) returns table (id bigint, place bigint)
language plpgsql stable rows 10 security definer set search_path = public, pg_temp as $$
declare
  organization bigint := own_organization();
  called text := array_to_string(words, ' ');
  enough constant int := 500;
  candidates bigint[] := array(select matching_orders(words, enough));
  newest bigint[] := '{}';
begin
  if cardinality(candidates) = enough then
    execute format('select array(select o.id from orders o where o.organization_id = $1 and %s order by o.order_date desc, o.id desc limit $3)', order_conditions(words))
      into newest using organization, words, take;
    candidates := newest || array(select o.id from orders o where o.organization_id = organization and lower(o.number) = called limit 10);
  end if;
  return query select o.id, row_number() over (order by lower(o.number) = called or lower(o.external_order_id) = called desc, o.order_date desc, o.id desc) as place
    from orders o where o.organization_id = organization and o.id = any(candidates) order by 2 limit take;
end $$;
-- Buyers who are called so, the last one who bought first.
create function suggest_customers(words text[], take int) returns table (name text, email text, bought_at timestamptz)
language plpgsql stable rows 10 security definer set search_path = public, pg_temp as $$
begin
  return query select (array_agg(o.buyer_name order by o.order_date desc))[1], max(o.buyer_email), max(o.order_date)
    from orders o where o.organization_id = own_organization() and o.id = any(array(select matching_orders(words, 500)))
      and lower(o.buyer_name || ' ' || o.buyer_email) like all (array(select holding(w) from unnest(words) w))
    group by coalesce(nullif(lower(o.buyer_email), ''), lower(o.buyer_name)) order by 3 desc limit take;
end $$;
-- Sales of some days, without looking at orders themselves.
create index orders_sales on orders (organization_id, order_date) include (currency, total_amount) where state <> 'cancelled';
`

const open = ['suggest_products', 'matching_orders', 'suggest_orders', 'suggest_customers']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [barcodes, codes, forgiving, list, suggestions, orders]) await sql.raw(part).execute(db)
  for (const name of open)
    await sql
      .raw(`revoke execute on function ${name} from public; grant execute on function ${name} to motto_app`)
      .execute(db)
}
