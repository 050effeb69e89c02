import { createHash, randomBytes } from 'node:crypto'
import type { Services } from '../../../context.ts'
import { seal, unseal } from '../../../http/seal.ts'
import type { Person, ProviderSession, Secrets } from './provider.ts'

/** How long the way to the provider and back may take, and then the password. */
const MINUTES = 10
export const ATTEMPT_SECONDS = MINUTES * 60
const SEALED_FOR = 'sign-on'

interface Common {
  provider: string
  redirectTo: string
}
/** The browser is at the provider. */
export interface Away extends Common, Secrets {
  kind: 'away'
  /** Whose account the identity is to be linked to. */
  userId?: number
}
/** The provider has answered; the account's password is needed. */
export interface Ticket extends Common {
  kind: 'ticket'
  userId: number
  email: string
  person: Person
  providerSession?: ProviderSession
}

export const newSecret = () => randomBytes(32).toString('base64url')
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** @param browser its cookie's value @returns the secret that stands for the attempt */
export async function keepAttempt(services: Services, browser: string, secret: string, attempt: Away | Ticket) {
  const hash = hashOf(secret)
  await services.database.system
    .insertInto('signOnAttempts')
    .values({
      hash,
      browser: hashOf(browser),
      sealed: seal(services, SEALED_FOR, hash.toString('hex'), attempt),
      expiresAt: new Date(services.clock.now().getTime() + ATTEMPT_SECONDS * 1000),
    })
    .execute()
}

const opened = <K extends 'away' | 'ticket'>(services: Services, kind: K, row?: { hash: Buffer; sealed: Buffer }) => {
  if (!row) return undefined
  const attempt = unseal(services, SEALED_FOR, row.hash.toString('hex'), row.sealed) as Away | Ticket
  return attempt.kind === kind ? (attempt as Extract<Away | Ticket, { kind: K }>) : undefined
}

/** Uses an attempt up in one statement, so that it works once, and only in the browser that began it. */
export async function claimAttempt<K extends 'away' | 'ticket'>(
  services: Services,
  kind: K,
  browser: string,
  secret: string,
) {
  const row = await services.database.system
    .deleteFrom('signOnAttempts')
    .where('hash', '=', hashOf(secret))
    .where('browser', '=', hashOf(browser))
    .where('expiresAt', '>', services.clock.now())
    .returning(['hash', 'sealed'])
    .executeTakeFirst()
  return opened(services, kind, row)
}

/** A ticket while it holds, without using it up. */
export async function findTicket(services: Services, browser: string, secret: string): Promise<Ticket | undefined> {
  const row = await services.database.system
    .selectFrom('signOnAttempts')
    .select(['hash', 'sealed'])
    .where('hash', '=', hashOf(secret))
    .where('browser', '=', hashOf(browser))
    .where('expiresAt', '>', services.clock.now())
    .executeTakeFirst()
  return opened(services, 'ticket', row)
}

/** Deletes what has expired. */
export const forgetAttempts = ({ database }: Services, now: Date) =>
  database.system.deleteFrom('signOnAttempts').where('expiresAt', '<', now).execute()
