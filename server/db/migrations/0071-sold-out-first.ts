import { type Kysely, sql } from 'kysely'

const schema = `
-- What an app's accounts took of a quota of which no stretch may hold too much, whenever it begins.
create table channel_quota_hours (
  channel text not null,
  account_id bigint not null,
  lane text not null,
  seconds integer not null,
  integration_id bigint not null,
  -- Of a stretch as long as a part of the quota's.
  ends_at timestamptz not null,
  used integer not null,
  primary key (channel, account_id, lane, seconds, ends_at, integration_id)
);

-- Sold out there, or one of its variations is: told before all else.
alter table listing_debts add sold_out boolean not null default false;
drop index listing_debts_pending;
drop index listing_debts_quick;
create index listing_debts_pending on listing_debts (organization_id, integration_id, sold_out desc, urgent desc, next_try_at) where pending is not null;
create index listing_debts_quick on listing_debts (organization_id, integration_id, sold_out desc, urgent desc, next_try_at)
  where pending is not null and (urgent or pending in ('quantity', 'end'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
