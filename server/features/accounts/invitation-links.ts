import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Services } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Session } from '../../http/auth.ts'
import type { SignedIn } from '../../http/requests/cookies.ts'
import { audit } from '../audit.ts'
import { limitTries } from '../../http/requests/limits.ts'
import { voidCodes } from './codes.ts'
import { invitedSince } from './invitations.ts'
import { acceptInvitation, attachInvitations } from './memberships.ts'
import { hashChosenPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { type Visitor, beginSession } from './service.ts'
import { checkTyped, codeTries } from './signup.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A fresh link's token for the invitation of an email; the one before stops working. Only its hash is kept. */
export async function issueLink(db: Kysely<DB>, organizationId: number, email: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const link = { hash: hashOf(token), createdAt: at, usedAt: null }
  await db
    .insertInto('invitationLinks')
    .values({ organizationId, email: email.toLowerCase(), ...link })
    .onConflict((c) => c.columns(['organizationId', 'email']).doUpdateSet(link))
    .execute()
  return token
}

/** An unexpired invitation of an email, with or without an account. */
interface Waiting {
  organizationId: number
  organization: string
  email: string
  roleId: number
  invitedBy: string
  /** The account of the email, and whether it was ever confirmed. */
  userId: number | null
  confirmed: boolean
}

/** The invitation behind a link that was not used; withdrawn or expired ones are not found. */
async function waitingBehind({ database, clock }: Services, token: string): Promise<Waiting | undefined> {
  const link = await database.system
    .selectFrom('invitationLinks')
    .select(['organizationId', 'email'])
    .where('hash', '=', hashOf(token))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (!link) return undefined
  // The organization may be on another node than the links.
  const { organizationId, email } = link
  const since = invitedSince(clock.now())
  const { rows } = await sql<Waiting>`
    select o.id as "organizationId", o.display_name as organization, coalesce(u.email, ${email}) as email,
      coalesce(m.role_id, i.role_id) as "roleId", coalesce(nullif(b.name, ''), b.email, 'Someone') as "invitedBy",
      u.id as "userId", u.email_confirmed_at is not null as confirmed
    from organizations o
    left join users u on lower(u.email) = ${email}
    left join members m on m.organization_id = ${organizationId} and m.user_id = u.id and m.status = 'pending' and m.invited_at > ${since}
    left join invitations i on i.organization_id = ${organizationId} and i.email = ${email} and i.invited_at > ${since}
    left join users b on b.id = coalesce(m.invited_by, i.invited_by)
    where o.id = ${organizationId} and coalesce(m.role_id, i.role_id) is not null`.execute(database.system)
  return rows[0]
}

const wasUsed = async ({ database }: Services, token: string): Promise<boolean> =>
  (await database.system
    .selectFrom('invitationLinks')
    .select('email')
    .where('hash', '=', hashOf(token))
    .where('usedAt', 'is not', null)
    .executeTakeFirst()) !== undefined

async function mustWait(services: Services, token: string): Promise<Waiting> {
  const invitation = await waitingBehind(services, token)
  if (invitation) return invitation
  throw new AppError(
    'code_invalid',
    (await wasUsed(services, token))
      ? 'You’ve already accepted this invitation. Log in to continue.'
      : 'This invitation is no longer valid. Ask for a new one.',
  )
}

/** @throws code_invalid, too_many_requests */
export async function readInvitation(services: Services, token: string, visitor: Visitor) {
  await limitTries(services, codeTries(visitor))
  const { organization, roleId, invitedBy, email, confirmed } = await mustWait(services, token)
  return { organization, roleId, invitedBy, email, hasAccount: confirmed }
}

export interface Joining {
  token: string
  name: string
  password?: string | undefined
  checkPassword?: string | undefined
}

/**
 * Accepts an invitation by its link, which proves the email. Without a confirmed account a password makes one, or takes one over that somebody
 * began with this email and never proved; with one, its owner has to be signed in.
 * @throws code_invalid, invalid_input, unauthenticated, forbidden, too_many_requests
 */
export async function join(
  services: Services,
  input: Joining,
  session: Session | null,
  visitor: Visitor,
): Promise<SignedIn> {
  await limitTries(services, codeTries(visitor))
  const waiting = await mustWait(services, input.token)
  if (waiting.confirmed) mustBe(waiting, session)
  const passwordHash = waiting.confirmed ? undefined : await hashChosenPassword(typed(input))
  const userId = await services.database.system.transaction().execute(async (db) => {
    const user = passwordHash ? await ownAccount(services, db, waiting, input.name, passwordHash) : waiting.userId
    if (user === null) throw new AppError('code_invalid')
    await claim(services, db, input.token, waiting, user)
    return user
  })
  services.events.sessionChanged(`user:${userId}`)
  services.events.changed(waiting.organizationId, ['members'])
  return beginSession(services, userId, visitor, waiting.organizationId)
}

function mustBe({ userId, email }: Waiting, session: Session | null): void {
  if (!session) throw new AppError('unauthenticated', `Log in as ${email} to accept this invitation.`)
  if (session.userId !== userId)
    throw new AppError('forbidden', `This invitation is for ${email}. You are logged in as ${session.email}.`)
}

function typed({ password, checkPassword }: Joining): string {
  if (!password) throw invalid('password', 'Choose a password.')
  checkTyped({ password, checkPassword: checkPassword ?? '' })
  return password
}

/** The account of the invited email: new, or one that was never confirmed. From now on it belongs to whoever has the link. */
async function ownAccount(
  services: Services,
  db: Kysely<DB>,
  { userId, email }: Waiting,
  name: string,
  passwordHash: string,
): Promise<number> {
  const now = services.clock.now()
  const id = userId ?? (await queries.addUser(db, email, passwordHash)).id
  if (userId !== null) {
    await queries.setPassword(db, id, passwordHash)
    await queries.revokeSessions(db, id, now)
    await voidCodes(db, id, ['reset', 'login', 'confirm'])
  }
  if (name) await db.updateTable('users').set({ name }).where('id', '=', id).execute()
  await queries.confirmUser(db, id, now)
  await attachInvitations(db, id, now)
  return id
}

/** Uses the link up and accepts the membership, each in one statement with its condition: it works once, however many people click. */
async function claim(services: Services, db: Kysely<DB>, token: string, waiting: Waiting, userId: number) {
  const { organizationId } = waiting
  const now = services.clock.now()
  const used = await db
    .updateTable('invitationLinks')
    .set({ usedAt: now })
    .where('organizationId', '=', organizationId)
    .where('hash', '=', hashOf(token))
    .where('usedAt', 'is', null)
    .returning('email')
    .executeTakeFirst()
  const member = await acceptInvitation(db, organizationId, userId, now)
  if (!used || !member) throw new AppError('code_invalid', 'This invitation is no longer valid. Ask for a new one.')
  await audit(
    { services, organizationId, userId, roleId: member.roleId, db },
    {
      entity: 'member',
      entityId: userId,
      action: 'accept',
      old: { status: 'pending', roleId: member.roleId },
      new: { status: 'accepted' },
    },
  )
}
