import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as contract from '#contract/agents/proposals.ts'
import { createOrder } from '#contract/orders/create.ts'
import { roles } from '#contract/permissions.ts'
import type { Scope } from '#contract/tokens/scopes.ts'
import { makeMember, makeSession, makeToken, makeUser } from '#seed/make.ts'
import { type Agent, connectAgent } from '../../testing/agent.ts'
import { ordersDesk } from '../../testing/shop/orders-desk.ts'
import { channelOrder, orderLine } from '../../testing/shop/orders.ts'

const { app, ctx, as, take, idOf, read, product } = ordersDesk()

let origin: string
let agent: Agent
let token: Awaited<ReturnType<typeof makeToken>>
beforeAll(async () => {
  origin = await app().fastify.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  token = await makeToken(ctx(), { usedBy: 'agent' })
  agent = await connectAgent(origin, token.secret)
})

/** A paid order of three units of 10.00 on eBay. */
async function sale() {
  const { sku } = await product()
  const lines = [orderLine({ externalId: 'L1', sku, quantity: 3, price: 1000 })]
  const order = channelOrder({ lines, subtotal: 3000, totalAmount: 3000, paymentAmount: 3000 })
  await take(order)
  return { order, id: await idOf(order), sku }
}
const refund = (orderId: number, sku: string, amount = 10) =>
  agent.use('propose_refund', {
    reason: 'Arrived broken',
    orderId,
    channelReason: 'BUYER_RETURN',
    lines: [{ sku, quantity: 1, amount, restock: true }],
  })
const apply = (proposalId: number) => agent.use('apply_proposal', { proposalId })
const refundsAsked = () =>
  ctx()
    .db.selectFrom('orderRefunds')
    .select(['kind', 'total', 'reason'])
    .where('organizationId', '=', ctx().organizationId)
    .execute()

describe('a proposal about orders', () => {
  it('refunds what its preview says once, and says that it cannot be undone', async () => {
    const { id, sku } = await sale()
    const proposal = await refund(id, sku)
    expect(proposal.data).toMatchObject({ state: 'ready', about: 'orders', products: 1, units: 1, money: 10 })
    expect(proposal.data['orders']).toMatchObject([
      { action: 'refund', error: '', details: [`${sku}: 10.00 USD back for 1 unit, restocked.`] },
    ])
    expect(await refundsAsked()).toEqual([])
    const proposalId = proposal.data.id
    await Promise.all([apply(proposalId), apply(proposalId)])
    expect((await apply(proposalId)).data).toMatchObject({ outcome: { changed: 1, failed: 0 } })
    expect(await refundsAsked()).toEqual([{ kind: 'refund', total: 1000, reason: 'BUYER_RETURN' }])
    const undone = await agent.use('undo_proposal', { proposalId })
    expect([undone.isError, undone.error, undone.data['message']]).toEqual([
      true,
      'cannot_undo',
      'Shipping, cancelling and refunding an order can’t be undone.',
    ])
    expect((await agent.use('undo_session', { since: '2026-01-01T00:00:00Z' })).data).toMatchObject({
      undone: [],
      left: [{ id: proposalId, reason: 'Shipping, cancelling and refunding an order can’t be undone.' }],
    })
  })
  it('beyond the budget of money waits for a person, who needs the permission for orders', async () => {
    const { id, sku } = await sale()
    await ctx().db.updateTable('apiTokens').set({ moneyPerDay: 2999 }).where('id', '=', token.id).execute()
    const proposal = await refund(id, sku, 30)
    expect(proposal.data).toMatchObject({
      state: 'waiting',
      beyond: ['Refunds are worth $30.00. $29.99 of $29.99 a day are left.'],
      orders: [{ error: '' }],
    })
    const proposalId = proposal.data.id
    expect((await apply(proposalId)).data).toMatchObject({ state: 'waiting' })
    const decide = (cookie: string) =>
      app().call(contract.decideProposal, { params: { id: proposalId }, body: { approve: true }, as: cookie })
    const user = await makeUser(app().services)
    await makeMember(app().services, ctx().organizationId, user.id, roles.guest)
    const guest = await makeSession(app().services, user.id, ctx().organizationId)
    expect((await decide(guest)).body.code).toBe('forbidden')
    expect((await decide(as())).status).toBe(200)
    expect((await apply(proposalId)).data).toMatchObject({ state: 'applied', outcome: { changed: 1, failed: 0 } })
    expect(await refundsAsked()).toMatchObject([{ kind: 'refund', total: 3000 }])
  })
  it('in another currency than the budget always waits', async () => {
    const { sku } = await product()
    const order = channelOrder({
      currency: 'EUR',
      lines: [orderLine({ externalId: 'L1', sku, quantity: 1, price: 1000 })],
      subtotal: 1000,
      totalAmount: 1000,
      paymentAmount: 1000,
    })
    await take(order)
    const proposal = await refund(await idOf(order), sku, 1)
    expect(proposal.data).toMatchObject({ state: 'waiting', beyond: ['Pays back EUR. The budget is in USD.'] })
    expect((await apply(proposal.data.id)).data).toMatchObject({ state: 'waiting' })
    expect(await refundsAsked()).toEqual([])
  })
  it('is refused where two lines of the order have the SKU that is to be refunded', async () => {
    const { sku } = await product()
    const lines = ['L1', 'L2'].map((externalId) => orderLine({ externalId, sku, quantity: 1, price: 1000 }))
    const order = channelOrder({ lines, subtotal: 2000, totalAmount: 2000, paymentAmount: 2000 })
    await take(order)
    const answer = await refund(await idOf(order), sku)
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain(`has 2 lines with the SKU ${sku}`)
    expect(await refundsAsked()).toEqual([])
  })
  it('leaves an order as it is that changed since the preview', async () => {
    const { id, sku } = await sale()
    const [first, second] = [await refund(id, sku), await refund(id, sku, 9)]
    await apply(first.data.id)
    const answer = await apply(second.data.id)
    expect(answer.data).toMatchObject({
      outcome: { changed: 0, failed: 1 },
      orders: [
        { outcome: 'failed', message: 'The order changed since the preview, so nothing was done. Propose it again.' },
      ],
    })
    expect(await refundsAsked()).toHaveLength(1)
  })
  it('ships and cancels orders that were entered by hand', async () => {
    const { sku } = await product()
    const enter = async () => {
      const order = { source: 'Phone', items: [{ sku, quantity: 1, price: 20 }] }
      return (await app().call(createOrder, { body: { order }, as: as() })).body.data?.id ?? 0
    }
    const [first, second] = [await enter(), await enter()]
    const parcel = { orderId: first, service: 'UPS', trackingNumber: '1Z999' }
    const shipping = await agent.use('propose_shipping', { reason: 'Packed', orders: [parcel] })
    expect(shipping.data['orders']).toMatchObject([{ details: [`Ships 1 × ${sku}.`, 'Parcel: UPS, 1Z999.'] }])
    const cancelling = await agent.use('propose_cancellation', { reason: 'Twice', orders: [{ orderId: second }] })
    for (const { data } of [shipping, cancelling])
      expect((await apply(data.id)).data).toMatchObject({ outcome: { changed: 1, failed: 0 } })
    const rows = await ctx()
      .db.selectFrom('orders')
      .select(['id', 'state', 'trackingNumber'])
      .where('id', 'in', [first, second])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: first, state: 'shipped', trackingNumber: '1Z999' },
      { id: second, state: 'cancelled', trackingNumber: '' },
    ])
  })
  it('is refused where nothing can be done, and says what its channel takes', async () => {
    const { id, order } = await sale()
    const sku = (await read(order))?.items[0]?.sku ?? ''
    const line = { sku, quantity: 1, amount: 10 }
    const wrong = { reason: 'x', orderId: id, channelReason: 'WRONG', lines: [line] }
    const refused = await agent.use('propose_refund', wrong)
    expect([refused.error, refused.data['message']]).toEqual([
      'invalid_input',
      expect.stringContaining('Use one of these reasons: '),
    ])
    const there = await agent.use('propose_cancellation', { reason: 'x', orders: [{ orderId: id }] })
    expect(there.data['message']).toContain('Cancel eBay orders on eBay.')
    expect((await read(order))?.state).toBe('open')
    const tooMuch = await refund(id, sku, 31)
    expect(tooMuch.data['message']).toContain('more than can be refunded')
  })
  it('is hidden from tokens that may not read orders', async () => {
    const { id, sku } = await sale()
    const proposal = await refund(id, sku)
    const seenWith = async (...scopes: Scope[]) => {
      const { headers } = await makeToken(ctx(), { scopes })
      const list = await app().call(contract.listProposals, { headers })
      const direct = await app().call(contract.getProposal, { params: { id: proposal.data.id }, headers })
      return [list.body.data?.data.some((row) => row.id === proposal.data.id), direct.status]
    }
    expect(await seenWith('products:read', 'listings:write')).toEqual([false, 404])
    expect(await seenWith('products:read', 'orders:read')).toEqual([true, 200])
  })
  it('needs the scope for orders, and an account that the token reaches', async () => {
    const { id } = await sale()
    const body = { reason: 'Packed', orders: [{ action: 'ship' as const, orderId: id }] }
    const propose = async (options: Parameters<typeof makeToken>[1]) => {
      const { headers } = await makeToken(ctx(), { usedBy: 'agent', ...options })
      return (await app().call(contract.proposeOrders, { body, headers })).body.code
    }
    expect(await propose({ scopes: ['products:write', 'listings:write'] })).toBe('insufficient_scope')
    expect(await propose({ scopes: ['orders:write'], accounts: [999_999] })).toBe('not_found')
    expect(await propose({ scopes: ['orders:write'] })).toBeUndefined()
  })
})
