import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/**
 * What stands on a channel by all that we know, for each SKU of a listing and each place. A channel sells before we hear of it:
 * what is missing from `expected` was sold there, and counts as gone everywhere until its order is taken in.
 */
const schema = `
create table listing_stock (
  organization_id bigint not null,
  listing_id bigint not null,
  sku text not null,
  location_id text not null,
  integration_id bigint not null,
  -- The number that we set last.
  last_set integer not null,
  set_at timestamptz not null default now(),
  -- The same, less the pieces sold there since.
  expected integer not null,
  -- Pieces sold there, as its number told, whose orders we have yet to see.
  unseen integer not null default 0 check (unseen >= 0),
  unseen_since timestamptz,
  -- Sent, but what became of it is not known.
  trying integer,
  -- Counts what was heard of sales: a look that was begun before one may not overwrite it.
  heard bigint not null default 0,
  primary key (organization_id, listing_id, sku, location_id),
  foreign key (organization_id, listing_id) references listing_products on delete cascade
);
create index listing_stock_integration on listing_stock (organization_id, integration_id, sku);
create index listing_stock_unseen on listing_stock (organization_id, sku) include (unseen) where unseen > 0;
create index listing_stock_waiting on listing_stock (unseen_since) where unseen > 0;
-- A reconnected channel is looked at before it is told anything, until this moment at the latest.
alter table integrations add look_first_until timestamptz;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['listing_stock'])).execute(db)
}
