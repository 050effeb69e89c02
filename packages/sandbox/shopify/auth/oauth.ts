import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { ensureShop, shopHandle, shopRow, type Env } from '../state.ts'
import { issueTokens, refreshTokens } from './tokens.ts'

const codeSeconds = 600
interface CodeRow {
  id: string
  shop: string
  scopes: string[]
  expiresAt: string
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
    return oauthError('invalid_request: Could not find Shopify API application with the given client_id')
  if (read('redirect_uri') !== app.redirectUri)
    return oauthError('invalid_request: The redirect_uri is not whitelisted')
  const scopes = read('scope')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const unknown = scopes.filter((one) => !/^(unauthenticated_)?(read|write)_[a-z_]+$/.test(one))
  if (unknown.length > 0) return oauthError(`invalid_scope: The access scope is invalid: ${unknown.join(', ')}`)
  if (!form) return consentPage(context, shop, request.query, scopes)
  if (form.get('decision') !== 'install') {
    return htmlPage({
      title: 'Not installed',
      main: `<main><h1>The app was not installed</h1><p>${escapeHtml(shop)} stays as it was.</p></main>`,
    })
  }
  return install(context, shop, scopes, read('state'))
}

function consentPage(context: SimContext, shop: string, query: URLSearchParams, scopes: string[]): SimAnswer {
  const hidden = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n')
  return htmlPage({
    title: `Install app · ${shop}`,
    formsMayGoTo: [new URL(context.app.redirectUri).origin],
    main: `<main>
<h1>Install app</h1>
<p>An app wants access to <strong>${escapeHtml(shop)}</strong>:</p>
<ul>${scopes.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul>
<form method="post" action="${escapeHtml(`${context.baseUrl}/${shopHandle(shop)}/admin/oauth/authorize`)}">
${hidden}
<button type="submit" name="decision" value="install">Install</button>
<button type="submit" name="decision" value="cancel">Cancel</button>
</form>
</main>`,
  })
}

function install(context: SimContext, shop: string, scopes: string[], state: string): SimAnswer {
  const env = ensureShop(context, shop)
  const row = shopRow(env)
  context.store.put('shop', shop, {
    ...row,
    installed: true,
    connected: context.store.nextNumber('connected'),
    scopes,
  })
  const code: CodeRow = {
    id: randomBytes(16).toString('hex'),
    shop,
    scopes,
    expiresAt: new Date(context.now().getTime() + codeSeconds * 1000).toISOString(),
  }
  context.store.put('code', code.id, code)
  const query = new URLSearchParams({
    code: code.id,
    host: Buffer.from(`admin.shopify.com/store/${shopHandle(shop)}`).toString('base64url'),
    shop,
    state,
    timestamp: String(Math.floor(context.now().getTime() / 1000)),
  })
  query.set('hmac', signQuery(query, context.app.clientSecret))
  const to = new URL(context.app.redirectUri)
  for (const [name, value] of query) to.searchParams.set(name, value)
  return { status: 302, headers: { location: to.toString(), 'cache-control': 'no-store' } }
}

const oauthError = (message: string): SimAnswer =>
  htmlPage({
    status: 400,
    title: 'Oauth error',
    main: `<main><h1>Oauth error</h1><p>${escapeHtml(message)}</p></main>`,
  })

/** POST access_token: a code for tokens, or a refresh token for the next ones. */
export function accessToken(context: SimContext, shop: string, request: SimRequest): SimAnswer {
  const given = readBody(request)
  const { app } = context
  if (given['client_id'] !== app.clientId || !sameText(given['client_secret'] ?? '', app.clientSecret)) {
    return refusal(401, 'invalid_client', 'The client credentials are invalid')
  }
  const env: Env = { context, shop }
  if (given['grant_type'] === 'refresh_token') {
    const pair = refreshTokens(env, given['refresh_token'] ?? '')
    return pair
      ? { status: 200, body: pair }
      : refusal(400, 'invalid_grant', 'This request requires an active refresh_token')
  }
  if (given['grant_type'] !== undefined && given['grant_type'] !== 'authorization_code')
    return refusal(400, 'unsupported_grant_type', 'The grant type is not supported')
  const code = context.store.get<CodeRow>('code', given['code'] ?? '')
  if (code) context.store.delete('code', code.id)
  if (!code || code.shop !== shop || Date.parse(code.expiresAt) <= context.now().getTime()) {
    return refusal(400, 'invalid_request', 'The authorization code was not found or was already used')
  }
  // Apps made since April 2026 get no other kind.
  if (given['expiring'] !== '1')
    return refusal(400, 'invalid_request', 'Public apps must request expiring offline access tokens')
  return { status: 200, body: issueTokens(env, code.scopes, null) }
}
const refusal = (status: number, error: string, text: string): SimAnswer => ({
  status,
  body: { error, error_description: text },
})

function sameText(a: string, b: string): boolean {
  const hash = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
function readBody(request: SimRequest): Record<string, string | undefined> {
  const text = request.rawBody.toString()
  if (!request.headers['content-type']?.includes('json')) return Object.fromEntries(new URLSearchParams(text))
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || !value) return {}
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? one : String(one)]),
    )
  } catch {
    // Not JSON: no credentials in it, refused as such.
    return {}
  }
}
