import { randomBytes, timingSafeEqual } from 'node:crypto'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { connectSeller } from '../state.ts'

/** Lifetimes in seconds, as eBay gives them. */
const lifetimes = { code: 299, access: 7200, refresh: 47_304_000 }

interface Grant {
  seller: string | null
  scopes: string[]
  expiresAt: number
  redirectName?: string
}

const baseScope = 'https://api.ebay.com/oauth/api_scope'

/** eBay's tokens are full of characters that need care in a URL: `v^1.1#i^1#…==`. */
const newToken = (letter: string) => `v^1.1#i^1#f^0#p^3#r^${letter}#I^3#t^${randomBytes(48).toString('base64')}==`

/** GET shows the consent page, POST is a press of one of its buttons. */
export function authorize(context: SimContext, request: SimRequest): SimAnswer {
  const asked = request.method === 'POST' ? new URLSearchParams(request.rawBody.toString('utf8')) : request.query
  const wrong = wrongInAsk(context, asked)
  if (wrong) return refusedPage(wrong)
  if (request.method === 'GET') return consentPage(context, asked)
  const back = new URL(context.app.redirectUri)
  const state = asked.get('state')
  if (asked.get('answer') === 'agree') {
    const username = (asked.get('username') ?? '').trim()
    if (!/^[\w.*-]{1,64}$/.test(username))
      return refusedPage('That is no eBay username: use letters, digits, dots, dashes and underscores.')
    connectSeller(context, username)
    const code = newToken('1')
    keep(context, 'code', code, {
      seller: username,
      scopes: scopesOf(asked),
      expiresAt: after(context, lifetimes.code),
      redirectName: context.app.redirectName,
    })
    back.searchParams.set('code', code)
    back.searchParams.set('expires_in', String(lifetimes.code))
  } else back.searchParams.set('error', 'access_denied')
  if (state !== null) back.searchParams.set('state', state)
  return { status: 302, headers: { location: back.href, 'cache-control': 'no-store' } }
}

function wrongInAsk(context: SimContext, asked: URLSearchParams): string | null {
  if (asked.get('client_id') !== context.app.clientId) return 'The client_id is unknown: invalid_client.'
  if (asked.get('redirect_uri') !== context.app.redirectName)
    return 'The redirect_uri must be the RuName of the app: invalid_request.'
  if (asked.get('response_type') !== 'code') return 'The response_type must be code: unsupported_response_type.'
  const strange = scopesOf(asked).find((scope) => !scope.startsWith(baseScope))
  return strange === undefined ? null : `The scope ${strange} does not exist: invalid_scope.`
}

const scopesOf = (asked: URLSearchParams) => (asked.get('scope') ?? '').split(' ').filter((scope) => scope !== '')

function refusedPage(sentence: string): SimAnswer {
  return htmlPage({
    status: 400,
    title: 'eBay sandbox',
    main: `<main id="main" class="consent"><h1>This cannot go on</h1><p role="alert">${escapeHtml(sentence)}</p></main>`,
  })
}

function consentPage(context: SimContext, asked: URLSearchParams): SimAnswer {
  const hidden = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'].flatMap((name) => {
    const value = asked.get(name)
    return value === null ? [] : [`<input type="hidden" name="${name}" value="${escapeHtml(value)}">`]
  })
  const scopes = scopesOf(asked).map(
    (scope) => `<li><code>${escapeHtml(scope.replace('https://api.ebay.com/oauth/', ''))}</code></li>`,
  )
  return htmlPage({
    title: 'Agree and continue - eBay sandbox',
    formsMayGoTo: [new URL(context.app.redirectUri).origin],
    main: `<main id="main" class="consent">
<p class="mark">eBay sandbox</p>
<h1>Grant access to your eBay account</h1>
<p><strong>${escapeHtml(context.app.clientId)}</strong> asks to act for you on this sandbox. Nothing here reaches the real eBay.</p>
<ul>${scopes.join('')}</ul>
<form method="post" action="${escapeHtml(`${context.baseUrl}/oauth2/authorize`)}">
${hidden.join('\n')}
<label for="username">Seller username</label>
<input id="username" name="username" value="${escapeHtml(asked.get('account') || 'motto_seller')}" required maxlength="64" autocomplete="off" spellcheck="false">
<p class="buttons">
<button type="submit" name="answer" value="agree" class="primary">Agree and continue</button>
<button type="submit" name="answer" value="decline" formnovalidate>Decline</button>
</p>
</form>
</main>`,
  })
}

/** POST /identity/v1/oauth2/token */
export function giveToken(context: SimContext, request: SimRequest): SimAnswer {
  if (!isOurApp(context, request)) return refused(401, 'invalid_client', 'client authentication failed')
  const form = new URLSearchParams(request.rawBody.toString('utf8'))
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return fromCode(context, form)
    case 'refresh_token':
      return fromRefreshToken(context, form)
    case 'client_credentials':
      return { status: 200, body: access(context, null, scopesOf(form), 'Application Access Token') }
    default:
      return refused(
        400,
        'unsupported_grant_type',
        'grant type in request is not supported by the authorization server',
      )
  }
}

function fromCode(context: SimContext, form: URLSearchParams): SimAnswer {
  const code = form.get('code') ?? ''
  const grant = context.store.get<Grant>('code', code)
  context.store.delete('code', code)
  if (!grant || grant.expiresAt < context.now().getTime()) {
    return refused(
      400,
      'invalid_grant',
      'the provided authorization grant code is invalid or was issued to another client',
    )
  }
  if (form.get('redirect_uri') !== grant.redirectName)
    return refused(400, 'invalid_request', 'redirect_uri does not match the one of the authorization request')
  const refreshToken = newToken('1')
  keep(context, 'refresh', refreshToken, { ...grant, expiresAt: after(context, lifetimes.refresh) })
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
  const grant = context.store.get<Grant>('refresh', form.get('refresh_token') ?? '')
  if (!grant || grant.expiresAt < context.now().getTime()) {
    return refused(
      400,
      'invalid_grant',
      'the provided authorization refresh token is invalid or was issued to another client',
    )
  }
  const narrower = scopesOf(form)
  if (narrower.some((scope) => !grant.scopes.includes(scope))) {
    return refused(
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
  keep(context, 'token', token, { seller, scopes, expiresAt: after(context, lifetimes.access) })
  return { access_token: token, expires_in: lifetimes.access, token_type: tokenType }
}

const after = (context: SimContext, seconds: number) => context.now().getTime() + seconds * 1000

function keep(context: SimContext, kind: 'code' | 'token' | 'refresh', key: string, grant: Grant): void {
  context.store.together(() => {
    context.store.put(kind, key, { ...grant, key })
    for (const old of context.store.list<Grant & { key: string }>(kind)) {
      if (old.expiresAt < context.now().getTime()) context.store.delete(kind, old.key)
    }
  })
}

const refused = (status: number, error: string, description: string): SimAnswer => ({
  status,
  body: { error, error_description: description },
})

function isOurApp(context: SimContext, request: SimRequest): boolean {
  const given = Buffer.from(request.headers['authorization'] ?? '')
  const wanted = Buffer.from(
    `Basic ${Buffer.from(`${context.app.clientId}:${context.app.clientSecret}`).toString('base64')}`,
  )
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Whom an API call speaks for. @returns null when the token is unknown or too old */
export function holderOf(context: SimContext, request: SimRequest): Grant | null {
  const token = /^bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1]
  const grant = token === undefined ? undefined : context.store.get<Grant>('token', token)
  return grant && grant.expiresAt >= context.now().getTime() ? grant : null
}

export const carries = (grant: Grant, scope: string): boolean => grant.scopes.includes(`${baseScope}/${scope}`)
