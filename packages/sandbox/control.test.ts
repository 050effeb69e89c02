import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from './main.ts'
import { openSandbox } from './testing/open.ts'
import { type Api, connect, control, list } from './testing/ebay-session.ts'
import { noLag } from './kit/host/lag.ts'

const orders = '/sell/fulfillment/v1/order'
const inventory = '/sell/inventory/v1'

let sandbox: Sandbox
let api: Api
beforeEach(async () => {
  sandbox = await openSandbox({ lag: undefined })
  ;({ api } = await connect(sandbox))
})
afterEach(() => sandbox.stop())

const post = async <T = unknown>(path: string, body: unknown): Promise<T> => {
  const answer = await control(sandbox, 'POST', path, body)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body as T
}
const buy = (body: object, channel = 'ebay') => post<{ externalOrderId: string }>(`${channel}/buy`, body)
const shown = async (channel = 'ebay', query = '') =>
  (await control(sandbox, 'GET', `${channel}/listings${query}`)).body as { sku: string; quantity: number }[]
const order = async (id: string) => api('GET', `${orders}/${id}`)
const errorId = (answer: { body: unknown }) => (answer.body as { errors: { errorId: number }[] }).errors[0]?.errorId
const item = (sku: string, quantity = 5) => ({ sku, title: `Thing ${sku}`, price: 10, quantity })

describe('being late', () => {
  it('a sale lowers the stock at once; its order is seen a second later, or when the clock is moved', async () => {
    await post('ebay/items', [item('A')])
    const { externalOrderId } = await buy({ sku: 'A', quantity: 2 })
    expect(await shown()).toMatchObject([{ sku: 'A', quantity: 3 }])
    expect((await order(externalOrderId)).status).toBe(404)
    expect((await api('GET', orders)).body).toMatchObject({ total: 0 })
    await post('clock', { advance: 1 })
    expect((await order(externalOrderId)).status).toBe(200)
    expect((await api('GET', orders)).body).toMatchObject({ total: 1 })
  })

  it('is as late as one likes, channel by channel, until the reset', async () => {
    expect((await control(sandbox, 'GET', 'shopify/lag')).body).toEqual({
      orders: 1,
      webhooks: 0.5,
      images: 1,
      stock: 1,
    })
    expect(await post('ebay/lag', { orders: 0 })).toEqual({ orders: 0, webhooks: 0.5, images: 1, stock: 1 })
    await post('ebay/items', [item('A')])
    expect((await order((await buy({ sku: 'A' })).externalOrderId)).status).toBe(200)
    expect(await control(sandbox, 'POST', 'ebay/lag', { orders: -1 })).toMatchObject({ status: 400 })
    expect(await control(sandbox, 'POST', 'ebay/lag', { sales: 1 })).toMatchObject({ status: 400 })
    await control(sandbox, 'POST', 'reset')
    expect((await control(sandbox, 'GET', 'ebay/lag')).body).toMatchObject({ orders: 1 })
  })

  it('the clock moved ahead lets tokens expire', async () => {
    expect((await api('GET', `${inventory}/inventory_item`)).status).toBe(200)
    await post('clock', { advance: 7201 })
    expect((await api('GET', `${inventory}/inventory_item`)).status).toBe(401)
    expect(await control(sandbox, 'POST', 'clock', { advance: -1 })).toMatchObject({ status: 400 })
  })
})

describe('what somebody does there by hand', () => {
  beforeEach(() => post('ebay/lag', noLag))

  it('a listing is changed, hidden, ended, and listed anew', async () => {
    const { offerId, listingId } = await list(api, 'MUG')
    const offer = async () => (await api('GET', `${inventory}/offer/${offerId}`)).body
    await post('ebay/edit', { sku: 'MUG', quantity: 25, price: 19.5, title: 'A better mug' })
    expect(await shown()).toMatchObject([{ title: 'A better mug', price: 19.5, quantity: 25, status: 'ACTIVE' }])
    await post('ebay/edit', { sku: 'MUG', status: 'hidden' })
    expect(await offer()).toMatchObject({ status: 'PUBLISHED', listing: { listingId, listingStatus: 'INACTIVE' } })
    await post('ebay/edit', { sku: 'MUG', status: 'ended' })
    expect(await offer()).toMatchObject({ listing: { listingId, listingStatus: 'ENDED' } })
    expect(await control(sandbox, 'POST', 'ebay/buy', { sku: 'MUG' })).toMatchObject({ status: 409 })
    const set = await api('POST', `${inventory}/bulk_update_price_quantity`, {
      requests: [{ sku: 'MUG', offers: [{ offerId, availableQuantity: 4 }] }],
    })
    expect([set.status, set.body]).toMatchObject([
      207,
      { responses: [{ statusCode: 400, errors: [{ errorId: 25002 }] }] },
    ])
    const again = (await api('POST', `${inventory}/offer/${offerId}/publish`, {})).body as { listingId: string }
    expect(again.listingId).not.toBe(listingId)
    expect(await shown()).toMatchObject([{ status: 'ACTIVE', externalId: again.listingId }])
    expect(await control(sandbox, 'POST', 'ebay/edit', { sku: 'MUG' })).toMatchObject({ status: 400 })
    expect(await control(sandbox, 'POST', 'ebay/edit', { sku: 'NONE', quantity: 1 })).toMatchObject({ status: 409 })
  })

  it('a cart of two lines is sent in two parcels and partly paid back', async () => {
    await post('ebay/items', [item('A'), item('B')])
    const lines = [
      { sku: 'A', quantity: 2 },
      { sku: 'B', quantity: 3 },
    ]
    const bought = await buy({ lines })
    expect(await shown()).toMatchObject([{ quantity: 3 }, { quantity: 2 }])
    await post('ebay/ship', { ...bought, lines: [{ sku: 'A', quantity: 1 }] })
    expect((await order(bought.externalOrderId)).body).toMatchObject({
      orderFulfillmentStatus: 'IN_PROGRESS',
      lineItems: [{ lineItemFulfillmentStatus: 'IN_PROGRESS' }, { lineItemFulfillmentStatus: 'NOT_STARTED' }],
    })
    await post('ebay/refund', { ...bought, lines: [{ sku: 'B', quantity: 3 }], restock: true })
    expect((await order(bought.externalOrderId)).body).toMatchObject({
      orderPaymentStatus: 'PARTIALLY_REFUNDED',
      lineItems: [{ refunds: [] }, { refunds: [{ amount: { currency: 'USD' } }] }],
    })
    expect(await shown()).toMatchObject([{ quantity: 3 }, { quantity: 5 }])
    await post('ebay/ship', bought)
    expect((await order(bought.externalOrderId)).body).toMatchObject({ orderFulfillmentStatus: 'FULFILLED' })
    expect(
      ((await api('GET', `${orders}/${bought.externalOrderId}/shipping_fulfillment`)).body as { total: number }).total,
    ).toBe(2)
    expect(await control(sandbox, 'POST', 'ebay/refund', { ...bought, lines: [{ sku: 'B' }] })).toMatchObject({
      status: 409,
      body: { error: 'Only 0 of B can be refunded, not 1.' },
    })
  })

  it('what is paid back and not put on sale again stays away, and no more is sold than is there', async () => {
    await post('ebay/items', [item('A', 5)])
    const bought = await buy({ sku: 'A', quantity: 2 })
    await post('ebay/refund', { ...bought, restock: false })
    expect(await shown()).toMatchObject([{ quantity: 3 }])
    expect(await control(sandbox, 'POST', 'ebay/buy', { sku: 'A', quantity: 4 })).toMatchObject({
      status: 409,
      body: { error: 'Only 3 of A left on eBay, 4 wanted.' },
    })
    const pending = await buy({ sku: 'A', payment: 'pending' })
    expect(await control(sandbox, 'POST', 'ebay/refund', { ...pending, restock: true })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('is not paid') },
    })
  })

  it('a payment is awaited or fails, and a cancellation is asked for before it is done', async () => {
    await post('ebay/items', [item('A', 9)])
    const pending = await buy({ sku: 'A', payment: 'pending' })
    const failed = await buy({ sku: 'A', payment: 'failed' })
    expect((await order(pending.externalOrderId)).body).toMatchObject({ orderPaymentStatus: 'PENDING' })
    expect((await order(failed.externalOrderId)).body).toMatchObject({ orderPaymentStatus: 'FAILED' })
    expect(await control(sandbox, 'POST', 'ebay/buy', { sku: 'A', test: true })).toMatchObject({ status: 409 })
    const reason = 'OUT_OF_STOCK_OR_CANNOT_FULFILL'
    await post('ebay/cancel', { ...pending, requested: true, reason })
    expect((await order(pending.externalOrderId)).body).toMatchObject({
      cancelStatus: {
        cancelState: 'IN_PROGRESS',
        cancelRequests: [{ cancelRequestState: 'REQUESTED', cancelReason: reason }],
      },
    })
    await post('ebay/cancel', pending)
    expect((await order(pending.externalOrderId)).body).toMatchObject({
      cancelStatus: { cancelState: 'CANCELED', cancelRequests: [{ cancelInitiator: 'SELLER', cancelReason: reason }] },
    })
    // What the seller has none of is not offered again.
    expect(await shown()).toMatchObject([{ quantity: 7 }])
    await post('ebay/cancel', failed)
    expect(await shown()).toMatchObject([{ quantity: 8 }])
  })
})

describe('several sellers', () => {
  it('have shops of their own: the one connected last is meant, another one by its name', async () => {
    await connect(sandbox, 'second_seller')
    await post('ebay/items?account=motto_seller', [item('OURS')])
    await post('ebay/items', [item('THEIRS')])
    expect((await control(sandbox, 'GET', 'ebay/accounts')).body).toEqual(['motto_seller', 'second_seller'])
    expect(await shown()).toMatchObject([{ sku: 'THEIRS' }])
    expect(await shown('ebay', '?account=motto_seller')).toMatchObject([{ sku: 'OURS' }])
    expect(await control(sandbox, 'POST', 'ebay/buy?account=second_seller', { sku: 'OURS' })).toMatchObject({
      status: 409,
    })
    // What only one has is found there.
    await buy({ sku: 'OURS' })
    expect(await shown('ebay', '?account=motto_seller')).toMatchObject([{ quantity: 4 }])
    expect(await control(sandbox, 'GET', 'ebay/listings?account=nobody')).toMatchObject({ status: 409 })
    await connect(sandbox, 'motto_seller')
    expect(await shown()).toMatchObject([{ sku: 'OURS' }])
  })
})

describe('what the channel refuses', () => {
  it('forbidden: one call is not allowed, the next is', async () => {
    await post('faults', { channel: 'ebay', kind: 'forbidden' })
    const refused = await api('GET', `${inventory}/inventory_item`)
    expect([refused.status, errorId(refused)]).toEqual([403, 1100])
    expect((await api('GET', `${inventory}/inventory_item`)).status).toBe(200)
  })

  it("quota: one API's calls are used up until the next day", async () => {
    await post('faults', { channel: 'ebay', kind: 'quota' })
    for (let i = 0; i < 2; i += 1) {
      const refused = await api('GET', `${inventory}/inventory_item`)
      expect([refused.status, errorId(refused)]).toEqual([429, 2001])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
    }
    expect((await api('GET', orders)).status).toBe(200)
    await post('clock', { advance: 86_400 })
    ;({ api } = await connect(sandbox))
    expect((await api('GET', `${inventory}/inventory_item`)).status).toBe(200)
  })

  it('take_away: a policy in use is gone', async () => {
    const { offerId } = await list(api, 'MUG')
    const { body } = await api('GET', `${inventory}/offer/${offerId}`)
    await post('faults', { channel: 'ebay', kind: 'take_away' })
    const revised = await api('PUT', `${inventory}/offer/${offerId}`, body)
    expect([revised.status, errorId(revised)]).toEqual([400, 25007])
  })

  it('the 251st change of a listing within a day', async () => {
    const { offerId } = await list(api, 'MUG')
    const set = async () =>
      (
        (
          await api('POST', `${inventory}/bulk_update_price_quantity`, {
            requests: [{ sku: 'MUG', offers: [{ offerId, availableQuantity: 4 }] }],
          })
        ).body as { responses: { statusCode: number; errors: { message: string }[] }[] }
      ).responses[0]
    for (let count = 1; count <= 250; count += 1) expect((await set())?.statusCode).toBe(200)
    expect((await set())?.errors[0]?.message).toContain('250 times today')
    await post('clock', { advance: 86_400 })
    ;({ api } = await connect(sandbox))
    expect((await set())?.statusCode).toBe(200)
  })
})
