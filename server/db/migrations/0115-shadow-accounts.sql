-- A token that is limited to some accounts sees nothing of what another account in shadow mode would be sent.
create policy only_accounts on shadow_changes as restrictive to motto_limited
  using (integration_id = any((current_setting('app.accounts')::bigint[]))) with check (integration_id = any((current_setting('app.accounts')::bigint[])));
create policy only_accounts on shadow_parcels as restrictive to motto_limited
  using (integration_id = any((current_setting('app.accounts')::bigint[]))) with check (integration_id = any((current_setting('app.accounts')::bigint[])));
