import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/**
 * A channel's own record of an order leaves the order's row: it is many times as wide, read for one order at a time, and holds what a buyer
 * may ask us to forget. `jsonb` writes equal documents as equal text, so equal hashes are equal documents.
 */
const schema = `
create function document_hash(body jsonb) returns bytea language sql immutable strict parallel safe
return sha256(convert_to(body::text, 'UTF8'));

create table order_documents (
  organization_id bigint not null,
  order_id bigint not null,
  -- Null once it was forgotten; the hash stays, so that the same version coming again is still known.
  body jsonb,
  hash bytea not null,
  kept_at timestamptz not null default now(),
  primary key (organization_id, order_id),
  foreign key (organization_id, order_id) references orders on delete cascade
);
create index order_documents_age on order_documents (kept_at) where body is not null;

insert into order_documents (organization_id, order_id, body, hash, kept_at)
select organization_id, id, channel_order, document_hash(channel_order), update_date
from orders where channel <> 'manual' and channel_order is not null;

-- Where an order made by hand came from is our own word. A buyer's account is what its channel calls them when it asks us to forget them.
alter table orders add source text not null default '', add buyer_account text not null default '', add buyer_erased_at timestamptz;
update orders set source = coalesce(channel_order ->> 'source', '') where channel = 'manual' and channel_order ->> 'source' <> '';
update orders set buyer_account = channel_order -> 'buyer' ->> 'username' where channel = 'ebay' and channel_order -> 'buyer' ->> 'username' <> '';
alter table orders drop channel_order;
create index orders_source on orders (organization_id, source) where source <> '';
create index orders_buyer_account on orders (buyer_account, channel) where buyer_account <> '';
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema + own(['order_documents'])).execute(db)
}
