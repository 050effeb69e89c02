import { randomBytes } from 'node:crypto'
import type { Env } from '../../kit/merchants.ts'
import { textOf } from '../../kit/json.ts'
import { consentPage, formOf, isSameSecret, redirectTo, refusalPage } from '../../kit/consent.ts'
import { keepGrant, useGrant } from '../../kit/grants.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { invalid, unauthorized } from '../api/errors.ts'
import { bodyOf } from '../api/input.ts'
import { makeMerchant, merchantBy, type MerchantRow, merchantRow, minutesOf, saveMerchant } from '../state.ts'
import { endTokens, type GrantRow, issueToken, newGrant, tokenOf } from './tokens.ts'
import { tellRevoked } from '../webhooks/webhooks.ts'

const codeSeconds = 300
interface Code {
  merchant: string
  scopes: string[]
  redirect: string
}

/** GET shows what the app asks for, POST with `decision` answers it. */
export function authorize(context: SimContext, request: SimRequest): SimAnswer {
  const form = formOf(request)
  const { app } = context
  if (form.get('client_id') !== app.clientId)
    return refusalPage('Square', 'The application that asks is not known here. Its Application ID is wrong.')
  const redirect = form.get('redirect_uri') || app.redirectUri
  if (redirect !== app.redirectUri) return refusalPage('Square', 'This is not the Redirect URL of the application.')
  const scopes = (form.get('scope') ?? '').split(/[\s+]+/).filter(Boolean)
  const strange = scopes.filter((scope) => !/^[A-Z][A-Z_]+$/.test(scope))
  if (scopes.length === 0 || strange.length > 0)
    return refusalPage('Square', `These permissions do not exist: ${strange.join(', ')}`)
  if (request.method === 'GET') return askConsent(context, request.query, scopes)
  const state = form.get('state') ?? ''
  const to = new URL(redirect)
  if (form.get('decision') !== 'allow') {
    to.search = String(new URLSearchParams({ error: 'access_denied', error_description: 'user_denied', state }))
    return redirectTo(to)
  }
  const env = sellerOf(context, textOf(form.get('account')))
  saveMerchant(env, { connected: context.store.nextNumber('connected') })
  const code = `sq0cgp-${randomBytes(16).toString('base64url')}`
  const values: Code = { merchant: env.merchant, scopes, redirect: form.get('redirect_uri') ?? '' }
  keepGrant(context, 'code', code, { seconds: codeSeconds, values })
  to.search = String(new URLSearchParams({ code, response_type: 'code', state }))
  return redirectTo(to)
}

/** The chosen seller, by number or name; a new one where none is chosen. */
function sellerOf(context: SimContext, account: string): Env {
  const known = merchantBy(context, account)
  return known ?? makeMerchant(context, `Alder Goods ${context.store.nextNumber('merchant')}`)
}

const askConsent = (context: SimContext, query: URLSearchParams, scopes: string[]): SimAnswer =>
  consentPage(context, {
    channel: 'Square',
    title: 'Allow access · Square',
    heading: 'Allow access',
    intro: 'An app wants to work with your Square account:',
    scopes,
    action: '/oauth2/authorize',
    hidden: query,
    decision: 'decision',
    buttons: [
      ['allow', 'Allow'],
      ['deny', 'Deny'],
    ],
  })

/** The code of a consent for tokens, or a refresh token for the next access token. */
export function obtainToken(context: SimContext, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  const { app } = context
  if (body['client_id'] !== app.clientId) throw unauthorized('UNAUTHORIZED', 'Unknown client_id.', 'client_id')
  if (!isSameSecret(textOf(body['client_secret']), app.clientSecret))
    throw unauthorized('UNAUTHORIZED', 'The client_secret does not fit.', 'client_secret')
  const isShort = body['short_lived'] === true
  if (body['grant_type'] === 'authorization_code') {
    const code = useGrant<Code>(context, 'code', textOf(body['code']))
    if (!code) throw unauthorized('UNAUTHORIZED', 'The authorization code is not valid, or was used.', 'code')
    if (code.redirect !== textOf(body['redirect_uri']))
      throw invalid('INVALID_VALUE', 'redirect_uri is not that of the authorization.', 'redirect_uri')
    return {
      status: 200,
      body: issueToken(context, newGrant({ context, merchant: code.merchant }, code.scopes), isShort),
    }
  }
  if (body['grant_type'] !== 'refresh_token')
    throw invalid('INVALID_VALUE', 'This grant_type is not supported.', 'grant_type')
  const grant = context.store.get<GrantRow>('grant', textOf(body['refresh_token']))
  if (!grant || grant.revoked)
    throw unauthorized('UNAUTHORIZED', 'The refresh token is not valid, or was revoked.', 'refresh_token')
  return { status: 200, body: issueToken(context, grant, isShort) }
}

/** The app leaves a seller. */
export function revokeToken(context: SimContext, request: SimRequest): SimAnswer {
  if (!isSameSecret(request.headers['authorization'] ?? '', `Client ${context.app.clientSecret}`))
    throw unauthorized('UNAUTHORIZED', 'The Authorization header must be: Client APPLICATION_SECRET')
  const body = bodyOf(request)
  const token = context.store.get<{ merchant: string }>('token', textOf(body['access_token']))
  const merchant = textOf(body['merchant_id']) || token?.merchant
  if (!merchant || !context.store.get<MerchantRow>('merchant', merchant)) throw notOfMerchant()
  if (endTokens(context, true, (candidate) => candidate === merchant).length === 0) throw notOfMerchant()
  tellRevoked({ context, merchant }, 'APPLICATION')
  return { status: 200, body: { success: true } }
}
const notOfMerchant = () => unauthorized('UNAUTHORIZED', 'This application has no token of that merchant.')

export function tokenStatus(context: SimContext, request: SimRequest): SimAnswer {
  const { scopes, expiresAt, merchant } = tokenOf(context, request)
  return {
    status: 200,
    body: {
      scopes,
      expires_at: minutesOf(expiresAt),
      client_id: context.app.clientId,
      merchant_id: merchantRow({ context, merchant }).id,
    },
  }
}
