import { z } from 'zod'
import { ChannelError } from '../channel.ts'
import type { OAuth2, PastedKey } from '../connect.ts'
import { tokenError } from '../kit/oauth.ts'
import { readAs } from '../kit/read.ts'

/** What the app's page in the Developer Portal must ask for. @see https://developer.bigcommerce.com/docs/start/authentication/api-accounts read 2026-11-22 */
const scopes = [
  'store_v2_information_read_only',
  'store_v2_products',
  'store_inventory',
  'store_locations_read_only',
  'store_v2_orders',
] as const

const TokenAnswer = z.object({ access_token: z.string(), scope: z.string().default(''), context: z.string() })

/** `stores/abc123` → `abc123` */
const hashIn = (context: string | undefined): string => /^stores\/([a-z0-9]+)$/i.exec(context ?? '')?.[1] ?? ''

/** One that may be changed may be read. */
function missingOf(granted: string): string[] {
  const all = new Set(granted.split(/\s+/))
  return scopes.filter((scope) => !all.has(scope) && !all.has(scope.replace(/_read_only$/, '')))
}

/**
 * The merchant presses Install in the control panel, and BigCommerce sends the browser to us; there is neither a state nor a signature. The token
 * does not end: installing the app anew gives another. @see https://developer.bigcommerce.com/docs/integrations/apps/guide/auth read 2026-11-22
 */
export const bigcommerceConnect = {
  asks: [],
  startsAt: 'channel',
  pkce: false,
  scopes,
  authorizeUrl: ({ origins }) => `${origins.login}/deep-links/manage/marketplace/apps/my-apps/drafts`,
  readCallback({ query }) {
    const storeHash = hashIn(query.context)
    if (!query.code || !storeHash)
      throw new ChannelError(
        'invalid',
        'BigCommerce didn’t say which store this is. Install the app from your BigCommerce store.',
      )
    return { code: query.code, facts: { storeHash }, shop: storeHash }
  },
  tokenRequest: ({ origins, clientId, clientSecret, code, redirect, callback }) => ({
    method: 'POST',
    url: `${origins.login}/oauth2/token`,
    json: {
      client_id: clientId,
      client_secret: clientSecret,
      code,
      context: callback.context ?? '',
      scope: callback.scope ?? '',
      grant_type: 'authorization_code',
      redirect_uri: redirect,
    },
  }),
  readTokens(answer) {
    if (answer.status !== 200) throw tokenError('BigCommerce', answer)
    const { access_token: accessToken, scope, context } = readAs('BigCommerce', TokenAnswer, answer.body)
    const missing = missingOf(scope)
    if (missing.length > 0)
      throw new ChannelError(
        'revoked',
        `The app is missing these permissions: ${missing.join(', ')}. Ask your administrator to add them in the BigCommerce Developer Portal, then reinstall the app.`,
      )
    return { accessToken, expiresAt: null, facts: { storeHash: hashIn(context), by: 'app' } }
  },
} satisfies OAuth2

/** A store-level API account, which the store's owner makes. The path that BigCommerce shows beside it holds the store's hash. */
export const bigcommerceKey = {
  asks: [
    {
      name: 'storeHash',
      label: 'Store hash',
      kind: 'text',
      placeholder: 'abc123def4',
      help: 'Part of the account’s API path: …/stores/abc123def4/v3/. You can paste the whole path.',
    },
    {
      name: 'token',
      label: 'Access token',
      kind: 'secret',
      help: 'From a store-level API account. Create one in the control panel under Settings › API.',
    },
  ],
  normalise({ storeHash = '' }) {
    const hash = (/stores\/([a-z0-9]+)/i.exec(storeHash)?.[1] ?? storeHash).toLowerCase()
    if (!/^[a-z0-9]{3,40}$/.test(hash)) {
      const sentence = 'A store hash contains only letters and numbers.'
      throw new ChannelError('invalid', sentence, { fields: { storeHash: sentence } })
    }
    return { storeHash: hash }
  },
  readTokens: ({ token = '' }) => ({ accessToken: token, expiresAt: null, facts: { by: 'key' } }),
} satisfies PastedKey
