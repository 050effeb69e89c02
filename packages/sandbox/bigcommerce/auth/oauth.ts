import { randomBytes, randomUUID } from 'node:crypto'
import { isObject } from '../../kit/json.ts'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { refuse } from '../api/errors.ts'
import { connectMerchant, type Merchant, Shop } from '../state.ts'

/** Seconds; invented, as none is published. */
const codeSeconds = 600
/** What the operator ticked for the app: asked for at the install, all or nothing. */
const appScopes = [
  'store_v2_default',
  'store_v2_information_read_only',
  'store_v2_products',
  'store_inventory',
  'store_locations_read_only',
  'store_v2_orders',
]

interface Code {
  code: string
  hash: string
  scope: string
  expiresAt: number
}
/** A token does not end. `client` is who may see the webhooks that it makes: the app, or one API account. */
export interface Grant {
  token: string
  hash: string
  client: string
  scopes: string[]
}

export const installPath = '/deep-links/manage/marketplace/apps/my-apps/drafts'
export const accountsPath = '/deep-links/settings/auth/api-accounts'

const formOf = ({ rawBody }: SimRequest) => new URLSearchParams(rawBody.toString('utf8'))
const wrongName = 'A store has a name of 2 to 60 characters.'
const nameIn = (form: URLSearchParams): string => (form.get('store') ?? '').trim()
const isName = (name: string) => name.length >= 2 && name.length <= 60

/** Where a merchant installs the app: GET shows it, POST is the press. The browser comes back without a state of the app's. */
export function install(context: SimContext, request: SimRequest): SimAnswer {
  if (request.method === 'GET') return installPage(context, request.query)
  const name = nameIn(formOf(request))
  if (!isName(name)) return refusedPage(wrongName)
  const { merchant } = connectMerchant(context, name)
  const code = randomBytes(24).toString('base64url')
  const scope = appScopes.join(' ')
  context.store.put('code', code, {
    code,
    hash: merchant.hash,
    scope,
    expiresAt: context.now().getTime() + codeSeconds * 1000,
  } satisfies Code)
  const back = new URL(context.app.redirectUri)
  for (const [key, value] of Object.entries({
    code,
    scope,
    context: `stores/${merchant.hash}`,
    account_uuid: randomUUID(),
  }))
    back.searchParams.set(key, value)
  return { status: 302, headers: { location: back.href, 'cache-control': 'no-store' } }
}

const refusedPage = (sentence: string): SimAnswer =>
  htmlPage({
    status: 400,
    title: 'BigCommerce sandbox',
    main: `<main id="main" class="consent"><h1>This cannot go on</h1><p role="alert">${escapeHtml(sentence)}</p></main>`,
  })

const storeField = (name: string) =>
  `<label for="store">Store name</label>
<input id="store" name="store" value="${escapeHtml(name)}" required minlength="2" maxlength="60" autocomplete="off" spellcheck="false">`

function installPage(context: SimContext, query: URLSearchParams): SimAnswer {
  const wanted = appScopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`)
  return htmlPage({
    title: 'My Draft Apps - BigCommerce sandbox',
    formsMayGoTo: [new URL(context.app.redirectUri).origin],
    main: `<main id="main" class="consent">
<p class="mark">BigCommerce sandbox</p>
<h1>Install this app in your store</h1>
<p><strong>${escapeHtml(context.app.clientId)}</strong> asks to work for you on this sandbox. Nothing here reaches the real BigCommerce.</p>
<ul>${wanted.join('')}</ul>
<form method="post" action="${escapeHtml(`${context.baseUrl}${installPath}`)}">
${storeField(query.get('account') || 'Motto Store')}
<p class="buttons"><button type="submit" name="answer" value="install" class="primary">Install</button></p>
</form>
</main>`,
  })
}

/** Where the owner of a store makes a token by hand. It is shown once. */
export function apiAccounts(context: SimContext, request: SimRequest): SimAnswer {
  const form = formOf(request)
  const name = nameIn(form)
  if (request.method === 'POST' && !isName(name)) return refusedPage(wrongName)
  const made = request.method === 'POST' ? makeAccount(context, name) : ''
  return htmlPage({
    title: 'API accounts - BigCommerce sandbox',
    main: `<main id="main" class="consent">
<p class="mark">BigCommerce sandbox</p>
<h1>Store-level API accounts</h1>
${made}
<form method="post" action="${escapeHtml(`${context.baseUrl}${accountsPath}`)}">
${storeField(name || 'Motto Store')}
<p class="buttons"><button type="submit" class="primary">Create API account</button></p>
</form>
</main>`,
  })
}

function makeAccount(context: SimContext, name: string): string {
  const { merchant } = connectMerchant(context, name)
  const client = `account-${context.store.nextNumber('api account')}`
  const token = giveToken(context, { hash: merchant.hash, client, scopes: appScopes })
  return `<dl role="status"><dt>Store hash</dt><dd><code>${escapeHtml(merchant.hash)}</code></dd>
<dt>Access token</dt><dd><code>${escapeHtml(token)}</code></dd></dl>`
}

function giveToken(context: SimContext, grant: Omit<Grant, 'token'>): string {
  const token = randomBytes(16).toString('hex')
  context.store.put('token', token, { ...grant, token } satisfies Grant)
  return token
}

const refused = (status: number, error: string, description: string): SimAnswer => ({
  status,
  body: { error, error_description: description },
})

/** POST /oauth2/token: a code becomes a token, and the one that the app had of this store is over. */
export function exchange(context: SimContext, request: SimRequest): SimAnswer {
  let given: unknown
  try {
    given = JSON.parse(request.rawBody.toString('utf8'))
  } catch {
    given = Object.fromEntries(formOf(request))
  }
  const asked = isObject(given) ? given : {}
  const { app } = context
  if (asked['client_id'] !== app.clientId || asked['client_secret'] !== app.clientSecret)
    return refused(401, 'invalid_client', 'The client credentials are invalid.')
  if (asked['grant_type'] !== 'authorization_code')
    return refused(400, 'unsupported_grant_type', 'The grant type is not supported.')
  if (asked['redirect_uri'] !== app.redirectUri)
    return refused(400, 'invalid_request', "The redirect_uri is not the app's auth callback.")
  const code = context.store.get<Code>('code', String(asked['code'] ?? ''))
  context.store.delete('code', String(asked['code'] ?? ''))
  if (!code || code.expiresAt < context.now().getTime())
    return refused(400, 'invalid_grant', 'The code is invalid or has expired.')
  if (asked['context'] !== `stores/${code.hash}` || asked['scope'] !== code.scope)
    return refused(400, 'invalid_scope', 'The context or the scope is not that of the code.')
  return tokenOf(context, code)
}

function tokenOf(context: SimContext, { hash, scope }: Code): SimAnswer {
  const merchant = context.store.get<Merchant>('merchant', hash)
  const token = context.store.together(() => {
    for (const old of context.store.list<Grant>('token'))
      if (old.hash === hash && old.client === context.app.clientId) context.store.delete('token', old.token)
    return giveToken(context, { hash, client: context.app.clientId, scopes: scope.split(' ') })
  })
  const user = { id: 9_128_401, username: merchant?.name ?? '', email: 'owner@store.example' }
  return {
    status: 200,
    body: { access_token: token, scope, user, owner: user, context: `stores/${hash}`, account_uuid: randomUUID() },
  }
}

/** Whose token a call carries. `store_x` is also good for what asks for `store_x_read_only`. @throws BigCommerceError 401, 403 */
export function grantOf(
  context: SimContext,
  request: SimRequest,
  hash: string,
  scope: string,
): { shop: Shop; grant: Grant } {
  const grant = context.store.get<Grant>('token', request.headers['x-auth-token'] ?? '')
  const merchant = grant?.hash === hash ? context.store.get<Merchant>('merchant', hash) : undefined
  if (!grant || !merchant) throw refuse(401, 'Unauthorized')
  const enough = [scope, scope.replace(/_read_only$/, '')]
  if (scope && !grant.scopes.some((one) => enough.includes(one)))
    throw refuse(403, `You don't have the required scope to access the endpoint. Scope needed: ${scope}`)
  return { shop: new Shop(context, merchant), grant }
}
