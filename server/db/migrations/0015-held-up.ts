import { type Kysely, sql } from 'kysely'

/** Since when a connection is held up, and why: it mends itself, and says so meanwhile. */
const schema = `
alter table integrations
  add held_since timestamptz,
  add held_kind text not null default '',
  add held_reason text not null default '',
  add held_tries integer not null default 0,
  add orders_failing_since timestamptz,
  add orders_problem text not null default '';
`

export const up = async (db: Kysely<unknown>) => {
  await sql.raw(schema).execute(db)
}
