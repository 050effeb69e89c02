/*
 * Row-level security would keep the indexes of words, tags, attributes and similar texts from being used, because their operators are not marked as
 * leakproof; so these functions run as the owner and keep to the connection's organization themselves. Statements are put together from constant
 * pieces: values travel as parameters ($1 the organization, $2 the filter, $3 the words), and each statement is planned anew for its values, because
 * rare and common ones want different plans.
 */

/** Immutable, so that the planner sees what the filter holds. */
const helpers = `
create function filter_texts(list jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(t), '{}') from jsonb_array_elements_text(list) t
$$;
create function filter_terms(attribute jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(attribute_term(attribute ->> 'name', v)), '{}') from jsonb_array_elements_text(attribute -> 'values') v
$$;
-- The pattern of what holds a text.
create function holding(part text) returns text language sql immutable as $$
  select '%' || replace(replace(replace(part, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
$$;
-- What begins with the word, as it stands or as the parser of texts reads it: in parts, of which the last one may go on.
create function word_query(word text) returns tsquery language sql immutable parallel safe as $$
  select case when parsed = '' or starts_with(parsed, literal) then (literal || ':*')::tsquery else (parsed || ':*')::tsquery || (literal || ':*')::tsquery end
  from (select phraseto_tsquery('simple'::regconfig, left(word, 200))::text as parsed,
    '''' || replace(replace(lower(left(word, 200)), '\\', '\\\\'), '''', '''''') || '''' as literal) w
$$;
create function words_query(words text[]) returns tsquery language plpgsql immutable parallel safe as $$
declare word text; found tsquery;
begin
  foreach word in array words loop
    found := case when found is null then word_query(word) else found && word_query(word) end;
  end loop;
  return found;
end $$;

create function filter_conditions(filter jsonb) returns text language plpgsql immutable as $$
declare
  all_of text := '';
  some_of text[] := '{}';
  range text[];
  n int := jsonb_array_length(coalesce(filter -> 'attributes', '[]'));
begin
  if filter ? 'words' then all_of := all_of || ' and p.words @@ $3'; end if;
  if filter ? 'skus' then
    all_of := all_of || ' and p.id in (select l.product_id from stock_levels l where l.organization_id = $1 and l.sku = any(filter_texts($2 -> ''skus'')))';
  end if;
  if filter ? 'templateIds' then all_of := all_of || ' and p.template_id = any(filter_texts($2 -> ''templateIds'')::bigint[])'; end if;
  foreach range slice 1 in array array[
    ['minPrice', 'p.price >='], ['maxPrice', 'p.price <='], ['minQuantity', 'f.quantity >='], ['maxQuantity', 'f.quantity <='], ['minSold', 'f.sold >='], ['maxSold', 'f.sold <=']
  ] loop
    if filter ? range[1] then all_of := all_of || format(' and %s ($2 ->> %L)::bigint', range[2], range[1]); end if;
  end loop;
  if filter ? 'from' then all_of := all_of || ' and p.created_at >= moment($2 ->> ''from'')'; end if;
  if filter ? 'before' then all_of := all_of || ' and p.created_at < moment($2 ->> ''before'')'; end if;
  if filter ? 'until' then all_of := all_of || ' and p.created_at <= moment($2 ->> ''until'')'; end if;
  if filter ? 'hasTags' then all_of := all_of || ' and p.tags @> filter_texts($2 -> ''hasTags'')'; end if;
  if filter ? 'missingTags' then all_of := all_of || ' and not p.tags && filter_texts($2 -> ''missingTags'')'; end if;
  for i in 0 .. n - 1 loop
    some_of := some_of || format('%s p.terms && filter_terms($2 -> ''attributes'' -> %s)', case when filter -> 'attributes' -> i ->> 'action' = 'not in' then 'not' else '' end, i);
  end loop;
  if n > 0 then
    all_of := all_of || ' and (' || array_to_string(some_of, case when (filter -> 'matchAllAttributes')::boolean then ' and ' else ' or ' end) || ')';
  end if;
  some_of := '{}';
  for i in 0 .. jsonb_array_length(coalesce(filter -> 'listedOn', '[]')) - 1 loop
    some_of := some_of || format('p.id in (select l.product_id from listing_products l
      where l.organization_id = $1 and l.channel = $2 -> ''listedOn'' ->> %s and l.external_id <> '''' and l.status <> ''unlisted'')', i);
  end loop;
  if filter ? 'listedOn' then
    all_of := all_of || ' and (' || array_to_string(some_of, case when (filter -> 'matchAllListings')::boolean then ' and ' else ' or ' end) || ')';
  end if;
  if filter ? 'notListedOn' then
    all_of := all_of || ' and not exists (select from listing_products l where l.organization_id = $1 and l.product_id = p.id
      and l.channel = any(filter_texts($2 -> ''notListedOn'')) and l.external_id <> '''' and l.status <> ''unlisted'')';
  end if;
  return all_of;
end $$;
-- Where a filter looks, and what it is sorted by: in product_facts only if it must.
create function filter_tables(filter jsonb, with_facts boolean = false) returns text language sql immutable as $$
  select 'products p' || case when with_facts or filter ?| array['minQuantity', 'maxQuantity', 'minSold', 'maxSold']
    then ' join product_facts f on f.organization_id = $1 and f.product_id = p.id' else '' end
$$;
-- Whether a filter asks for nothing else than what product_facts knows.
create function filter_of_facts(filter jsonb) returns boolean language sql immutable as $$
  select filter - array['minQuantity', 'maxQuantity', 'minSold', 'maxSold', 'matchAllAttributes', 'matchAllListings'] = '{}'
$$;
-- Whether a filter asks for nothing else than where products are listed.
create function filter_of_listings(filter jsonb) returns boolean language sql immutable as $$
  select filter ?| array['listedOn', 'notListedOn'] and filter - array['listedOn', 'notListedOn', 'matchAllAttributes', 'matchAllListings'] = '{}'
$$;
-- Immutable, as what is given names its zone.
create function moment(iso text) returns timestamptz language sql immutable parallel safe as $$ select iso::timestamptz $$;
`

/** Typing errors: a word that no product has stands for words of titles, or SKUs, that look like it. */
const forgiving = `
-- What differs from a word by one letter or digit: left out, added, changed, or in the wrong place.
create function one_off(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct v) from (select lower(word) as w) g
  cross join generate_series(0, length(word)) i cross join regexp_split_to_table('abcdefghijklmnopqrstuvwxyz0123456789-_./ ', '') c
  cross join lateral (values (left(w, i) || c || substr(w, i + 1)), (left(w, i) || c || substr(w, i + 2)), (left(w, i) || substr(w, i + 2)),
    (left(w, i) || substr(w, i + 2, 1) || substr(w, i + 1, 1) || substr(w, i + 3))) o(v)
$$;
create function similar_words(organization bigint, word text) returns setof text language plpgsql stable rows 3 set pg_trgm.similarity_threshold = 0.4 as $$
begin
  if length(word) not between 3 and 40 then return; end if;
  return query execute 'select c.value from value_counts c where c.organization_id = $1 and c.kind = ''word'' and c.name = '''' and c.n > 0 and c.value = any($2)
    order by c.n desc limit 3' using organization, one_off(word);
  if found then return; end if;
  return query execute 'select c.value from value_counts c where c.organization_id = $1 and c.kind = ''word'' and c.n > 0 and c.value % $2
    order by similarity(c.value, $2) desc, c.n desc limit 3' using organization, lower(word);
end $$;
create function similar_skus(organization bigint, word text, take int) returns table (sku text, product_id bigint) language plpgsql stable rows 3 as $$
begin
  if length(word) not between 3 and 40 then return; end if;
  -- Found by their index before they are put in order: walking through all SKUs in order looks cheaper than it is.
  return query execute 'with near as materialized (select l.sku, l.product_id from stock_levels l where l.organization_id = $1 and lower(l.sku) = any($2))
    select * from near order by 1 limit $3' using organization, one_off(word), take;
end $$;
-- By the index of words whatever else looks cheaper: what looks frequent may be nowhere.
create function any_product(organization bigint, query tsquery) returns boolean language plpgsql stable set enable_seqscan = off set enable_indexscan = off set work_mem = '64MB' as $$
declare any_found boolean;
begin
  execute 'select exists (select from products p where p.organization_id = $1 and p.words @@ $2)' into any_found using organization, query;
  return any_found;
end $$;
-- The words as typed where a product has them all; else each that no product has is corrected. Null when nothing looks like it.
create function forgiving_query(organization bigint, words text[]) returns tsquery language plpgsql stable as $$
declare word text; part tsquery; corrected tsquery;
begin
  foreach word in array words loop
    part := word_query(word);
    if not any_product(organization, part) then
      select string_agg(quote_lexeme(c.lexeme), ' | ')::tsquery into part from (
        select value as lexeme from similar_words(organization, word) value
        union select lower(p.sku) from similar_skus(organization, word, 3) s join products p on p.organization_id = organization and p.id = s.product_id) c;
      if part is null then return null; end if;
    end if;
    corrected := case when corrected is null then part else corrected && part end;
  end loop;
  return corrected;
end $$;
create function quote_lexeme(lexeme text) returns text language sql immutable as $$
  select '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || ''''
$$;
-- The query that a list of these words shows.
create function shown_query(organization bigint, words text[]) returns tsquery language plpgsql stable as $$
declare query tsquery := words_query(words);
begin
  return case when query is null or any_product(organization, query) then query else coalesce(forgiving_query(organization, words), query) end;
end $$;
`

const list = `
create function own_organization() returns bigint language sql stable as $$ select nullif(current_setting('app.organization_id', true), '')::bigint $$;

/*
 * Ids of a page that a filter finds, and the total, counted up to a cap. Where conditions are on what the planner cannot weigh (words, lists, other tables),
 * what fits is found first, by their indexes: if it is fewer than the cap, it is put in order and counted at once, and if not, then it is so frequent
 * that a walk in the order of the sort meets it soon. $6 is the id after which a page begins.
 */
create function page_of(organization bigint, filter jsonb, query tsquery, sorted text, walk text, after bigint, skip bigint, take bigint, cap bigint, out ids bigint[], out total bigint)
language plpgsql stable as $$
declare
  way text := case when walk like '% desc %' then 'desc' else 'asc' end;
  tables text := filter_tables(filter, sorted like 'f.%');
  -- Ids alone are counted without looking at products; many times cheaper than what they are sorted by.
  cap_known bigint := case when filter_of_listings(filter) then count_products(organization, filter, query, '{}', cap) else known_count(organization, filter, cap) end;
begin
  if filter ?| array['words', 'skus', 'hasTags', 'missingTags', 'attributes', 'listedOn', 'notListedOn'] and coalesce(cap_known < cap, true) then
    execute format('select (array_agg(c.id order by c.sorted %1$s, c.id %1$s))[$4 + 1 : $4 + $5], count(*)
      from (select p.id, %2$s as sorted from %3$s where p.organization_id = $1 and p.id > $6 %4$s limit $7) c', way, sorted, tables, filter_conditions(filter))
      into ids, total using organization, filter, query, skip, take, after, cap;
    ids := coalesce(ids, '{}');
    if total < cap then return; end if;
  end if;
  execute 'select array(' || walk || ')' into ids using organization, filter, query, skip, take, after;
  total := coalesce(total, cap_known);
  if total is null then
    total := case when cardinality(ids) < take and (cardinality(ids) > 0 or skip = 0) then skip + cardinality(ids) else count_products(organization, filter, query, '{}', cap) end;
  end if;
  total := least(total, cap);
end $$;

/* A page of products, in order, with the total, counted up to a cap; a page beyond the end is one row without id. */
create function find_products(filter jsonb, sorted_by text, descending boolean, skip bigint, take bigint, cap bigint)
returns table (id bigint, place bigint, matching bigint)
language plpgsql stable rows 25 security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  organization bigint := own_organization();
  words text[] := filter_texts(filter -> 'words');
  query tsquery := words_query(words);
  way text := case when descending then 'desc' else 'asc' end;
  sort text := case sorted_by
    when 'sku' then 'p.sku' when 'title' then 'p.title' when 'condition' then 'p.condition' when 'price' then 'p.price' when 'cost' then 'p.cost'
    when 'bin' then 'p.bin' when 'status' then 'p.readiness' when 'createdAt' then 'p.created_at' when 'updatedAt' then 'p.updated_at'
    when 'quantity' then 'f.quantity' when 'sold' then 'f.sold' when 'listings' then 'f.listed'
    else '(select lower(t.name) from product_templates t where t.organization_id = $1 and t.id = p.template_id)' end;
  tables text := filter_tables(filter, sort like 'f.%');
  walk text := format(case
    when sorted_by = 'template' then 'select i.id from product_templates t cross join lateral (
      select p.id from %2$s where p.organization_id = $1 and p.template_id = t.id %3$s order by p.id %1$s limit $4 + $5) i
      where t.organization_id = $1 order by lower(t.name) %1$s, i.id %1$s offset $4 limit $5'
    when sort like 'f.%' and filter_of_facts(filter) then 'select f.product_id from product_facts f where f.organization_id = $1 %3$s order by %4$s %1$s, f.product_id %1$s offset $4 limit $5'
    when sort like 'f.%' then 'select p.id from %2$s where p.organization_id = $1 and f.organization_id = $1 %3$s order by %4$s %1$s, f.product_id %1$s offset $4 limit $5'
    else 'select p.id from %2$s where p.organization_id = $1 %3$s order by %4$s %1$s, p.id %1$s offset $4 limit $5' end, way, tables, filter_conditions(filter), sort);
  page record;
begin
  page := page_of(organization, filter, query, sort, walk, 0, skip, take, cap);
  if page.total = 0 and query is not null and not any_product(organization, query) then
    query := forgiving_query(organization, words);
    if query is not null then page := page_of(organization, filter, query, sort, walk, 0, skip, take, cap); end if;
  end if;
  return query select i.id, i.place, page.total from (select 1) one left join unnest(page.ids) with ordinality i(id, place) on true;
end $$;

/*
 * A total that is known without counting: of products with one tag or one value of an attribute. Of several values, and of one word, it is known
 * when so many have one of them, or so many titles alone, that nobody counts further. Null when it must be counted.
 */
create function known_count(organization bigint, filter jsonb, cap bigint) returns bigint language plpgsql stable as $$
declare asked text[] := array(select jsonb_object_keys(filter - 'matchAllAttributes' - 'matchAllListings')); total bigint; word text;
begin
  if asked = '{hasTags}' and jsonb_array_length(filter -> 'hasTags') = 1 then
    return count_value(organization, 'tag', '', filter -> 'hasTags' ->> 0);
  elsif asked = '{attributes}' and jsonb_array_length(filter -> 'attributes') = 1 and filter -> 'attributes' -> 0 ->> 'action' = 'in' then
    select max(count_value(organization, 'attribute', filter -> 'attributes' -> 0 ->> 'name', v)) into total from jsonb_array_elements_text(filter -> 'attributes' -> 0 -> 'values') v;
    return case when total >= cap or jsonb_array_length(filter -> 'attributes' -> 0 -> 'values') = 1 then total end;
  elsif asked = '{words}' and jsonb_array_length(filter -> 'words') = 1 then
    word := lower(filter -> 'words' ->> 0);
    select c.value into word from value_counts c where c.organization_id = organization and c.kind = 'word' and c.name = '' and c.n > cap and starts_with(c.value, word) limit 1;
    total := count_value(organization, 'word', '', word);
    return case when total >= cap then total end;
  end if;
  return null;
end $$;
create function count_value(organization bigint, wanted_kind text, wanted_name text, wanted text) returns bigint language sql stable as $$
  select case when wanted <> '' and octet_length(wanted) <= 500 then coalesce(sum(v.n), 0) end from (
    select c.n from value_counts c where c.organization_id = organization and c.kind = wanted_kind and c.name = wanted_name and c.value = wanted
    union all select c.n from value_changes c where c.organization_id = organization and c.kind = wanted_kind and c.name = wanted_name and c.value = wanted) v
$$;

create function count_products(organization bigint, filter jsonb, query tsquery, except_for bigint[], cap bigint) returns bigint language plpgsql stable as $$
declare total bigint;
begin
  execute format('select count(*) from (select from %s %s %s limit $5) counted',
    case when filter_of_facts(filter) then 'product_facts f where f.organization_id = $1' else filter_tables(filter) || ' where p.organization_id = $1' end, filter_conditions(filter),
    case when cardinality(except_for) = 0 then '' when filter_of_facts(filter) then 'and f.product_id <> all($4)' else 'and p.id <> all($4)' end)
    into total using organization, filter, query, except_for, cap;
  return total;
end $$;

/* All that a list of this filter shows, in the order of ids, some at a time. */
create function matching_products(filter jsonb, after bigint, take bigint) returns setof bigint
language plpgsql stable rows 500 security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  organization bigint := own_organization();
  walk text := format('select p.id from %s where p.organization_id = $1 and p.id > $6 %s order by p.id asc offset $4 limit $5', filter_tables(filter), filter_conditions(filter));
  page record;
begin
  page := page_of(organization, filter, shown_query(organization, filter_texts(filter -> 'words')), 'p.id', walk, after, 0, take, 10001);
  return query select unnest(page.ids);
end $$;
create function count_matching(filter jsonb, except_for bigint[]) returns bigint language plpgsql stable security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare organization bigint := own_organization();
begin
  return count_products(organization, filter, shown_query(organization, filter_texts(filter -> 'words')), except_for, null);
end $$;
`

const suggestions = `
/* SKUs that begin with a text, in order. */
create function skus_from(start text, take int) returns table (sku text, product_id bigint) language plpgsql stable rows 100 security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select l.sku, l.product_id from stock_levels l
    where l.organization_id = $1 and lower(l.sku) ~>=~ lower($2) and lower(l.sku) ~<~ (lower($2) || chr(1114111)) order by lower(l.sku) using ~<~ limit $3'
    using own_organization(), start, take;
end $$;

/* SKUs that begin with a text; where none does, those that hold it, else those that look like it. */
create function suggest_skus(start text, take int) returns setof text language plpgsql stable rows 100 security definer set search_path = public, pg_temp as $$
begin
  return query select s.sku from skus_from(start, take) s;
  if found then return; end if;
  return query execute 'select l.sku from stock_levels l where l.organization_id = $1 and l.sku ilike $2 limit $3'
    using own_organization(), holding(start), take;
  if found then return; end if;
  return query select s.sku from similar_skus(own_organization(), start, least(take, 10)) s;
end $$;

/* The values in use of each attribute, or of one, the most frequent first; among those that hold a text, where one is given. */
create function attribute_values(wanted text, search text, take int) returns table (name text, value text, n bigint)
language plpgsql stable rows 100 security definer set search_path = public, pg_temp as $$
declare organization bigint := own_organization(); pattern text := holding(search);
begin
  return query
  with recursive fresh as (
    select c.name, c.value, sum(c.n) as n from value_changes c
    where c.organization_id = organization and c.kind = 'attribute' and (wanted is null or c.name = wanted) and (search = '' or c.value ilike pattern) group by 1, 2
  ), known(name) as (
    (select c.name from value_counts c where c.organization_id = organization and c.kind = 'attribute' and wanted is null order by c.name limit 1)
    union all
    select (select c.name from value_counts c where c.organization_id = organization and c.kind = 'attribute' and c.name > k.name order by c.name limit 1) from known k where k.name is not null
  ), names as (
    select k.name from known k where k.name is not null union select wanted where wanted is not null union select f.name from fresh f
  ), top as (
    select s.name, v.value, v.n from names s cross join lateral (
      select c.value, c.n from value_counts c where c.organization_id = organization and c.kind = 'attribute' and c.name = s.name and (search = '' or c.value ilike pattern)
      order by c.n desc limit take + (select count(*) from fresh f where f.name = s.name)) v
  ), summed as (
    select coalesce(t.name, f.name) as name, coalesce(t.value, f.value) as value,
      coalesce(f.n, 0) + coalesce(t.n, (select c.n from value_counts c where c.organization_id = organization and c.kind = 'attribute' and c.name = f.name and c.value = f.value), 0) as n
    from top t full join fresh f on f.name = t.name and f.value = t.value
  ), placed as (
    select s.name, s.value, s.n, row_number() over (partition by s.name order by s.n desc, s.value) as place, sum(s.n) over (partition by s.name) as together
    from summed s where s.n > 0
  )
  select p.name, p.value, p.n::bigint from placed p where p.place <= take order by p.together desc, p.name, p.place;
end $$;
`

const rights = `
drop function search_products;
${['find_products', 'matching_products', 'count_matching', 'skus_from', 'suggest_skus', 'attribute_values']
  .map(
    (name) => `
revoke execute on function ${name} from public;
grant execute on function ${name} to motto_app;`,
  )
  .join('')}
`

/** SQL of the functions that find products and suggest SKUs and values. */
export const search = [helpers, forgiving, list, suggestions, rights].join('\n')
