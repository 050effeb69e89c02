import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/**
 * What a listing owes its channel, and what it was told last, apart from the listing: a sale rewrites this narrow row, and none of the
 * listing's own indexes. Each listing has one, from its beginning to its end.
 */
const schema = `
create table listing_debts (
  organization_id bigint not null,
  listing_id bigint not null,
  integration_id bigint not null,
  pending text check (pending in ('publish', 'revise', 'quantity', 'end')),
  pending_version bigint not null default 0,
  pending_since timestamptz,
  -- The channel shows more than there is: lowering goes before raising.
  urgent boolean not null default false,
  attempts integer not null default 0,
  next_try_at timestamptz,
  claimed_until timestamptz,
  claimed_by uuid,
  pushed_quantity integer,
  pushed_at timestamptz,
  primary key (organization_id, listing_id),
  foreign key (organization_id, listing_id) references listing_products on delete cascade
) with (fillfactor = 80);
insert into listing_debts
  (organization_id, listing_id, integration_id, pending, pending_version, pending_since, urgent, attempts, next_try_at, claimed_until, claimed_by, pushed_quantity, pushed_at)
select organization_id, id, integration_id, pending, pending_version, pending_since, urgent, attempts, next_try_at, claimed_until, claimed_by, pushed_quantity, pushed_at
from listing_products;
create index listing_debts_pending on listing_debts (organization_id, integration_id, urgent desc, next_try_at) where pending is not null;
-- What takes few calls is taken before what takes many: it is found without passing over those.
create index listing_debts_quick on listing_debts (organization_id, integration_id, urgent desc, next_try_at)
  where pending is not null and (urgent or pending in ('quantity', 'end'));
create index listing_debts_due on listing_debts (next_try_at) where pending is not null;

alter table listing_products
  drop pending, drop pending_version, drop pending_since, drop urgent, drop attempts, drop next_try_at, drop claimed_until, drop claimed_by,
  drop pushed_quantity, drop pushed_at;

create function begin_debts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_debts (organization_id, listing_id, integration_id) select organization_id, id, integration_id from changed;
  return null;
end $$;
create trigger listing_products_begin_debts after insert on listing_products referencing new table as changed for each statement execute function begin_debts();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['listing_debts'])).execute(db)
}
