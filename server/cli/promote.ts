import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { openPools } from '../db/pools.ts'
import type { DB } from '../db/types.ts'
import { StartError } from '../start-error.ts'

/** Makes a user super-admin; it holds from their next sign-in. @throws StartError when nobody has this email, or has not confirmed it */
export async function promote(db: Kysely<DB>, email: string): Promise<void> {
  const user = await db.selectFrom('users').select(['id', 'emailConfirmedAt']).where((e) => e(e.fn<string>('lower', ['email']), '=', email.toLowerCase())).executeTakeFirst()
  if (!user) throw new StartError(`Nobody has an account with the email ${email}. Sign up first.`)
  if (!user.emailConfirmedAt) throw new StartError(`${email} is not confirmed yet. Open the link in the confirmation mail first.`)
  await db.updateTable('users').set({ isSuper: true }).where('id', '=', user.id).execute()
}

/** `node server/cli/promote.ts <email>`, while Motto is stopped or with DATABASE_URL. */
async function main(email: string | undefined): Promise<void> {
  if (!email) throw new StartError('Whom? For example: node server/cli/promote.ts dana@example.com')
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { databaseUrl, dataDir } = readConfig(process.env)
  const opened = await openDatabase({ databaseUrl, dataDir, log: (line) => console.error(line) })
  try {
    await migrate(opened.connection)
    const pools = openPools(opened.connection, 1)
    await promote(pools.system, email).finally(() => pools.close())
    console.log(`${email} is super-admin from the next sign-in on.`)
  } finally {
    await opened.stop()
  }
}

if (import.meta.main) {
  await main(process.argv[2]).catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  })
}
