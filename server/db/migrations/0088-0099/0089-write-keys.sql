-- A receipt is what a write left that is answered only after its commit. Replies are kept as text (`json`): `jsonb` refuses some characters that a
-- refused value may bring.
alter table idempotency_keys
  alter column reply type json using reply::text::json,
  add column receipt json;

-- A request that is sent again after a crash goes on with the hold that its first try left.
alter table shipping_holds add column request text not null default '';
