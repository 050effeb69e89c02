import type { Kysely } from 'kysely'
import { type Services, inSystem } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'
import { AppError } from '../../../errors.ts'
import type { Session } from '../../../http/auth.ts'
import type { Provider } from '../../../sign-on/providers.ts'
import { audit } from '../../audit.ts'
import { voidCodes } from '../codes.ts'
import { acceptInvitation, attachInvitations } from '../memberships.ts'
import { addUser, confirmUser, membershipsOf, revokeSessions, setPassword } from '../queries.ts'
import { refuse } from './failures.ts'
import { rolesFor } from './groups.ts'
import { type Person, mustKnowGroups } from './provider.ts'
import * as queries from './queries.ts'

interface Identity {
  id: number
  userId: number
}

/** Links an identity to an account whose owner has proved to be it. @throws sign_on_refused where it is somebody else's */
export async function addIdentityOf(
  services: Services,
  db: Kysely<DB>,
  { label }: Provider,
  userId: number,
  person: Person,
): Promise<Identity> {
  const now = services.clock.now()
  const added = await queries.addIdentity(db, userId, person, now)
  if (added) {
    await note(services, db, userId, 'link identity', { provider: label, email: person.email })
    return { id: added.id, userId }
  }
  const owner = await queries.findIdentity(db, person)
  if (owner?.userId === userId) return owner
  throw refuse(`This ${label} account is linked to another Motto account. Unlink it there first.`)
}

/**
 * Makes an account without a password, or takes over one that somebody began with this email and never confirmed. Whose email it is, the provider
 * has verified.
 * @throws sign_on_refused who may not come
 */
export async function welcome(
  services: Services,
  db: Kysely<DB>,
  provider: Provider,
  person: Person,
  unconfirmed: { id: number; name: string } | undefined,
): Promise<Identity> {
  const now = services.clock.now()
  const { email, name } = person
  const { label, newcomers, groupRoles } = provider
  if (!(await queries.isInvited(db, email, now))) {
    if (newcomers === 'invited')
      throw refuse(`There’s no Motto account for ${email} yet. Ask an Admin to invite this email, then try again.`)
    if (groupRoles.length > 0 && rolesFor(provider, mustKnowGroups(person, provider)).size === 0)
      throw refuse(
        `None of your groups at ${label} has a role in Motto. Ask an Admin to add you to a group or to invite you.`,
      )
  }
  const userId = unconfirmed?.id ?? (await addUser(db, email, null)).id
  if (unconfirmed) {
    await setPassword(db, userId, null)
    await revokeSessions(db, userId, now)
    await voidCodes(db, userId, ['reset', 'login', 'confirm'])
  }
  if (name && !unconfirmed?.name) await db.updateTable('users').set({ name }).where('id', '=', userId).execute()
  await confirmUser(db, userId, now)
  await attachInvitations(db, userId, now)
  await acceptOnly(services, db, userId)
  const added = await queries.addIdentity(db, userId, person, now)
  if (!added) throw refuse('This login was finished already. Try again.')
  await note(services, db, userId, 'link identity', { provider: label, email })
  return { id: added.id, userId }
}

/** Of several invitations the person chooses; the only one is what they came for. */
async function acceptOnly(services: Services, db: Kysely<DB>, userId: number): Promise<void> {
  const now = services.clock.now()
  const [first, ...others] = await queries.pendingOf(db, userId, now)
  if (!first || others.length > 0) return
  const member = await acceptInvitation(db, first.organizationId, userId, now)
  if (!member) return
  await audit(
    { services, organizationId: first.organizationId, userId, roleId: member.roleId, db },
    {
      entity: 'member',
      entityId: userId,
      action: 'accept',
      old: { status: 'pending', roleId: member.roleId },
      new: { status: 'accepted' },
    },
  )
}

/** Each organization of a person sees how they get in. */
async function note(services: Services, db: Kysely<DB>, userId: number, action: string, now: object): Promise<void> {
  for (const { id, roleId } of await membershipsOf(db, userId))
    await audit(
      { services, organizationId: id, userId, roleId, db },
      { entity: 'user', entityId: userId, action, new: now },
    )
}

const labelOf = ({ config }: Services, issuer: string) =>
  config.providers.find((provider) => isOf(provider, issuer))?.label ?? URL.parse(issuer)?.host ?? issuer
const isOf = (provider: Provider, issuer: string) => provider.issuer.replace(/\/$/, '') === issuer.replace(/\/$/, '')
/** Whether it can be used to log in: its provider is still set up. */
const isUsable = ({ config }: Services, issuer: string) => config.providers.some((provider) => isOf(provider, issuer))

export async function listIdentities(services: Services, { userId }: Session) {
  const { system } = services.database
  const [rows, user] = await Promise.all([
    queries.identitiesOf(system, userId),
    system.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirstOrThrow(),
  ])
  return {
    identities: rows.map(({ issuer, ...row }) => ({ ...row, label: labelOf(services, issuer) })),
    hasPassword: user.passwordHash !== null,
    providers: services.config.providers
      .filter((provider) => !rows.some(({ issuer }) => isOf(provider, issuer)))
      .map(({ id, label }) => ({ id, label })),
  }
}

/** Unlinks an identity, and ends the sessions that began with it. @throws not_found, only_way_in */
export async function unlinkIdentity(services: Services, session: Session, identityId: number): Promise<void> {
  const { userId } = session
  await inSystem(services, async (db) => {
    const user = await queries.lockUser(db, { id: userId })
    const rows = await queries.identitiesOf(db, userId)
    const others = rows.filter(({ id, issuer }) => id !== identityId && isUsable(services, issuer))
    if (user?.passwordHash === null && others.length === 0) throw new AppError('only_way_in')
    await db
      .updateTable('sessions')
      .set({ revokedAt: services.clock.now() })
      .where('userId', '=', userId)
      .where('identityId', '=', identityId)
      .where('id', '!=', session.id)
      .where('revokedAt', 'is', null)
      .execute()
    const removed = await queries.removeIdentity(db, userId, identityId)
    if (!removed) throw new AppError('not_found', 'This identity is no longer linked to your account.')
    await note(services, db, userId, 'unlink identity', {
      provider: labelOf(services, removed.issuer),
      email: removed.email,
    })
  })
  services.events.sessionChanged(`user:${userId}`)
}
