import { type Kysely, sql } from 'kysely'

/**
 * The two tables that only grow lead their keys with what they can be divided by later: movements by level, audit entries by time. A partition's
 * column has to be in every unique, and a key of a table with millions of rows is dear to change.
 */
const schema = `
alter table stock_movements drop constraint stock_movements_pkey, add primary key (organization_id, level_id, id);
alter table audit_entries drop constraint audit_entries_pkey, add primary key (organization_id, at, id);
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
