import { type Kysely, sql } from 'kysely'

/** Of a bundle each component is packed by itself; 0: the line is none. */
const schema = `
alter table packed_pieces add level_id bigint not null default 0;
alter table packed_pieces drop constraint packed_pieces_pkey;
alter table packed_pieces add primary key (organization_id, item_id, level_id);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
