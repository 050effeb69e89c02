import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { HttpCall } from '../call.ts'
import type { OAuth2, TokenContext } from '../connect.ts'
import { shopify } from '#contract/channels/shopify.ts'
import { ChannelError } from '../channel.ts'
import { later, tokenError, readCode } from '../kit/oauth.ts'
import { readAs } from '../kit/read.ts'

/** @see https://shopify.dev/docs/api/usage/access-scopes read 2026-11-21 */
export const shopifyScopes = [
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_orders',
  'write_orders',
  'read_publications',
  'write_publications',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
] as const

/** Was not asked of everybody who is connected: without it orders are refunded and cancelled on Shopify's own pages. */
const mayBeMissing = 'write_orders'

/** A callback older than this is not answered. */
const callbackSeconds = 90

/** `motto-dev`, `https://motto-dev.myshopify.com/admin` → `motto-dev.myshopify.com`. @throws ChannelError `invalid` */
export function normaliseShop(typed: string): string {
  const host = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
  // people copy the address of their admin: admin.shopify.com/store/<name>
  const fromAdmin = /^(?:https?:\/\/)?admin\.shopify\.com\/store\/([^/?#]+)/i.exec(typed.trim())?.[1]?.toLowerCase()
  const name = fromAdmin ?? host
  const shop = name.endsWith('.myshopify.com') ? name : `${name}.myshopify.com`
  if (!/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(shop)) {
    const sentence = 'Enter your shop name, for example your-shop.myshopify.com.'
    throw new ChannelError('invalid', sentence, { fields: { shop: sentence } })
  }
  return shop
}

/** Where a shop answers. @param origins `shop` holds `{shop}`, replaced by the full domain */
export const originOf = (origins: Record<string, string>, shop: string) => (origins.shop ?? '').replace('{shop}', shop)

/** @see https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens read 2026-11-21 */
const TokenAnswer = z.object({
  access_token: z.string(),
  scope: z.string().default(''),
  expires_in: z.number(),
  refresh_token: z.string(),
  refresh_token_expires_in: z.number().optional(),
})

const tokenCall = (
  { origins, clientId, clientSecret, shop }: TokenContext,
  more: Record<string, string>,
): HttpCall => ({
  method: 'POST',
  url: `${originOf(origins, normaliseShop(shop))}/admin/oauth/access_token`,
  json: { client_id: clientId, client_secret: clientSecret, ...more },
})

/** Expiring offline tokens: an hour, with a refresh token that changes at each use. */
export const shopifyConnect = {
  asks: [{ name: 'shop', label: 'Shop name', kind: 'text', placeholder: shopify.shopExample }],
  normalise: ({ shop = '' }) => ({ shop: normaliseShop(shop) }),
  startsAt: 'us',
  pkce: false,
  scopes: shopifyScopes,
  authorizeUrl({ origins, clientId, redirect, state, shop }) {
    const query = new URLSearchParams({
      client_id: clientId,
      scope: shopifyScopes.join(','),
      redirect_uri: redirect,
      state,
      'grant_options[]': '',
    })
    return `${originOf(origins, normaliseShop(shop))}/admin/oauth/authorize?${query}`
  },
  readCallback({ query, clientSecret, shop, now }) {
    if (!signed(query, clientSecret)) throw new ChannelError('invalid', 'This response isn’t signed by Shopify.')
    if (Math.abs(now.getTime() / 1000 - Number(query.timestamp)) > callbackSeconds || !query.timestamp)
      throw new ChannelError('invalid', 'This response from Shopify is too old. Connect again.')
    if (query.shop !== normaliseShop(shop))
      throw new ChannelError('invalid', 'Shopify responded for a different shop. Connect again.')
    return { code: readCode('Shopify', query) }
  },
  tokenRequest: (o) => tokenCall(o, { code: o.code, expiring: '1' }),
  refreshRequest: (o) => tokenCall(o, { grant_type: 'refresh_token', refresh_token: o.refreshToken }),
  readTokens(answer, now) {
    if (answer.status !== 200) throw tokenError('Shopify', answer)
    const body = readAs('Shopify', TokenAnswer, answer.body)
    const granted = new Set(body.scope.split(',').map((s) => s.trim()))
    // a renewal need not repeat what was granted
    const missing = !body.scope
      ? []
      : shopifyScopes.filter((s) => s !== mayBeMissing && !granted.has(s) && !granted.has(s.replace('read_', 'write_')))
    if (missing.length)
      throw new ChannelError(
        'revoked',
        `Shopify didn’t grant these permissions: ${missing.join(', ')}. Connect again and allow all permissions.`,
        { code: 'ACCESS_DENIED' },
      )
    return {
      accessToken: body.access_token,
      expiresAt: later(now, body.expires_in),
      refreshToken: body.refresh_token,
      ...(body.refresh_token_expires_in && { refreshExpiresAt: later(now, body.refresh_token_expires_in) }),
    }
  },
} satisfies OAuth2

/** Hex HMAC-SHA256 over the sorted, encoded query without its signature, as Shopify's own library reckons it (15.0.0). */
function signed(query: Record<string, string>, secret: string): boolean {
  const rest = Object.entries(query)
    .filter(([key]) => key !== 'hmac' && key !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const message = new URLSearchParams(rest).toString()
  return sameText(createHmac('sha256', secret).update(message).digest('hex'), query.hmac ?? '')
}

/** Compared in a time that tells nothing of where they differ. */
export function sameText(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)]
  return a.length === b.length && timingSafeEqual(a, b)
}
