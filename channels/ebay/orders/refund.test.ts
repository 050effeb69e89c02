import { expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { noConnection } from '../../testing/connection.ts'
import { refund } from './refund.ts'

const settings = (marketplaceId: string) => EbaySettings.parse({ marketplaceId })
const refunding = {
  externalOrderId: '01-1',
  key: crypto.randomUUID(),
  lines: [{ externalId: 'L1', quantity: 1, unsent: 1, amount: 1250, restock: true }],
  shipping: 0,
  currency: 'USD',
  reason: 'BUYER_RETURN',
  note: '',
}
/** eBay in one answer. */
const answering = (status: number, body: unknown) => ({
  ...noConnection,
  settings: settings('EBAY_US'),
  origins: { api: 'https://api.example' },
  http: async () => ({ status, headers: {}, body }),
})

it.each([
  [200, { refundStatus: 'FAILED' }, { kind: 'invalid', maybeDone: false }],
  [200, 'not what eBay answers', { maybeDone: true }],
  [400, { errors: [{ errorId: 34_922, message: 'Still processing.' }] }, { kind: 'conflict', maybeDone: false }],
  [403, { errors: [{ errorId: 1100, message: 'Access denied' }] }, { kind: 'forbidden', maybeDone: false }],
  [500, { errors: [{ errorId: 30_500, message: 'System error' }] }, { kind: 'unavailable', maybeDone: true }],
])('an answer %s %o is %o', async (status, body, error) => {
  await expect(refund(answering(status, body) as never, refunding)).rejects.toMatchObject(error)
})
