import type { Services } from '../../context.ts'
import { AppError } from '../../errors.ts'
import {
  DAYS,
  HOURS,
  type Limit,
  MINUTES,
  limitKey,
  limitTries,
  networkOf,
  withinLimit,
} from '../../http/requests/limits.ts'
import { queueMail } from '../../mail/queue.ts'
import { loginMail, resetMail } from '../../mail/templates.ts'
import { revokeAllOf } from '../tokens/service.ts'
import { CODE_MINUTES, claimCode, issueCode, voidCodes } from './codes.ts'
import { hashChosenPassword } from './passwords.ts'
import { attachInvitations } from './memberships.ts'
import * as queries from './queries.ts'
import type { Visitor } from './service.ts'
import { checkTyped, codeTries } from './signup.ts'

type Purpose = 'reset' | 'login'
/** Longer than the work for a known account takes, so that the time does not tell whether there is one. */
const ANSWER_MS = 150
const EARLIER = 'We just sent an email. Check your inbox, or try again in 30 seconds.'

/** What one network may ask for one email, and for all. Counted alike whether the account exists. */
const asks = (purpose: Purpose, email: string, network: string): Limit[] => [
  { key: limitKey(`${purpose}-day`, email, network), max: 10, seconds: DAYS },
  { key: limitKey(`${purpose}-from`, network), max: 30, seconds: HOURS },
]
/**
 * Mails to one email, whoever asks. Beyond it none is sent, and the last one's link goes on working:
 * the window is as long as a link lives, so its user is never without one.
 */
const mails = (purpose: Purpose, email: string): Limit => ({
  key: limitKey(`${purpose}-mails`, email),
  max: 5,
  seconds: CODE_MINUTES * MINUTES,
})

/** Mails a reset or sign-in link. Answers alike, and as late, when there is no such account (ACC-183). @throws too_many_requests */
export async function mailLink(services: Services, purpose: Purpose, email: string, visitor: Visitor): Promise<void> {
  const network = networkOf(visitor.address)
  await limitTries(services, [{ key: limitKey(`${purpose}-30`, email, network), max: 1, seconds: 30 }], EARLIER)
  await limitTries(services, asks(purpose, email, network))
  await Promise.all([send(services, purpose, email), new Promise((resolve) => setTimeout(resolve, ANSWER_MS))])
}

async function send(services: Services, purpose: Purpose, email: string): Promise<void> {
  const {
    database: { system },
    clock,
    config: { publicUrl },
  } = services
  const within = await withinLimit(services, mails(purpose, email))
  const user = await queries.findByEmail(system, email)
  if (!user || !within) return
  await system.transaction().execute(async (db) => {
    const code = await issueCode(db, clock, user.id, purpose)
    await queueMail(
      services,
      db,
      user.email,
      purpose === 'reset' ? resetMail(publicUrl, user.uuid, code) : loginMail(publicUrl, user.email, code),
    )
  })
}

export interface Reset {
  uuid: string
  code: string
  password: string
  checkPassword: string
}

/**
 * Sets a new password and ends all sessions and API tokens of the user. The mail has reached its owner, so the email is confirmed as well.
 * @returns the user's id @throws code_invalid, invalid_input
 */
export async function resetPassword(services: Services, input: Reset, visitor: Visitor): Promise<number> {
  checkTyped(input)
  await limitTries(services, codeTries(visitor))
  const {
    clock,
    database: { system },
    events,
  } = services
  const passwordHash = await hashChosenPassword(input.password)
  const userId = await system.transaction().execute(async (db) => {
    const id = await claimCode(db, clock, { uuid: input.uuid }, 'reset', input.code)
    if (id === undefined) throw new AppError('code_invalid')
    await queries.setPassword(db, id, passwordHash)
    await queries.confirmUser(db, id, clock.now())
    await attachInvitations(db, id, clock.now())
    await queries.revokeSessions(db, id, clock.now())
    await revokeAllOf(db, id, clock.now())
    await voidCodes(db, id, ['reset', 'login', 'confirm'])
    return id
  })
  events.sessionChanged(`user:${userId}`)
  return userId
}
