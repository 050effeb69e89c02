import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../kit/merchants.ts'
import { textOf } from '../../kit/json.ts'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { Refused } from '../api/errors.ts'
import { bodyOf } from '../api/input.ts'
import { makeMerchant, merchantBy, merchantRow, saveMerchant } from '../state.ts'
import { issue, recover, trade } from './tokens.ts'

/** Not published; this one is invented. */
const codeSeconds = 600
interface CodeRow {
  id: string
  merchant: string
  expiresAt: number
}

const sameText = (a: string, b: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

/** GET shows whom the app is for, POST with `decision` answers it. No permissions are asked for: the app's own page says them. */
export function authorize(context: SimContext, request: SimRequest): SimAnswer {
  const form = request.method === 'POST' ? new URLSearchParams(request.rawBody.toString()) : request.query
  const { app } = context
  if (form.get('client_id') !== app.clientId) return complaint('There is no such app. Its id is wrong.')
  const redirect = form.get('redirect_uri') || app.redirectUri
  if (redirect !== app.redirectUri) return complaint('The redirect does not begin with the Site URL of the app.')
  if (request.method === 'GET') return consentPage(context, request.query)
  const to = new URL(redirect)
  const state = form.get('state') ?? ''
  if (form.get('decision') !== 'allow') {
    to.search = String(new URLSearchParams({ error: 'access_denied', state }))
    return back(to)
  }
  const env = merchantFor(context, textOf(form.get('account')))
  saveMerchant(env, { connected: context.store.nextNumber('connected') })
  const code: CodeRow = {
    id: randomUUID(),
    merchant: env.merchant,
    expiresAt: context.now().getTime() + codeSeconds * 1000,
  }
  context.store.put('code', code.id, code)
  to.search = String(
    new URLSearchParams({ merchant_id: env.merchant, client_id: app.clientId, code: code.id, ...(state && { state }) }),
  )
  return back(to)
}
const back = (to: URL): SimAnswer => ({ status: 302, headers: { location: String(to), 'cache-control': 'no-store' } })

/** The chosen merchant; a new one where none is chosen. */
function merchantFor(context: SimContext, account: string): Env {
  const known = merchantBy(context, account)
  return known ?? makeMerchant(context, `Corner Shop ${context.store.nextNumber('merchant')}`)
}

const complaint = (words: string): SimAnswer =>
  htmlPage({ status: 400, title: 'Clover', main: `<main><h1>Clover</h1><p>${escapeHtml(words)}</p></main>` })

function consentPage(context: SimContext, query: URLSearchParams): SimAnswer {
  const hidden = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return htmlPage({
    title: 'Connect · Clover',
    formsMayGoTo: [new URL(context.app.redirectUri).origin],
    main: `<main>
<h1>Connect an app</h1>
<p>An app from the Clover App Market wants to work with your merchant account. What it may read and change is said on its page there.</p>
<form method="post" action="${escapeHtml(`${context.baseUrl}/oauth/v2/authorize`)}">
${hidden.join('\n')}
<button type="submit" name="decision" value="allow">Connect</button>
<button type="submit" name="decision" value="deny">Cancel</button>
</form>
</main>`,
  })
}

/** The code of a consent for tokens. */
export function obtainToken(context: SimContext, request: SimRequest): SimAnswer {
  const given = withSecret(context, request)
  const code = context.store.get<CodeRow>('code', textOf(given['code']))
  if (code) context.store.delete('code', code.id)
  if (!code || code.expiresAt <= context.now().getTime())
    throw new Refused(400, 'Failed to validate authentication code')
  return { status: 200, body: issue(context, merchantRow({ context, merchant: code.merchant }).id) }
}

/** The app's secret has no part in it. */
export const refreshToken = (context: SimContext, request: SimRequest): SimAnswer => ({
  status: 200,
  body: trade(context, textOf(ofApp(context, request)['refresh_token'])),
})
export const recoverToken = (context: SimContext, request: SimRequest): SimAnswer => ({
  status: 200,
  body: recover(context, textOf(withSecret(context, request)['recovery_token'])),
})

function ofApp(context: SimContext, request: SimRequest) {
  const given = bodyOf(request)
  if (given['client_id'] !== context.app.clientId)
    throw new Refused(401, 'Unauthorized', { details: 'There is no such app.' })
  return given
}
function withSecret(context: SimContext, request: SimRequest) {
  const given = ofApp(context, request)
  if (!sameText(textOf(given['client_secret']), context.app.clientSecret))
    throw new Refused(401, 'Unauthorized', { details: 'The client secret does not fit.' })
  return given
}
