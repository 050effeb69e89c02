import { linkTo, toIntegrations } from '../addresses.ts'
import type { Action } from './action.ts'

const page = toIntegrations()
const after = 'Open a channel'

/** What is done with channels and the stock they show. */
export const channelActions = {
  disconnectChannel: {
    name: 'Disconnect a channel',
    short: 'Disconnect',
    icon: 'close',
    needs: 'integrations:write',
    page,
    after,
  },
  editChannel: {
    name: 'Edit a channel’s settings',
    icon: 'settings',
    needs: 'integrations:write',
    page,
    after,
  },
  checkQuantities: {
    name: 'Compare quantities with a channel',
    icon: 'refresh',
    needs: 'integrations:write',
    page,
    after,
  },
  checkConnection: {
    name: 'Check a channel’s connection with a test product',
    short: 'Check this connection',
    icon: 'check-circle',
    needs: 'integrations:write',
    page,
    after: 'Open the tab Health of a channel',
  },
  shadowMode: {
    name: 'See what would be sent to a channel',
    short: 'Shadow mode',
    icon: 'eye',
    needs: 'integrations:write',
    page,
    after: 'Open the tab Shadow mode of a channel',
  },
  retryTask: {
    name: 'Retry a background task',
    icon: 'refresh',
    needs: 'integrations:write',
    page,
    after,
  },
  shareStock: {
    name: 'Change stock sharing',
    icon: 'inventory',
    needs: 'organization:write',
    page: linkTo({ to: '/stock-sharing' }),
  },
} satisfies Record<string, Action>
