import * as contract from '#contract/organizations/organizations.ts'
import { getUpgrade } from '#contract/organizations/upgrade.ts'
import { AppError } from '../../errors.ts'
import { giveCookies } from '../../http/requests/cookies.ts'
import type { Caller } from '../../http/caller.ts'
import { type App, openRoute, openWrite, route } from '../../http/route.ts'
import { switchOrganization, visitorOf } from '../accounts/service.ts'
import { listAuditEntries } from './audit-log.ts'
import * as installation from './installation.ts'
import { readUpgrade } from './upgrade.ts'
import * as invitations from './invitations.ts'
import * as organizations from './service.ts'

const signedIn = ({ session }: Caller) => {
  if (!session) throw new AppError('unauthenticated')
  return session
}

/** The area's endpoints. */
export default function mount(app: App) {
  const { services, sessions } = app
  const forgetUser = ({ body }: { body: { userId: number } }) => sessions.forget(`user:${body.userId}`)
  openRoute(app, contract.getUserClients, (caller) => organizations.listSelectable(services, signedIn(caller)))
  openRoute(app, contract.clientLogin, async (caller, { body }) => {
    const session = signedIn(caller)
    const begun = await switchOrganization(services, session, body.clientLoginId, visitorOf(caller))
    sessions.forget(session.id)
    giveCookies(caller, begun)
    return begun.token
  })
  openWrite(app, contract.createClient, (caller, { body }) =>
    organizations.create(caller.services, signedIn(caller), body),
  )
  route(app, contract.getClient, (ctx, { query }) => organizations.get(ctx, query))
  route(
    app,
    contract.updateClient,
    (ctx, { body }) => organizations.update(ctx, body),
    undefined,
    ({ body }) => sessions.forget(`organization:${body.clientId}`),
  )
  route(app, contract.clientUsers, (ctx) => organizations.listMembers(ctx))
  route(
    app,
    contract.addUserRole,
    async (ctx, { body }) => {
      await organizations.invite(ctx, body)
      return { ok: true } as const
    },
    'User invited to join your client.',
  )
  route(
    app,
    contract.changeUserRole,
    async (ctx, { body }) => {
      await organizations.changeRole(ctx, body)
      return { ok: true } as const
    },
    'Role changed.',
    forgetUser,
  )
  route(
    app,
    contract.removeUser,
    async (ctx, { body }) => {
      await organizations.removeMember(ctx, body)
      return { ok: true } as const
    },
    'Removed.',
    forgetUser,
  )
  route(
    app,
    contract.endMemberSessions,
    async (ctx, { body }) => {
      await organizations.endMemberSessions(ctx, body)
      return { ok: true } as const
    },
    'Signed out everywhere.',
    forgetUser,
  )
  route(app, contract.getStart, (ctx) => organizations.getStart(ctx))
  route(app, contract.hideFirstSteps, async (ctx, { body }) => {
    await organizations.hideFirstSteps(ctx, body.hidden)
    return { ok: true } as const
  })
  mountInvitations(app)
  route(app, contract.listAuditEntries, (ctx, { query }) => listAuditEntries(ctx, query))
  openRoute(app, contract.allClients, (_caller, { query }) => installation.listClients(services, query))
  openRoute(app, contract.allUsers, (_caller, { query }) => installation.listUsers(services, query))
  openRoute(app, getUpgrade, () => readUpgrade(services))
}

function mountInvitations(app: App) {
  route(app, contract.listInvitations, (ctx) => invitations.listInvitations(ctx))
  route(
    app,
    contract.resendInvitation,
    async (ctx, { params }) => {
      await invitations.resendInvitation(ctx, params.id)
      return { ok: true } as const
    },
    'Invitation sent again.',
  )
  route(
    app,
    contract.withdrawInvitation,
    async (ctx, { params }) => {
      await invitations.withdrawInvitation(ctx, params.id)
      return { ok: true } as const
    },
    'Invitation cancelled.',
  )
}
