-- Products and SKUs for a list that opens while somebody types: first those whose SKU, or one of whose variations' SKUs, begins
-- with the text, then those that the inventory would show. Of many matches some are enough: the newest, if they are
-- frequent among those changed last, else any.

create or replace function skus_from(start text, take integer) returns table (sku text, product_id bigint)
language plpgsql stable rows 100 security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select l.sku, l.product_id from stock_levels l
    where l.organization_id = $1 and lower(l.sku) ~>=~ lower($2) and lower(l.sku) ~<~ (lower($2) || chr(1114111)) order by lower(l.sku) using ~<~ limit $3'
    using own_organization(), start, take;
end $$;
revoke execute on function skus_from from public;
grant execute on function skus_from to motto_app;

create or replace function suggest_skus(start text, take integer) returns setof text
language plpgsql stable rows 100 security definer set search_path = public, pg_temp as $$
declare organization bigint := own_organization();
begin
  return query select s.sku from skus_from(start, take) s;
  if found then return; end if;
  return query execute 'select l.sku from stock_levels l where l.organization_id = $1 and l.sku ilike $2 limit $3'
    using organization, holding(start), take;
  if found then return; end if;
  return query select s.sku from similar_skus(organization, start, least(take, 10)) s;
end $$;
revoke execute on function suggest_skus from public;
grant execute on function suggest_skus to motto_app;

create or replace function known_words(organization bigint, word text) returns tsquery language plpgsql stable as $$
#variable_conflict use_column
begin
  return (select coalesce((select string_agg(quote_lexeme(v.value), ' | ')::tsquery from (
    select c.value from value_counts c where c.organization_id = organization and c.kind = 'word' and c.name = '' and c.n > 0 and starts_with(c.value, lower(word))
    order by c.n desc limit 20) v), word_query(word)));
end $$;

create or replace function suggest_words(organization bigint, words text[]) returns tsquery
language plpgsql stable as $$
declare word text; found tsquery;
begin
  foreach word in array words loop
    found := case when found is null then known_words(organization, word) else found && known_words(organization, word) end;
  end loop;
  return found;
end $$;

create or replace function some_products(organization bigint, filter jsonb, query tsquery) returns bigint[]
language plpgsql stable set enable_seqscan = off set enable_indexscan = off set work_mem = '64MB' as $$
declare ids bigint[];
begin
  execute format('select array_agg(c.id order by c.updated_at desc, c.id desc) from (select p.id, p.updated_at from %s where p.organization_id = $1 %s limit 300) c',
    tables_of_filter(filter, ''), filter_conditions(filter)) into ids using organization, filter, query;
  return coalesce(ids, '{}');
end $$;

create or replace function suggest_products(filter jsonb, take integer) returns table (id bigint, place bigint)
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
    return query select n.id, row_number() over () from (select s.product_id as id from sorted_products s where s.organization_id = organization order by s.updated_at desc, s.product_id desc limit take) n;
    return;
  end if;
  chosen := array(select s.product_id from (select n.product_id, min(n.place) as place
    from skus_from(filter ->> 'text', take) with ordinality n(sku, product_id, place) group by 1) s order by s.place);
  if cardinality(chosen) < take and not filter ? 'codes' then
    execute 'select array(select p.id from (select s.product_id from sorted_products s where s.organization_id = $1 order by s.updated_at desc, s.product_id desc limit 300) n
      cross join lateral (select c.id, c.words from products c where c.organization_id = $1 and c.id = n.product_id limit 1) p where p.words @@ $2 limit $3)'
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
revoke execute on function suggest_products from public;
grant execute on function suggest_products to motto_app;
