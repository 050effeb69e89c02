import type { Kysely } from 'kysely'
import type { Services } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import { AppError, invalid } from '../../errors.ts'
import type { SignedIn } from '../../http/requests/cookies.ts'
import { DAYS, HOURS, type Limit, MINUTES, limitKey, limitTries, networkOf } from '../../http/requests/limits.ts'
import { queueMail } from '../../mail/queue.ts'
import { confirmMail } from '../../mail/templates.ts'
import { claimCode, issueCode, voidCodes, wasUsed } from './codes.ts'
import { hashChosenPassword } from './passwords.ts'
import { attachInvitations } from './memberships.ts'
import * as queries from './queries.ts'
import { type Visitor, beginSession } from './service.ts'

interface NewPassword {
  password: string
  checkPassword: string
}
/** @throws invalid_input at `checkPassword` */
export function checkTyped({ password, checkPassword }: NewPassword): void {
  if (password !== checkPassword) throw invalid('checkPassword', 'Passwords do not match.')
}

/** Codes are too long to guess; this bounds the work that guessing makes. */
export const codeTries = (visitor: Visitor): Limit[] => [
  { key: limitKey('code-from', networkOf(visitor.address)), max: 50, seconds: 15 * MINUTES },
]

/** Makes an account, unconfirmed, mails its confirmation link and signs in. @throws email_taken, invalid_input, too_many_requests */
export async function createAccount(
  services: Services,
  input: NewPassword & { email: string },
  visitor: Visitor,
): Promise<SignedIn> {
  checkTyped(input)
  await limitTries(services, [{ key: limitKey('sign-up-from', networkOf(visitor.address)), max: 20, seconds: HOURS }])
  const passwordHash = await hashChosenPassword(input.password)
  const user = await services.database.system.transaction().execute(async (db) => {
    const added = await queries.addUser(db, input.email, passwordHash)
    await attachInvitations(db, added.id, services.clock.now())
    await mailConfirmation(services, db, added)
    return added
  })
  return beginSession(services, user.id, visitor)
}

async function mailConfirmation(
  services: Services,
  db: Kysely<DB>,
  user: { id: number; uuid: string; email: string },
): Promise<void> {
  const code = await issueCode(db, services.clock, user.id, 'confirm')
  await queueMail(services, db, user.email, confirmMail(services.config.publicUrl, user.uuid, code))
}

/** Mails a new confirmation link; older ones stop working. @throws too_many_requests */
export async function resendConfirmation(services: Services, userId: number): Promise<void> {
  const user = await queries.findUser(services.database.system, userId)
  if (!user || user.emailConfirmedAt) return
  await limitTries(
    services,
    [{ key: limitKey('confirm-30', userId), max: 1, seconds: 30 }],
    'We just sent an email. Check your inbox, or try again in 30 seconds.',
  )
  await limitTries(
    services,
    [{ key: limitKey('confirm-day', userId), max: 10, seconds: DAYS }],
    'You’ve reached today’s limit of confirmation emails. Check your spam folder, or try again tomorrow.',
  )
  await services.database.system.transaction().execute((db) => mailConfirmation(services, db, user))
}

/**
 * Confirms an email and ends the user's sessions: they log in again (ACC-127).
 * @returns the user's id @throws code_invalid
 */
export async function confirmEmail(services: Services, uuid: string, code: string, visitor: Visitor): Promise<number> {
  await limitTries(services, codeTries(visitor))
  const {
    clock,
    database: { system },
  } = services
  const userId = await system.transaction().execute(async (db) => {
    const id = await claimCode(db, clock, { uuid }, 'confirm', code)
    if (id === undefined) return undefined
    await queries.confirmUser(db, id, clock.now())
    await attachInvitations(db, id, clock.now())
    await queries.revokeSessions(db, id, clock.now())
    return id
  })
  if (userId !== undefined) {
    services.events.sessionChanged(`user:${userId}`)
    return userId
  }
  const used = await wasUsed(system, uuid, 'confirm', code)
  throw new AppError(
    'code_invalid',
    used
      ? 'Your email is already confirmed. Log in to continue.'
      : 'This link is no longer valid. Log in and send yourself a new one.',
  )
}

const isInvited = async ({ database }: Services, userId: number): Promise<boolean> =>
  (await database.system
    .selectFrom('members')
    .select('userId')
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * How a user can confirm: by mail; or, where there is no mail server, at the machine itself, whose owner could open the mail's file as well.
 * Not where an invitation waits for the address: that one must be proven by its link.
 */
export async function confirmation(services: Services, userId: number, atThisMachine: boolean) {
  const mailed = services.config.mailUrl !== undefined
  return { mailed, here: !mailed && atThisMachine && !(await isInvited(services, userId)) }
}

/** Confirms the email of who sits at the machine; the session goes on. @throws forbidden, too_many_requests */
export async function confirmHere(services: Services, userId: number, at: { thisMachine: boolean }, visitor: Visitor) {
  await limitTries(services, codeTries(visitor))
  const { here } = await confirmation(services, userId, at.thisMachine)
  if (!here) throw new AppError('forbidden', 'Open the link in your email to confirm your account.')
  await services.database.system.transaction().execute(async (db) => {
    await queries.confirmUser(db, userId, services.clock.now())
    await voidCodes(db, userId, ['confirm'])
  })
  services.events.sessionChanged(`user:${userId}`)
}
