import type { SessionUser } from '#contract/accounts.ts'
import type { Services } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { SESSION_SECONDS, type Session, signToken } from '../../http/auth.ts'
import type { SignedIn } from '../../http/requests/cookies.ts'
import { HOURS, type Limit, MINUTES, forgiveTry, limitKey, limitTries, networkOf } from '../../http/requests/limits.ts'
import type { Caller } from '../../http/caller.ts'
import { claimCode, findCode } from './codes.ts'
import { isPassword } from './passwords.ts'
import * as queries from './queries.ts'
import { claimSecondFactor } from './second-factor.ts'
import { keepProviderSession, providerSessionOf } from './sign-on/leaving.ts'
import type { ProviderSession } from './sign-on/provider.ts'

/** Where a request comes from, kept with the session it begins. */
export interface Visitor {
  address: string
  userAgent: string
}
export const visitorOf = ({ request }: Caller): Visitor => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})

/** Of a session that began at an identity provider. */
interface Origin {
  identityId?: number | undefined
  providerSession?: ProviderSession | undefined
}

/** Begins a session in `organizationId`; without one, in the user's only organization (ACC-038) or none. */
export async function beginSession(
  services: Services,
  userId: number,
  visitor: Visitor,
  organizationId?: number,
  { identityId, providerSession }: Origin = {},
): Promise<SignedIn> {
  const db = services.database.system
  const [user, memberships] = await Promise.all([queries.findUser(db, userId), queries.membershipsOf(db, userId)])
  if (!user) throw new AppError('unauthenticated')
  const only = memberships.length === 1 && !user.isSuper ? memberships[0]?.id : undefined
  const selected = organizationId ?? only ?? null
  // Whole seconds, as the token tells them.
  const issuedAt = new Date(Math.floor(services.clock.now().getTime() / 1000) * 1000)
  const expiresAt = new Date(issuedAt.getTime() + SESSION_SECONDS * 1000)
  const { id } = await queries.addSession(db, {
    userId,
    organizationId: selected,
    createdAt: issuedAt,
    expiresAt,
    userAgent: visitor.userAgent.slice(0, 300),
    address: visitor.address,
    identityId: identityId ?? null,
  })
  if (providerSession) await keepProviderSession(services, id, providerSession)
  const session: Omit<Session, 'secondFactorMissing'> = {
    id,
    userId,
    userUUID: user.uuid,
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    isSuper: user.isSuper,
    organizationId: selected,
    roleId: user.isSuper ? 1 : (memberships.find((m) => m.id === selected)?.roleId ?? null),
    ...(identityId !== undefined && { identityId }),
  }
  const shown = await shownUser(services, session)
  return { token: await signToken(services, session, shown.clientIds, issuedAt), user: shown, issuedAt, expiresAt }
}

/** What the browser may know of the session's user (ACC-012..ACC-019). */
export async function shownUser(
  services: Services,
  session: Pick<Session, 'userId' | 'organizationId' | 'roleId' | 'identityId'>,
): Promise<SessionUser> {
  const db = services.database.system
  const [user, memberships, organization] = await Promise.all([
    queries.findUser(db, session.userId),
    queries.membershipsOf(db, session.userId),
    session.organizationId === null
      ? undefined
      : db
          .selectFrom('organizations')
          .select(['displayName', 'requireTwoFactor', 'currency'])
          .where('id', '=', session.organizationId)
          .executeTakeFirst(),
  ])
  if (!user) throw new AppError('unauthenticated')
  return {
    id: user.id,
    userUUID: user.uuid,
    image: user.image,
    email: user.email,
    name: user.name,
    emailConfirmed: user.emailConfirmedAt !== null,
    roleId: session.roleId,
    clientIds: memberships.map((m) => m.id),
    clientId: session.organizationId,
    clientName: organization?.displayName ?? '',
    currency: organization?.currency ?? '',
    twoFactor: user.twoFactorAt !== null,
    secondFactorSetupRequired:
      (organization?.requireTwoFactor ?? false) && user.twoFactorAt === null && session.identityId === undefined,
  }
}

/** Ends one session, here and in every other process. */
export async function endSession(services: Services, id: string): Promise<void> {
  await queries.revokeSession(services.database.system, id, services.clock.now())
  services.events.sessionChanged(id)
}

export interface Credentials {
  email: string
  password: string
  accessToken?: string | null | undefined
  otp?: string | null | undefined
}
const quarter = 15 * MINUTES
/** Tries of one password guesser from one network, and of one network at many accounts. */
const guesses = (email: string, network: string): Limit[] => [
  { key: limitKey('login', email, network), max: 10, seconds: quarter },
  { key: limitKey('login-from', network), max: 50, seconds: quarter },
]
/** Many networks at one account: then only networks that its user has signed in from, and mailed links, go on. */
const storm = (email: string): Limit => ({ key: limitKey('login-at', email), max: 100, seconds: quarter })
const STORM = 'Too many failed login attempts. Log in with an email link, or try again later.'

/** Signs in with a password, or with a mailed link's token; either way with the second factor where it is on. @throws bad_credentials, second_factor_required, second_factor_wrong, too_many_requests */
export const login = (services: Services, credentials: Credentials, visitor: Visitor): Promise<SignedIn> =>
  credentials.accessToken
    ? loginByLink(services, credentials, credentials.accessToken, visitor)
    : loginByPassword(services, credentials, visitor)

async function loginByLink(
  services: Services,
  { email, otp }: Credentials,
  token: string,
  visitor: Visitor,
): Promise<SignedIn> {
  const limits: Limit[] = [{ key: limitKey('link-from', networkOf(visitor.address)), max: 50, seconds: quarter }]
  await limitTries(services, limits)
  const {
    clock,
    database: { system },
  } = services
  const expired = new AppError(
    'bad_credentials',
    'This login link is no longer valid. Log in with your password or request a new link.',
  )
  const holder = await findCode(system, clock, { email }, 'login', token)
  if (holder === undefined) throw expired
  // Before the link is used up: it is needed again together with the code.
  await passSecondFactor(services, holder, otp, limits)
  const userId = await claimCode(system, clock, { email }, 'login', token)
  if (userId === undefined) throw expired
  return beginSession(services, userId, visitor)
}

const loginByPassword = async (services: Services, credentials: Credentials, visitor: Visitor): Promise<SignedIn> =>
  beginSession(services, await provePassword(services, credentials, visitor), visitor)

/** Checks password and second factor, within the limits of tries. @returns the user's id @throws bad_credentials, second_factor_required, second_factor_wrong, too_many_requests */
export async function provePassword(
  services: Services,
  { email, password, otp }: Credentials,
  visitor: Visitor,
): Promise<number> {
  const db = services.database.system
  const limits = guesses(email, networkOf(visitor.address))
  await limitTries(services, limits)
  const user = await queries.findByEmail(db, email)
  const known = await queries.knowsAddress(db, user?.id ?? 0, visitor.address)
  const all = known ? limits : [...limits, storm(email)]
  if (!known) await limitTries(services, [storm(email)], STORM)
  if (!(await isPassword(user?.passwordHash, password)) || !user) throw new AppError('bad_credentials')
  await passSecondFactor(services, user.id, otp, all)
  return user.id
}

/** Takes the try back once the code is right, or when none was given yet: who comes so far has guessed nothing. @throws second_factor_required, second_factor_wrong */
async function passSecondFactor(
  services: Services,
  userId: number,
  otp: string | null | undefined,
  limits: Limit[],
): Promise<void> {
  const stored = await queries.twoFactorOf(services.database.system, userId)
  const needsCode = Boolean(stored?.twoFactorAt)
  if (needsCode && otp && !(await claimSecondFactor(services, userId, otp))) throw new AppError('second_factor_wrong')
  await forgiveTry(services, limits)
  if (needsCode && !otp) throw new AppError('second_factor_required')
}

/** Swaps the session for one in the organization (ORG-025). @throws forbidden without an accepted role there */
export async function switchOrganization(
  services: Services,
  session: Session,
  organizationId: number,
  visitor: Visitor,
): Promise<SignedIn> {
  await limitTries(services, [{ key: limitKey('switch', session.userId), max: 600, seconds: HOURS }])
  const db = services.database.system
  const allowed = session.isSuper
    ? await db.selectFrom('organizations').select('id').where('id', '=', organizationId).executeTakeFirst()
    : (await queries.membershipsOf(db, session.userId)).find((m) => m.id === organizationId)
  if (!allowed) throw new AppError('forbidden', 'You do not belong to this organization.')
  const signedIn = await beginSession(services, session.userId, visitor, organizationId, {
    identityId: session.identityId,
    providerSession: await providerSessionOf(services, session.id),
  })
  await endSession(services, session.id)
  return signedIn
}
