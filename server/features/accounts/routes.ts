import * as contract from '#contract/accounts.ts'
import { AppError } from '../../errors.ts'
import type { Session } from '../../http/auth.ts'
import { type SignedIn, clearCookies, giveCookies, giveUserCookie } from '../../http/requests/cookies.ts'
import { isAtThisMachine } from '../../http/requests/local.ts'
import type { Caller } from '../../http/caller.ts'
import { type App, openRoute } from '../../http/route.ts'
import * as invitationLinks from './invitation-links.ts'
import * as profile from './profile.ts'
import * as recovery from './recovery.ts'
import * as accounts from './service.ts'
import { logoutAddress } from './sign-on/leaving.ts'
import { mountSignOn } from './sign-on/routes.ts'
import * as signup from './signup.ts'
import * as twoFactor from './two-factor.ts'

const ok = { ok: true } as const
const SEEN_MS = 60_000

const signedIn = ({ session }: Caller): Session => {
  if (!session) throw new AppError('unauthenticated')
  return session
}

/** The area's endpoints. */
export default function mount(app: App) {
  mountSignIn(app)
  mountCodes(app)
  mountProfile(app)
  mountTwoFactor(app)
  watchSessions(app)
}

function mountSignIn(app: App) {
  const { services, sessions } = app
  /** A browser has one session: the one before ends. */
  const begin = async (caller: Caller, work: Promise<SignedIn>) => {
    const begun = await work
    if (caller.session) await end(caller.session.id)
    giveCookies(caller, begun)
    return begun.token
  }
  const end = async (id: string) => {
    await accounts.endSession(services, id)
    sessions.forget(id)
  }
  openRoute(app, contract.login, (caller, { body }) =>
    begin(caller, accounts.login(services, body, accounts.visitorOf(caller))),
  )
  openRoute(app, contract.createAccount, (caller, { body }) =>
    begin(caller, signup.createAccount(services, body, accounts.visitorOf(caller))),
  )
  openRoute(app, contract.readInvitation, (caller, { body }) =>
    invitationLinks.readInvitation(services, body.token, accounts.visitorOf(caller)),
  )
  openRoute(app, contract.joinByInvitation, (caller, { body }) =>
    begin(caller, invitationLinks.join(services, body, caller.session, accounts.visitorOf(caller))),
  )
  mountSignOn(app, begin)
  openRoute(app, contract.logout, async (caller) => {
    const { session } = caller
    const logoutUrl = session ? await logoutAddress(services, session.id) : undefined
    if (session) await end(session.id)
    clearCookies(caller)
    return { ...ok, ...(logoutUrl && { logoutUrl }) }
  })
}

function mountCodes(app: App) {
  const { services, sessions } = app
  const ended = (caller: Caller, userId: number) => {
    sessions.forget(`user:${userId}`)
    if (caller.session?.userId === userId) clearCookies(caller)
    return ok
  }
  openRoute(app, contract.confirmEmail, async (caller, { body }) =>
    ended(caller, await signup.confirmEmail(services, body.uuid, body.code, accounts.visitorOf(caller))),
  )
  openRoute(app, contract.resetPassword, async (caller, { body }) =>
    ended(caller, await recovery.resetPassword(services, body, accounts.visitorOf(caller))),
  )
  openRoute(
    app,
    contract.sendConfirmationEmail,
    async (caller) => {
      await signup.resendConfirmation(services, signedIn(caller).userId)
      return ok
    },
    'Sent confirmation email.',
  )
  openRoute(app, contract.confirmation, (caller) =>
    signup.confirmation(services, signedIn(caller).userId, isAtThisMachine(services.config, caller.request)),
  )
  openRoute(app, contract.confirmHere, async (caller) => {
    const session = signedIn(caller)
    const thisMachine = isAtThisMachine(services.config, caller.request)
    await signup.confirmHere(services, session.userId, { thisMachine }, accounts.visitorOf(caller))
    sessions.forget(`user:${session.userId}`)
    giveUserCookie(caller, await accounts.shownUser(services, session), await profile.sessionEnd(services, session))
    return ok
  })
  openRoute(
    app,
    contract.sendResetPasswordEmail,
    async (caller, { body }) => {
      await recovery.mailLink(services, 'reset', body.email, accounts.visitorOf(caller))
      return ok
    },
    'Sent Reset Password Email',
  )
  openRoute(
    app,
    contract.sendLoginEmail,
    async (caller, { body }) => {
      await recovery.mailLink(services, 'login', body.email, accounts.visitorOf(caller))
      return ok
    },
    'Sent a login link.',
  )
}

function mountProfile(app: App) {
  const { services, sessions } = app
  openRoute(app, contract.getUser, (caller, { query }) => profile.getUser(services, signedIn(caller), query.userId))
  openRoute(app, contract.updateUser, async (caller, { body }) => {
    const session = signedIn(caller)
    const user = await profile.updateUser(services, session, body.user)
    giveUserCookie(caller, await accounts.shownUser(services, session), await profile.sessionEnd(services, session))
    return user
  })
  openRoute(app, contract.userRoles, (caller, { query }) => profile.listRoles(services, signedIn(caller), query.userId))
  openRoute(app, contract.acceptRole, async (caller, { body }) => {
    await profile.acceptRole(services, signedIn(caller), body)
    return ok
  })
  openRoute(app, contract.declineRole, async (caller, { body }) => {
    await profile.declineRole(services, signedIn(caller), body)
    return ok
  })
  openRoute(app, contract.listSessions, (caller) => profile.listSessions(services, signedIn(caller)))
  openRoute(app, contract.endSessions, async (caller) => {
    const session = signedIn(caller)
    await profile.endOtherSessions(services, session)
    sessions.forget(`user:${session.userId}`)
    return ok
  })
}

function mountTwoFactor(app: App) {
  const { services, sessions } = app
  /** The browser learns at once whether it is on. */
  const changed = async (caller: Caller, session: Session) => {
    sessions.forget(`user:${session.userId}`)
    giveUserCookie(caller, await accounts.shownUser(services, session), await profile.sessionEnd(services, session))
  }
  openRoute(app, contract.getTwoFactor, (caller) => twoFactor.getState(services, signedIn(caller)))
  openRoute(app, contract.beginTwoFactor, (caller, { body }) =>
    twoFactor.begin(services, signedIn(caller), body.password),
  )
  openRoute(
    app,
    contract.confirmTwoFactor,
    async (caller, { body }) => {
      const session = signedIn(caller)
      const backupCodes = await twoFactor.confirm(services, session, body.code)
      await changed(caller, session)
      return { backupCodes }
    },
    'Two-factor authentication is on.',
  )
  openRoute(
    app,
    contract.disableTwoFactor,
    async (caller, { body }) => {
      const session = signedIn(caller)
      await twoFactor.disable(services, session, body)
      await changed(caller, session)
      return ok
    },
    'Two-factor authentication is off.',
  )
  openRoute(app, contract.renewBackupCodes, async (caller, { body }) => ({
    backupCodes: await twoFactor.renewBackupCodes(services, signedIn(caller), body),
  }))
}

/** Keeps "last seen" to the minute. */
function watchSessions({ fastify, services, sessions }: App) {
  const note = () =>
    profile
      .noteSeen(services, sessions.takeSeen())
      .catch((error: unknown) => services.log.warn({ err: error }, 'when sessions were last used could not be noted'))
  const timer = setInterval(() => void note(), SEEN_MS).unref()
  fastify.addHook('onClose', async () => {
    clearInterval(timer)
    await note()
  })
}
