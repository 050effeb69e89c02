import { bigcommerceAccess } from '../../../contract/channels/bigcommerce.ts'
import type { Sandbox } from '../main.ts'

export const clientId = bigcommerceAccess.clientId.sandbox
export const clientSecret = bigcommerceAccess.clientSecret.sandbox
const redirect = 'http://localhost:3000/oauth/bigcommerce'

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}
/** @param path below the store: `/v3/catalog/products` */
export type Send = (method: string, path: string, json?: unknown) => Promise<Answer>

/** Presses Install. @returns what the browser brings back */
export async function pressInstall(sandbox: Sandbox, store = 'Harbor Store'): Promise<URLSearchParams> {
  const response = await fetch(`${sandbox.url}/bigcommerce/deep-links/manage/marketplace/apps/my-apps/drafts`, {
    method: 'POST',
    body: new URLSearchParams({ store }),
    redirect: 'manual',
  })
  await response.body?.cancel()
  return new URL(response.headers.get('location') ?? 'about:blank').searchParams
}

export async function exchange(sandbox: Sandbox, back: URLSearchParams, more: object = {}): Promise<Answer> {
  const response = await fetch(`${sandbox.url}/bigcommerce/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      code: back.get('code'),
      context: back.get('context'),
      scope: back.get('scope'),
      grant_type: 'authorization_code',
      redirect_uri: redirect,
      ...more,
    }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export const sendWith =
  (sandbox: Sandbox, hash: string, token: string): Send =>
  async (method, path, json) => {
    const response = await fetch(`${sandbox.url}/bigcommerce/stores/${hash}${path}`, {
      method,
      headers: { 'x-auth-token': token, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

/** A store that has installed the app. */
export async function install(sandbox: Sandbox, store?: string) {
  const back = await pressInstall(sandbox, store)
  const { access_token: token } = (await exchange(sandbox, back)).body as { access_token: string }
  const hash = (back.get('context') ?? '').replace('stores/', '')
  return { hash, token, send: sendWith(sandbox, hash, token) }
}

export const mug = (more: object = {}) => ({
  name: 'Stoneware mug',
  type: 'physical',
  weight: 1,
  price: 18,
  sku: 'MUG-1',
  inventory_tracking: 'product',
  is_visible: true,
  ...more,
})
/** Two sizes. */
export const shirt = (more: object = {}) =>
  mug({
    name: 'Linen shirt',
    sku: '',
    inventory_tracking: 'variant',
    variants: ['M', 'L'].map((label) => ({
      sku: `SHIRT-${label}`,
      option_values: [{ option_display_name: 'Size', label }],
    })),
    ...more,
  })
