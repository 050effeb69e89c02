import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { may } from '#contract/permissions.ts'
import { accountRuleOf } from '#contract/tokens/accounts.ts'
import { isOpenToAgents, scopesOf } from '#contract/tokens/access.ts'
import { holds } from '#contract/tokens/scopes.ts'
import type { Services } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Session, Sessions } from './auth.ts'
import { type Bearers, insufficientScope, readBearer } from './tokens/bearer.ts'

const ROLE = 'Your role in this organization does not allow this.'
const TOKEN_ROLE = 'The role behind this API token does not allow this.'
const NO_AGENTS =
  'An AI agent can’t write here. It proposes changes at /mcp or /api/v2/proposals, so that they can be previewed and undone.'
const SOME_ACCOUNTS = 'This API token is limited to some accounts. This is about all accounts.'
const FOR_PEOPLE = 'API tokens can’t do this. Log in to Motto instead.'

interface Doors {
  services: Services
  sessions: Sessions
  bearers: Bearers
}

/** Finds out who sends a request, by cookie or token, and whether they may. @returns null for a stranger at a public endpoint */
export async function authorise(
  { services, sessions, bearers }: Doors,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | null> {
  if (endpoint.method !== 'GET') checkOrigin(services, request)
  const secret = readBearer(request)
  if (secret !== undefined) return authoriseToken(bearers, secret, endpoint, request, reply)
  const cookie = request.cookies.jwt
  const session = cookie ? await sessions.find(cookie) : null
  if (endpoint.needs === 'public') return session
  if (!session) throw new AppError('unauthenticated')
  if (endpoint.needs === 'session') return session
  checkMember(session, endpoint)
  if (!may(session.roleId, endpoint.needs)) throw new AppError('forbidden', ROLE)
  return session
}

/** Both the token and the role behind it must allow what the endpoint does. */
async function authoriseToken(
  bearers: Bearers,
  secret: string,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const { session } = await bearers.accept(secret, request, reply)
  const needed = scopesOf(endpoint)
  if (!needed) throw insufficientScope([], FOR_PEOPLE)
  checkMember(session, endpoint)
  const missing = needed.filter((scope) => !holds(session.token.scopes, scope))
  if (missing.length > 0) throw insufficientScope(needed, `This API token needs the scope ${missing.join(' and ')}.`)
  if (session.token.usedBy === 'agent' && !isOpenToAgents(endpoint)) throw insufficientScope([], NO_AGENTS)
  if (!may(session.roleId, endpoint.needs)) throw new AppError('forbidden', TOKEN_ROLE)
  return limited(session, endpoint)
}

/** A token that is limited to some accounts is answered by their rows alone. */
function limited(session: Session, endpoint: Endpoint): Session {
  const accounts = session.token?.accounts
  if (!accounts) return session
  const rule = accountRuleOf(endpoint)
  if (rule === 'closed') throw insufficientScope([], SOME_ACCOUNTS)
  return rule === 'rows' ? { ...session, accounts } : session
}

function checkMember(session: Session, { needs }: Endpoint): void {
  if (!session.emailConfirmed) throw new AppError('email_unconfirmed')
  // Running the installation needs no organization.
  if (session.organizationId === null && !(session.isSuper && needs === 'everything:admin'))
    throw new AppError('no_organization')
  if (session.secondFactorMissing) throw new AppError('second_factor_setup_required')
}

/**
 * A browser says where a request comes from; another site's is refused. Tools that send neither header carry no cookie of ours by accident.
 * @param isOurs whether a host that only the request itself names can be ours
 */
export function checkOrigin(services: Services, request: FastifyRequest, isOurs = (_host: string) => true) {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site') throw new AppError('wrong_origin')
  const { origin, host = '' } = request.headers
  if (!origin) return
  const own = new Set([new URL(services.config.publicUrl).origin])
  if (isOurs(host)) for (const scheme of ['http', 'https']) own.add(`${scheme}://${host}`)
  if (!own.has(origin)) throw new AppError('wrong_origin')
}

/** Whether a Host header is `localhost` or an IP address. A stranger can point a domain of their own at this machine (DNS rebinding), but neither of these. */
export function isNameless(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}
