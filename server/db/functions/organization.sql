-- The organization that the connection is set to; row-level security compares the same setting.

create or replace function own_organization() returns bigint language sql stable as $$ select nullif(current_setting('app.organization_id', true), '')::bigint $$;

-- The currency of its first account becomes the organization's, unless one was chosen or taken over before. As the owner: the organizations' role writes no organization.
create or replace function guess_currency(of_organization bigint, guessed text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if own_organization() is distinct from of_organization and own_organization() is not null then
    raise exception 'the currency of organization % in organization %', of_organization, own_organization();
  end if;
  update organizations set currency = guessed, currency_set_at = now() where id = of_organization and currency_set_at is null;
  return found;
end $$;
revoke execute on function guess_currency from public;
grant execute on function guess_currency to motto_app;
