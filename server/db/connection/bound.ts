import { type Kysely, sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import type { DB } from '../types.ts'

/**
 * Row-level security does not apply to the owner. A pooler that drops the role that we ask for would silently disable it.
 * @throws StartError when a connection of an organization speaks as anybody else
 */
export async function mustBeBound(organization: Kysely<DB>): Promise<void> {
  const {
    rows: [row],
  } = await sql<{
    role: string
    bypasses: boolean
  }>`select current_user as role, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`.execute(
    organization,
  )
  if (row?.role === 'motto_app' && !row.bypasses) return
  throw new StartError(
    `DATABASE_URL leads to connections of the role ${row?.role ?? 'nobody'} where motto_app was asked for, so that organizations would not be kept apart: connect without a pooler, or with one in session mode that passes the startup parameter "options" on.`,
  )
}
