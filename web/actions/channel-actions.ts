import { linkTo, toIntegrations } from '../addresses.ts'
import type { Action } from './action.ts'

const page = toIntegrations()
const after = 'Open a channel'

/** What is done with channels and the stock they show. */
export const channelActions = {
  connectChannel: {
    name: 'Connect a channel',
    icon: 'plug',
    synonyms: [
      'add',
      'authorize',
      'account',
      'marketplace',
      'store',
      'api key',
      'ebay',
      'etsy',
      'shopify',
      'square',
      'bigcommerce',
      'clover',
      'google sheets',
    ],
    needs: 'integrations:write',
    page,
  },
  disconnectChannel: {
    name: 'Disconnect a channel',
    short: 'Disconnect',
    icon: 'close',
    synonyms: ['remove', 'revoke', 'account', 'marketplace'],
    needs: 'integrations:write',
    page,
    after,
  },
  editChannel: {
    name: 'Edit a channel’s settings',
    icon: 'settings',
    synonyms: ['defaults', 'policy', 'location', 'price rule', 'markup', 'spreadsheet', 'readiness', 'sync'],
    needs: 'integrations:write',
    page,
    after,
  },
  checkQuantities: {
    name: 'Compare quantities with a channel',
    icon: 'refresh',
    synonyms: ['out of sync', 'drift', 'stock', 'mismatch', 'resync'],
    needs: 'integrations:write',
    page,
    after,
  },
  retryTask: {
    name: 'Retry a background task',
    icon: 'refresh',
    synonyms: ['job', 'failed', 'queue', 'stuck'],
    needs: 'integrations:write',
    page,
    after,
  },
  shareStock: {
    name: 'Change stock sharing',
    icon: 'inventory',
    synonyms: ['oversell', 'guaranteed', 'allocation', 'buffer', 'last units'],
    needs: 'organization:write',
    page: linkTo({ to: '/stock-sharing' }),
  },
} satisfies Record<string, Action>
