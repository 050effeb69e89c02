-- Pages of products, in at most two statements, with their total up to a cap. Row-level security would keep the index of words
-- from being used, as word matching is not marked leakproof. So these run as the owner and restrict rows to the
-- connection's organization themselves.

-- A filter's `codes` are words that may also be parts of a SKU or barcode. This finds up to `most` of their products, by the
-- trigram indexes (other plans only look cheaper), and says whether these are all.
create or replace function code_products(organization bigint, word text, digits text, most bigint, out ids bigint[], out complete boolean)
language plpgsql stable set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '64MB' as $$
begin
  execute format('select coalesce(array_agg(distinct c.product_id), ''{}''), count(*) < $4 from (%s) c', code_places(word, digits, '$2', '$3'))
    into ids, complete using organization, word, digits, most;
end $$;

-- Replaces a filter's codes by the ids of their products, so that the planner joins these to the index of words. If there are
-- too many, the code stays a condition of each product. `few`: that many are enough if the filter has no other condition.
create or replace function with_codes(organization bigint, filter jsonb, few bigint default null) returns jsonb
language plpgsql stable as $$
declare looked_up record; alone boolean := few is not null and not filter ? 'words' and jsonb_array_length(coalesce(filter -> 'codes', '[]')) = 1;
begin
  for i in 0 .. jsonb_array_length(coalesce(filter -> 'codes', '[]')) - 1 loop
    looked_up := code_products(organization, filter -> 'codes' -> i ->> 'word', filter -> 'codes' -> i ->> 'digits', case when alone then few else 20000 end);
    if looked_up.complete or alone then filter := jsonb_set(filter, array['codes', i::text, 'ids'], to_jsonb(looked_up.ids)); end if;
  end loop;
  return filter;
end $$;

create or replace function products_of_sku(organization bigint, sku text) returns bigint[] language plpgsql stable as $$
#variable_conflict use_column
begin
  return array(select distinct l.product_id from stock_levels l where l.organization_id = organization and lower(l.sku) = lower($2) limit 20);
end $$;

create or replace function count_products(organization bigint, filter jsonb, query tsquery, except_for bigint[], cap bigint) returns bigint
language plpgsql stable as $$
declare total bigint;
begin
  execute format('select count(*) from (select from %s %s %s limit $5) counted',
    case when filter_of_facts(filter) then 'product_facts f where f.organization_id = $1' when filter_of_sorts(filter) then 'sorted_products s where s.organization_id = $1'
      else tables_of_filter(filter, '') || ' where p.organization_id = $1' end, filter_conditions(filter),
    case when cardinality(except_for) = 0 then '' when filter_of_facts(filter) then 'and f.product_id <> all($4)' when filter_of_sorts(filter) then 'and s.product_id <> all($4)'
      else 'and p.id <> all($4)' end)
    into total using organization, filter, query, except_for, cap;
  return total;
end $$;

create or replace function known_count(organization bigint, filter jsonb, cap bigint) returns bigint
language plpgsql stable as $$
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

create or replace function page_of(organization bigint, filter jsonb, query tsquery, sorted text, walk text, after bigint, skip bigint, take bigint, cap bigint, ahead bigint[], out ids bigint[], out total bigint)
language plpgsql stable as $$
declare
  way text := case when walk like '% desc %' then 'desc' else 'asc' end;
  tables text := tables_of_filter(filter, sorted);
  -- Ids alone are counted without looking at products; many times cheaper than what they are sorted by.
  cap_known bigint := case when filter_of_listings(filter) then count_products(organization, filter, query, '{}', cap) else known_count(organization, filter, cap) end;
  kept bigint[] := '{}';
begin
  if filter ?| array['words', 'codes', 'skus', 'hasTags', 'missingTags', 'attributes', 'listedOn', 'notListedOn', 'requirementId'] and coalesce(cap_known < cap, true) then
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

create or replace function page_in_order(organization bigint, filter jsonb, query tsquery, sorted_by text, descending boolean, ahead bigint[], skip bigint, take bigint, cap bigint, out ids bigint[], out total bigint)
language plpgsql stable as $$
declare
  way text := case when descending then 'desc' else 'asc' end;
  sort text := case sorted_by
    when 'sku' then 'p.sku' when 'title' then 'p.title' when 'condition' then 'p.condition' when 'price' then 'p.price' when 'cost' then 'p.cost'
    when 'bin' then 'p.bin' when 'status' then 'p.readiness' when 'createdAt' then 'p.created_at' when 'updatedAt' then 'p.updated_at'
    when 'quantity' then 'f.quantity' when 'sold' then 'f.sold' when 'listings' then 'f.listed'
    else '(select lower(t.name) from product_templates t where t.organization_id = $1 and t.id = p.template_id)' end;
  -- By an index where all are gone through; what is gathered first has it in its own row.
  walked text := case sorted_by when 'price' then 's.price' when 'updatedAt' then 's.updated_at' else sort end;
  conditions text := filter_conditions(filter) || case when ahead = '{}' then '' else ' and p.id <> all($8)' end;
  walk text := format(case
    when sorted_by = 'template' then 'select i.id from product_templates t cross join lateral (
      select p.id from %2$s where p.organization_id = $1 and p.template_id = t.id %3$s order by p.id %1$s limit $4 + $5) i
      where t.organization_id = $1 order by lower(t.name) %1$s, i.id %1$s offset $4 limit $5'
    when sort like 'f.%' and filter_of_facts(filter) then 'select f.product_id from product_facts f where f.organization_id = $1 %3$s order by %4$s %1$s, f.product_id %1$s offset $4 limit $5'
    when sort like 'f.%' then 'select p.id from %2$s where p.organization_id = $1 and f.organization_id = $1 %3$s order by %4$s %1$s, f.product_id %1$s offset $4 limit $5'
    when walked like 's.%' and filter_of_sorts(filter) and ahead = '{}' then 'select s.product_id from sorted_products s where s.organization_id = $1 %3$s order by %4$s %1$s, s.product_id %1$s offset $4 limit $5'
    when walked like 's.%' then 'select p.id from %2$s where p.organization_id = $1 and s.organization_id = $1 %3$s order by %4$s %1$s, s.product_id %1$s offset $4 limit $5'
    else 'select p.id from %2$s where p.organization_id = $1 %3$s order by %4$s %1$s, p.id %1$s offset $4 limit $5' end, way, tables_of_filter(filter, walked), conditions, walked);
  page record;
begin
  page := page_of(organization, filter, query, sort, walk, 0, skip, take, cap, ahead);
  ids := page.ids;
  total := page.total;
end $$;

create or replace function find_products(filter jsonb, sorted_by text, descending boolean, skip bigint, take bigint, cap bigint) returns table (id bigint, place bigint, matching bigint)
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
revoke execute on function find_products from public;
grant execute on function find_products to motto_app;

-- The filter that a list shows results for: itself, or the one that forgives a typo.
create or replace function shown_filter(organization bigint, filter jsonb, out read jsonb, out query tsquery)
language plpgsql stable as $$
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

create or replace function matching_products(filter jsonb, after bigint, take bigint) returns setof bigint
language plpgsql stable rows 500 security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  organization bigint := own_organization();
  shown record;
  page record;
begin
  shown := shown_filter(organization, filter);
  page := page_of(organization, shown.read, shown.query, 'p.id', format('select p.id from %s where p.organization_id = $1 and p.id > $6 %s order by p.id asc offset $4 limit $5',
    tables_of_filter(shown.read, ''), filter_conditions(shown.read)), after, 0, take, 10001, '{}');
  return query select unnest(page.ids);
end $$;
revoke execute on function matching_products from public;
grant execute on function matching_products to motto_app;

create or replace function count_matching(filter jsonb, except_for bigint[]) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp set work_mem = '64MB' as $$
declare
  organization bigint := own_organization();
  shown record;
begin
  shown := shown_filter(organization, filter);
  return count_products(organization, shown.read, shown.query, except_for, null);
end $$;
revoke execute on function count_matching from public;
grant execute on function count_matching to motto_app;
