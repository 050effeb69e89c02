-- The role that serves organizations, and the functions that columns and indexes are computed by.

-- It owns nothing, so row-level security binds it. Roles belong to the server: another database may have created it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'motto_app') then create role motto_app nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin execute format('grant motto_app to %I', current_user); exception when others then
  if not pg_has_role(current_user, 'motto_app', 'member') then raise; end if;
end $$;

-- Other functions are in server/db/functions. These are here because stored values and indexes depend on what they
-- return: a change takes a migration that computes those again.

-- The terms of a product's attributes: name, separator, value. Long values are cut so that they fit an index; a hash
-- tells them apart.
create function attribute_term(name text, value text) returns text language sql immutable parallel safe as $$
  select name || chr(31) || case when octet_length(value) <= 500 then value else left(value, 100) || chr(31) || md5(value) end
$$;
-- Columns of a product count as attributes under the names that templates give them.
create function attribute_terms(attributes jsonb, vendor text, location text, warehouse text, bin text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct attribute_term(t.name, t.value)), '{}') from (
    select a ->> 'name', coalesce(a ->> 'value', '') from jsonb_array_elements(attributes) a where a ->> 'name' is not null
    union all select * from (values ('Vendor', vendor), ('Location', location), ('Warehouse', warehouse), ('Bin', bin)) c(name, value) where c.value <> ''
  ) t(name, value)
$$;

-- The emoji, arrows and symbols in a title, which PostgreSQL's text parser drops: each by itself, with its modifiers, with
-- those joined to it, and whole runs of them.
create function symbols_of(title text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct f.m[1]), '{}') from (
    select regexp_matches(title, '([\u2190-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF])', 'g') as m
    union all select regexp_matches(title, '([\u2190-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF][\uFE0F\U0001F3FB-\U0001F3FF]*)', 'g') as m
    union all select regexp_matches(title, '([\u2190-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF][\uFE0F\u200D\U0001F3FB-\U0001F3FF]*(?:(?<=\u200D)[\u2190-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF][\uFE0F\u200D\U0001F3FB-\U0001F3FF]*)*)', 'g') as m
    union all select regexp_matches(title, '([\u2190-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF][\u2190-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF\uFE0F\u200D\U0001F3FB-\U0001F3FF]*)', 'g') as m
  ) f
$$;

-- The barcode of a product or variation, and its attributes with the names of barcodes, each filled up to the 14 digits of
-- a GTIN: what is printed, typed or scanned is a part of it, with or without leading zeros. `barcodeName` in
-- domain/products/search.ts has the same names, and a test compares them.
create function barcodes(barcode text, attributes jsonb) returns text language sql immutable parallel safe as $$
  select string_agg(lpad(d.digits, greatest(14, length(d.digits)), '0'), ' ') from (
    select barcode as value, 'barcode' as name union all
    select left(a ->> 'value', 100), a ->> 'name' from jsonb_array_elements(attributes) a) c
  cross join lateral (select upper(regexp_replace(c.value, '[\s-]', '', 'g')) as digits) d
  where c.name ~* '^(upc|ean|gtin|isbn|bar ?code)([ -]?(a|e|code|number|no\.?|8|10|12|13|14))?$' and d.digits ~ '^[0-9]{4,14}X?$'
$$;

-- What an order is found by: its number, the channel's id, the buyer's name and email.
create function order_text(number text, external_id text, buyer text, email text) returns text language sql immutable parallel safe as $$
  select lower(number || ' ' || external_id || ' ' || buyer || ' ' || email)
$$;
