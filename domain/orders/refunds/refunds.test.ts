import { describe, expect, it } from 'vitest'
import { meaningOf } from '../intake/pieces.ts'
import {
  type AskedLine,
  fitsCurrency,
  leftToRefund,
  spread,
  takenOut,
  type ToldLine,
  worthOf,
  worths,
} from './refunds.ts'

/** The same numbers in every run. */
function dice(seed: number) {
  let now = seed
  return (most: number): number => {
    now = (now * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((now / 2_147_483_648) * (most + 1))
  }
}

describe('what lines are worth', () => {
  it('adds up to the total without the delivery, to the cent, whatever tax and discounts the order tells', () => {
    const roll = dice(7)
    for (let n = 0; n < 300; n += 1) {
      const lines = Array.from({ length: 1 + roll(5) }, (_, id) => {
        const [price, quantity] = [100 + roll(5000), 1 + roll(4)]
        return { id, price, quantity, discountAmount: roll(price) }
      })
      const totalPrice = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      const shippingCost = roll(900)
      const order = { totalPrice, shippingCost, totalAmount: totalPrice + shippingCost + roll(3000), currency: 'USD' }
      const worth = worths(order, lines)
      const sum = [...worth.values()].reduce((all, amount) => all + amount, 0)
      expect(sum).toBe(order.totalAmount - shippingCost)
      for (const { id, quantity } of lines)
        expect(worthOf(worth.get(id) ?? 0, quantity, quantity, 'USD')).toBe(worth.get(id))
    }
  })

  it('of yen is whole, and knows what fits', () => {
    const lines = [{ id: 1, price: 10_000, quantity: 3, discountAmount: 0 }]
    const yen = { totalPrice: 30_000, totalAmount: 33_300, shippingCost: 0, currency: 'JPY' }
    expect(worthOf(worths(yen, lines).get(1) ?? 0, 1, 3, 'JPY') % 100).toBe(0)
    expect([fitsCurrency(1050, 'JPY'), fitsCurrency(1000, 'JPY'), fitsCurrency(1050, 'USD')]).toEqual([
      false,
      true,
      true,
    ])
  })
})

it('spreads the delivery over lines without a cent lost', () => {
  const roll = dice(3)
  for (let n = 0; n < 200; n += 1) {
    const lines = Array.from({ length: 1 + roll(6) }, () => ({ amount: roll(4000) }))
    const shipping = roll(2000)
    const before = lines.reduce((sum, { amount }) => sum + amount, 0)
    const after = spread(shipping, lines, 'USD')
    expect(after.reduce((sum, { amount }) => sum + amount, 0)).toBe(before + shipping)
    expect(after.every(({ amount }, at) => amount >= (lines[at]?.amount ?? 0))).toBe(true)
  }
  expect(spread(500, [], 'USD')).toEqual([])
})

it.each([
  ['nothing was asked for', 0, [], 100],
  ['the channel says so', 30, [], 70],
  ['it was sent, and the channel says so as well', 30, [{ total: 30, state: 'sent' as const }], 70],
  ['it was sent, and the channel does not say so yet', 0, [{ total: 30, state: 'sent' as const }], 70],
  ['it may have been done', 0, [{ total: 30, state: 'unsure' as const }], 70],
  ['it was refused', 0, [{ total: 30, state: 'refused' as const }], 100],
  ['more went back than was paid', 130, [], 0],
])('leaves of 100, where %s', (_, refunded, requests, left) => {
  expect(leftToRefund(100, refunded, requests)).toBe(left)
})

describe('pieces that amounts alone are told of', () => {
  const line = (more: object = {}) => ({ quantity: 3, ...more })
  const ask = (unsent: number, restock = true, amount = unsent * 100): AskedLine => ({ unsent, amount, restock })

  it.each([
    ['nobody asked for', line({ refunded: 100 }), [], {}],
    ['one, for sale again', line({ refunded: 100 }), [ask(1)], { restocked: 1, lost: 0 }],
    ['one, not for sale', line({ refunded: 100 }), [ask(1, false)], { restocked: 0, lost: 1 }],
    ['two askings, of which one was done', line({ refunded: 100 }), [ask(1), ask(2)], { restocked: 1 }],
    ['money alone', line({ refunded: 50 }), [ask(0, false, 50)], { restocked: 0, lost: 0 }],
    [
      'all of it, of which one is broken',
      line({ refunded: 300, restocked: 3 }),
      [ask(2), ask(1, false)],
      { restocked: 2, lost: 1 },
    ],
    [
      'all of it, one asked here and two there',
      line({ refunded: 300, restocked: 3 }),
      [ask(1, false)],
      { restocked: 2, lost: 1 },
    ],
    ['one, and the others are sent', line({ refunded: 100, sent: 3 }), [ask(1)], { sent: 2, restocked: 1 }],
    [
      'what was sent already',
      line({ refunded: 300, sent: 3 }),
      [{ unsent: 0, amount: 300, restock: true }],
      { sent: 3, restocked: 0 },
    ],
    [
      'two of three, with as much of the delivery as the third is worth',
      line({ refunded: 300, restocked: 3 }),
      [ask(2, true, 300)],
      { restocked: 2, lost: 0 },
    ],
  ])('%s', (_, refundedLine, requests, pieces) => {
    expect(takenOut(refundedLine, requests)).toMatchObject(pieces)
  })

  it('stand beside those that the channel tells, where it knows nothing of ours', () => {
    const returned = { ...line({ refunded: 100 }), restocked: 1 }
    expect(takenOut(returned, [ask(1)], true)).toMatchObject({ restocked: 2, lost: 0 })
    expect(takenOut(returned, [ask(1, false)], true)).toMatchObject({ restocked: 1, lost: 1 })
  })

  it('are never more than were bought, and the same however far the order has come since', () => {
    const roll = dice(11)
    for (let n = 0; n < 2000; n += 1) {
      const quantity = 1 + roll(6)
      let free = quantity
      const requests = Array.from({ length: roll(3) }, () => {
        const unsent = roll(free)
        free -= unsent
        return ask(unsent, roll(1) === 1)
      })
      const refunded = requests.reduce((sum, { amount }) => sum + amount, 0)
      const open = takenOut<ToldLine>({ quantity, refunded }, requests)
      const { sent = 0, restocked = 0, lost = 0 } = open
      expect(sent + restocked + lost).toBeLessThanOrEqual(quantity)
      // Once the rest is sent its channel says that all of the line is.
      const done = takenOut<ToldLine>({ quantity, refunded, sent: quantity }, requests)
      expect([done.restocked ?? 0, done.lost ?? 0]).toEqual([restocked, lost])
      const reservedOf = (line: typeof open) => meaningOf({ cancelled: false, lines: [line] }).lines[0]?.undone
      expect(reservedOf(done)).toBe(reservedOf(open))
    }
  })
})
