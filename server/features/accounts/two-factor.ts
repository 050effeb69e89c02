import type { Kysely } from 'kysely'
import { renderSVG } from 'uqr'
import type { Services } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Session } from '../../http/auth.ts'
import { type Limit, MINUTES, forgiveTry, limitKey, limitTries } from '../../http/requests/limits.ts'
import { seal, unseal } from '../../http/seal.ts'
import { queueMail } from '../../mail/queue.ts'
import { twoFactorMail } from '../../mail/templates.ts'
import { audit } from '../audit.ts'
import { isPassword } from './passwords.ts'
import * as queries from './queries.ts'
import {
  SEALED_FOR,
  addressOf,
  claimSecondFactor,
  hashOf,
  newBackupCodes,
  newSecret,
  stepOf,
  tryCode,
} from './second-factor.ts'

const WRONG_CODE = 'That code is incorrect or already used. Wait for a new one.'

export async function getState({ database: { system } }: Services, { userId }: Session) {
  const [stored, backupCodesLeft, requiredBy] = await Promise.all([
    queries.twoFactorOf(system, userId),
    queries.backupCodesLeft(system, userId),
    queries.twoFactorRequiredBy(system, userId),
  ])
  const enabledAt = stored?.twoFactorAt ?? null
  return { enabled: enabledAt !== null, enabledAt, backupCodesLeft, requiredBy }
}

/** A secret that waits for its first code; the one before it is forgotten. @throws email_unconfirmed, invalid_input, two_factor_on */
export async function begin(services: Services, session: Session, password: string) {
  // Else whoever signs up with an email that is not theirs could lock its owner out.
  if (!session.emailConfirmed) throw new AppError('email_unconfirmed')
  await checkPassword(services, session.userId, password)
  const secret = newSecret()
  const waits = await queries.keepSecret(
    services.database.system,
    session.userId,
    seal(services, SEALED_FOR, String(session.userId), secret),
  )
  if (!waits) throw new AppError('two_factor_on')
  const url = addressOf(secret, session.email)
  return { secret, url, qr: renderSVG(url, { ecc: 'M', border: 2 }) }
}

/** Turns it on by the app's first code and ends the user's other sessions. @returns the backup codes @throws invalid_input, two_factor_on, two_factor_off */
export async function confirm(services: Services, session: Session, code: string): Promise<string[]> {
  const {
    database: { system },
    clock,
  } = services
  const { userId } = session
  const stored = await queries.twoFactorOf(system, userId)
  if (stored?.twoFactorAt) throw new AppError('two_factor_on')
  const sealed = stored?.twoFactorSecret
  if (!sealed) throw new AppError('two_factor_off')
  const secret = unseal(services, SEALED_FOR, String(userId), sealed) as string
  const step = await tryCode(services, userId, async () => stepOf(secret, code.replaceAll(/\s/g, ''), clock.now()))
  if (step === undefined) throw invalid('code', WRONG_CODE)
  const codes = await system.transaction().execute(async (db) => {
    if (!(await queries.turnOn(db, userId, sealed, step, clock.now()))) throw new AppError('two_factor_on')
    await queries.revokeSessions(db, userId, clock.now(), session.id)
    await note(services, db, session, 'turn on two-factor sign-in')
    await queueMail(services, db, session.email, twoFactorMail(services.config.publicUrl, true))
    return giveBackupCodes(services, db, userId)
  })
  services.events.sessionChanged(`user:${userId}`)
  return codes
}

export interface Proof {
  password: string
  code: string
}

/** @throws invalid_input, two_factor_off */
export async function disable(services: Services, session: Session, proof: Proof): Promise<void> {
  await prove(services, session, proof)
  await services.database.system.transaction().execute(async (db) => {
    await queries.turnOff(db, session.userId)
    await note(services, db, session, 'turn off two-factor sign-in')
    await queueMail(services, db, session.email, twoFactorMail(services.config.publicUrl, false))
  })
  services.events.sessionChanged(`user:${session.userId}`)
}

/** @throws invalid_input, two_factor_off */
export async function renewBackupCodes(services: Services, session: Session, proof: Proof): Promise<string[]> {
  await prove(services, session, proof)
  return services.database.system.transaction().execute(async (db) => {
    await note(services, db, session, 'renew backup codes')
    return giveBackupCodes(services, db, session.userId)
  })
}

async function prove(services: Services, { userId }: Session, { password, code }: Proof): Promise<void> {
  const stored = await queries.twoFactorOf(services.database.system, userId)
  if (!stored?.twoFactorAt) throw new AppError('two_factor_off')
  await checkPassword(services, userId, password)
  if (!(await claimSecondFactor(services, userId, code))) throw invalid('code', WRONG_CODE)
}

/** @throws invalid_input, too_many_requests */
export async function checkPassword(services: Services, userId: number, password: string): Promise<void> {
  const limits: Limit[] = [{ key: limitKey('password-again', userId), max: 10, seconds: 15 * MINUTES }]
  await limitTries(services, limits)
  const user = await queries.passwordOf(services.database.system, userId)
  if (!(await isPassword(user?.passwordHash, password))) throw invalid('password', 'Incorrect password.')
  await forgiveTry(services, limits)
}

async function giveBackupCodes(services: Services, db: Kysely<DB>, userId: number): Promise<string[]> {
  const codes = newBackupCodes()
  await queries.replaceBackupCodes(
    db,
    userId,
    codes.map((code) => hashOf(services, userId, code)),
  )
  return codes
}

/** Audit rows belong to an organization; a user without one leaves none. */
async function note(
  services: Services,
  db: Kysely<DB>,
  { organizationId, userId, roleId }: Session,
  action: string,
): Promise<void> {
  if (organizationId !== null)
    await audit({ services, organizationId, userId, roleId, db }, { entity: 'user', entityId: userId, action })
}
