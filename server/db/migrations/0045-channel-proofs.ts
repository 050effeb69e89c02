import { type Kysely, sql } from 'kysely'

/** What a channel sent last to the address that it calls for all accounts: entered on its page, it proves that the address is the operator's. */
const schema = `
create table channel_proofs (
  channel text primary key,
  proof text not null,
  heard_at timestamptz not null default now()
);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
