import { errors } from '#contract/errors.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { Currency } from '#contract/organizations/currency.ts'
import type { updateClient } from '#contract/organizations/organizations.ts'
import { roleNames, roles, type RoleId } from '#contract/permissions.ts'
import { type Ctx, type Services, announce, asOwner, inAnother, inSystem, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Session } from '../../http/auth.ts'
import { DAYS, limitKey, limitTries } from '../../http/requests/limits.ts'
import { enqueue } from '../../jobs/queue.ts'
import { queueMail } from '../../mail/queue.ts'
import { invitationMail } from '../../mail/templates.ts'
import { issueLink } from '../accounts/invitation-links.ts'
import * as memberships from '../accounts/memberships.ts'
import { audit } from '../audit.ts'
import { revokeOfLeaver } from '../tokens/service.ts'
import * as queries from './queries.ts'

/** Does work in an organization: a super-admin in any, everyone else in their own. @throws not_found */
async function inOrganization<T>(ctx: Ctx, organizationId: number, work: (target: Ctx) => Promise<T>): Promise<T> {
  if (organizationId === ctx.organizationId) return work(ctx)
  if (ctx.roleId !== roles.superAdmin) throw new AppError('not_found')
  return inAnother(ctx, organizationId, work)
}

export const listSelectable = ({ database }: Services, session: Session) =>
  session.emailConfirmed || session.isSuper
    ? queries.selectable(database.system, session.userId, session.isSuper)
    : Promise.resolve([])

/** Creates an organization, its creator being its first Admin (ORG-069). @throws email_unconfirmed, organization_taken */
export async function create(
  services: Services,
  session: Session,
  input: { name: string; displayName: string; description: string },
) {
  if (!session.emailConfirmed) throw new AppError('email_unconfirmed')
  await limitTries(services, [{ key: limitKey('create-organization', session.userId), max: 50, seconds: DAYS }])
  return inSystem(services, async (db) => {
    if (await queries.holdName(db, input.name))
      throw new AppError('organization_taken', undefined, {
        fields: { displayName: errors.organization_taken.sentence },
      })
    const organization = await queries.add(db, input)
    await memberships.addMember(db, organization.id, session.userId, roles.admin)
    await audit(
      { services, organizationId: organization.id, userId: session.userId, roleId: roles.admin, db },
      {
        entity: 'organization',
        entityId: organization.id,
        action: 'create',
        new: input,
      },
    )
    return organization
  })
}

/** The session's organization; a super-admin finds any by id or name. @throws not_found */
export async function get(ctx: Ctx, by: { clientId?: number | undefined; clientName?: string | undefined }) {
  const { system } = ctx.services.database
  const organization = await queries.find(
    system,
    by.clientId === undefined && by.clientName ? { name: by.clientName } : { id: by.clientId ?? ctx.organizationId },
  )
  if (!organization || (organization.id !== ctx.organizationId && ctx.roleId !== roles.superAdmin))
    throw new AppError('not_found')
  return organization
}

/** Who asks others for two-factor sign-in has it. @throws not_found, second_factor_setup_required */
export async function update(ctx: Ctx, { clientId, ...change }: HandlerInput<typeof updateClient>['body']) {
  return inOrganization(ctx, clientId, async (target) => {
    const saved = await inTransaction(target, async (target) => {
      const old = await queries.saveChoices(target, change)
      if (!old) throw new AppError('not_found')
      const changed = queries.choices.filter((field) => change[field] !== undefined && change[field] !== old[field])
      if (
        changed.includes('requireTwoFactor') &&
        change.requireTwoFactor &&
        !(await asOwner(target, (db) => queries.hasTwoFactor(db, ctx.userId ?? 0)))
      ) {
        throw new AppError(
          'second_factor_setup_required',
          'Set up two-factor authentication for yourself before you require it.',
        )
      }
      if (changed.length > 0)
        await audit(target, {
          entity: 'organization',
          entityId: clientId,
          action: 'update',
          old: pick(old, changed),
          new: pick(change, changed),
        })
      const updated = await queries.find(target.db, { id: clientId })
      if (!updated) throw new AppError('not_found')
      if (changed.includes('currency') || changed.includes('timeZone')) await countFigures(target)
      return updated
    })
    // Whose sessions may do less, or more again, from now on.
    if (change.requireTwoFactor !== undefined) ctx.services.events.sessionChanged(`organization:${clientId}`)
    if (target !== ctx) ctx.services.events.changed(clientId, ['organization'])
    return saved
  })
}

/** Has the figures counted in what was chosen, where the database did not do so at once. */
const countFigures = (ctx: Ctx) =>
  enqueue(ctx, 'figures.count', { organizationId: ctx.organizationId }, { key: String(ctx.organizationId) })

/** The currency of the organization's prices. */
export const currencyOf = (ctx: Ctx) => queries.currency(ctx)

/** The first account tells in what currency the organization sells, where nobody has said so. */
export async function guessCurrency(ctx: Ctx, currency: string): Promise<void> {
  if (!Currency.safeParse(currency).success) return
  if (!(await queries.guessCurrency(ctx, currency))) return
  await countFigures(ctx)
  announce(ctx, ['organization'])
}

const pick = <T extends object, K extends keyof T>(from: T, keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

/** Members, then invitations of emails without an account. */
export async function listMembers(ctx: Ctx) {
  const members = await queries.members(ctx)
  const invited = await memberships.invitations(ctx)
  return [
    ...members.map((m) => ({ ...m, status: 'active' as const })),
    ...invited.map(({ id, email, roleId }) => ({ id, email, roleId, name: '', image: '', status: 'pending' as const })),
  ]
}

/**
 * Invites an email and mails it. One without an account waits for its sign-up (ORG-059); the answer does not tell which.
 * @throws already_member, not_found, too_many_requests
 */
export async function invite(
  ctx: Ctx,
  { clientId, userEmail, userRole }: { clientId: number; userEmail: string; userRole: number },
  action = 'invite',
): Promise<void> {
  return inOrganization(ctx, clientId, async (target) => {
    await limitTries(
      ctx.services,
      [
        { key: limitKey('invite', clientId), max: 200, seconds: DAYS },
        { key: limitKey('invite-email', clientId, userEmail), max: 5, seconds: DAYS },
      ],
      'Too many invitations today. Try again tomorrow.',
    )
    await inTransaction(target, async (inner) => {
      const organization = await queries.find(inner.db, { id: clientId })
      if (!organization) throw new AppError('not_found')
      const user = await queries.userByEmail(inner.db, userEmail)
      const before = user && (await memberships.dropEmail(inner, userEmail))
      const invitation = user
        ? await memberships.inviteUser(inner, user.id, userRole, before?.id)
        : await memberships.inviteEmail(inner, userEmail, userRole)
      if (!invitation) throw new AppError('already_member')
      const invitedBy = await queries.userName(inner.db, ctx.userId ?? 0)
      const mail = invitationMail(ctx.services.config.publicUrl, {
        organization: organization.displayName,
        role: roleNames[userRole as RoleId],
        invitedBy,
        token: await issueLink(inner.db, clientId, user?.email ?? userEmail, ctx.services.clock.now()),
      })
      await queueMail(ctx.services, inner.db, user?.email ?? userEmail, mail, clientId)
      await audit(inner, {
        entity: 'member',
        entityId: invitation.id,
        action,
        new: { email: userEmail, roleId: userRole, status: 'pending' },
      })
    })
    if (target !== ctx) ctx.services.events.changed(clientId, ['members'])
  })
}

export interface MemberChoice {
  clientId: number
  userId: number
}

/** Gives a member or an invitation another role, and ends the member's sessions here. @throws not_found, last_admin */
export const changeRole = (ctx: Ctx, choice: MemberChoice & { userRole: number }) =>
  alter(
    ctx,
    choice,
    'change role',
    choice.userRole === roles.admin,
    (inner) => memberships.changeRole(inner, choice.userId, choice.userRole),
    { roleId: choice.userRole },
  )
/** Takes a member out, or an invitation back. @throws not_found, last_admin */
export const removeMember = (ctx: Ctx, choice: MemberChoice) =>
  alter(ctx, choice, 'remove', false, async (inner) => {
    const removed = await memberships.remove(inner, choice.userId)
    await revokeOfLeaver(inner, choice.userId)
    return removed
  })

async function alter(
  ctx: Ctx,
  { clientId, userId }: MemberChoice,
  action: string,
  staysAdmin: boolean,
  work: (inner: Ctx) => Promise<memberships.Held | undefined>,
  now?: object,
): Promise<void> {
  return inOrganization(ctx, clientId, async (target) => {
    const { events, clock } = ctx.services
    await inTransaction(target, async (inner) => {
      const admins = await memberships.lockAdmins(inner)
      if (!staysAdmin && admins.length === 1 && admins[0]?.userId === userId) throw new AppError('last_admin')
      const old = await work(inner)
      if (!old) throw new AppError('not_found', 'This person is not in your organization.')
      await audit(inner, { entity: 'member', entityId: userId, action, old, ...(now ? { new: now } : {}) })
    })
    await asOwner(target, (db) => memberships.endSessionsIn(db, clientId, userId, clock.now()))
    events.sessionChanged(`user:${userId}`)
    if (target !== ctx) events.changed(clientId, ['members'])
  })
}

/** Signs a member out of this organization on every device. @throws not_found */
export async function endMemberSessions(ctx: Ctx, { clientId, userId }: MemberChoice): Promise<void> {
  return inOrganization(ctx, clientId, async (target) => {
    const { clock, events } = ctx.services
    if (!(await queries.isMember(target, userId)))
      throw new AppError('not_found', 'This person is not in your organization.')
    await inTransaction(target, async (inner) => {
      await asOwner(inner, (db) => memberships.endSessionsIn(db, clientId, userId, clock.now()))
      await audit(inner, { entity: 'member', entityId: userId, action: 'end sessions' })
    })
    events.sessionChanged(`user:${userId}`)
  })
}

export const getStart = (ctx: Ctx) => queries.start(ctx)

/** Puts the first steps away for the reader alone, or brings them back. */
export async function hideFirstSteps(ctx: Ctx, hidden: boolean): Promise<void> {
  const userId = ctx.userId ?? 0
  await (hidden ? queries.hideFirstSteps(ctx, userId) : queries.showFirstSteps(ctx, userId))
}
