import { randomBytes, randomUUID } from 'node:crypto'
import { objectOf, parseJson } from '../../kit/json.ts'
import { consentPage, formOf, oauthError, plainPage, redirectTo, refusalPage } from '../../kit/consent.ts'
import { keepGrant, useGrant } from '../../kit/grants.ts'
import { escapeHtml } from '../../kit/pages.ts'
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
  hash: string
  scope: string
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

const wrongName = 'A store has a name of 2 to 60 characters.'
const nameIn = (form: URLSearchParams): string => (form.get('store') ?? '').trim()
const isName = (name: string) => name.length >= 2 && name.length <= 60

/** Where a merchant installs the app: GET shows it, POST is the press. The browser comes back without a state of the app's. */
export function install(context: SimContext, request: SimRequest): SimAnswer {
  if (request.method === 'GET') return installPage(context, request.query)
  const name = nameIn(formOf(request))
  if (!isName(name)) return refusalPage('BigCommerce', wrongName)
  const { merchant } = connectMerchant(context, name)
  const code = randomBytes(24).toString('base64url')
  const scope = appScopes.join(' ')
  keepGrant(context, 'code', code, { seconds: codeSeconds, values: { hash: merchant.hash, scope } satisfies Code })
  const back = new URL(context.app.redirectUri)
  for (const [key, value] of Object.entries({
    code,
    scope,
    context: `stores/${merchant.hash}`,
    account_uuid: randomUUID(),
  }))
    back.searchParams.set(key, value)
  return redirectTo(back)
}

const storeField = (name: string) =>
  `<label for="store">Store name</label>
<input id="store" name="store" value="${escapeHtml(name)}" required minlength="2" maxlength="60" autocomplete="off" spellcheck="false">`

const installPage = (context: SimContext, query: URLSearchParams): SimAnswer =>
  consentPage(context, {
    channel: 'BigCommerce',
    title: 'My Draft Apps - BigCommerce sandbox',
    heading: 'Install this app in your store',
    intro: `<strong>${escapeHtml(context.app.clientId)}</strong> asks to work for you on this sandbox. Nothing here reaches the real BigCommerce.`,
    scopes: appScopes,
    action: installPath,
    fields: storeField(query.get('account') || 'Motto Store'),
    decision: 'answer',
    buttons: [['install', 'Install']],
  })

/** Where the owner of a store makes a token by hand. It is shown once. */
export function apiAccounts(context: SimContext, request: SimRequest): SimAnswer {
  const form = formOf(request)
  const name = nameIn(form)
  if (request.method === 'POST' && !isName(name)) return refusalPage('BigCommerce', wrongName)
  const made = request.method === 'POST' ? makeAccount(context, name) : ''
  return plainPage('BigCommerce', 'Store-level API accounts', {
    title: 'API accounts - BigCommerce sandbox',
    inner: `${made}
<form method="post" action="${escapeHtml(`${context.baseUrl}${accountsPath}`)}">
${storeField(name || 'Motto Store')}
<p class="buttons"><button type="submit" class="primary">Create API account</button></p>
</form>`,
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

/** POST /oauth2/token: a code becomes a token, and the one that the app had of this store is over. */
export function exchange(context: SimContext, request: SimRequest): SimAnswer {
  const body = objectOf(parseJson(request.rawBody.toString('utf8')) ?? Object.fromEntries(formOf(request)))
  const { app } = context
  if (body['client_id'] !== app.clientId || body['client_secret'] !== app.clientSecret)
    return oauthError(401, 'invalid_client', 'The client credentials are invalid.')
  if (body['grant_type'] !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported.')
  if (body['redirect_uri'] !== app.redirectUri)
    return oauthError(400, 'invalid_request', "The redirect_uri is not the app's auth callback.")
  const code = useGrant<Code>(context, 'code', String(body['code'] ?? ''))
  if (!code) return oauthError(400, 'invalid_grant', 'The code is invalid or has expired.')
  if (body['context'] !== `stores/${code.hash}` || body['scope'] !== code.scope)
    return oauthError(400, 'invalid_scope', 'The context or the scope is not that of the code.')
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
  if (scope && !grant.scopes.some((granted) => enough.includes(granted)))
    throw refuse(403, `You don't have the required scope to access the endpoint. Scope needed: ${scope}`)
  return { shop: new Shop(context, merchant), grant }
}
