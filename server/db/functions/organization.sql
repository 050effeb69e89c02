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

-- Saves what people choose about an organization. Returns the row of before, whose organization nobody else changes until the transaction ends. As the
-- owner, as above, and whole on the organization's node.
create or replace function save_choices(of_organization bigint, choices jsonb) returns setof organizations
language plpgsql rows 1 security definer set search_path = public, pg_temp as $$
declare former organizations; chosen organizations;
begin
  if own_organization() is distinct from of_organization and own_organization() is not null then
    raise exception 'the choices of organization % in organization %', of_organization, own_organization();
  end if;
  select * into former from organizations where id = of_organization for update;
  if not found then return; end if;
  chosen := jsonb_populate_record(former, choices);
  if former is distinct from chosen then
    if choices ? 'currency' then chosen.currency_set_at := now(); end if;
    update organizations set display_name = chosen.display_name, description = chosen.description, require_two_factor = chosen.require_two_factor,
      currency = chosen.currency, currency_set_at = chosen.currency_set_at, time_zone = chosen.time_zone where id = of_organization;
  end if;
  return next former;
end $$;
revoke execute on function save_choices from public;
grant execute on function save_choices to motto_app;
