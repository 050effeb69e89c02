import { type Kysely, sql } from 'kysely'

/** What of a template's products is looked for where prices are suggested: words, and names of attributes. */
const schema = `alter table product_templates add price_search jsonb not null default '{}'`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
