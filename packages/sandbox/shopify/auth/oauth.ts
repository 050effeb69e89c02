import { createHmac, randomBytes } from 'node:crypto'
import { consentPage, isSameSecret, oauthError, plainPage, redirectTo, refusalPage } from '../../kit/consent.ts'
import { keepGrant, useGrant } from '../../kit/grants.ts'
import { objectOf, parseJson } from '../../kit/json.ts'
import { escapeHtml } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { ensureShop, shopHandle, shopRow, type Env } from '../state.ts'
import { issueTokens, refreshTokens } from './tokens.ts'

const codeSeconds = 600
interface Code {
  shop: string
  scopes: string[]
}

/** Signs a query the way the platform does: sorted, without `hmac`, hex. */
export function signQuery(query: URLSearchParams, secret: string): string {
  const sorted = new URLSearchParams([...query].filter(([name]) => name !== 'hmac' && name !== 'signature'))
  sorted.sort()
  return createHmac('sha256', secret).update(sorted.toString()).digest('hex')
}

/** GET shows what the app asks for, POST with `decision` answers it. */
export function authorize(context: SimContext, shop: string, request: SimRequest): SimAnswer {
  const form = request.method === 'POST' ? new URLSearchParams(request.rawBody.toString()) : undefined
  const read = (name: string) => form?.get(name) ?? request.query.get(name) ?? ''
  const { app } = context
  if (read('client_id') !== app.clientId)
    return refused('invalid_request: Could not find Shopify API application with the given client_id')
  if (read('redirect_uri') !== app.redirectUri) return refused('invalid_request: The redirect_uri is not whitelisted')
  const scopes = read('scope')
    .split(',')
    .map((scope) => scope.trim())
    .filter(Boolean)
  const unknown = scopes.filter((scope) => !/^(unauthenticated_)?(read|write)_[a-z_]+$/.test(scope))
  if (unknown.length > 0) return refused(`invalid_scope: The access scope is invalid: ${unknown.join(', ')}`)
  if (!form) return askConsent(context, shop, request.query, scopes)
  if (form.get('decision') !== 'install') {
    return plainPage('Shopify', 'The app was not installed', { inner: `<p>${escapeHtml(shop)} stays as it was.</p>` })
  }
  return install(context, shop, scopes, read('state'))
}

const askConsent = (context: SimContext, shop: string, query: URLSearchParams, scopes: string[]): SimAnswer =>
  consentPage(context, {
    channel: 'Shopify',
    title: `Install app · ${shop}`,
    heading: 'Install app',
    intro: `An app wants access to <strong>${escapeHtml(shop)}</strong>:`,
    scopes,
    action: `/${shopHandle(shop)}/admin/oauth/authorize`,
    hidden: query,
    decision: 'decision',
    buttons: [
      ['install', 'Install'],
      ['cancel', 'Cancel'],
    ],
  })

function install(context: SimContext, shop: string, scopes: string[], state: string): SimAnswer {
  const env = ensureShop(context, shop)
  const row = shopRow(env)
  context.store.put('shop', shop, {
    ...row,
    installed: true,
    connected: context.store.nextNumber('connected'),
    scopes,
  })
  const code = randomBytes(16).toString('hex')
  keepGrant(context, 'code', code, { seconds: codeSeconds, values: { shop, scopes } satisfies Code })
  const query = new URLSearchParams({
    code,
    host: Buffer.from(`admin.shopify.com/store/${shopHandle(shop)}`).toString('base64url'),
    shop,
    state,
    timestamp: String(Math.floor(context.now().getTime() / 1000)),
  })
  query.set('hmac', signQuery(query, context.app.clientSecret))
  const to = new URL(context.app.redirectUri)
  for (const [name, value] of query) to.searchParams.set(name, value)
  return redirectTo(to)
}

const refused = (message: string): SimAnswer => refusalPage('Shopify', message, 'Oauth error')

/** POST access_token: a code for tokens, or a refresh token for the next ones. */
export function accessToken(context: SimContext, shop: string, request: SimRequest): SimAnswer {
  const body = readBody(request)
  const { app } = context
  if (body['client_id'] !== app.clientId || !isSameSecret(body['client_secret'] ?? '', app.clientSecret)) {
    return oauthError(401, 'invalid_client', 'The client credentials are invalid')
  }
  const env: Env = { context, shop }
  if (body['grant_type'] === 'refresh_token') {
    const pair = refreshTokens(env, body['refresh_token'] ?? '')
    return pair
      ? { status: 200, body: pair }
      : oauthError(400, 'invalid_grant', 'This request requires an active refresh_token')
  }
  if (body['grant_type'] !== undefined && body['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported')
  const code = useGrant<Code>(context, 'code', body['code'] ?? '')
  if (code?.shop !== shop) {
    return oauthError(400, 'invalid_request', 'The authorization code was not found or was already used')
  }
  // Apps made since April 2026 get no other kind.
  if (body['expiring'] !== '1')
    return oauthError(400, 'invalid_request', 'Public apps must request expiring offline access tokens')
  return { status: 200, body: issueTokens(env, code.scopes, null) }
}
function readBody(request: SimRequest): Record<string, string | undefined> {
  const text = request.rawBody.toString()
  if (!request.headers['content-type']?.includes('json')) return Object.fromEntries(new URLSearchParams(text))
  // What is not JSON has no credentials, and is refused as such.
  return Object.fromEntries(Object.entries(objectOf(parseJson(text))).map(([name, value]) => [name, String(value)]))
}
