import { randomBytes } from 'node:crypto'
import { bearerOf, challengeOf, consentPage, formOf, oauthError, redirectTo, refusalPage } from '../../kit/consent.ts'
import { type Grant as Expiring, keepGrant, readGrant, useGrant } from '../../kit/grants.ts'
import { isObject, parseJson } from '../../kit/json.ts'
import { escapeHtml } from '../../kit/pages.ts'
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
  seller: string
  scopes: string[]
  challenge?: string
  redirect?: string
}

const fieldNames = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]
const scopesIn = (form: URLSearchParams) => (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '')

/** GET shows the consent page, POST is a press of one of its buttons. */
export function authorize(context: SimContext, request: SimRequest): SimAnswer {
  const form = formOf(request)
  const wrong = wrongIn(context, form)
  if (wrong) return refusalPage('Etsy', wrong)
  if (request.method === 'GET') return askConsent(context, form)
  const back = new URL(context.app.redirectUri)
  if (form.get('answer') === 'allow') {
    const name = (form.get('shop') ?? '').trim()
    if (!/^[A-Za-z0-9]{4,20}$/.test(name)) return refusalPage('Etsy', 'A shop name has 4 to 20 letters and digits.')
    connectSeller(context, name)
    const code = randomBytes(32).toString('base64url')
    const values: Grant = {
      seller: name,
      scopes: scopesIn(form),
      challenge: form.get('code_challenge') ?? '',
      redirect: form.get('redirect_uri') ?? '',
    }
    keepGrant(context, 'code', code, { seconds: lifetimes.code, values })
    back.searchParams.set('code', code)
  } else {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'The user denied the request')
  }
  back.searchParams.set('state', form.get('state') ?? '')
  return redirectTo(back)
}

function wrongIn({ app }: SimContext, form: URLSearchParams): string | null {
  if (form.get('response_type') !== 'code') return 'The response_type must be code.'
  if (form.get('client_id') !== app.clientId) return 'The client_id is not the keystring of an app.'
  if (form.get('redirect_uri') !== app.redirectUri) return "The redirect_uri is none of the app's callback addresses."
  if (!form.get('state')) return 'The state is missing.'
  if (form.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(form.get('code_challenge') ?? ''))
    return 'A code_challenge of the method S256 is needed.'
  const strange = scopesIn(form).find((scope) => !scopes.has(scope))
  if (strange !== undefined) return `There is no scope ${strange}.`
  return scopesIn(form).length > 0 ? null : 'The scope is missing.'
}

/** A name of Etsy's kind from what the app calls the account: 4 to 20 letters and digits. */
const nameFrom = (account: string): string => {
  const plain = account.replace(/[^A-Za-z0-9]/g, '').slice(-20)
  return plain.length >= 4 ? plain : `MottoShop${plain}`
}

const askConsent = (context: SimContext, form: URLSearchParams): SimAnswer =>
  consentPage(context, {
    channel: 'Etsy',
    title: 'Grant access - Etsy sandbox',
    heading: 'An application would like to connect to your account',
    intro: `<strong>${escapeHtml(context.app.clientId)}</strong> asks to act for you on this sandbox. Nothing here reaches the real Etsy.`,
    scopes: scopesIn(form),
    action: '/oauth/connect',
    hidden: fieldNames.map((name) => [name, form.get(name) ?? '']),
    fields: `<label for="shop">Shop name</label>
<input id="shop" name="shop" value="${escapeHtml(nameFrom(form.get('account') ?? ''))}" required minlength="4" maxlength="20" autocomplete="off" spellcheck="false">`,
    decision: 'answer',
    buttons: [
      ['allow', 'Grant access'],
      ['deny', 'Cancel'],
    ],
  })

/** POST /v3/public/oauth/token. The app's secret has no part in it: the verifier proves who asks. */
export function giveToken(context: SimContext, request: SimRequest): SimAnswer {
  const form = fieldsOf(request)
  if (form.get('client_id') !== context.app.clientId) return oauthError(401, 'invalid_client', 'The client is unknown')
  const kind = form.get('grant_type')
  if (kind === 'authorization_code') return fromCode(context, form)
  if (kind === 'refresh_token') return fromRefreshToken(context, form)
  return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported')
}

/** Its documentation describes a form; its quickstart sends JSON. */
function fieldsOf({ rawBody, headers }: SimRequest): URLSearchParams {
  const text = rawBody.toString('utf8')
  if (!(headers['content-type'] ?? '').includes('json')) return new URLSearchParams(text)
  const body = parseJson(text)
  return new URLSearchParams(
    isObject(body) ? Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]) : [],
  )
}

function fromCode(context: SimContext, form: URLSearchParams): SimAnswer {
  const grant = useGrant<Grant>(context, 'code', form.get('code') ?? '')
  if (!grant) return oauthError(400, 'invalid_grant', 'code is invalid or has expired')
  if (form.get('redirect_uri') !== grant.redirect)
    return oauthError(400, 'invalid_request', 'redirect_uri does not match')
  const verifier = form.get('code_verifier') ?? ''
  if (verifier.length < 43 || verifier.length > 128 || challengeOf(verifier) !== grant.challenge)
    return oauthError(400, 'invalid_grant', 'code_verifier does not match the code_challenge')
  return tokens(context, grant)
}

/** It is good for one time: the answer brings the next one. */
function fromRefreshToken(context: SimContext, form: URLSearchParams): SimAnswer {
  const grant = useGrant<Grant>(context, 'refresh', form.get('refresh_token') ?? '')
  return grant ? tokens(context, grant) : oauthError(400, 'invalid_grant', 'refresh_token is invalid or has expired')
}

function tokens(context: SimContext, { seller, scopes: granted }: Grant): SimAnswer {
  const userId = context.store.get<Seller>('seller', seller)?.userId
  const token = (kind: 'token' | 'refresh', seconds: number) => {
    const key = `${userId}.${randomBytes(48).toString('base64url')}`
    keepGrant(context, kind, key, { seconds, values: { seller, scopes: granted } satisfies Grant })
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

/** Etsy's gate: every call names the app with its secret. @throws EtsyError 403 */
export function checkKey({ app }: SimContext, { headers }: SimRequest): void {
  const key = headers['x-api-key'] ?? ''
  if (!key) throw refuse(403, 'Missing x-api-key header or client_id')
  if (key === app.clientId) throw refuse(403, 'Shared secret is required in x-api-key header.')
  if (key !== `${app.clientId}:${app.clientSecret}`) throw refuse(403, 'Invalid API key')
}

/** Whose token a call carries. @throws EtsyError 401, 403 */
export function shopOfToken(context: SimContext, request: SimRequest, scope: string): Shop {
  const grant = context.store.get<Grant & Expiring>('token', bearerOf(request))
  const seller = grant && context.store.get<Seller>('seller', grant.seller)
  if (!grant || !seller) throw tokenRefused('access token is not found')
  if (grant.expiresAt < context.now().getTime()) throw tokenRefused('access token is expired')
  if (scope && !grant.scopes.includes(scope)) throw lacksScope(scope)
  return new Shop(context, seller)
}

/** POST /scopes: what a token holds. @throws EtsyError 401 */
export function scopesOf(context: SimContext, token: string): string[] {
  const grant = readGrant<Grant>(context, 'token', token)
  if (!grant) throw tokenRefused('access token is expired')
  return grant.scopes
}
