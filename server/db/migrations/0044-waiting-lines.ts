import { type Kysely, sql } from 'kysely'

/** Whoever frees pieces asks at once which lines wait for them. */
const schema = `create index order_items_waiting on order_items (organization_id, level_id) where shortfall > 0`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
