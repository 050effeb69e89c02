import type { Kysely } from 'kysely'
import { roles } from '#contract/permissions.ts'
import type { Ctx, Services } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'
import type { Provider } from '../../../sign-on/providers.ts'
import { audit } from '../../audit.ts'
import { revokeOfLeaver } from '../../tokens/service.ts'
import { endSessionsIn, lockAdmins, setMembership } from '../memberships.ts'
import { type Person, mustKnowGroups } from './provider.ts'
import * as queries from './queries.ts'

/** The highest role that somebody's groups give, by the organization as the settings name it, in lower case. */
export function rolesFor({ groupRoles }: Pick<Provider, 'groupRoles'>, groups: readonly string[]): Map<string, number> {
  const roleIds = new Map<string, number>()
  for (const { group, organization, roleId } of groupRoles)
    if (groups.includes(group)) roleIds.set(organization, Math.min(roleId, roleIds.get(organization) ?? roleId))
  return roleIds
}

/**
 * Gives and takes the roles that an identity's groups stand for. A role that a group gave before, and gives no more, ends the membership; what
 * nobody's group ever gave stays as it is, and so do organizations that no group role names any more. The last Admin stays Admin.
 * @returns the organizations whose members changed
 */
export async function applyGroups(
  services: Services,
  db: Kysely<DB>,
  provider: Provider,
  person: Person,
  identityId: number,
): Promise<number[]> {
  const identity = await queries.lockIdentity(db, identityId)
  if (!identity) return []
  const roleIds = rolesFor(provider, mustKnowGroups(person, provider))
  const governed = await organizationsOf(services, db, provider)
  const ruledIds: number[] = []
  const changed: number[] = []
  for (const [organizationId, names] of governed) {
    const granted = names.flatMap((name) => roleIds.get(name) ?? [])
    const roleId = granted.length > 0 ? Math.min(...granted) : undefined
    if (roleId === undefined && !identity.organizationIds.includes(organizationId)) continue
    const ctx: Ctx = { services, organizationId, userId: identity.userId, roleId: null, db }
    const outcome = await applyRole(ctx, identity.userId, roleId, provider)
    if (outcome !== 'left') ruledIds.push(organizationId)
    if (outcome !== 'same') changed.push(organizationId)
  }
  await queries.noteUse(db, identityId, person, ruledIds, services.clock.now())
  return changed
}

/**
 * The organizations that group roles name, with the names that are used for each. In one order everywhere, so that two sign-ins cannot wait for each
 * other.
 */
async function organizationsOf({ log }: Services, db: Kysely<DB>, { id, groupRoles }: Provider) {
  const names = [...new Set(groupRoles.map(({ organization }) => organization))]
  if (names.length === 0) return new Map<number, string[]>()
  const organizations = await queries.organizationsNamed(db, names)
  const missing = names.filter((name) => !organizations.some((organization) => organization.name === name))
  if (missing.length > 0)
    log.warn({ provider: id, organizations: missing }, 'group roles name organizations that do not exist')
  const byId = Map.groupBy(
    organizations.toSorted((a, b) => a.id - b.id),
    ({ id: organizationId }) => organizationId,
  )
  return new Map([...byId].map(([organizationId, rows]) => [organizationId, rows.map(({ name }) => name)]))
}

async function applyRole(
  ctx: Ctx,
  userId: number,
  roleId: number | undefined,
  { id, label }: Provider,
): Promise<'same' | 'changed' | 'left'> {
  const admins = await lockAdmins(ctx)
  const isLastAdmin = admins.length === 1 && admins[0]?.userId === userId
  if (isLastAdmin && roleId !== roles.admin) {
    ctx.services.log.warn(
      { provider: id, organizationId: ctx.organizationId, userId },
      'groups no longer make somebody Admin who is the last one, so they stay Admin',
    )
    return 'same'
  }
  const before = await setMembership(ctx, userId, roleId)
  if (before?.status === 'accepted' && before.roleId === roleId) return 'same'
  if (!before && roleId === undefined) return 'left'
  const old = before && { roleId: before.roleId }
  const by = { provider: label }
  if (roleId === undefined) {
    await revokeOfLeaver(ctx, userId)
    await audit(ctx, { entity: 'member', entityId: userId, action: 'leave by group', ...(old && { old }), new: by })
  } else {
    const action = before?.status === 'accepted' ? 'change role by group' : 'join by group'
    await audit(ctx, { entity: 'member', entityId: userId, action, ...(old && { old }), new: { roleId, ...by } })
  }
  await endSessionsIn(ctx.db, ctx.organizationId, userId, ctx.services.clock.now())
  return roleId === undefined ? 'left' : 'changed'
}
