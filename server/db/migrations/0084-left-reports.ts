import { type Kysely, sql } from 'kysely'

/** Whoever leaves a report by themselves is still known: others see it, and they may come back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_readers add column left_at timestamptz`.execute(db)
}
