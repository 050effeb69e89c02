import { type Kysely, sql } from 'kysely'
import type { DB } from '../types.ts'

/**
 * Whether the database may plan a statement once for all values. One with several nodes may not: which node is asked depends on the organization, and
 * statements of several steps are refused. It has the setting for the whole database (server/db/nodes/distribute.ts).
 */
export async function plansOnce(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(db)
  return rows[0]?.mode !== 'force_custom_plan'
}
