// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { getAttention } from '#contract/analytics/analytics.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { all, answer, away, nameOf, theOne, show } from '#web/testing/screen.tsx'
import { Attention } from './attention.tsx'

afterEach(away)

const none = { items: 0, rows: [] }
const nothing = {
  oversold: none,
  unknown: none,
  refused: none,
  tooMany: none,
  drifted: none,
  held: none,
  disconnected: none,
  outdated: none,
  requirements: none,
  approvals: none,
}
const leadsTo = () => all('link').map((link) => [nameOf(link), decodeURIComponent(link.getAttribute('href') ?? '')])

it('each item that needs somebody leads to its remedy, and each heading to the list of exactly these', async () => {
  const listing = { productId: 12, channel: 'ebay', integrationId: 5, sku: 'MUG' } as const
  const order = { channel: 'ebay', customer: 'Ana Lima' } as const
  const attention = {
    ...nothing,
    refused: { items: 7, rows: [{ ...listing, title: 'Mug', reason: 'The title is too long.' }] },
    tooMany: { items: 1, rows: [{ ...listing, shown: 3, ours: 1, reason: '' }] },
    oversold: { items: 1, rows: [{ ...order, id: 8, number: '1008', lines: [{ sku: 'MUG', shortfall: 2 }] }] },
    unknown: { items: 1, rows: [{ ...order, id: 9, number: '1009', lines: ['CUP'] }] },
  }
  show(<Attention />, { at: '/dashboard', answers: [answer(getAttention, attention), answer(listAccounts, [])] })
  await theOne('region', 'Needs attention')
  expect(leadsTo()).toEqual([
    ['1 listing shows more than you have in stock', '/listings?behind=tooMany'],
    [expect.stringMatching(/MUG.*still shows 3, but you have 1.*Fix$/), '/product/12/publish/ebay'],
    ['7 listings failed to publish', '/listings?status=error'],
    [expect.stringMatching(/MUG.*The title is too long\.Fix$/), '/product/12/publish/ebay'],
    ['All 7', '/listings?status=error'],
    ['1 order oversold', '/orders?tab=open&oversold=true'],
    [expect.stringMatching(/1008.*Ana Lima · MUG short by 2.*Resolve$/), '/orders/issues?order=8'],
    ['1 order with unknown SKUs', '/orders/issues?kind=unknown'],
    [expect.stringMatching(/1009.*No product for CUP.*Resolve$/), '/orders/issues?order=9'],
  ])
})

it('proposals of AI agents that wait for approval lead to the page that decides', async () => {
  const approvals = { items: 1, rows: [{ id: 4, tokenName: 'Helper', reason: 'Slow sellers' }] }
  show(<Attention />, {
    at: '/dashboard',
    answers: [answer(getAttention, { ...nothing, approvals }), answer(listAccounts, [])],
  })
  await theOne('region', 'Needs attention')
  expect(leadsTo()).toEqual([
    ['1 proposal to approve', '/account/approvals'],
    [expect.stringMatching(/Helper.*Slow sellers.*Review$/), '/account/approvals'],
  ])
})

it('a channel that ends the API version Motto uses is told with what to do, and leads to its health', async () => {
  const advice =
    'Shopify supports version 2026-10 of its API, which Motto uses, until October 16, 2027. Update Motto before then.'
  const outdated = { items: 1, rows: [{ channel: 'shopify' as const, daysServed: 60, advice }] }
  const attention = { ...nothing, outdated }
  show(<Attention />, { at: '/dashboard', answers: [answer(getAttention, attention), answer(listAccounts, [])] })
  await theOne('region', 'Needs attention')
  expect(leadsTo()).toEqual([
    ['1 channel ends the API version that Motto uses', '/integrations'],
    [expect.stringMatching(/Shopify supports version 2026-10.*View$/), '/integrations/shopify/health'],
  ])
})
