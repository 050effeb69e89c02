import { type Kysely, sql } from 'kysely'

/** What a channel says of an account in its own words (a region, a merchant), and the proof of who asked for a consent, sealed. */
const schema = `
alter table integrations add facts jsonb not null default '{}';
alter table oauth_states add facts jsonb not null default '{}', add verifier bytea;
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
