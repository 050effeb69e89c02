-- Turns a filter (productFilter of the contract, as JSON) into conditions in SQL. The texts are run with these parameters: $1 the
-- organization, $2 the filter, $3 the query of words.

-- Immutable, because the text names its time zone.
create or replace function moment(iso text) returns timestamptz language sql immutable parallel safe as $$ select iso::timestamptz $$;

-- The LIKE pattern of texts that contain `part`.
create or replace function holding(part text) returns text language sql immutable as $$
  select '%' || replace(replace(replace(part, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

create or replace function filter_texts(list jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(t), '{}') from jsonb_array_elements_text(list) t
$$;

create or replace function filter_ids(list jsonb) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(t::bigint), '{}') from jsonb_array_elements_text(list) t
$$;

create or replace function filter_terms(attribute jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(attribute_term(attribute ->> 'name', v)), '{}') from jsonb_array_elements_text(attribute -> 'values') v
$$;

-- Whether product_facts alone can answer a filter.
create or replace function filter_of_facts(filter jsonb) returns boolean language sql immutable as $$
  select filter - array['minQuantity', 'maxQuantity', 'minSold', 'maxSold', 'matchAllAttributes', 'matchAllListings'] = '{}'
$$;

-- Whether a filter is only about where products are listed.
create or replace function filter_of_listings(filter jsonb) returns boolean language sql immutable as $$
  select filter ?| array['listedOn', 'notListedOn'] and filter - array['listedOn', 'notListedOn', 'matchAllAttributes', 'matchAllListings'] = '{}'
$$;

-- Whether sorted_products alone can answer a filter.
create or replace function filter_of_sorts(filter jsonb) returns boolean language sql immutable as $$
  select filter - array['minPrice', 'maxPrice', 'matchAllAttributes', 'matchAllListings'] = '{}'
$$;

-- The tables that a filter reads, and `sorted`, a column that it is sorted by: others than the products only if it must.
create or replace function tables_of_filter(filter jsonb, sorted text) returns text
language sql immutable as $$
  select 'products p' || case when sorted like 'f.%' or filter ?| array['minQuantity', 'maxQuantity', 'minSold', 'maxSold']
      then ' join product_facts f on f.organization_id = $1 and f.product_id = p.id' else '' end
    || case when sorted like 's.%' or filter ?| array['minPrice', 'maxPrice'] and not filter ?| array['words', 'codes', 'hasTags', 'attributes']
      then ' join sorted_products s on s.organization_id = $1 and s.product_id = p.id' else '' end
$$;

create or replace function other_conditions(filter jsonb) returns text language plpgsql immutable as $$
declare
  all_of text := '';
  some_of text[] := '{}';
  range text[];
  -- Of the product itself where an index of it finds few of them.
  price text := case when filter ?| array['words', 'codes', 'hasTags', 'attributes'] then 'p.price' else 's.price' end;
  n int := jsonb_array_length(coalesce(filter -> 'attributes', '[]'));
begin
  if filter ? 'words' then all_of := all_of || ' and p.words @@ $3'; end if;
  if filter ? 'skus' then
    all_of := all_of || ' and p.id in (select l.product_id from stock_levels l where l.organization_id = $1 and l.sku = any(filter_texts($2 -> ''skus'')))';
  end if;
  if filter ? 'templateIds' then all_of := all_of || ' and p.template_id = any(filter_texts($2 -> ''templateIds'')::bigint[])'; end if;
  foreach range slice 1 in array array[
    ['minPrice', price || ' >='], ['maxPrice', price || ' <='], ['minQuantity', 'f.quantity >='], ['maxQuantity', 'f.quantity <='], ['minSold', 'f.sold >='], ['maxSold', 'f.sold <=']
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
  if filter ? 'requirementId' then
    -- A function of the owner reads this: whoever sees some accounts alone finds nothing by what another account requires.
    all_of := all_of || ' and p.id in (select r.product_id from requirement_listings r
      join requirements q on q.organization_id = r.organization_id and q.id = r.requirement_id
      where r.organization_id = $1 and r.requirement_id = ($2 ->> ''requirementId'')::bigint
        and (coalesce(current_setting(''app.accounts'', true), '''') = '''' or q.integration_id = any(nullif(current_setting(''app.accounts'', true), '''')::bigint[])))';
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

create or replace function sku_conditions(filter jsonb) returns text language sql immutable as $$
  select case when filter ? 'skus' then ' and p.id = any(array(select l.product_id from unnest(filter_texts($2 -> ''skus'')) k(sku)
    cross join lateral (select s.product_id from stock_levels s where s.organization_id = $1 and s.sku = k.sku limit 1) l))' else '' end
$$;

create or replace function code_places(word text, digits text, word_at text, digits_at text) returns text
language sql immutable as $$
  select concat_ws(' union all ', format('(select l.product_id from stock_levels l where l.organization_id = $1 and l.sku ilike holding(%s) limit $4)', word_at),
    case when digits <> '' then format('(select p.id from products p where p.organization_id = $1 and barcodes(p.barcode, p.attributes) like holding(%1$s) limit $4) union all
      (select v.product_id from variations v where v.organization_id = $1 and barcodes(v.barcode, v.attributes) like holding(%1$s) limit $4)', digits_at) end)
$$;

create or replace function code_conditions(filter jsonb) returns text language sql immutable as $$
  select coalesce(string_agg(format(' and (p.words @@ word_query($2 -> ''codes'' -> %1$s ->> ''word'') or p.id %2$s)', c.at - 1, case
    when c.code ? 'ids' then format('= any(filter_ids($2 -> ''codes'' -> %s -> ''ids''))', c.at - 1)
    else format('in (%s)', replace(code_places(c.code ->> 'word', c.code ->> 'digits', format('($2 -> ''codes'' -> %s ->> ''word'')', c.at - 1),
      format('($2 -> ''codes'' -> %s ->> ''digits'')', c.at - 1)), ' limit $4', '')) end), ''), '')
  from jsonb_array_elements(coalesce(filter -> 'codes', '[]')) with ordinality c(code, at)
$$;

create or replace function filter_conditions(filter jsonb) returns text language sql immutable as $$
  select other_conditions(filter - 'skus') || sku_conditions(filter) || code_conditions(filter)
$$;
