-- The organization that the connection is set to; row-level security compares the same setting.

create or replace function own_organization() returns bigint language sql stable as $$ select nullif(current_setting('app.organization_id', true), '')::bigint $$;
