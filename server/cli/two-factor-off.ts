import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import { revokeSessions, turnOff } from '../features/accounts/queries.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './command.ts'

/** Turns a user's two-factor sign-in off, for who has lost app and backup codes, and ends their sessions. @throws StartError when it is not on */
export async function turnTwoFactorOff(db: Kysely<DB>, email: string): Promise<void> {
  await db.transaction().execute(async (inner) => {
    const user = await inner
      .selectFrom('users')
      .select('id')
      .where((e) => e(e.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where('twoFactorAt', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw new StartError(`No account with the email ${email} has two-factor authentication on.`)
    await turnOff(inner, user.id)
    await revokeSessions(inner, user.id, new Date())
  })
}

if (import.meta.main) {
  await runCommand('two-factor-off.ts', async (db, email) => {
    await turnTwoFactorOff(db, email)
    return `Two-factor authentication of ${email} is off.`
  })
}
