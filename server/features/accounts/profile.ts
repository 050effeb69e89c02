import type { Services } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Session } from '../../http/auth.ts'
import { audit } from '../audit.ts'
import { acceptInvitation, declineInvitation } from './memberships.ts'
import * as queries from './queries.ts'

/** ACC-190: only oneself, unless super-admin. @throws forbidden */
function ownOrSuper(session: Session, userId: number | undefined): number {
  if (userId !== undefined && userId !== session.userId && !session.isSuper)
    throw new AppError('forbidden', 'You may only see and change your own profile.')
  return userId ?? session.userId
}

export async function getUser(services: Services, session: Session, userId?: number) {
  const user = await queries.findUser(services.database.system, ownOrSuper(session, userId))
  if (!user) throw new AppError('not_found')
  const { id, email, name, description, image, emailConfirmedAt } = user
  return { id, email, name, description, image, emailConfirmed: emailConfirmedAt !== null }
}

export interface ProfileChange {
  id?: number | undefined
  name?: string | undefined
  description?: string | undefined
  image?: string | undefined
}

/** Saves one's own profile, nobody else's (ACC-177). @throws forbidden */
export async function updateUser(services: Services, session: Session, { id, ...change }: ProfileChange) {
  if (id !== undefined && id !== session.userId)
    throw new AppError('forbidden', 'You may only change your own profile.')
  const before = await getUser(services, session)
  const fields = (['name', 'description', 'image'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== before[field],
  )
  if (fields.length === 0) return before
  const { organizationId, userId, roleId } = session
  await services.database.system.transaction().execute(async (db) => {
    await db.updateTable('users').set(pick(change, fields)).where('id', '=', userId).execute()
    // Audit rows belong to an organization; a user without one leaves none.
    if (organizationId === null) return
    await audit(
      { services, organizationId, userId, roleId, db },
      { entity: 'user', entityId: userId, action: 'update', old: pick(before, fields), new: pick(change, fields) },
    )
  })
  return getUser(services, session)
}

const pick = <T extends object, K extends keyof T>(from: T, keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

/** Invitations are shown once the email is proven to be one's own. */
export async function listRoles(services: Services, session: Session, userId?: number) {
  const whose = ownOrSuper(session, userId)
  return session.emailConfirmed || session.isSuper
    ? queries.rolesOf(services.database.system, whose, services.clock.now())
    : []
}

export interface RoleChoice {
  userId?: number | undefined
  clientId: number
}

/** ACC-166: pending becomes accepted. @throws not_found when there is no such invitation */
export const acceptRole = (services: Services, session: Session, choice: RoleChoice) =>
  answer(services, session, choice, 'accept')
/** ACC-169: the invitation is gone. @throws not_found */
export const declineRole = (services: Services, session: Session, choice: RoleChoice) =>
  answer(services, session, choice, 'decline')

async function answer(
  services: Services,
  session: Session,
  { userId, clientId }: RoleChoice,
  action: 'accept' | 'decline',
): Promise<void> {
  const whose = ownOrSuper(session, userId)
  if (!session.emailConfirmed) throw new AppError('email_unconfirmed')
  await services.database.system.transaction().execute(async (db) => {
    const member = await (action === 'accept'
      ? acceptInvitation(db, clientId, whose, services.clock.now())
      : declineInvitation(db, clientId, whose))
    if (!member)
      throw new AppError('not_found', 'This invitation no longer exists, or it has expired. Ask for a new one.')
    await audit(
      { services, organizationId: clientId, userId: session.userId, roleId: member.roleId, db },
      {
        entity: 'member',
        entityId: whose,
        action,
        old: { status: 'pending', roleId: member.roleId },
        ...(action === 'accept' ? { new: { status: 'accepted' } } : {}),
      },
    )
  })
  services.events.changed(clientId, ['members'])
}

export async function listSessions(services: Services, session: Session) {
  const rows = await queries.sessionsOf(services.database.system, session.userId, services.clock.now())
  return rows.map(({ id, createdAt, lastSeenAt, userAgent, address }) => ({
    id,
    current: id === session.id,
    createdAt,
    lastSeenAt,
    userAgent,
    address,
  }))
}

/** Notes when sessions were last used; a read itself writes nothing, so this is done for many at once. */
export async function noteSeen({ database, clock }: Services, ids: string[]): Promise<void> {
  if (ids.length > 0)
    await database.system.updateTable('sessions').set({ lastSeenAt: clock.now() }).where('id', 'in', ids).execute()
}

/** Ends the user's sessions except this one. */
export async function endOtherSessions(services: Services, session: Session): Promise<void> {
  await queries.revokeSessions(services.database.system, session.userId, services.clock.now(), session.id)
  services.events.sessionChanged(`user:${session.userId}`)
}

/** When the session ends, for the cookie that tells the browser. */
export async function sessionEnd(services: Services, session: Session): Promise<Date> {
  const { expiresAt } = await services.database.system
    .selectFrom('sessions')
    .select('expiresAt')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  return expiresAt
}
