import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import type { MailedCodesTable } from '../../db/tables/accounts.ts'

export type Purpose = MailedCodesTable['purpose']
export const CODE_MINUTES = 30
const hashOf = (code: string) => createHash('sha256').update(code).digest()

/** A fresh code for a mail; the user's older ones of this purpose stop working. Only its hash is kept. */
export async function issueCode(db: Kysely<DB>, clock: Clock, userId: number, purpose: Purpose): Promise<string> {
  // Two at once would both stay valid.
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  await voidCodes(db, userId, [purpose])
  const code = randomBytes(32).toString('base64url')
  const now = clock.now()
  await db
    .insertInto('mailedCodes')
    .values({
      userId,
      purpose,
      hash: hashOf(code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_MINUTES * 60_000),
    })
    .execute()
  return code
}

export const voidCodes = (db: Kysely<DB>, userId: number, purposes: Purpose[]) =>
  db
    .deleteFrom('mailedCodes')
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .execute()

/** Whose code it is: mailed links name the user by uuid or by email. */
export type Whose = { uuid: string } | { email: string }

/** Uses a code up in one statement, so that it works once however many send it. @returns its user's id */
export async function claimCode(
  db: Kysely<DB>,
  clock: Clock,
  whose: Whose,
  purpose: Purpose,
  code: string,
): Promise<number | undefined> {
  const now = clock.now()
  const row = await db
    .updateTable('mailedCodes as c')
    .from('users as u')
    .set({ usedAt: now })
    .whereRef('u.id', '=', 'c.userId')
    .where((e) =>
      'uuid' in whose
        ? e('u.uuid', '=', whose.uuid)
        : e(e.fn<string>('lower', ['u.email']), '=', whose.email.toLowerCase()),
    )
    .where('c.purpose', '=', purpose)
    .where('c.hash', '=', hashOf(code))
    .where('c.usedAt', 'is', null)
    .where('c.expiresAt', '>', now)
    .returning('c.userId')
    .executeTakeFirst()
  return row?.userId
}

/** Whose code it is while it still works, without using it up. */
export async function findCode(
  db: Kysely<DB>,
  clock: Clock,
  whose: Whose,
  purpose: Purpose,
  code: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('mailedCodes as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select('c.userId')
    .where((e) =>
      'uuid' in whose
        ? e('u.uuid', '=', whose.uuid)
        : e(e.fn<string>('lower', ['u.email']), '=', whose.email.toLowerCase()),
    )
    .where('c.purpose', '=', purpose)
    .where('c.hash', '=', hashOf(code))
    .where('c.usedAt', 'is', null)
    .where('c.expiresAt', '>', clock.now())
    .executeTakeFirst()
  return row?.userId
}

/** Whether a refused code was once right: only its holder learns this. */
export async function wasUsed(db: Kysely<DB>, uuid: string, purpose: Purpose, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('mailedCodes as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select('c.id')
    .where('u.uuid', '=', uuid)
    .where('c.purpose', '=', purpose)
    .where('c.hash', '=', hashOf(code))
    .where('c.usedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
