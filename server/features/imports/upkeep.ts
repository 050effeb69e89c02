import { type Kysely, sql } from 'kysely'
import type { Ctx } from '../../context.ts'
import type { DB } from '../../db/types.ts'

/** Imports at which nobody works for a while though they should: of every organization. */
export const forgotten = (system: Kysely<DB>, before: Date) =>
  system
    .selectFrom('imports')
    .select(['organizationId', 'id', 'state'])
    .where('state', 'in', ['reading', 'planning', 'applying'])
    .where('bytes', '>', 0)
    .where('touchedAt', '<', before)
    .limit(500)
    .execute()
export const organizationsWithOld = (system: Kysely<DB>, before: Date) =>
  system.selectFrom('imports').select('organizationId').distinct().where('createdAt', '<', before).limit(500).execute()

/** Imports begun before a moment, and uploads that never came to their end. */
export const old = (ctx: Ctx, before: Date, unfinished: Date) =>
  ctx.db
    .selectFrom('imports')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where((e) =>
      e.or([
        e('createdAt', '<', before),
        e.and([e('state', '=', 'reading'), e('bytes', '=', 0), e('createdAt', '<', unfinished)]),
      ]),
    )
    .execute()

/** Deletes some of what an import keeps. @returns whether there is more */
export async function purge(ctx: Ctx, importId: number, limit: number): Promise<boolean> {
  for (const [table, key] of [
    ['import_units', 'line'],
    ['import_rows', 'line'],
    ['import_chunks', 'position'],
  ] as const) {
    const own = sql`organization_id = ${ctx.organizationId} and import_id = ${importId}`
    const { numAffectedRows } =
      await sql`delete from ${sql.table(table)} where ${own} and ${sql.ref(key)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${own} limit ${limit})`.execute(
        ctx.db,
      )
    if (Number(numAffectedRows ?? 0) === limit) return true
  }
  return false
}
