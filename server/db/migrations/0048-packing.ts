import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/*
 * What lies in the box already, line by line: packers tick it piece by piece, on several devices at once. Apart from the lines, because every
 * change of those is summed up for the analytics.
 */
const schema = `
create table packed_pieces (
  organization_id bigint not null,
  item_id bigint not null,
  order_id bigint not null,
  pieces integer not null check (pieces >= 0),
  -- Who touched it last.
  user_id bigint,
  packed_at timestamptz not null,
  primary key (organization_id, item_id),
  foreign key (organization_id, item_id) references order_items on delete cascade
);
create index packed_pieces_order on packed_pieces (organization_id, order_id);

-- An order that somebody is shipping just now: its channel is asked outside of any transaction, and nobody else may ask meanwhile.
create table shipping_holds (
  organization_id bigint not null,
  order_id bigint not null,
  user_id bigint,
  until timestamptz not null,
  primary key (organization_id, order_id),
  foreign key (organization_id, order_id) references orders on delete cascade
);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['packed_pieces', 'shipping_holds'])).execute(db)
}
