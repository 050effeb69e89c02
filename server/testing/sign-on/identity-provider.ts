import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, type JWK, SignJWT, UnsecuredJWT, exportJWK, generateKeyPair, jwtVerify } from 'jose'

export interface TestPerson {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
  [claim: string]: unknown
}
interface Grant {
  person: TestPerson
  nonce: string
  challenge: string
  redirect: string
}

/** A small OpenID Connect provider on loopback, which can also do wrong. */
export interface IdentityProvider {
  host: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Claims of the next ID tokens over the right ones; undefined leaves a claim out. */
  claims: Record<string, unknown>
  unsigned: boolean
  /** Signs with a key that it never published. */
  forged: boolean
  down: boolean
  /** Addresses to which it sends people who logged out, as a client registers them. */
  afterLogout: string[]
  /** Its document names no page for logging out. */
  endless: boolean
  /** Subjects whose sessions were ended. */
  ended: string[]
  /** How many times each of its addresses was asked. */
  asked: Record<string, number>
  /** What stands in the query of the browser's request to the page where people sign in. */
  lastRequest: URLSearchParams
  /** Who signs in next, where a browser opens its page. */
  person: TestPerson
  /** Its page: somebody signs in. @returns where the browser is sent back to */
  signIn(url: string, person: TestPerson): URL
  /** Signs with a new key from now on; the one before is no longer published. */
  rotateKey(): Promise<void>
  stop(): void
}

const CLIENT_ID = 'motto-tests'
const CLIENT_SECRET = 'a-client-secret-for-tests'

export async function identityProvider(): Promise<IdentityProvider> {
  const grants = new Map<string, Grant>()
  const bearers = new Map<string, TestPerson>()
  let codes = 0
  let key = await newKey(0)
  const strange = await newKey(0)
  const server = createServer((request, reply) => {
    answer(request, reply).catch((error: unknown) => void reply.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`

  const idToken = ({ person, nonce }: Grant) => {
    const now = Math.floor(Date.now() / 1000)
    const { groups: _, ...profile } = person
    const claims = {
      ...profile,
      ...(person.groups && { groups: person.groups }),
      iss: issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce,
      ...provider.claims,
    }
    return provider.unsigned
      ? new UnsecuredJWT(claims).encode()
      : new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: key.kid })
          .sign((provider.forged ? strange : key).privateKey)
  }

  async function token(request: IncomingMessage) {
    const form = new URLSearchParams(await textOf(request))
    const basic = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString()
    // Both are form-encoded (RFC 6749, 2.3.1).
    if (decodeURIComponent(basic) !== `${CLIENT_ID}:${CLIENT_SECRET}`)
      return { status: 401, body: { error: 'invalid_client' } }
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge || grant.redirect !== form.get('redirect_uri'))
      return { status: 400, body: { error: 'invalid_grant' } }
    const bearer = `bearer-${code}`
    bearers.set(bearer, grant.person)
    return {
      status: 200,
      body: { access_token: bearer, token_type: 'Bearer', expires_in: 300, id_token: await idToken(grant) },
    }
  }

  async function answer(request: IncomingMessage, reply: ServerResponse) {
    const url = new URL(request.url ?? '', issuer)
    provider.asked[url.pathname] = (provider.asked[url.pathname] ?? 0) + 1
    const send = (status: number, body: unknown) =>
      void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (provider.down) return send(503, { error: 'down' })
    if (url.pathname === '/authorize')
      return void reply.writeHead(302, { location: provider.signIn(url.href, provider.person).href }).end()
    if (url.pathname === '/logout') return logOut(provider, key.publicKey, url.searchParams, reply)
    if (url.pathname === '/jwks') return send(200, { keys: [key.jwk] })
    if (url.pathname === '/token') {
      const { status, body } = await token(request)
      return send(status, body)
    }
    if (url.pathname === '/userinfo') {
      const person = bearers.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
      return person ? send(200, person) : send(401, { error: 'invalid_token' })
    }
    if (url.pathname === '/.well-known/openid-configuration')
      return send(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        ...(provider.endless ? {} : { end_session_endpoint: `${issuer}/logout?realm=tests` }),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      })
    return send(404, {})
  }

  const provider: IdentityProvider = {
    host,
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    claims: {},
    unsigned: false,
    forged: false,
    down: false,
    afterLogout: [],
    endless: false,
    ended: [],
    asked: {},
    lastRequest: new URLSearchParams(),
    person: { sub: 'nobody' },
    signIn(url, person) {
      const { searchParams } = new URL(url)
      provider.lastRequest = searchParams
      const code = `code-${(codes += 1)}`
      const redirect = searchParams.get('redirect_uri') ?? ''
      grants.set(code, {
        person,
        nonce: searchParams.get('nonce') ?? '',
        challenge: searchParams.get('code_challenge') ?? '',
        redirect,
      })
      const back = new URL(redirect)
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer }).toString()
      return back
    },
    rotateKey: async () => {
      key = await newKey(Number(key.kid) + 1)
    },
    stop: () => server.close().closeAllConnections(),
  }
  return provider
}

/** RP-Initiated Logout 1.0: a provider sends nobody to an address that its client has not registered. */
async function logOut(
  { issuer, ended, afterLogout }: IdentityProvider,
  key: CryptoKey,
  query: URLSearchParams,
  reply: ServerResponse,
): Promise<void> {
  const { payload } = await jwtVerify(query.get('id_token_hint') ?? '', key, { issuer, audience: CLIENT_ID })
  const back = query.get('post_logout_redirect_uri') ?? ''
  if (query.get('client_id') !== CLIENT_ID || query.get('realm') !== 'tests' || !afterLogout.includes(back))
    return void reply.writeHead(400).end()
  ended.push(payload.sub ?? '')
  reply.writeHead(302, { location: back }).end()
}

async function newKey(n: number): Promise<{ kid: string; privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = String(n)
  return { kid, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
