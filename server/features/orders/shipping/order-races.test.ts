import { describe, expect, it } from 'vitest'
import type { Shipment } from '#channels/shipment.ts'
import { cancelOrder, updateOrder } from '#contract/orders/change.ts'
import { updateShipping } from '#contract/orders/orders.ts'
import { returnPieces } from '#contract/orders/returns.ts'
import { makeProduct } from '#seed/make.ts'
import { ledgerDiffers } from '../../../testing/shop/ledger-agrees.ts'
import { channelOrder, fakeConnect, laterVersion, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { request } from '../../../testing/writes/turns.ts'
import { ordersByHand } from '../../../testing/shop/written-orders.ts'
import { type Turn, inTransaction, onlyTurn } from '../../../context.ts'
import { takeIn } from '../intake/intake.ts'
import { updateShipping as updateShippingOf } from './shipping.ts'

const { app, ctx, as, template, order, write, read, stock } = ordersByHand()
const START = 5
const ROUNDS = 5

/** An order by hand for three of five units, and what two people may do with it at the same moment. */
async function sale() {
  const product = await makeProduct(ctx(), template(), { quantity: START })
  const orderId = (await write(order(product.sku, 3))).body.data?.id ?? 0
  const line = (await read(orderId))?.items[0]?.id ?? 0
  const changes = {
    ship: () => app().call(updateShipping, { body: { orderId, channel: 'manual', action: 'ship' }, as: as() }),
    cancel: () => app().call(cancelOrder, { body: { orderId }, as: as() }),
    change: (quantity: number) =>
      app().call(updateOrder, {
        body: { order: { id: orderId, items: [{ id: line, sku: product.sku, quantity, price: 20 }] } },
        as: as(),
      }),
    return: () =>
      app().call(returnPieces, {
        body: { orderId, returnedBefore: 0, lines: [{ itemId: line, quantity: 1, restock: true }] },
        as: as(),
      }),
  }
  return { product, orderId, changes }
}
type Changes = Awaited<ReturnType<typeof sale>>['changes']

describe('DESIGN 2: two people change one order at the same moment', () => {
  it.each<[string, (of: Changes) => Promise<{ status: number }>[], object[]]>([
    [
      'cancel and ship: exactly one happens',
      (of) => [of.cancel(), of.ship(), of.cancel()],
      [
        { onHand: 5, reserved: 0, available: 5, sold: 0 },
        { onHand: 2, reserved: 0, available: 2, sold: 3 },
      ],
    ],
    [
      'ship twice: its units leave once',
      (of) => [of.ship(), of.ship(), of.ship()],
      [{ onHand: 2, reserved: 0, available: 2, sold: 3 }],
    ],
    [
      'ask for more and ship: what is shipped is what was asked for',
      (of) => [of.change(5), of.ship()],
      [
        { onHand: 0, reserved: 0, available: 0, sold: 5 },
        { onHand: 2, reserved: 0, available: 2, sold: 3 },
      ],
    ],
    [
      'ask for less and cancel: all of it is for sale again',
      (of) => [of.change(1), of.cancel()],
      [{ onHand: 5, reserved: 0, available: 5, sold: 0 }],
    ],
  ])('%s', async (_what, at, outcomes) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { product, changes } = await sale()
      const statuses = (await Promise.all(at(changes))).map(({ status }) => status)
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      expect(outcomes).toContainEqual(await stock(product.id))
      expect(await ledgerDiffers(ctx(), product.id, START)).toEqual({})
    }
  })

  it('record the same return: it is on hand again once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { product, changes } = await sale()
      await changes.ship()
      const answers = await Promise.all([changes.return(), changes.return(), changes.return()])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      expect(await stock(product.id)).toEqual({ onHand: 3, reserved: 0, available: 3, sold: 3 })
      expect(await ledgerDiffers(ctx(), product.id, START)).toEqual({})
    }
  })
})

it('DESIGN 2: versions of a channel order that arrive at the same moment, in whatever order, count once', async () => {
  const { id } = await makeIntegration(ctx())
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: productId, sku } = await makeProduct(ctx(), template(), { quantity: START })
    const line = (over: object) => [orderLine({ sku, quantity: 3, ...over })]
    const first = channelOrder({ lines: line({}) })
    const versions = [
      first,
      laterVersion(first, { lines: line({ sent: 1 }) }, 1),
      laterVersion(first, { lines: line({ sent: 2, lost: 1 }), shipping: 'shipped' }, 2),
      laterVersion(first, { lines: line({ sent: 2, lost: 1, returned: 1 }), shipping: 'shipped' }, 3),
    ]
    const take = (version: (typeof versions)[number]) => takeIn(ctx(), { id, channel: 'ebay' }, [version])
    await Promise.all([...versions, ...versions.toReversed()].map(take))
    expect(await ledgerDiffers(ctx(), productId, START)).toEqual({})
    expect(await stock(productId)).toEqual({ onHand: 3, reserved: 0, available: 3, sold: 3 })
  }
})

it('ORD-118 whoever ships an order by hand that somebody cancels at that moment is told so, and nothing is saved', async () => {
  const { orderId, changes, product } = await sale()
  const turn: Turn = {
    ...onlyTurn(ctx()),
    mark: async (work) => {
      await changes.cancel()
      return inTransaction(ctx(), work)
    },
  }
  const ship = { orderId, channel: 'manual' as const, action: 'ship' as const, trackingNumber: '1Z9' }
  await expect(updateShippingOf(ctx(), ship, undefined, turn)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await stock(product.id)).toMatchObject({ onHand: 5, reserved: 0, available: 5 })
  expect((await read(orderId))?.shippingDetails.trackingNumber).toBe('')
})

describe('DESIGN 2: shipping an order that is sent again, after somebody else typed another tracking number', () => {
  const numberOf = async (orderId: number) => (await read(orderId))?.shippingDetails.trackingNumber
  const interrupted = () => Promise.reject(new Error('the process is gone'))

  it('of an order by hand, saves number and shipping together: the try that was lost has left nothing', async () => {
    const { orderId } = await sale()
    const ship = { orderId, channel: 'manual' as const, action: 'ship' as const, trackingNumber: '1ZA' }
    await expect(updateShippingOf(ctx(), ship, undefined, { ...request(ctx()), mark: interrupted })).rejects.toThrow(
      'gone',
    )
    expect(await numberOf(orderId)).toBe('')
    await updateShippingOf(ctx(), { ...ship, trackingNumber: '1ZB' })
    expect(await numberOf(orderId)).toBe('1ZB')
  })

  it('of a channel, tells the newer number and does not type its own again', async () => {
    const { id } = await makeIntegration(ctx())
    const { sku } = await makeProduct(ctx(), template(), { quantity: START })
    await takeIn(ctx(), { id, channel: 'ebay' }, [channelOrder({ lines: [orderLine({ sku })] })])
    const row = ctx().db.selectFrom('orders').select('id').where('integrationId', '=', id)
    const { id: orderId } = await row.executeTakeFirstOrThrow()
    const calls: string[] = []
    /** eBay has the parcel of the first try, whose answer never came, and takes no second one. */
    const takeNumber = (call: string) => async (shipment: Shipment) => {
      calls.push(`${call} ${shipment.trackingNumber}`)
      return calls.length === 1 ? interrupted() : { ok: true as const, value: undefined }
    }
    const connect = fakeConnect({ ship: takeNumber('ship'), track: takeNumber('track') })
    const turn = request(ctx())
    const ship = { orderId, channel: 'ebay' as const, action: 'ship' as const, trackingNumber: '1ZA' }
    await expect(updateShippingOf(ctx(), ship, connect, turn)).rejects.toThrow('gone')
    await updateShippingOf(ctx(), { orderId, channel: 'ebay', trackingNumber: '1ZB' })
    await updateShippingOf(ctx(), ship, connect, turn)
    expect([calls, await numberOf(orderId)]).toEqual([['ship 1ZA', 'ship 1ZB', 'track 1ZB'], '1ZB'])
  })
})
