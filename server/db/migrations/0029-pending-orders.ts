import { type Kysely, sql } from 'kysely'

/** What the filter value "Pending" selects, in the words of `server/db/order-rules.ts`: few of many, so that no page reads through all the others. */
const schema = `
create index orders_pending on orders (organization_id, order_date desc, id desc)
  where not (stage = 'done' or (shipping in ('none', 'shipped') and payment in ('paid', 'partly_refunded')));
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
