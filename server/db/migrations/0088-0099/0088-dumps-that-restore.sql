-- A dump of pg_dump is restored without a search path. `attribute_terms` did not find `attribute_term` there, so the table of
-- products could not be created. The terms stay the same, so nothing is computed again.
create or replace function attribute_terms(attributes jsonb, vendor text, location text, warehouse text, bin text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct public.attribute_term(t.name, t.value)), '{}') from (
    select a ->> 'name', coalesce(a ->> 'value', '') from jsonb_array_elements(attributes) a where a ->> 'name' is not null
    union all select * from (values ('Vendor', vendor), ('Location', location), ('Warehouse', warehouse), ('Bin', bin)) c(name, value) where c.value <> ''
  ) t(name, value)
$$;
