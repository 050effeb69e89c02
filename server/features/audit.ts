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
  await ctx.db.insertInto('auditEntries').values({
    organizationId: ctx.organizationId, userId: ctx.userId, entity: entry.entity, entityId: entry.entityId, action: entry.action,
    old: entry.old ? JSON.stringify(entry.old) : null, new: entry.new ? JSON.stringify(entry.new) : null,
  }).execute()
}
