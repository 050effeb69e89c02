import { sql } from 'kysely'
import type { Ctx } from '../context.ts'

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
      entity: entry.entity,
      entityId: entry.entityId,
      action: entry.action,
      old: entry.old ? JSON.stringify(entry.old) : null,
      new: entry.new ? JSON.stringify(entry.new) : null,
    })
    .execute()
}

/** The same for many, in one statement. */
export async function auditMany(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into audit_entries (organization_id, user_id, entity, entity_id, action, old, new)
    select ${ctx.organizationId}::bigint, ${ctx.userId}::bigint, e.entity, e."entityId", e.action, e.old, e.new
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(entity text, "entityId" bigint, action text, old jsonb, new jsonb)`.execute(
    ctx.db,
  )
}
