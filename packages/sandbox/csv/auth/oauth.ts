import { createHash, randomBytes } from 'node:crypto'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { lacksScopes, unauthenticated } from '../api/errors.ts'
import { signIn, type User, users } from '../state.ts'

/** Lifetimes in seconds: access tokens as published, that of a code invented. */
const lifetimes = { code: 600, access: 3599 }
const driveFile = 'https://www.googleapis.com/auth/drive.file'
const userEmail = 'https://www.googleapis.com/auth/userinfo.email'
/** What may be asked for, and the name under which it is granted. */
const scopes: Record<string, string> = {
  openid: 'openid',
  email: userEmail,
  [userEmail]: userEmail,
  [driveFile]: driveFile,
}

interface Code {
  key: string
  email: string
  scope: string
  redirect: string
  challenge: string
  offline: boolean
  expiresAt: number
}
interface Grant {
  key: string
  email: string
  scope: string
}
interface Token extends Grant {
  expiresAt: number
}

const asked = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'access_type',
  'prompt',
  'include_granted_scopes',
  'code_challenge',
  'code_challenge_method',
]
const scopesIn = (given: URLSearchParams) => (given.get('scope') ?? '').split(' ').filter(Boolean)
const redirects = ({ app, appUrl }: SimContext) => [app.redirectUri, ...(appUrl ? [`${appUrl}/oauth/csv`] : [])]

function wrongIn(context: SimContext, given: URLSearchParams): string | undefined {
  const { app } = context
  if (given.get('client_id') !== app.clientId) return 'Error 401: invalid_client. The OAuth client was not found.'
  if (!redirects(context).includes(given.get('redirect_uri') ?? '')) return 'Error 400: redirect_uri_mismatch'
  if (given.get('response_type') !== 'code')
    return 'Error 400: invalid_request. Required parameter is missing: response_type'
  const strange = scopesIn(given).find((scope) => !Object.hasOwn(scopes, scope))
  if (strange !== undefined || scopesIn(given).length === 0)
    return `Error 400: invalid_scope. Some requested scopes were invalid: ${strange ?? ''}`
  if (given.has('code_challenge') && given.get('code_challenge_method') !== 'S256')
    return 'Error 400: invalid_request. Only S256 is played here.'
  return undefined
}

/** GET shows the consent page, where permissions can be unticked; POST is a press of one of its buttons. */
export function authorize(context: SimContext, request: SimRequest): SimAnswer {
  const given = request.method === 'POST' ? new URLSearchParams(request.rawBody.toString('utf8')) : request.query
  const wrong = wrongIn(context, given)
  if (wrong) return page('Access blocked', `<p role="alert">${escapeHtml(wrong)}</p>`, 400)
  if (request.method === 'GET') return consentPage(context, given)
  const back = new URL(given.get('redirect_uri') ?? '')
  back.searchParams.set('state', given.get('state') ?? '')
  if (given.get('answer') !== 'allow') {
    back.searchParams.set('error', 'access_denied')
    return goTo(back)
  }
  const email = (given.get('email') ?? '').trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[a-z]+$/.test(email))
    return page('Sign in', '<p role="alert">Enter an email address.</p>', 400)
  signIn(context, email)
  const granted = [...new Set(scopesIn(given).map((scope) => scopes[scope] ?? scope))].filter(
    (scope) => scope !== driveFile || given.get('drive') !== 'no',
  )
  const code: Code = {
    key: `4/0A${randomBytes(32).toString('base64url')}`,
    email,
    scope: granted.join(' '),
    redirect: given.get('redirect_uri') ?? '',
    challenge: given.get('code_challenge') ?? '',
    offline: given.get('access_type') === 'offline',
    expiresAt: context.now().getTime() + lifetimes.code * 1000,
  }
  context.store.put('code', code.key, code)
  back.searchParams.set('code', code.key)
  back.searchParams.set('scope', code.scope)
  return goTo(back)
}
const goTo = (to: URL): SimAnswer => ({ status: 302, headers: { location: to.href, 'cache-control': 'no-store' } })

const page = (title: string, inner: string, status = 200, formsMayGoTo: string[] = []): SimAnswer =>
  htmlPage({
    status,
    title: `${title} - Google sandbox`,
    formsMayGoTo,
    main: `<main id="main" class="consent"><p class="mark">Google sandbox</p><h1>${escapeHtml(title)}</h1>${inner}</main>`,
  })

function consentPage(context: SimContext, given: URLSearchParams): SimAnswer {
  const hidden = asked.map((name) =>
    given.has(name) ? `<input type="hidden" name="${name}" value="${escapeHtml(given.get(name) ?? '')}">` : '',
  )
  const known = given.get('login_hint') || users(context).at(-1)?.email
  const email = known ?? `seller${context.store.nextNumber('signIn')}@example.com`
  return page(
    'An app wants access to your Google Account',
    `<p>Nothing here reaches the real Google.</p>
<form method="post" action="${escapeHtml(`${context.baseUrl}/o/oauth2/v2/auth`)}">
${hidden.join('\n')}
<label for="email">Account</label>
<input id="email" name="email" type="email" value="${escapeHtml(email)}" required autocomplete="off">
<p><label for="drive">See, edit, create and delete only the Drive files that you use with this app</label>
<select id="drive" name="drive"><option value="yes">Yes</option><option value="no">No</option></select></p>
<p class="buttons">
<button type="submit" name="answer" value="allow" class="primary">Continue</button>
<button type="submit" name="answer" value="deny" formnovalidate>Cancel</button>
</p>
</form>`,
    200,
    [new URL(context.app.redirectUri).origin, ...(context.appUrl ? [context.appUrl] : [])],
  )
}

const refused = (error: string, description: string, status = 400): SimAnswer => ({
  status,
  body: { error, error_description: description },
})

/** POST /token. The refresh token comes with the consent alone and is not changed by a refresh. */
export function giveToken(context: SimContext, request: SimRequest): SimAnswer {
  const form = new URLSearchParams(request.rawBody.toString('utf8'))
  if (form.get('client_id') !== context.app.clientId || form.get('client_secret') !== context.app.clientSecret)
    return refused('invalid_client', 'Unauthorized', 401)
  if (form.get('grant_type') === 'refresh_token') {
    const grant = context.store.get<Grant>('refresh', form.get('refresh_token') ?? '')
    return grant ? accessFor(context, grant) : refused('invalid_grant', 'Token has been expired or revoked.')
  }
  if (form.get('grant_type') !== 'authorization_code') return refused('unsupported_grant_type', 'Invalid grant_type')
  const code = context.store.get<Code>('code', form.get('code') ?? '')
  if (code) context.store.delete('code', code.key)
  if (!code || code.expiresAt < context.now().getTime()) return refused('invalid_grant', 'Bad Request')
  if (form.get('redirect_uri') !== code.redirect) return refused('redirect_uri_mismatch', 'Bad Request')
  const proof = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (code.challenge && proof !== code.challenge) return refused('invalid_grant', 'Invalid code verifier.')
  const refresh: Grant = { key: `1//0${randomBytes(48).toString('base64url')}`, email: code.email, scope: code.scope }
  if (!code.offline) return accessFor(context, refresh)
  context.store.put('refresh', refresh.key, refresh)
  const answer = accessFor(context, refresh)
  return { ...answer, body: { ...(answer.body as object), refresh_token: refresh.key } }
}

function accessFor(context: SimContext, { email, scope }: Grant): SimAnswer {
  const expiresAt = context.now().getTime() + lifetimes.access * 1000
  const token: Token = { key: `ya29.${randomBytes(64).toString('base64url')}`, email, scope, expiresAt }
  context.store.put('token', token.key, token)
  return {
    status: 200,
    body: { access_token: token.key, expires_in: lifetimes.access, scope, token_type: 'Bearer' },
  }
}

/** POST /revoke: the consent of an access or a refresh token ends. */
export function revoke(context: SimContext, request: SimRequest): SimAnswer {
  const key = request.query.get('token') ?? new URLSearchParams(request.rawBody.toString('utf8')).get('token') ?? ''
  const known = context.store.get<Grant>('token', key) ?? context.store.get<Grant>('refresh', key)
  if (!known) return refused('invalid_token', 'Token expired or revoked')
  for (const kind of ['token', 'refresh'])
    for (const one of context.store.list<Grant>(kind))
      if (one.email === known.email) context.store.delete(kind, one.key)
  return { status: 200, body: {} }
}

/** Whose token a call carries. @throws GoogleError 401, or 403 where the seller unticked the files */
export function userOf(context: SimContext, request: SimRequest, needsFiles: boolean): User {
  const key = /^Bearer (\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? ''
  const token = context.store.get<Token>('token', key)
  const user = token && context.store.get<User>('user', token.email)
  if (!token || !user || token.expiresAt <= context.now().getTime()) throw unauthenticated()
  if (needsFiles && !token.scope.split(' ').includes(driveFile)) throw lacksScopes()
  return user
}

export function userInfo(context: SimContext, request: SimRequest): SimAnswer {
  const { id, email } = userOf(context, request, false)
  return { status: 200, body: { id, email, verified_email: true } }
}
