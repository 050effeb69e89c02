import { randomUUID } from 'node:crypto'
import type { Env } from '../../kit/merchants.ts'
import { textOf } from '../../kit/json.ts'
import { consentPage, formOf, isSameSecret, redirectTo, refusalPage } from '../../kit/consent.ts'
import { keepGrant, useGrant } from '../../kit/grants.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { Refused } from '../api/errors.ts'
import { bodyOf } from '../api/input.ts'
import { makeMerchant, merchantBy, merchantRow, saveMerchant } from '../state.ts'
import { issue, recover, trade } from './tokens.ts'

/** Not published; this one is invented. */
const codeSeconds = 600
interface Code {
  merchant: string
}

/** GET shows whom the app is for, POST with `decision` answers it. No permissions are asked for: the app's own page says them. */
export function authorize(context: SimContext, request: SimRequest): SimAnswer {
  const form = formOf(request)
  const { app } = context
  if (form.get('client_id') !== app.clientId) return refusalPage('Clover', 'There is no such app. Its id is wrong.')
  const redirect = form.get('redirect_uri') || app.redirectUri
  if (redirect !== app.redirectUri)
    return refusalPage('Clover', 'The redirect does not begin with the Site URL of the app.')
  if (request.method === 'GET') return askConsent(context, request.query)
  const to = new URL(redirect)
  const state = form.get('state') ?? ''
  if (form.get('decision') !== 'allow') {
    to.search = String(new URLSearchParams({ error: 'access_denied', state }))
    return redirectTo(to)
  }
  const env = merchantFor(context, textOf(form.get('account')))
  saveMerchant(env, { connected: context.store.nextNumber('connected') })
  const code = randomUUID()
  keepGrant(context, 'code', code, { seconds: codeSeconds, values: { merchant: env.merchant } satisfies Code })
  to.search = String(
    new URLSearchParams({ merchant_id: env.merchant, client_id: app.clientId, code, ...(state && { state }) }),
  )
  return redirectTo(to)
}

/** The chosen merchant; a new one where none is chosen. */
function merchantFor(context: SimContext, account: string): Env {
  const known = merchantBy(context, account)
  return known ?? makeMerchant(context, `Corner Shop ${context.store.nextNumber('merchant')}`)
}

const askConsent = (context: SimContext, query: URLSearchParams): SimAnswer =>
  consentPage(context, {
    channel: 'Clover',
    title: 'Connect · Clover',
    heading: 'Connect an app',
    intro:
      'An app from the Clover App Market wants to work with your merchant account. Its page there says what it may read and change.',
    action: '/oauth/v2/authorize',
    hidden: query,
    decision: 'decision',
    buttons: [
      ['allow', 'Connect'],
      ['deny', 'Cancel'],
    ],
  })

/** The code of a consent for tokens. */
export function obtainToken(context: SimContext, request: SimRequest): SimAnswer {
  const body = withSecret(context, request)
  const code = useGrant<Code>(context, 'code', textOf(body['code']))
  if (!code) throw new Refused(400, 'Failed to validate authentication code')
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
  const body = bodyOf(request)
  if (body['client_id'] !== context.app.clientId)
    throw new Refused(401, 'Unauthorized', { details: 'There is no such app.' })
  return body
}
function withSecret(context: SimContext, request: SimRequest) {
  const body = ofApp(context, request)
  if (!isSameSecret(textOf(body['client_secret']), context.app.clientSecret))
    throw new Refused(401, 'Unauthorized', { details: 'The client secret does not fit.' })
  return body
}
