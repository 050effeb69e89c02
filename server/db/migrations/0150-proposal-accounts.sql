-- A proposal about orders or a publish run is seen by tokens that reach all its accounts. Products belong to no account. What a proposal is about stands in
-- its first row; orders that were entered by hand have no account. A policy has no query (docs/decisions/0017-many-nodes.md), so that a path looks.
create policy only_accounts on proposals as restrictive to motto_limited
  using (rows -> 0 ->> 'about' is null or not (
    jsonb_path_exists(rows, '$[*].integrationId ? (@ != null && !(@ == $accounts[*]))',
      jsonb_build_object('accounts', to_jsonb(current_setting('app.accounts')::bigint[])))
    or jsonb_path_exists(rows, '$[*].integrationIds[*] ? (!(@ == $accounts[*]))',
      jsonb_build_object('accounts', to_jsonb(current_setting('app.accounts')::bigint[])))));
