import { type Kysely, sql } from 'kysely'

/** A line that its order asks for no more, while its pieces lie in the box. The old rows hold, so that nothing has to be read. */
const schema = `
alter table order_items drop constraint order_items_quantity_check,
  add constraint order_items_quantity_check check (quantity >= 0) not valid;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
