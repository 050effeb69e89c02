import { type Kysely, sql } from 'kysely'

/**
 * One counter of tries per key, whose window begins with the first try. Windows began at full hours and minutes before, so that twice as many tries
 * fitted in the seconds around one. What was counted until now counts no more: how long its windows are is not known here.
 */
const schema = `
delete from rate_limits older using rate_limits newer where older.key = newer.key and older.window_start < newer.window_start;
alter table rate_limits drop constraint rate_limits_pkey, add primary key (key);
alter table rate_limits rename window_start to ends_at;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schema).execute(db)
}
