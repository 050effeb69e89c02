import { type Kysely, sql } from 'kysely'

/**
 * Pieces of a line that nobody has to pack any more, though they count in its quantity, and pieces that had left before its channel added others:
 * only the others are promised and sent.
 */
const schema = `alter table order_items
  add lost integer not null default 0 check (lost >= 0),
  add gone integer not null default 0 check (gone >= 0)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
