import type { Kysely } from 'kysely'
import type { SupportFile } from '#contract/support.ts'
import type { DB } from '../../db/types.ts'

type Db = Kysely<DB>
export interface NewMessage {
  userId: number
  email: string
  topic: string
  priority: string
  message: string
  sender: string
  queuedAt: Date
}

export async function keep(db: Db, message: NewMessage, files: SupportFile[]): Promise<number> {
  const { id } = await db.insertInto('supportMessages').values(message).returning('id').executeTakeFirstOrThrow()
  if (files.length > 0) {
    await db
      .insertInto('supportFiles')
      .values(
        files.map(({ name, type, content }, position) => ({
          messageId: id,
          position,
          name,
          type,
          content: Buffer.from(content),
        })),
      )
      .execute()
  }
  return id
}

export const find = (db: Db, id: number) =>
  db.selectFrom('supportMessages').selectAll().where('id', '=', id).executeTakeFirst()
export const filesOf = (db: Db, messageId: number) =>
  db
    .selectFrom('supportFiles')
    .select(['name', 'type', 'content'])
    .where('messageId', '=', messageId)
    .orderBy('position')
    .execute()
export const drop = (db: Db, id: number) => db.deleteFrom('supportMessages').where('id', '=', id).execute()

/** Marks these as queued again. */
export const takeForgotten = (db: Db, queuedBefore: Date, now: Date) =>
  db
    .updateTable('supportMessages')
    .set({ queuedAt: now })
    .where('queuedAt', '<', queuedBefore)
    .returning('id')
    .execute()

export const senderOf = (db: Db, userId: number, organizationId: number | null) =>
  db
    .selectFrom('users as u')
    .leftJoin('organizations as o', (j) => j.on('o.id', '=', organizationId))
    .select(['u.name', 'u.email', 'o.displayName'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
