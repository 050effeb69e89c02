import { createHash, randomBytes } from 'node:crypto'
import { etsyAccess } from '../../../contract/channels/etsy.ts'
import type { Sandbox } from '../main.ts'
import type { Answer } from './ebay-session.ts'

const clientId = etsyAccess.clientId.sandbox
export const apiKey = `${clientId}:${etsyAccess.clientSecret.sandbox}`
const redirect = 'http://localhost:3000/oauth/etsy'
const everything = 'listings_r listings_w listings_d shops_r shops_w transactions_r transactions_w email_r'

export interface Tokens {
  access_token: string
  refresh_token: string
  token_type: string
  expires_in: number
}

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
export const newVerifier = () => randomBytes(32).toString('base64url')

/** Presses a button of the consent page. @returns where the browser is sent, or the page's answer where it is sent nowhere */
export async function pressConsent(
  sandbox: Sandbox,
  verifier: string,
  more: Record<string, string> = {},
): Promise<{ status: number; back: URL | null }> {
  const form = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect,
    scope: everything,
    state: 'state-1',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    answer: 'allow',
    shop: 'MottoShop',
    ...more,
  })
  const response = await fetch(`${sandbox.url}/etsy/oauth/connect`, { method: 'POST', body: form, redirect: 'manual' })
  await response.body?.cancel()
  const location = response.headers.get('location')
  return { status: response.status, back: location ? new URL(location) : null }
}

export async function askToken(sandbox: Sandbox, form: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${sandbox.url}/etsy/v3/public/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, redirect_uri: redirect, ...form }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** What is sent: a form's names and values, JSON, or files. */
type Sent = { form?: Record<string, string | string[]>; json?: unknown; parts?: FormData }
export type Api = (method: string, path: string, sent?: Sent, headers?: Record<string, string>) => Promise<Answer>

export interface EtsyShop {
  api: Api
  tokens: Tokens
  shopId: number
}

/** An app that a seller has let in. */
export async function connect(sandbox: Sandbox, more: Record<string, string> = {}): Promise<EtsyShop> {
  const verifier = newVerifier()
  const { back } = await pressConsent(sandbox, verifier, more)
  const code = back?.searchParams.get('code') ?? ''
  const tokens = (await askToken(sandbox, { grant_type: 'authorization_code', code, code_verifier: verifier }))
    .body as Tokens
  const api = apiWith(sandbox, tokens.access_token)
  const { body } = await api('GET', '/users/me')
  return { api, tokens, shopId: (body as { shop_id: number }).shop_id }
}

/** Paths begin below `/v3/application`. */
export const apiWith =
  (sandbox: Sandbox, token: string): Api =>
  async (method, path, { form, json, parts } = {}, headers = {}) => {
    const pairs = Object.entries(form ?? {}).flatMap(([name, value]) =>
      [value].flat().map((entry): [string, string] => [name, entry]),
    )
    const body = parts ?? (json === undefined ? form && new URLSearchParams(pairs) : JSON.stringify(json))
    const response = await fetch(`${sandbox.url}/etsy/v3/application${path}`, {
      method,
      body,
      headers: {
        authorization: `Bearer ${token}`,
        'x-api-key': apiKey,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

/** The ids that a draft needs. */
export async function profiles({ api, shopId }: EtsyShop) {
  const first = async (path: string) =>
    ((await api('GET', `/shops/${shopId}${path}`)).body as { results: Record<string, number>[] }).results[0] ?? {}
  return {
    shipping_profile_id: String((await first('/shipping-profiles'))['shipping_profile_id']),
    return_policy_id: String((await first('/policies/return'))['return_policy_id']),
    readiness_state_id: String((await first('/readiness-state-definitions'))['readiness_state_id']),
  }
}

/** A mug that Etsy would take as a draft. */
export const mug = (more: Record<string, string | string[]> = {}) => ({
  quantity: '5',
  title: 'Stoneware mug, 12 oz',
  description: 'A mug.',
  price: '18.00',
  who_made: 'i_did',
  when_made: 'made_to_order',
  taxonomy_id: '1062',
  ...more,
})

export function jpeg(more: Record<string, string> = {}): FormData {
  const parts = new FormData()
  parts.append('image', new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)], { type: 'image/jpeg' }), 'mug.jpg')
  for (const [name, value] of Object.entries(more)) parts.append(name, value)
  return parts
}

/** One product without variations, as updateListingInventory takes it. */
export const single = (readiness: string, more: { sku?: string; price?: number; quantity?: number } = {}) => ({
  products: [
    {
      sku: more.sku ?? 'MUG-1',
      property_values: [],
      offerings: [
        {
          price: more.price ?? 18,
          quantity: more.quantity ?? 5,
          is_enabled: true,
          readiness_state_id: Number(readiness),
        },
      ],
    },
  ],
  price_on_property: [],
  quantity_on_property: [],
  sku_on_property: [],
  readiness_state_on_property: [],
})

/** A draft with a picture and a SKU. */
export async function draft(shop: EtsyShop, more: Record<string, string> = {}, sku = 'MUG-1'): Promise<number> {
  const ids = await profiles(shop)
  const made = await shop.api('POST', `/shops/${shop.shopId}/listings`, { form: mug({ ...ids, ...more }) })
  const { listing_id: id } = made.body as { listing_id: number }
  await shop.api('POST', `/shops/${shop.shopId}/listings/${id}/images`, { parts: jpeg() })
  await shop.api('PUT', `/listings/${id}/inventory`, { json: single(ids.readiness_state_id, { sku }) })
  return id
}
/** … that is on sale. */
export async function list(shop: EtsyShop, more: Record<string, string> = {}, sku = 'MUG-1'): Promise<number> {
  const id = await draft(shop, more, sku)
  await shop.api('PATCH', `/shops/${shop.shopId}/listings/${id}`, { form: { state: 'active' } })
  return id
}
