import { type Kysely, sql } from 'kysely'

/** A corrected tracking number that its channel could not be told is told when it is saved again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add tracking_untold boolean not null default false`.execute(db)
}
