import type pg from 'pg'

/**
 * Fills empty tables of orders without their indexes and triggers: both would take many times as long as the rows. The indexes are made anew after; what
 * triggers keep is for the caller.
 */
export async function inBulk(db: pg.Client, tables: readonly string[], fill: () => Promise<unknown>): Promise<void> {
  await db.query(`truncate ${tables.join(', ')} cascade`)
  const { rows: indexes } = await db.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  await db.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'`,
  )
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  try {
    await fill()
  } finally {
    for (const { made } of indexes) await db.query(made)
    await db.query('reset session_replication_role; reset synchronous_commit')
  }
}
