-- Orders by what people call them: their number, the channel's id, the buyer's name or email. Parts of three letters or more are
-- found by an index anywhere, two letters where a number or a name begins with them, one letter where a number does: too many names begin
-- with it.

create or replace function order_conditions(words text[]) returns text language sql immutable as $$
  select string_agg(case length(w) when 1 then format('lower(o.number) ~>=~ $2[%1$s] and lower(o.number) ~<~ ($2[%1$s] || chr(1114111))', at)
    when 2 then format('(lower(o.number) ~>=~ $2[%1$s] and lower(o.number) ~<~ ($2[%1$s] || chr(1114111))
      or order_text(o.number, o.external_order_id, o.buyer_name, o.buyer_email) like ''%% '' || substr(holding($2[%1$s]), 2))', at)
    else format('order_text(o.number, o.external_order_id, o.buyer_name, o.buyer_email) like holding($2[%s])', at) end, ' and ')
  from unnest(words) with ordinality u(w, at)
$$;

-- Keeps a request that sees some accounts alone to them, as row-level security does not where a function of the owner reads.
create or replace function account_condition(what text) returns text language sql stable as $$
  select case when coalesce(current_setting('app.accounts', true), '') = '' then ''
    else format(' and (%1$s is null or %1$s = any(%2$L::bigint[]))', what, current_setting('app.accounts')) end
$$;

-- Some of the orders that contain all words (in lower case). Always by the indexes of words: other plans only look cheaper.
create or replace function matching_orders(words text[], most integer) returns setof bigint
language plpgsql stable rows 100 security definer set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '64MB' as $$
begin
  return query execute format('select o.id from orders o where o.organization_id = $1 and %s%s limit $3', order_conditions(words), account_condition('o.integration_id')) using own_organization(), words, most;
end $$;
revoke execute on function matching_orders from public;
grant execute on function matching_orders to motto_app;

-- Exact matches first, then the newest. If very many orders match, reading back from the newest finds some soon.
create or replace function suggest_orders(words text[], take integer) returns table (id bigint, place bigint)
language plpgsql stable rows 10 security definer set search_path = public, pg_temp as $$
declare
  organization bigint := own_organization();
  called text := array_to_string(words, ' ');
  enough constant int := 500;
  candidates bigint[] := array(select matching_orders(words, enough));
  newest bigint[] := '{}';
begin
  if cardinality(candidates) = enough then
    execute format('select array(select o.id from orders o where o.organization_id = $1 and %s%s order by o.order_date desc, o.id desc limit $3)', order_conditions(words), account_condition('o.integration_id'))
      into newest using organization, words, take;
    candidates := newest || array(select o.id from orders o where o.organization_id = organization and lower(o.number) = called limit 10);
  end if;
  return query select o.id, row_number() over (order by lower(o.number) = called or lower(o.external_order_id) = called desc, o.order_date desc, o.id desc) as place
    from orders o where o.organization_id = organization and o.id = any(candidates) order by 2 limit take;
end $$;
revoke execute on function suggest_orders from public;
grant execute on function suggest_orders to motto_app;

-- Buyers with that name or email, the most recent buyer first.
create or replace function suggest_customers(words text[], take integer) returns table (name text, email text, bought_at timestamptz)
language plpgsql stable rows 10 security definer set search_path = public, pg_temp as $$
declare
  organization bigint := own_organization();
  candidates bigint[] := array(select matching_orders(words, 500));
  patterns text[] := array(select holding(w) from unnest(words) w);
begin
  return query select (array_agg(o.buyer_name order by o.order_date desc))[1], max(o.buyer_email), max(o.order_date)
    from orders o where o.organization_id = organization and o.id = any(candidates)
      and lower(o.buyer_name || ' ' || o.buyer_email) like all (patterns)
    group by coalesce(nullif(lower(o.buyer_email), ''), lower(o.buyer_name)) order by 3 desc limit take;
end $$;
revoke execute on function suggest_customers from public;
grant execute on function suggest_customers to motto_app;

-- Hashes of channels' records of orders.

create or replace function document_hash(body jsonb) returns bytea
language sql immutable strict parallel safe return sha256(convert_to(body::text, 'UTF8'));
