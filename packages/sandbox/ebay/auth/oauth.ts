import { randomBytes } from 'node:crypto'
import { bearerOf, consentPage, formOf, isSameSecret, oauthError, redirectTo, refusalPage } from '../../kit/consent.ts'
import { keepGrant, readGrant, useGrant } from '../../kit/grants.ts'
import { escapeHtml } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { connectSeller } from '../state.ts'

/** Lifetimes in seconds, as eBay gives them. */
const lifetimes = { code: 299, access: 7200, refresh: 47_304_000 }

interface Grant {
  seller: string | null
  scopes: string[]
  redirectName?: string
}

const baseScope = 'https://api.ebay.com/oauth/api_scope'

/**
 * eBay's tokens are full of characters that need care in a URL: `v^1.1#i^1#…==`. They hold no + and no &: its own library for Node sends them in a form
 * as they are.
 */
const newToken = (letter: string) =>
  `v^1.1#i^1#f^0#p^3#r^${letter}#I^3#t^${Buffer.from(randomBytes(24).toString('hex')).toString('base64')}==`

/** GET shows the consent page, POST is a press of one of its buttons. */
export function authorize(context: SimContext, request: SimRequest): SimAnswer {
  const form = formOf(request)
  const wrong = wrongInAsk(context, form)
  if (wrong) return refusalPage('eBay', wrong)
  if (request.method === 'GET') return askConsent(context, form)
  const back = new URL(context.app.redirectUri)
  const state = form.get('state')
  if (form.get('answer') === 'agree') {
    const username = (form.get('username') ?? '').trim()
    if (!/^[\w.*-]{1,64}$/.test(username))
      return refusalPage('eBay', 'That is no eBay username: use letters, digits, dots, dashes and underscores.')
    connectSeller(context, username)
    const code = newToken('1')
    const values: Grant = { seller: username, scopes: scopesOf(form), redirectName: context.app.redirectName }
    keepGrant(context, 'code', code, { seconds: lifetimes.code, values })
    back.searchParams.set('code', code)
    back.searchParams.set('expires_in', String(lifetimes.code))
  } else back.searchParams.set('error', 'access_denied')
  if (state !== null) back.searchParams.set('state', state)
  return redirectTo(back)
}

function wrongInAsk(context: SimContext, form: URLSearchParams): string | null {
  if (form.get('client_id') !== context.app.clientId) return 'The client_id is unknown: invalid_client.'
  if (form.get('redirect_uri') !== context.app.redirectName)
    return 'The redirect_uri must be the RuName of the app: invalid_request.'
  if (form.get('response_type') !== 'code') return 'The response_type must be code: unsupported_response_type.'
  const strange = scopesOf(form).find((scope) => !scope.startsWith(baseScope))
  return strange === undefined ? null : `The scope ${strange} does not exist: invalid_scope.`
}

const scopesOf = (form: URLSearchParams) => (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '')

const requestFields = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state']

const askConsent = (context: SimContext, form: URLSearchParams): SimAnswer =>
  consentPage(context, {
    channel: 'eBay',
    title: 'Agree and continue - eBay sandbox',
    heading: 'Grant access to your eBay account',
    intro: `<strong>${escapeHtml(context.app.clientId)}</strong> asks to act for you on this sandbox. Nothing here reaches the real eBay.`,
    scopes: scopesOf(form).map((scope) => scope.replace('https://api.ebay.com/oauth/', '')),
    action: '/oauth2/authorize',
    hidden: [...form].filter(([name]) => requestFields.includes(name)),
    fields: `<label for="username">Seller username</label>
<input id="username" name="username" value="${escapeHtml(form.get('account') || 'motto_seller')}" required maxlength="64" autocomplete="off" spellcheck="false">`,
    decision: 'answer',
    buttons: [
      ['agree', 'Agree and continue'],
      ['decline', 'Decline'],
    ],
  })

/** POST /identity/v1/oauth2/token */
export function giveToken(context: SimContext, request: SimRequest): SimAnswer {
  if (!isOurApp(context, request)) return oauthError(401, 'invalid_client', 'client authentication failed')
  const form = new URLSearchParams(request.rawBody.toString('utf8'))
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return fromCode(context, form)
    case 'refresh_token':
      return fromRefreshToken(context, form)
    case 'client_credentials':
      return { status: 200, body: access(context, null, scopesOf(form), 'Application Access Token') }
    default:
      return oauthError(
        400,
        'unsupported_grant_type',
        'grant type in request is not supported by the authorization server',
      )
  }
}

function fromCode(context: SimContext, form: URLSearchParams): SimAnswer {
  const grant = useGrant<Grant>(context, 'code', form.get('code') ?? '')
  if (!grant) {
    return oauthError(
      400,
      'invalid_grant',
      'the provided authorization grant code is invalid or was issued to another client',
    )
  }
  if (form.get('redirect_uri') !== grant.redirectName)
    return oauthError(400, 'invalid_request', 'redirect_uri does not match the one of the authorization request')
  const refreshToken = newToken('1')
  keepGrant(context, 'refresh', refreshToken, { seconds: lifetimes.refresh, values: grant })
  return {
    status: 200,
    body: {
      ...access(context, grant.seller, grant.scopes, 'User Access Token'),
      refresh_token: refreshToken,
      refresh_token_expires_in: lifetimes.refresh,
    },
  }
}

function fromRefreshToken(context: SimContext, form: URLSearchParams): SimAnswer {
  const grant = readGrant<Grant>(context, 'refresh', form.get('refresh_token') ?? '')
  if (!grant) {
    return oauthError(
      400,
      'invalid_grant',
      'the provided authorization refresh token is invalid or was issued to another client',
    )
  }
  const narrower = scopesOf(form)
  if (narrower.some((scope) => !grant.scopes.includes(scope))) {
    return oauthError(
      400,
      'invalid_scope',
      'The requested scope is invalid, unknown, malformed, or exceeds the scope granted to the client',
    )
  }
  // No new refresh token: eBay does not rotate it.
  return {
    status: 200,
    body: access(context, grant.seller, narrower.length > 0 ? narrower : grant.scopes, 'User Access Token'),
  }
}

function access(context: SimContext, seller: string | null, scopes: string[], tokenType: string) {
  const token = newToken('0')
  keepGrant(context, 'token', token, { seconds: lifetimes.access, values: { seller, scopes } satisfies Grant })
  return { access_token: token, expires_in: lifetimes.access, token_type: tokenType }
}

function isOurApp({ app }: SimContext, { headers }: SimRequest): boolean {
  const credentials = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')
  return isSameSecret(headers['authorization'] ?? '', `Basic ${credentials}`)
}

/** Whom an API call speaks for. @returns undefined when the token is unknown or too old */
export const holderOf = (context: SimContext, request: SimRequest): Grant | undefined =>
  readGrant<Grant>(context, 'token', bearerOf(request))

export const carries = (grant: Grant, scope: string): boolean => grant.scopes.includes(`${baseScope}/${scope}`)
