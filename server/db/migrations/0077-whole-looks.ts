import { type Kysely, sql } from 'kysely'

const schema = `
-- When the last look at the orders began that read the whole overlap: only such a look tells of every sale before it.
alter table integrations add orders_whole_at timestamptz;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
