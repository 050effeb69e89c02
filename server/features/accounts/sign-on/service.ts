import type { Kysely } from 'kysely'
import { type Services, inSystem } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'
import { AppError } from '../../../errors.ts'
import type { Session } from '../../../http/auth.ts'
import type { SignedIn } from '../../../http/requests/cookies.ts'
import { type Limit, MINUTES, forgiveTry, limitKey, limitTries, networkOf } from '../../../http/requests/limits.ts'
import type { Provider } from '../../../sign-on/providers.ts'
import { membershipsOf } from '../queries.ts'
import { type Visitor, beginSession, provePassword } from '../service.ts'
import { type Away, claimAttempt, findTicket, keepAttempt, newSecret } from './attempts.ts'
import { refuse } from './failures.ts'
import { applyGroups } from './groups.ts'
import { addIdentityOf, welcome } from './linking.ts'
import { type Person, type ProviderSession, authorizationUrl, mustKnowGroups, readAnswer } from './provider.ts'
import * as queries from './queries.ts'

/** A browser that is on its way, known by its cookie. */
export interface Traveller extends Visitor {
  browser: string
}
export interface Arrival {
  next: 'inside' | 'password' | 'account'
  redirectTo: string
  email: string
  label: string
  ticket: string
}

const quarter = 15 * MINUTES
const departures = ({ address }: Visitor): Limit[] => [
  { key: limitKey('sign-on-begin', networkOf(address)), max: 300, seconds: quarter },
]
/** Taken back for whoever gets in. */
const arrivals = ({ address }: Visitor): Limit[] => [
  { key: limitKey('sign-on-finish', networkOf(address)), max: 50, seconds: quarter },
]

export const listProviders = ({ config }: Services) => config.providers.map(({ id, label }) => ({ id, label }))

/** @throws not_found */
export function mustFind({ config }: Services, id: string): Provider {
  const provider = config.providers.find((candidate) => candidate.id === id)
  if (provider) return provider
  throw new AppError('not_found', 'This login provider isn’t set up here. Log in another way.')
}

/** Remembers what the answer is checked with. @returns the address of the provider's page @throws not_found, provider_down, sign_on_refused, too_many_requests */
export async function begin(
  services: Services,
  { provider: id, redirectTo, userId }: { provider: string; redirectTo: string; userId?: number },
  traveller: Traveller,
): Promise<string> {
  const provider = mustFind(services, id)
  await limitTries(services, departures(traveller))
  const state = newSecret()
  const { url, secrets } = await authorizationUrl(services, provider, state)
  const attempt: Away = { kind: 'away', provider: id, redirectTo, ...secrets, ...(userId !== undefined && { userId }) }
  await keepAttempt(services, traveller.browser, state, attempt)
  return url
}

/** Takes in what the browser brings from the provider. @throws not_found, provider_down, sign_on_refused, too_many_requests */
export async function finish(
  services: Services,
  { provider: id, query }: { provider: string; query: string },
  current: Session | null,
  traveller: Traveller,
): Promise<{ arrival: Arrival; signedIn?: SignedIn }> {
  const provider = mustFind(services, id)
  await limitTries(services, arrivals(traveller))
  const state = new URLSearchParams(query).get('state') ?? ''
  const attempt = await claimAttempt(services, 'away', traveller.browser, state)
  if (!attempt || attempt.provider !== id)
    throw refuse('This login was started in another browser, took too long or was used already. Try again.')
  const { person, ...session } = await readAnswer(services, provider, query, { ...attempt, state })
  const { redirectTo, userId } = attempt
  const arrival: Arrival = { next: 'inside', redirectTo, email: person.email, label: provider.label, ticket: '' }
  if (userId !== undefined) {
    if (current?.userId !== userId) throw refuse('You were logged out meanwhile. Log in, then link the account again.')
    await inSystem(services, (db) => addIdentityOf(services, db, provider, userId, person))
    await forgiveTry(services, arrivals(traveller))
    return { arrival: { ...arrival, next: 'account' } }
  }
  const identity = await identify(services, provider, person)
  if ('waitsFor' in identity) {
    const ticket = newSecret()
    const { id: owner, email } = identity.waitsFor
    await keepAttempt(services, traveller.browser, ticket, {
      kind: 'ticket',
      provider: id,
      redirectTo,
      userId: owner,
      email,
      person,
      ...session,
    })
    await forgiveTry(services, arrivals(traveller))
    return { arrival: { ...arrival, next: 'password', email, ticket } }
  }
  const signedIn = await enter(services, provider, { person, ...session }, identity, traveller)
  await forgiveTry(services, arrivals(traveller))
  return { arrival, signedIn }
}

/** Links the identity to the account whose password this is. @throws bad_credentials, second_factor_required, second_factor_wrong, sign_on_refused, too_many_requests */
export async function prove(
  services: Services,
  { ticket, password, otp }: { ticket: string; password: string; otp?: string | null | undefined },
  traveller: Traveller,
): Promise<{ redirectTo: string; signedIn: SignedIn }> {
  const late = 'This login took too long or was finished already. Start again.'
  const waiting = await findTicket(services, traveller.browser, ticket)
  if (!waiting) throw refuse(late)
  const provider = mustFind(services, waiting.provider)
  const userId = await provePassword(services, { email: waiting.email, password, otp }, traveller)
  const claimed = await claimAttempt(services, 'ticket', traveller.browser, ticket)
  if (!claimed || userId !== claimed.userId) throw refuse(late)
  const { person, providerSession, redirectTo } = claimed
  const identity = await inSystem(services, (db) => addIdentityOf(services, db, provider, userId, person))
  return { redirectTo, signedIn: await enter(services, provider, { person, providerSession }, identity, traveller) }
}

interface Known {
  id: number
  userId: number
}
/**
 * Whose identity it is: one that is linked, or a new account's where the newcomer may come. The email alone lets nobody into an account that
 * exists: there its password is asked for.
 */
async function identify(
  services: Services,
  provider: Provider,
  person: Person,
): Promise<Known | { waitsFor: { id: number; email: string } }> {
  const { label } = provider
  const known = await queries.findIdentity(services.database.system, person)
  if (known) return known
  if (!person.email || !person.emailVerified)
    throw refuse(
      `${label} didn’t confirm your email, so Motto can’t tell which account is yours. Log in with your password, then link ${label} on your account page.`,
    )
  return inSystem(services, async (db) => {
    const user = await queries.lockUser(db, { email: person.email })
    if (user?.emailConfirmedAt && user.passwordHash === null)
      throw refuse(
        `${user.email} already logs in another way. Set a password with “Forgot password?”, then try again to link ${label}.`,
      )
    if (user?.emailConfirmedAt) return { waitsFor: { id: user.id, email: user.email } }
    return welcome(services, db, provider, person, user)
  })
}

/** Sets the roles that groups give, and begins the session. @throws sign_on_refused where no organization is left */
async function enter(
  services: Services,
  provider: Provider,
  { person, providerSession }: { person: Person; providerSession?: ProviderSession | undefined },
  { id, userId }: Known,
  visitor: Visitor,
): Promise<SignedIn> {
  mustKnowGroups(person, provider)
  const { changed, hasRole } = await inSystem(services, async (db) => {
    const organizations = await applyGroups(services, db, provider, person, id)
    return { changed: organizations, hasRole: await mayEnter(db, provider, userId) }
  })
  if (changed.length > 0) services.events.sessionChanged(`user:${userId}`)
  for (const organizationId of changed) services.events.changed(organizationId, ['members'])
  if (!hasRole) throw refuse(noRole(provider))
  return beginSession(services, userId, visitor, undefined, { identityId: id, providerSession })
}

export const noRole = ({ label }: Provider) =>
  `None of your groups at ${label} has a role in Motto. Ask an Admin to add you to a group or to invite you.`

/** Without group roles, who has no organization may make one or wait for an invitation, as after signing up. */
async function mayEnter(db: Kysely<DB>, { groupRoles }: Provider, userId: number): Promise<boolean> {
  if (groupRoles.length === 0) return true
  const user = await db.selectFrom('users').select('isSuper').where('id', '=', userId).executeTakeFirst()
  return user?.isSuper === true || (await membershipsOf(db, userId)).length > 0
}
