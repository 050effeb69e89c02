import { type Kysely, sql } from 'kysely'

/*
 * What a line was promised is found by its source key first. With the level first, the way by the primary key looked as short, as most levels have few
 * movements; but that one reads all of a level, and a SKU that sells well has very many.
 */
const schema = `
create unique index stock_movements_key on stock_movements (organization_id, source_key, level_id);
drop index stock_movements_source_key;
alter index stock_movements_key rename to stock_movements_source_key;
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
