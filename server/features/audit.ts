import { type Kysely, sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { DB } from '../db/types.ts'

export interface AuditEntry {
  entity: string
  entityId: number
  action: string
  /** The changed fields before and after; never secrets. */
  old?: object
  new?: object
}

/** Keeps who changed what, in the transaction of the change. */
export async function audit(ctx: Ctx, entry: AuditEntry): Promise<void> {
  await ctx.db
    .insertInto('auditEntries')
    .values({
      organizationId: ctx.organizationId,
      userId: ctx.userId,
      tokenId: ctx.token?.id ?? null,
      entity: entry.entity,
      entityId: entry.entityId,
      action: entry.action,
      old: entry.old ? JSON.stringify(entry.old) : null,
      new: entry.new ? JSON.stringify(entry.new) : null,
    })
    .execute()
}

/** The same for many, in one statement. @returns the number of the last entry about each record */
export async function auditMany(ctx: Ctx, entries: readonly AuditEntry[]): Promise<Map<number, number>> {
  if (entries.length === 0) return new Map()
  const { rows } = await sql<{ id: number; entityId: number }>`
    insert into audit_entries (organization_id, user_id, token_id, entity, entity_id, action, old, new)
    select ${ctx.organizationId}::bigint, ${ctx.userId}::bigint, ${ctx.token?.id ?? null}::bigint, e.entity, e."entityId", e.action, e.old, e.new
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(entity text, "entityId" bigint, action text, old jsonb, new jsonb)
    returning id, entity_id`.execute(ctx.db)
  return new Map(rows.map(({ id, entityId }) => [entityId, id]))
}

/** Takes words out of what entries keep from before and after, where a person asked to be forgotten. @param db the owner's: organizations only add entries */
export async function forgetWords(
  db: Kysely<DB>,
  { organizationId, entity, ids, words }: { organizationId: number; entity: string; ids: number[]; words: string[] },
): Promise<void> {
  await sql`
    update audit_entries set old = old - ${words}::text[], new = new - ${words}::text[]
    where organization_id = ${organizationId} and entity = ${entity} and entity_id = any(${ids}::bigint[])
      and (old ?| ${words}::text[] or new ?| ${words}::text[])`.execute(db)
}
