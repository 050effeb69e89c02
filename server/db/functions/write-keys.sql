-- The keys of writes (server/http/idempotency.ts). A write claims its key first in its own transaction, and keeps its answer there last: both are
-- saved with the work, or neither. These functions run as the owner, so that the organizations' role need not see the keys.

-- The organizations' role has no business with the keys of another organization.
create or replace function own_key(of_organization bigint) returns void language plpgsql as $$
begin
  if own_organization() is distinct from of_organization and own_organization() is not null then
    raise exception 'a key of organization % in organization %', of_organization, own_organization();
  end if;
end $$;

create or replace function claim_write(of_organization bigint, of_user bigint, of_key text, hash bytea, wait_ms int)
returns table (mine boolean, request_hash bytea, reply json, receipt json)
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = 0 as $$
declare moment timestamptz := now(); stale timestamptz := now() - interval '5 minutes';
begin
  perform own_key(of_organization);
  perform set_config('lock_timeout', wait_ms::text, true);
  insert into idempotency_keys as k (organization_id, user_id, key, request_hash) values (of_organization, of_user, of_key, hash)
    on conflict (organization_id, user_id, key) do update set request_hash = excluded.request_hash, created_at = moment
      where k.reply is null and k.receipt is null and k.created_at < stale;
  if found then
    return query select true, hash, null::json, null::json;
  else
    return query select false, k.request_hash, k.reply, k.receipt from idempotency_keys k
      where k.organization_id = of_organization and k.user_id = of_user and k.key = of_key;
  end if;
end $$;

-- The same where the work travels right behind it: a key that is known fails, and with it the transaction, so that nothing of the work is done again.
create or replace function begin_write(of_organization bigint, of_user bigint, of_key text, hash bytea, wait_ms int) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = 0 as $$
declare moment timestamptz := now(); stale timestamptz := now() - interval '5 minutes';
begin
  perform own_key(of_organization);
  perform set_config('lock_timeout', wait_ms::text, true);
  insert into idempotency_keys as k (organization_id, user_id, key, request_hash) values (of_organization, of_user, of_key, hash)
    on conflict (organization_id, user_id, key) do update set request_hash = excluded.request_hash, created_at = moment
      where k.reply is null and k.receipt is null and k.created_at < stale;
  if not found then
    raise exception 'the key of this write is known' using errcode = 'MK001';
  end if;
end $$;

create or replace function keep_write(of_organization bigint, of_user bigint, of_key text, new_receipt json, new_reply json) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  perform own_key(of_organization);
  update idempotency_keys set receipt = coalesce(new_receipt, receipt), reply = coalesce(new_reply, reply)
  where organization_id = of_organization and user_id = of_user and key = of_key;
end $$;

-- Work that is saved in several transactions, or asks somebody outside, goes on from here; one at a time.
create or replace function lock_write(of_organization bigint, of_user bigint, of_key text) returns json
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '3s' as $$
#variable_conflict use_column
begin
  perform own_key(of_organization);
  return (select receipt from idempotency_keys where organization_id = of_organization and user_id = of_user and key = of_key for update);
end $$;

revoke execute on function own_key, claim_write, begin_write, keep_write, lock_write from public;
grant execute on function claim_write, begin_write, keep_write, lock_write to motto_app;
