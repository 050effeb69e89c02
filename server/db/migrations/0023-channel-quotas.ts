import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/**
 * What is left of the calls that channels allow, shared by all processes: of a connected account, or of the operator's app (`account_id` 0).
 * A process takes some in advance, so most calls ask nobody.
 */
const schema = `
create table channel_quotas (
  channel text not null,
  account_id bigint not null,
  lane text not null,
  seconds integer not null,
  -- Of a short quota: calls left when it was last counted.
  tokens double precision not null,
  counted_at timestamptz not null default now(),
  -- Of a long one: calls taken in the window that ends then, and how many it has, where the channel said so.
  used integer not null default 0,
  window_ends_at timestamptz,
  calls integer,
  -- The channel refused for want of quota.
  blocked_until timestamptz,
  primary key (channel, account_id, lane, seconds)
);
-- Whose calls of an app's window those were.
create table channel_quota_shares (
  organization_id bigint not null,
  integration_id bigint not null,
  lane text not null,
  seconds integer not null,
  used integer not null,
  window_ends_at timestamptz not null,
  primary key (organization_id, integration_id, lane, seconds),
  foreign key (organization_id, integration_id) references integrations on delete cascade
);
-- Who may call just now, where calls may not overlap.
create table channel_seats (
  channel text not null,
  account_id bigint not null,
  lane text not null,
  seat integer not null,
  holder uuid not null,
  held_until timestamptz not null,
  primary key (channel, account_id, lane, seat)
);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['channel_quota_shares'], 'select')).execute(db)
}
