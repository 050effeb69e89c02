-- What a list shows when no product has everything that was typed: a word that no product has is looked for inside SKUs, else it
-- stands for similar words and SKUs.

-- All words that differ by one character: missing, added, changed or swapped with the next.
create or replace function one_off(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct v) from (select lower(word) as w) g
  cross join generate_series(0, length(word)) i cross join regexp_split_to_table('abcdefghijklmnopqrstuvwxyz0123456789-_./ ', '') c
  cross join lateral (values (left(w, i) || c || substr(w, i + 1)), (left(w, i) || c || substr(w, i + 2)), (left(w, i) || substr(w, i + 2)),
    (left(w, i) || substr(w, i + 2, 1) || substr(w, i + 1, 1) || substr(w, i + 3))) o(v)
$$;

create or replace function similar_words(organization bigint, word text) returns setof text
language plpgsql stable rows 3 set pg_trgm.similarity_threshold = '0.4' as $$
begin
  if length(word) not between 3 and 40 then return; end if;
  return query execute 'select c.value from value_counts c where c.organization_id = $1 and c.kind = ''word'' and c.name = '''' and c.n > 0 and c.value = any($2)
    order by c.n desc limit 3' using organization, one_off(word);
  if found then return; end if;
  return query execute 'select c.value from value_counts c where c.organization_id = $1 and c.kind = ''word'' and c.n > 0 and c.value % $2
    order by similarity(c.value, $2) desc, c.n desc limit 3' using organization, lower(word);
end $$;

create or replace function similar_skus(organization bigint, word text, take integer) returns table (sku text, product_id bigint)
language plpgsql stable rows 3 as $$
begin
  if length(word) not between 3 and 40 then return; end if;
  -- Found by their index before they are put in order: walking through all SKUs in order looks cheaper than it is.
  return query execute 'with near as materialized (select l.sku, l.product_id from stock_levels l where l.organization_id = $1 and lower(l.sku) = any($2))
    select * from near order by 1 limit $3' using organization, one_off(word), take;
end $$;

-- Always by the index of words: a word that looks frequent to the planner may be nowhere.
create or replace function any_product(organization bigint, query tsquery) returns boolean
language plpgsql stable set enable_seqscan = off set enable_indexscan = off set work_mem = '64MB' as $$
declare any_found boolean;
begin
  execute 'select exists (select from products p where p.organization_id = $1 and p.words @@ $2)' into any_found using organization, query;
  return any_found;
end $$;

-- A word that titles are known to contain needs no search.
create or replace function any_word(organization bigint, word text) returns boolean language plpgsql stable as $$
#variable_conflict use_column
begin
  return (select exists (select from value_counts c where c.organization_id = organization and c.kind = 'word' and c.name = '' and c.n > 0 and starts_with(c.value, lower(word)))
    or any_product(organization, word_query(word)));
end $$;

create or replace function any_fits(organization bigint, filter jsonb, query tsquery) returns boolean
language plpgsql stable set enable_seqscan = off set enable_indexscan = off set work_mem = '64MB' as $$
declare any_found boolean; typed jsonb := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(filter) where key in ('words', 'codes'));
begin
  execute format('select exists (select from products p where p.organization_id = $1 %s)', filter_conditions(typed)) into any_found using organization, typed, query;
  return any_found;
end $$;

create or replace function alike(organization bigint, word text) returns tsquery language plpgsql stable as $$
#variable_conflict use_column
begin
  return (select string_agg(quote_lexeme(c.lexeme), ' | ')::tsquery from (
    select value as lexeme from similar_words(organization, word) value
    union select lower(p.sku) from similar_skus(organization, word, 3) s join products p on p.organization_id = organization and p.id = s.product_id) c);
end $$;

create or replace function forgive(organization bigint, filter jsonb, out read jsonb, out query tsquery)
language plpgsql stable as $$
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
