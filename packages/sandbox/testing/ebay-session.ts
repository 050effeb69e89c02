import { ebayAccess } from '../../../contract/channels/ebay.ts'
import type { Sandbox } from '../main.ts'

export const scopes = ['sell.inventory', 'sell.account', 'sell.fulfillment', 'commerce.identity.readonly']
export const scopeUrls = (names: string[]) =>
  names.map((name) => `https://api.ebay.com/oauth/api_scope/${name}`).join(' ')
const clientId = ebayAccess.clientId.sandbox
export const ruName = ebayAccess.redirect.sandbox
export const basic = `Basic ${Buffer.from(`${clientId}:${ebayAccess.clientSecret.sandbox}`).toString('base64')}`

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}
export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  token_type: string
  refresh_token_expires_in: number
}

/** Presses a button of the consent page. @returns where the browser is sent */
export async function pressConsent(
  sandbox: Sandbox,
  answer: 'agree' | 'decline',
  username = 'motto_seller',
  names = scopes,
): Promise<URL> {
  const form = new URLSearchParams({
    client_id: clientId,
    redirect_uri: ruName,
    response_type: 'code',
    scope: scopeUrls(names),
    state: 'state-1',
    answer,
    username,
  })
  const response = await fetch(`${sandbox.url}/ebay/oauth2/authorize`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  await response.body?.cancel()
  return new URL(response.headers.get('location') ?? 'none:')
}

export async function askToken(sandbox: Sandbox, form: Record<string, string>, authorization = basic): Promise<Answer> {
  const response = await fetch(`${sandbox.url}/ebay/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(form),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export type Api = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/** An app that a seller has let in. */
export async function connect(
  sandbox: Sandbox,
  username = 'motto_seller',
  names = scopes,
): Promise<{ api: Api; tokens: Tokens }> {
  const back = await pressConsent(sandbox, 'agree', username, names)
  const answer = await askToken(sandbox, {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: ruName,
  })
  const tokens = answer.body as Tokens
  return { tokens, api: apiWith(sandbox, tokens.access_token) }
}

export const apiWith =
  (sandbox: Sandbox, token: string): Api =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${sandbox.url}/ebay${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': 'en-US',
        'content-language': 'en-US',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    }
  }

/** A mug that eBay would list: everything a leaf category asks for. */
export const mug = (more: Record<string, unknown> = {}) => ({
  availability: { shipToLocationAvailability: { quantity: 5 } },
  condition: 'NEW',
  product: {
    title: 'Stoneware mug, 12 oz',
    description: 'A mug.',
    aspects: { Brand: ['Cedar & Clay'] },
    imageUrls: ['https://images.example/mug.jpg'],
  },
  ...more,
})
export const mugOffer = (sku: string, more: Record<string, unknown> = {}) => ({
  sku,
  marketplaceId: 'EBAY_US',
  format: 'FIXED_PRICE',
  categoryId: '20695',
  merchantLocationKey: 'main-warehouse',
  availableQuantity: 5,
  pricingSummary: { price: { value: '18.00', currency: 'USD' } },
  listingDuration: 'GTC',
  listingDescription: '<p>A mug.</p>',
  includeCatalogProductDetails: false,
  listingPolicies: { fulfillmentPolicyId: '6196932000', paymentPolicyId: '6196935000', returnPolicyId: '6196937000' },
  ...more,
})

/** Item, offer and publish, as an app does it. */
export async function list(
  api: Api,
  sku: string,
  item = mug(),
  offer = mugOffer(sku),
): Promise<{ offerId: string; listingId: string }> {
  await api('PUT', `/sell/inventory/v1/inventory_item/${encodeURIComponent(sku)}`, item)
  const made = await api('POST', '/sell/inventory/v1/offer', offer)
  const { offerId } = made.body as { offerId: string }
  const published = await api('POST', `/sell/inventory/v1/offer/${offerId}/publish`, {})
  return { offerId, listingId: (published.body as { listingId: string }).listingId }
}

/** Presses the sandbox's own buttons. */
export async function control(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
