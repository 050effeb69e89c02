import { describe, expect, it } from 'vitest'
import { type Integration, isOAuthUrl, renewsIn, standing } from './integration-state.ts'

const integration = (change: Partial<Integration>): Integration => ({
  id: 1,
  channel: 'ebay',
  authenticated: true,
  oAuthUrl: '/oauth/ebay',
  storeUrl: '',
  integration: { shop: '', updatedAt: null, config: {} },
  currency: 'USD',
  priceRule: null,
  status: 'authenticated',
  problem: '',
  heldUp: [],
  shadowSince: null,
  connectedAt: null,
  accessRenewsAt: null,
  permissionEndsAt: null,
  ordersCheckedAt: null,
  counts: { live: 3, pending: 0, failed: 0, notKept: 0 },
  ...change,
})

describe('a channel in the list', () => {
  it.each([
    ['one that cannot be connected says so', undefined, false, 'Not available'],
    ['one that was not begun', undefined, true, 'Not connected'],
    [
      'CHN-022 one that waits for its consent',
      integration({ authenticated: false, status: 'unauthenticated' }),
      true,
      'Not authorized',
    ],
    ['one whose consent ended', integration({ authenticated: false, status: 'expired' }), true, 'Access expired'],
    [
      'refusals before what is being sent',
      integration({ counts: { live: 1, pending: 4, failed: 2, notKept: 0 } }),
      true,
      '2 rejected',
    ],
    ['what is being sent', integration({ counts: { live: 1, pending: 4, failed: 0, notKept: 0 } }), true, 'Updating 4'],
    [
      'one that shows other numbers than ours is not in sync',
      integration({ counts: { live: 3, pending: 0, failed: 0, notKept: 2 } }),
      true,
      '2 not syncing',
    ],
    [
      'one that nothing comes through says so before what is owed',
      integration({
        heldUp: [{ about: 'connection', since: '2026-11-21T12:00:00Z', reason: 'No.', remedy: 'Wait.' }],
        counts: { live: 3, pending: 2, failed: 0, notKept: 0 },
      }),
      true,
      'Delayed',
    ],
    ['nothing left to do', integration({}), true, 'In sync'],
  ])('%s', (_title, input, offered, words) => expect(standing(input, offered).label).toBe(words))

  it('says that Motto needs an update 60 days before the channel stops supporting its API version', () => {
    const shopify = integration({ channel: 'shopify' })
    expect(standing(shopify, true, new Date('2027-08-17T12:00:00Z')).label).toBe('In sync')
    expect(standing(shopify, true, new Date('2027-08-18T12:00:00Z')).label).toBe('Motto update needed')
  })

  it('CHN-031 a consent begins at a page of ours, and nowhere else', () => {
    expect(['/oauth/ebay', '/oauth/csv?integrationId=7'].filter(isOAuthUrl)).toHaveLength(2)
    const others = ['', 'javascript:alert(1)', '//elsewhere.example/oauth/ebay', 'https://elsewhere.example', '/orders']
    expect(others.filter(isOAuthUrl)).toEqual([])
  })

  it('tells when access renews', () => {
    const now = Date.UTC(2026, 10, 21, 12)
    expect(renewsIn('2026-11-21T13:12:00Z', now)).toBe('automatically in 1 h 12 min')
    expect(renewsIn('2026-11-21T12:05:00Z', now)).toBe('automatically in 5 min')
    expect(renewsIn('2026-11-23T11:30:00Z', now)).toBe('automatically in 47 h 30 min')
    expect(renewsIn('2026-12-21T11:00:00Z', now)).toBe('automatically in 29 days')
    expect(renewsIn('2026-11-21T11:00:00Z', now)).toBe('automatically, now')
  })
})
