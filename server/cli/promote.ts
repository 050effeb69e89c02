import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import { makeSuperAdmin } from '../features/accounts/queries.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './command.ts'

/** Makes a user super-admin; it holds from their next sign-in. @throws StartError when nobody has this email, or has not confirmed it */
export async function promote(db: Kysely<DB>, email: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'emailConfirmedAt'])
    .where((e) => e(e.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (!user) throw new StartError(`No account has the email ${email}. Sign up first.`)
  if (!user.emailConfirmedAt)
    throw new StartError(`${email} isn’t confirmed. Open the link in the confirmation email first.`)
  await makeSuperAdmin(db, user.id)
}

if (import.meta.main) {
  await runCommand('promote.ts', async (db, email) => {
    await promote(db, email)
    return `${email} will be a Super Admin from the next login on.`
  })
}
