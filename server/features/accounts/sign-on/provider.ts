import * as oidc from 'openid-client'
import type { Services } from '../../../context.ts'
import type { Provider } from '../../../sign-on/providers.ts'
import { failureOf, refuse } from './failures.ts'
import { providerFetch } from './fetch.ts'

/** Seconds that a provider's clock may differ. */
const CLOCK_TOLERANCE = 60
const MOST_GROUPS = 5000

/** Who somebody is, as a provider says. */
export interface Person {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string
  /** Undefined where the provider keeps them back, as Entra ID does above some 200. */
  groups: string[] | undefined
}

/** What the provider's own session is ended with. */
export interface ProviderSession {
  provider: string
  /** Its page that does it. */
  endpoint: string
  idToken: string
}

export interface Secrets {
  nonce: string
  verifier: string
}

/** Where the provider sends the browser back to, to the letter. */
export const redirectAddress = ({ config }: Services, { id }: Provider) => `${config.publicUrl}/login/${id}`

/** As the provider asks for it; without a word about it, by the header. */
const authenticate =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (inBody ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, ...rest)
  }

/** Read anew for each sign-in, the keys too: so a key that the provider changed is known at once, in every process. */
function discover(services: Services, { issuer, clientId, clientSecret }: Provider): Promise<oidc.Configuration> {
  const ahead = Math.round((services.clock.now().getTime() - Date.now()) / 1000)
  return oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockSkew]: ahead, [oidc.clockTolerance]: CLOCK_TOLERANCE },
    authenticate(clientSecret),
    {
      [oidc.customFetch]: providerFetch(services),
      execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
    },
  )
}

/** @returns the address of the provider's page, and what its answer is checked with @throws provider_down, sign_on_refused */
export async function authorizationUrl(
  services: Services,
  provider: Provider,
  state: string,
): Promise<{ url: string; secrets: Secrets }> {
  const secrets = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  try {
    const url = oidc.buildAuthorizationUrl(await discover(services, provider), {
      redirect_uri: redirectAddress(services, provider),
      scope: ['openid', 'email', 'profile', ...provider.scopes].join(' '),
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      state,
      nonce: secrets.nonce,
    })
    if (url.protocol !== 'https:' && !provider.issuer.startsWith('http:'))
      throw new oidc.ClientError('the page of the provider is not behind TLS')
    return { url: url.href, secrets }
  } catch (error) {
    throw failureOf(error, provider, services.log)
  }
}

/** Exchanges the code of an answer and checks what comes for it: signature, issuer, audience, nonce and times. @throws provider_down, sign_on_refused */
export async function readAnswer(
  services: Services,
  provider: Provider,
  query: string,
  { nonce, verifier, state }: Secrets & { state: string },
): Promise<{ person: Person; providerSession?: ProviderSession }> {
  try {
    const config = await discover(services, provider)
    const address = new URL(redirectAddress(services, provider))
    address.search = query
    const tokens = await oidc.authorizationCodeGrant(config, address, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    const claims: Claims = { ...tokens.claims() }
    if (!claims.iss || !claims.sub) throw new oidc.ClientError('the provider named nobody')
    const isThin = claims.email === undefined || (provider.groupRoles.length > 0 && !groupsIn(claims, provider))
    const more: Claims =
      isThin && config.serverMetadata().userinfo_endpoint
        ? { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)) }
        : {}
    return {
      person: personOf({ ...more, ...claims, ...emailOf(claims, more) }, provider),
      ...sessionAt(config, provider, tokens.id_token),
    }
  } catch (error) {
    throw failureOf(error, provider, services.log)
  }
}

/** Without a page for it, people log out there themselves. */
function sessionAt(
  config: oidc.Configuration,
  { id, issuer, endsSession }: Provider,
  idToken = '',
): { providerSession?: ProviderSession } {
  const endpoint = config.serverMetadata().end_session_endpoint
  const isSafe = endpoint?.startsWith('https:') || issuer.startsWith('http:')
  return endsSession && endpoint && isSafe ? { providerSession: { provider: id, endpoint, idToken } } : {}
}

interface Claims {
  [name: string]: unknown
  iss?: string
  sub?: string
}

/** Whether an email is verified, only that says which names this email. */
const emailOf = (claims: Claims, more: Claims): Claims =>
  claims['email'] === undefined
    ? { email: more['email'], email_verified: more['email_verified'] }
    : {
        email_verified:
          claims['email_verified'] ?? (more['email'] === claims['email'] ? more['email_verified'] : undefined),
      }

function personOf(claims: Claims, provider: Provider): Person {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '')
  const verified = claims['email_verified']
  return {
    issuer: text('iss'),
    subject: text('sub'),
    email: text('email').slice(0, 254),
    emailVerified: verified === true || verified === 'true' || (provider.trustsEmails && verified === undefined),
    name: (text('name') || [text('given_name'), text('family_name')].join(' ').trim()).slice(0, 120),
    groups: groupsIn(claims, provider) ?? (areKeptBack(claims, provider) ? undefined : []),
  }
}

/** The claim by its name, or else by a path: `realm_access.roles`. */
function groupsIn(claims: Claims, { groupsClaim }: Provider): string[] | undefined {
  const value =
    claims[groupsClaim] ??
    groupsClaim
      .split('.')
      .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Claims)[name] : undefined), claims)
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return undefined
  return value.filter((group): group is string => typeof group === 'string').slice(0, MOST_GROUPS)
}

/** OpenID Connect's distributed claims: the token only says where they could be read. */
const areKeptBack = (claims: Claims, { groupsClaim }: Provider): boolean => {
  const names = claims['_claim_names']
  return (typeof names === 'object' && names !== null && groupsClaim in names) || claims['hasgroups'] === true
}

/** @throws sign_on_refused, as roles that were there before may no longer be right */
export function mustKnowGroups({ groups }: Person, { label, groupRoles }: Provider): string[] {
  if (groups || groupRoles.length === 0) return groups ?? []
  throw refuse(
    `${label} didn’t send your groups because you are in too many, so Motto can’t tell your role. Ask the person who runs Motto.`,
  )
}
