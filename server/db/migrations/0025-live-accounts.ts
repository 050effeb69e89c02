import { type Kysely, sql } from 'kysely'

/** How often an account is looked at follows what happens there; and what its owner must still switch on there is kept for the page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table integrations
      -- The last new or changed order.
      add orders_seen_at timestamptz,
      -- The channel was last found to call us.
      add hooked_at timestamptz,
      add hooks_problem text not null default '',
      add readiness jsonb,
      add readiness_at timestamptz`.execute(db)
}
