// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { decideProposal, getProposal, listProposals, undoProposal, undoProposals } from '#contract/agents/proposals.ts'
import { roles } from '#contract/permissions.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, choose, press, says, text, theOne, type } from '#web/testing/screen.tsx'

const server = fakeServer()
const waiting = {
  id: 7,
  title: 'Proposed: Price',
  reason: 'Costs rose',
  state: 'waiting' as const,
  about: 'products' as const,
  final: '',
  products: 60,
  units: 0,
  money: 1200,
  pricePercent: 25,
  beyond: ['Changes 60 products. 50 of 50 a day are left.'],
  tokenId: 3,
  tokenName: 'Helper',
  userName: 'Dana',
  createdAt: '2026-11-28T10:00:00.000Z',
  expiresAt: '2026-12-05T10:00:00.000Z',
  decidedAt: null,
  decidedBy: '',
  note: '',
  appliedAt: null,
  changeSetId: null,
}
const rows = [
  {
    productId: 1,
    sku: 'MUG-1',
    title: 'Mug',
    changes: [{ field: 'price', before: '10.00', after: '12.50' }],
    error: '',
    liveOn: ['ebay' as const],
  },
]
const whole = (proposal: object = {}) => ({ ...waiting, rows, orders: [], run: null, outcome: null, ...proposal })
const open = (roleId: number = roles.admin) => renderPage('/account/approvals', { roleId })
beforeEach(() => server.answer(listProposals, { data: [waiting], items: 1 }))

describe('the page of approvals', () => {
  it('says what comes here while nothing waits', async () => {
    server.answer(listProposals, { data: [], items: 0 })
    await open()
    await says('Nothing to approve')
  })
  it('is the one current page of its breadcrumb, which leads back to the account', async () => {
    await open()
    const crumbs = await theOne('navigation', 'Breadcrumb')
    const account = await theOne('link', 'Account', crumbs)
    expect([account.getAttribute('href'), account.getAttribute('aria-current')]).toEqual(['/account', null])
    expect([...crumbs.querySelectorAll('[aria-current]')].map((crumb) => text(crumb as HTMLElement))).toEqual([
      'Approvals',
    ])
  })
  it('a proposal about orders shows what will happen, and that it cannot be undone', async () => {
    const final = 'Shipping, cancelling and refunding an order can’t be undone.'
    const order = { orderId: 4, number: '#1008', channel: 'ebay' as const, action: 'refund' as const }
    const orders = [{ ...order, details: ['MUG: 10.00 USD back.'], error: '', outcome: '' as const, message: '' }]
    const about = { about: 'orders' as const, final, products: 1, pricePercent: 0, money: 10 }
    server.answer(listProposals, { data: [{ ...waiting, ...about }], items: 1 })
    server.answer(getProposal, whole({ ...about, rows: [], orders }))
    await open()
    await says('1 order, refunds of $10.00')
    await press('button', 'Review Costs rose')
    const dialog = await theOne('dialog', 'Proposed: Price')
    await says('MUG: 10.00 USD back.', dialog)
    await says(final, dialog)
    await theOne('button', 'Approve', dialog)
  })
  it('a proposal that publishes leads to its run', async () => {
    const run = { runId: 9, state: 'ready' as const, accounts: ['eBay'], ready: 3, blocked: 1, listed: 6, rejected: 0 }
    server.answer(getProposal, whole({ about: 'publishing', rows: [], run }))
    await open()
    await press('button', 'Review Costs rose')
    const dialog = await theOne('dialog', 'Proposed: Price')
    await says('On eBay: 3 listings ready, 1 with problems, 6 live.', dialog)
    expect((await theOne('link', 'View the publish run', dialog)).getAttribute('href')).toBe('/inventory/publishing/9')
  })
  it('offers to load again where the list did not come', async () => {
    server.fail(listProposals, 'forbidden')
    await open()
    await theOne('button', 'Try again')
  })
  it('a proposal is shown with its reason, what it exceeds and its preview, and approved with a note', async () => {
    server.answer(getProposal, whole())
    server.answer(decideProposal, { ...waiting, state: 'approved' })
    await open()
    await says('60 products, price changes worth $1,200.00 (up to 25%)')
    await press('button', 'Review Costs rose')
    const dialog = await theOne('dialog', 'Proposed: Price')
    await says('Changes 60 products. 50 of 50 a day are left.')
    await says('Live on eBay')
    expect(dialog.textContent).toContain('Price: 10.00 → 12.50')
    // It scrolls, so that whoever has no mouse needs something to go to in each row.
    expect((await theOne('link', 'MUG-1', dialog)).getAttribute('href')).toBe('/product/1')
    await type('Note (optional)', 'Fine', dialog)
    await press('button', 'Approve', dialog)
    await says('Proposal approved')
    expect(server.calls(decideProposal)[0]).toMatchObject({
      params: { id: 7 },
      body: { approve: true, note: 'Fine' },
    })
  })
  it('a proposal is declined', async () => {
    server.answer(getProposal, whole())
    server.answer(decideProposal, { ...waiting, state: 'declined' })
    await open()
    await press('button', 'Review Costs rose')
    await press('button', 'Decline', await theOne('dialog', 'Proposed: Price'))
    await says('Proposal declined')
    expect(server.calls(decideProposal)[0]?.body).toEqual({ approve: false, note: '' })
  })
  it.each(['approved', 'ready'] as const)(
    'a proposal that is %s can still be declined until it is applied',
    async (state) => {
      const proposal = { ...waiting, state, beyond: [] }
      server.answer(listProposals, { data: [proposal], items: 1 })
      server.answer(getProposal, whole(proposal))
      server.answer(decideProposal, { ...proposal, state: 'declined' })
      await open()
      await press('button', 'Review Costs rose')
      const dialog = await theOne('dialog', 'Proposed: Price')
      await says('Live on eBay')
      expect(all('button', 'Approve', dialog)).toEqual([])
      await press('button', 'Decline', dialog)
      await says('Proposal declined')
      expect(server.calls(decideProposal)[0]?.body).toEqual({ approve: false, note: '' })
    },
  )
  it('a guest sees the preview and is not asked to decide', async () => {
    server.answer(getProposal, whole())
    await open(roles.guest)
    await press('button', 'Review Costs rose')
    const dialog = await theOne('dialog', 'Proposed: Price')
    await says('Live on eBay')
    expect(all('button', 'Approve', dialog)).toEqual([])
  })
  it('an applied proposal can be undone, and all of an agent’s changes together', async () => {
    const applied = { ...waiting, state: 'applied' as const, beyond: [] }
    server.answer(listProposals, { data: [applied], items: 1 })
    server.answer(getProposal, whole({ state: 'applied', beyond: [], outcome: { changed: 59, failed: 1 } }))
    server.answer(undoProposal, whole({ state: 'undone' }))
    server.answer(undoProposals, { undone: [7, 6], changed: 61, failed: 1, left: [] })
    await open()
    await press('button', 'Review Costs rose')
    const dialog = await theOne('dialog', 'Proposed: Price')
    await says('59 products changed, 1 left unchanged.')
    await press('button', 'Undo', dialog)
    await says('Proposal undone')
    await press('button', 'Undo an agent’s changes')
    const session = await theOne('dialog', 'Undo an agent’s changes')
    await choose('Applied in', 'The last 24 hours')
    await press('button', 'Undo changes', session)
    await says('2 proposals undone. 61 products restored.')
    await says('1 product left unchanged because someone edited them later.')
    expect(server.calls(undoProposals)[0]?.body).toMatchObject({ tokenId: 3 })
  })
})
