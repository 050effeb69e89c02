import * as contract from '#contract/accounts/sign-on.ts'
import { AppError } from '../../../errors.ts'
import type { Session } from '../../../http/auth.ts'
import type { Caller } from '../../../http/caller.ts'
import { type SignedIn, giveUserCookie } from '../../../http/requests/cookies.ts'
import { type App, openRoute } from '../../../http/route.ts'
import { sessionEnd } from '../profile.ts'
import { shownUser, visitorOf } from '../service.ts'
import { checkPassword } from '../two-factor.ts'
import { ATTEMPT_SECONDS, newSecret } from './attempts.ts'
import { listIdentities, unlinkIdentity } from './linking.ts'
import * as signOn from './service.ts'

/** Binds an attempt to the browser that began it: an answer that somebody else was sent opens nothing. */
const COOKIE = 'signOn'
const ok = { ok: true } as const

const signedIn = ({ session }: Caller): Session => {
  if (!session) throw new AppError('unauthenticated')
  return session
}
const travellerOf = (caller: Caller): signOn.Traveller => ({
  ...visitorOf(caller),
  browser: caller.request.cookies[COOKIE] ?? '',
})
/** One cookie for all tabs. */
function departing(caller: Caller): signOn.Traveller {
  const traveller = travellerOf(caller)
  const browser = /^[\w-]{43}$/.test(traveller.browser) ? traveller.browser : newSecret()
  caller.reply.setCookie(COOKIE, browser, {
    path: '/api/v2/users',
    sameSite: 'lax',
    httpOnly: true,
    secure: caller.services.config.publicUrl.startsWith('https:'),
    maxAge: ATTEMPT_SECONDS,
  })
  return { ...traveller, browser }
}

/** @param enter gives the browser its session, and ends the one before */
export function mountSignOn(app: App, enter: (caller: Caller, work: Promise<SignedIn>) => Promise<string>) {
  const { services, sessions } = app
  openRoute(app, contract.listProviders, async () => signOn.listProviders(services))
  openRoute(app, contract.beginSignOn, async (caller, { body }) => ({
    url: await signOn.begin(services, body, departing(caller)),
  }))
  openRoute(app, contract.finishSignOn, async (caller, { body }) => {
    const { arrival, signedIn: begun } = await signOn.finish(services, body, caller.session, travellerOf(caller))
    if (begun) await enter(caller, Promise.resolve(begun))
    return arrival
  })
  openRoute(app, contract.proveAccount, async (caller, { body }) => {
    const { redirectTo, signedIn: begun } = await signOn.prove(services, body, travellerOf(caller))
    await enter(caller, Promise.resolve(begun))
    return { redirectTo }
  })
  openRoute(app, contract.listIdentities, (caller) => listIdentities(services, signedIn(caller)))
  openRoute(app, contract.linkIdentity, async (caller, { body: { provider, password } }) => {
    const { userId, emailConfirmed } = signedIn(caller)
    // Else whoever signs up with an email that is not theirs would keep a way in.
    if (!emailConfirmed) throw new AppError('email_unconfirmed')
    signOn.mustFind(services, provider)
    await checkPassword(services, userId, password)
    return { url: await signOn.begin(services, { provider, redirectTo: '', userId }, departing(caller)) }
  })
  openRoute(
    app,
    contract.unlinkIdentity,
    async (caller, { body }) => {
      const session = signedIn(caller)
      await unlinkIdentity(services, session, body.identityId)
      sessions.forget(`user:${session.userId}`)
      const { identityId: _, ...rest } = session
      const left = session.identityId === body.identityId ? rest : session
      giveUserCookie(caller, await shownUser(services, left), await sessionEnd(services, session))
      return ok
    },
    'Identity unlinked',
  )
}
