import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/*
 * Lines of orders that somebody has to settle: of SKUs that nobody knows, and short of pieces.
 */
const schema = `
-- What a line was sold as, where its pieces are those of another SKU; somebody decided to wait for its pieces; that it needs none of ours.
alter table order_items add sold_as text not null default '', add waits boolean not null default false, add left_alone boolean not null default false;

-- Which of our SKUs a channel's means, where somebody has said so.
create table channel_skus (
  organization_id bigint not null,
  channel text not null,
  sku text not null,
  level_id bigint not null,
  user_id bigint,
  at timestamptz not null,
  primary key (organization_id, channel, sku),
  foreign key (organization_id, level_id) references stock_levels on delete cascade
);
create index channel_skus_level on channel_skus (organization_id, level_id);

-- Whether it has lines that are of no product of ours. Kept with the mark beside it, as lists count both.
alter table orders add has_unknown boolean not null default false;
update orders o set has_unknown = true where o.state = 'open' and exists (
  select from order_items i where i.organization_id = o.organization_id and i.order_id = o.id and i.level_id is null and i.product_id is null);
create index orders_unsettled on orders (organization_id, order_date, id) where state = 'open' and (oversold or has_unknown);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['channel_skus'])).execute(db)
}
