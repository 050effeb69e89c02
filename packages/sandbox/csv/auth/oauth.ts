import { randomBytes } from 'node:crypto'
import { bearerOf, challengeOf, consentPage, formOf, oauthError, redirectTo, refusalPage } from '../../kit/consent.ts'
import { keepGrant, readGrant, useGrant } from '../../kit/grants.ts'
import { escapeHtml } from '../../kit/pages.ts'
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
  email: string
  scope: string
  redirect: string
  challenge: string
  offline: boolean
}
interface Grant {
  id: string
  email: string
  scope: string
}

const fieldNames = [
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
const scopesIn = (form: URLSearchParams) => (form.get('scope') ?? '').split(' ').filter(Boolean)
const redirects = ({ app, appUrl }: SimContext) => [app.redirectUri, ...(appUrl ? [`${appUrl}/oauth/csv`] : [])]

function wrongIn(context: SimContext, form: URLSearchParams): string | undefined {
  const { app } = context
  if (form.get('client_id') !== app.clientId) return 'Error 401: invalid_client. The OAuth client was not found.'
  if (!redirects(context).includes(form.get('redirect_uri') ?? '')) return 'Error 400: redirect_uri_mismatch'
  if (form.get('response_type') !== 'code')
    return 'Error 400: invalid_request. Required parameter is missing: response_type'
  const strange = scopesIn(form).find((scope) => !Object.hasOwn(scopes, scope))
  if (strange !== undefined || scopesIn(form).length === 0)
    return `Error 400: invalid_scope. Some requested scopes were invalid: ${strange ?? ''}`
  if (form.has('code_challenge') && form.get('code_challenge_method') !== 'S256')
    return 'Error 400: invalid_request. Only S256 is played here.'
  return undefined
}

/** GET shows the consent page, where permissions can be unticked; POST is a press of one of its buttons. */
export function authorize(context: SimContext, request: SimRequest): SimAnswer {
  const form = formOf(request)
  const wrong = wrongIn(context, form)
  if (wrong) return refusalPage('Google', wrong, 'Access blocked')
  if (request.method === 'GET') return askConsent(context, form)
  const back = new URL(form.get('redirect_uri') ?? '')
  back.searchParams.set('state', form.get('state') ?? '')
  if (form.get('answer') !== 'allow') {
    back.searchParams.set('error', 'access_denied')
    return redirectTo(back)
  }
  const email = (form.get('email') ?? '').trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[a-z]+$/.test(email)) return refusalPage('Google', 'Enter an email address.', 'Sign in')
  signIn(context, email)
  const granted = [...new Set(scopesIn(form).map((scope) => scopes[scope] ?? scope))].filter(
    (scope) => scope !== driveFile || form.get('drive') !== 'no',
  )
  const code = `4/0A${randomBytes(32).toString('base64url')}`
  const values: Code = {
    email,
    scope: granted.join(' '),
    redirect: form.get('redirect_uri') ?? '',
    challenge: form.get('code_challenge') ?? '',
    offline: form.get('access_type') === 'offline',
  }
  keepGrant(context, 'code', code, { seconds: lifetimes.code, values })
  back.searchParams.set('code', code)
  back.searchParams.set('scope', values.scope)
  return redirectTo(back)
}

function askConsent(context: SimContext, form: URLSearchParams): SimAnswer {
  const known = form.get('login_hint') || users(context).at(-1)?.email
  const email = known ?? `seller${context.store.nextNumber('signIn')}@example.com`
  return consentPage(context, {
    channel: 'Google',
    title: 'An app wants access to your Google Account - Google sandbox',
    heading: 'An app wants access to your Google Account',
    intro: 'Nothing here reaches the real Google.',
    action: '/o/oauth2/v2/auth',
    hidden: [...form].filter(([name]) => fieldNames.includes(name)),
    fields: `<label for="email">Account</label>
<input id="email" name="email" type="email" value="${escapeHtml(email)}" required autocomplete="off">
<p><label for="drive">See, edit, create and delete only the Drive files that you use with this app</label>
<select id="drive" name="drive"><option value="yes">Yes</option><option value="no">No</option></select></p>`,
    decision: 'answer',
    buttons: [
      ['allow', 'Continue'],
      ['deny', 'Cancel'],
    ],
    formsMayGoTo: [new URL(context.app.redirectUri).origin, ...(context.appUrl ? [context.appUrl] : [])],
  })
}

/** POST /token. The refresh token comes with the consent alone and is not changed by a refresh. */
export function giveToken(context: SimContext, request: SimRequest): SimAnswer {
  const form = new URLSearchParams(request.rawBody.toString('utf8'))
  if (form.get('client_id') !== context.app.clientId || form.get('client_secret') !== context.app.clientSecret)
    return oauthError(401, 'invalid_client', 'Unauthorized')
  if (form.get('grant_type') === 'refresh_token') {
    const grant = context.store.get<Grant>('refresh', form.get('refresh_token') ?? '')
    return grant ? accessFor(context, grant) : oauthError(400, 'invalid_grant', 'Token has been expired or revoked.')
  }
  if (form.get('grant_type') !== 'authorization_code')
    return oauthError(400, 'unsupported_grant_type', 'Invalid grant_type')
  const code = useGrant<Code>(context, 'code', form.get('code') ?? '')
  if (!code) return oauthError(400, 'invalid_grant', 'Bad Request')
  if (form.get('redirect_uri') !== code.redirect) return oauthError(400, 'redirect_uri_mismatch', 'Bad Request')
  if (code.challenge && challengeOf(form.get('code_verifier') ?? '') !== code.challenge)
    return oauthError(400, 'invalid_grant', 'Invalid code verifier.')
  const refresh: Grant = { id: `1//0${randomBytes(48).toString('base64url')}`, email: code.email, scope: code.scope }
  if (!code.offline) return accessFor(context, refresh)
  context.store.put('refresh', refresh.id, refresh)
  const answer = accessFor(context, refresh)
  return { ...answer, body: { ...(answer.body as object), refresh_token: refresh.id } }
}

function accessFor(context: SimContext, { email, scope }: Grant): SimAnswer {
  const token = `ya29.${randomBytes(64).toString('base64url')}`
  keepGrant(context, 'token', token, { seconds: lifetimes.access, values: { email, scope } })
  return {
    status: 200,
    body: { access_token: token, expires_in: lifetimes.access, scope, token_type: 'Bearer' },
  }
}

/** POST /revoke: the consent of an access or a refresh token ends. */
export function revoke(context: SimContext, request: SimRequest): SimAnswer {
  const key = request.query.get('token') ?? new URLSearchParams(request.rawBody.toString('utf8')).get('token') ?? ''
  const known = context.store.get<Grant>('token', key) ?? context.store.get<Grant>('refresh', key)
  if (!known) return oauthError(400, 'invalid_token', 'Token expired or revoked')
  for (const kind of ['token', 'refresh'])
    for (const grant of context.store.list<Grant>(kind))
      if (grant.email === known.email) context.store.delete(kind, grant.id)
  return { status: 200, body: {} }
}

/** Whose token a call carries. @throws GoogleError 401, or 403 where the seller unticked the files */
export function userOf(context: SimContext, request: SimRequest, needsFiles: boolean): User {
  const token = readGrant<Grant>(context, 'token', bearerOf(request))
  const user = token && context.store.get<User>('user', token.email)
  if (!token || !user) throw unauthenticated()
  if (needsFiles && !token.scope.split(' ').includes(driveFile)) throw lacksScopes()
  return user
}

export function userInfo(context: SimContext, request: SimRequest): SimAnswer {
  const { id, email } = userOf(context, request, false)
  return { status: 200, body: { id, email, verified_email: true } }
}
