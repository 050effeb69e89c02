import { type Kysely, sql } from 'kysely'
import { own } from './own.ts'

/** Pictures that imports link from other shops, on their way into our own store; copied ones are remembered, so that the same file changes nothing when it comes again. */
const schema = `
create table remote_pictures (
  organization_id bigint not null,
  product_id bigint not null,
  -- An address may be too long for an index.
  key text generated always as (md5(url)) stored,
  url text not null,
  change_set_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'copied', 'failed')),
  copied_url text not null default '',
  reason text not null default '',
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  primary key (organization_id, product_id, key),
  foreign key (organization_id, product_id) references products on delete cascade
);
create index remote_pictures_waiting on remote_pictures (organization_id, next_try_at) where state = 'waiting';
create index remote_pictures_copied on remote_pictures (organization_id, key) where state = 'copied';
create index remote_pictures_of_change_set on remote_pictures (organization_id, change_set_id);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
  await sql.raw(own(['remote_pictures'])).execute(db)
}
