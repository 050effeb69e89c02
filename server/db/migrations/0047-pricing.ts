import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/** How far listings whose price follows a schedule have come with it. */
const schema = `
create table listing_prices (
  organization_id bigint not null,
  listing_id bigint not null,
  -- Times that the price fell, and when it did last.
  reductions integer not null default 0 check (reductions >= 0),
  last_reduced timestamptz,
  -- Times that an auction was listed again.
  auctions integer not null default 0 check (auctions >= 0),
  -- From when on the days to the next reduction count.
  since timestamptz,
  -- Since when what stands there stands there.
  up_since timestamptz,
  -- It is being ended in order to be listed anew.
  relisting boolean not null default false,
  -- When there is something to do; null: nothing before it is listed, or its pricing changes.
  next_at timestamptz,
  primary key (organization_id, listing_id),
  foreign key (organization_id, listing_id) references listing_products on delete cascade
);
create index listing_prices_due on listing_prices (next_at) where next_at is not null;

alter table change_sets drop constraint change_sets_kind_check;
alter table change_sets add constraint change_sets_kind_check check (kind in ('edit', 'bulk', 'tags', 'delete', 'import', 'rules', 'pricing', 'undo'));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['listing_prices'])).execute(db)
}
