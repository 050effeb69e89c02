-- A proposal about orders or a publish run is seen by tokens that reach all its accounts. Products belong to no account. What a proposal is about stands in
-- its first row; orders that were entered by hand have no account.
create policy only_accounts on proposals as restrictive to motto_limited
  using (rows -> 0 ->> 'about' is null or not exists (
    select from (select jsonb_path_query(rows, '$[*].integrationId') as id union all select jsonb_path_query(rows, '$[*].integrationIds[*]')) accounts
    where id <> 'null' and id::bigint <> all(current_setting('app.accounts')::bigint[])));
