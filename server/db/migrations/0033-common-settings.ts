import { type Kysely, sql } from 'kysely'

/**
 * What every channel's settings say stands in columns, which statements over many listings read. The database keeps them in step with the
 * settings, which remain the one place that is written.
 */
const schema = `
alter table integrations
  add buffer integer not null generated always as (coalesce((settings ->> 'buffer')::integer, 0)) stored,
  add location_id text not null generated always as (coalesce(settings ->> 'locationId', '')) stored;
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
