import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Services } from '../../context.ts'
import { purposeKey } from '../../http/auth.ts'
import { HOURS, type Limit, forgiveTry, limitKey, limitTries } from '../../http/requests/limits.ts'
import { unseal } from '../../http/seal.ts'
import * as queries from './queries.ts'

/** What every authenticator app understands; RFC 6238's defaults. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const
export const SEALED_FOR = 'two-factor'

export const newSecret = () => new Secret({ size: 20 }).base32
/** The secret as apps read it from a picture. */
export const addressOf = (secret: string, email: string) =>
  new TOTP({ ...kind, issuer: 'Motto', label: email, secret: Secret.fromBase32(secret) }).toString()

/** The time step that a code belongs to: now's, or one beside it for clocks that differ. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...kind, token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / kind.period) + delta
}

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const BACKUP_CODES = 10
const letters = (n: number) => Array.from({ length: n }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
export const newBackupCodes = () => Array.from({ length: BACKUP_CODES }, () => `${letters(5)}-${letters(5)}`)

/** Keyed, so that a stolen table cannot be searched for codes. */
export const hashOf = ({ secret }: Services, userId: number, backupCode: string) =>
  createHmac('sha256', purposeKey(secret, 'backup-code'))
    .update(`${userId}:${backupCode.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest()

/** Wrong codes per user, whoever sends them: only somebody with the password or the session gets this far. */
const wrongCodes = (userId: number): Limit[] => [{ key: limitKey('second-factor', userId), max: 20, seconds: HOURS }]

/** Counts a try at a code, and takes it back when it was right. @throws too_many_requests */
export async function tryCode<T>(
  services: Services,
  userId: number,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  await limitTries(services, wrongCodes(userId))
  const right = await work()
  if (right !== undefined) await forgiveTry(services, wrongCodes(userId))
  return right
}

/** Uses up a code of the app or a backup code, so that each works once however many send it. @throws too_many_requests */
export async function claimSecondFactor(services: Services, userId: number, entered: string): Promise<boolean> {
  const code = entered.replaceAll(/\s/g, '')
  const right = await tryCode(services, userId, () =>
    /^\d{6}$/.test(code) ? claimStep(services, userId, code) : claimBackup(services, userId, code),
  )
  return right !== undefined
}

async function claimStep(services: Services, userId: number, code: string): Promise<number | undefined> {
  const db = services.database.system
  const stored = await queries.twoFactorOf(db, userId)
  if (!stored?.twoFactorAt || !stored.twoFactorSecret) return undefined
  const step = stepOf(
    unseal(services, SEALED_FOR, String(userId), stored.twoFactorSecret) as string,
    code,
    services.clock.now(),
  )
  return step === undefined ? undefined : (await queries.claimStep(db, userId, step))?.id
}

const claimBackup = async (services: Services, userId: number, code: string): Promise<number | undefined> =>
  (
    await queries.claimBackupCode(
      services.database.system,
      userId,
      hashOf(services, userId, code),
      services.clock.now(),
    )
  )?.userId
