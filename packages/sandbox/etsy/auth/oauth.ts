import { createHash, randomBytes } from 'node:crypto'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { lacksScope, refuse, tokenRefused } from '../api/errors.ts'
import { connectSeller, type Seller, Shop } from '../state.ts'

/** Lifetimes in seconds, as Etsy gives them; that of a code is invented. */
const lifetimes = { code: 600, access: 3600, refresh: 90 * 86_400 }
const scopes = new Set(
  ['address', 'email', 'listings', 'profile', 'shops', 'transactions']
    .flatMap((name) => [`${name}_r`, `${name}_w`])
    .concat('listings_d'),
)

interface Grant {
  key: string
  seller: string
  scopes: string[]
  expiresAt: number
  challenge?: string
  redirect?: string
}

const asked = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]
const scopesIn = (given: URLSearchParams) => (given.get('scope') ?? '').split(' ').filter((scope) => scope !== '')

/** GET shows the consent page, POST is a press of one of its buttons. */
export function authorize(context: SimContext, request: SimRequest): SimAnswer {
  const given = request.method === 'POST' ? new URLSearchParams(request.rawBody.toString('utf8')) : request.query
  const wrong = wrongIn(context, given)
  if (wrong) return refusedPage(wrong)
  if (request.method === 'GET') return consentPage(context, given)
  const back = new URL(context.app.redirectUri)
  if (given.get('answer') === 'allow') {
    const name = (given.get('shop') ?? '').trim()
    if (!/^[A-Za-z0-9]{4,20}$/.test(name)) return refusedPage('A shop name has 4 to 20 letters and digits.')
    connectSeller(context, name)
    const code = randomBytes(32).toString('base64url')
    keep(context, 'code', code, {
      key: code,
      seller: name,
      scopes: scopesIn(given),
      expiresAt: after(context, lifetimes.code),
      challenge: given.get('code_challenge') ?? '',
      redirect: given.get('redirect_uri') ?? '',
    })
    back.searchParams.set('code', code)
  } else {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'The user denied the request')
  }
  back.searchParams.set('state', given.get('state') ?? '')
  return { status: 302, headers: { location: back.href, 'cache-control': 'no-store' } }
}

function wrongIn({ app }: SimContext, given: URLSearchParams): string | null {
  if (given.get('response_type') !== 'code') return 'The response_type must be code.'
  if (given.get('client_id') !== app.clientId) return 'The client_id is not the keystring of an app.'
  if (given.get('redirect_uri') !== app.redirectUri) return "The redirect_uri is none of the app's callback addresses."
  if (!given.get('state')) return 'The state is missing.'
  if (given.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(given.get('code_challenge') ?? ''))
    return 'A code_challenge of the method S256 is needed.'
  const strange = scopesIn(given).find((scope) => !scopes.has(scope))
  if (strange !== undefined) return `There is no scope ${strange}.`
  return scopesIn(given).length > 0 ? null : 'The scope is missing.'
}

const refusedPage = (sentence: string): SimAnswer =>
  htmlPage({
    status: 400,
    title: 'Etsy sandbox',
    main: `<main id="main" class="consent"><h1>This cannot go on</h1><p role="alert">${escapeHtml(sentence)}</p></main>`,
  })

/** A name of Etsy's kind from what the app calls the account: 4 to 20 letters and digits. */
const nameFrom = (account: string): string => {
  const plain = account.replace(/[^A-Za-z0-9]/g, '').slice(-20)
  return plain.length >= 4 ? plain : `MottoShop${plain}`
}

function consentPage(context: SimContext, given: URLSearchParams): SimAnswer {
  const hidden = asked.map(
    (name) => `<input type="hidden" name="${name}" value="${escapeHtml(given.get(name) ?? '')}">`,
  )
  const wanted = scopesIn(given).map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`)
  return htmlPage({
    title: 'Grant access - Etsy sandbox',
    formsMayGoTo: [new URL(context.app.redirectUri).origin],
    main: `<main id="main" class="consent">
<p class="mark">Etsy sandbox</p>
<h1>An application would like to connect to your account</h1>
<p><strong>${escapeHtml(context.app.clientId)}</strong> asks to act for you on this sandbox. Nothing here reaches the real Etsy.</p>
<ul>${wanted.join('')}</ul>
<form method="post" action="${escapeHtml(`${context.baseUrl}/oauth/connect`)}">
${hidden.join('\n')}
<label for="shop">Shop name</label>
<input id="shop" name="shop" value="${escapeHtml(nameFrom(given.get('account') ?? ''))}" required minlength="4" maxlength="20" autocomplete="off" spellcheck="false">
<p class="buttons">
<button type="submit" name="answer" value="allow" class="primary">Grant access</button>
<button type="submit" name="answer" value="deny" formnovalidate>Cancel</button>
</p>
</form>
</main>`,
  })
}

/** POST /v3/public/oauth/token. The app's secret has no part in it: the verifier proves who asks. */
export function giveToken(context: SimContext, request: SimRequest): SimAnswer {
  const form = new URLSearchParams(request.rawBody.toString('utf8'))
  if (form.get('client_id') !== context.app.clientId) return refused('invalid_client', 'The client is unknown', 401)
  const kind = form.get('grant_type')
  if (kind === 'authorization_code') return fromCode(context, form)
  if (kind === 'refresh_token') return fromRefreshToken(context, form)
  return refused('unsupported_grant_type', 'The grant type is not supported')
}

function fromCode(context: SimContext, form: URLSearchParams): SimAnswer {
  const grant = take(context, 'code', form.get('code'))
  if (!grant) return refused('invalid_grant', 'code is invalid or has expired')
  if (form.get('redirect_uri') !== grant.redirect) return refused('invalid_request', 'redirect_uri does not match')
  const verifier = form.get('code_verifier') ?? ''
  const proof = createHash('sha256').update(verifier).digest('base64url')
  if (verifier.length < 43 || verifier.length > 128 || proof !== grant.challenge)
    return refused('invalid_grant', 'code_verifier does not match the code_challenge')
  return tokens(context, grant)
}

/** It is good for one time: the answer brings the next one. */
function fromRefreshToken(context: SimContext, form: URLSearchParams): SimAnswer {
  const grant = take(context, 'refresh', form.get('refresh_token'))
  return grant ? tokens(context, grant) : refused('invalid_grant', 'refresh_token is invalid or has expired')
}

function tokens(context: SimContext, { seller, scopes: granted }: Grant): SimAnswer {
  const userId = context.store.get<Seller>('seller', seller)?.userId
  const token = (kind: 'token' | 'refresh', seconds: number) => {
    const key = `${userId}.${randomBytes(48).toString('base64url')}`
    keep(context, kind, key, { key, seller, scopes: granted, expiresAt: after(context, seconds) })
    return key
  }
  return {
    status: 200,
    body: {
      access_token: token('token', lifetimes.access),
      token_type: 'Bearer',
      expires_in: lifetimes.access,
      refresh_token: token('refresh', lifetimes.refresh),
    },
  }
}

const refused = (error: string, description: string, status = 400): SimAnswer => ({
  status,
  body: { error, error_description: description },
})
const after = (context: SimContext, seconds: number) => context.now().getTime() + seconds * 1000

function take(context: SimContext, kind: 'code' | 'refresh', key: string | null): Grant | undefined {
  const grant = context.store.get<Grant>(kind, key ?? '')
  context.store.delete(kind, key ?? '')
  return grant && grant.expiresAt >= context.now().getTime() ? grant : undefined
}

function keep(context: SimContext, kind: 'code' | 'token' | 'refresh', key: string, grant: Grant): void {
  context.store.together(() => {
    context.store.put(kind, key, grant)
    for (const old of context.store.list<Grant>(kind))
      if (old.expiresAt < context.now().getTime()) context.store.delete(kind, old.key)
  })
}

/** Etsy's gate: every call names the app with its secret. @throws EtsyError 403 */
export function checkKey({ app }: SimContext, { headers }: SimRequest): void {
  const key = headers['x-api-key'] ?? ''
  if (!key) throw refuse(403, 'Missing x-api-key header or client_id')
  if (key === app.clientId) throw refuse(403, 'Shared secret is required in x-api-key header.')
  if (key !== `${app.clientId}:${app.clientSecret}`) throw refuse(403, 'Invalid API key')
}

/** Whose token a call carries. @throws EtsyError 401, 403 */
export function shopOfToken(context: SimContext, request: SimRequest, scope: string): Shop {
  const token = /^bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? ''
  const grant = context.store.get<Grant>('token', token)
  const seller = grant && context.store.get<Seller>('seller', grant.seller)
  if (!grant || !seller) throw tokenRefused('access token is not found')
  if (grant.expiresAt < context.now().getTime()) throw tokenRefused('access token is expired')
  if (scope && !grant.scopes.includes(scope)) throw lacksScope(scope)
  return new Shop(context, seller)
}

/** POST /scopes: what a token holds. @throws EtsyError 401 */
export function scopesOf(context: SimContext, token: string): string[] {
  const grant = context.store.get<Grant>('token', token)
  if (!grant || grant.expiresAt < context.now().getTime()) throw tokenRefused('access token is expired')
  return grant.scopes
}
