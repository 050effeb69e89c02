import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newItemAmounts, orderTotals, roundAmount, rowNet, rowTotal } from './totals.ts'

// 3 × 19.99, 1.50 tax, 2.00 off, 7.00 each to buy; 2 × 5.00 without anything
const shirt = { price: 1999, cost: 700, quantity: 3, taxAmount: 150, discountAmount: 200 }
const sticker = { price: 500, cost: 0, quantity: 2, taxAmount: 0, discountAmount: 0 }
const order = { items: [shirt, sticker], shippingCost: 499, feeAmount: 120, taxAmount: 50, discountAmount: 100 }

describe('totals', () => {
  it('ORD-249 ORD-256 the total is items + tax + shipping + fees − discount, those of the lines included', () => {
    // 69.97 + (0.50 + 1.50) + 4.99 + 1.20 − (1.00 + 2.00)
    expect(orderTotals(order)).toMatchObject({
      itemsTotal: 6997,
      tax: 200,
      discount: 300,
      shipping: 499,
      fees: 120,
      total: 7516,
    })
  })
  it('ORD-250 ORD-257 the net is the total − fees − tax − discount', () => {
    expect(orderTotals(order).net).toBe(7516 - 120 - 200 - 300)
  })
  it('ORD-251 a row total is price × quantity + tax − discount', () => {
    expect(rowTotal(shirt)).toBe(5947)
  })
  it('ORD-252 a row net is the row total − cost × quantity − tax', () => {
    expect(rowNet(shirt)).toBe(3697)
  })
  it('ORD-253 amounts are rounded to two decimals', () => {
    expect([1.005, 19.999, 0.1 + 0.2, 7].map(roundAmount)).toEqual([1.01, 20, 0.3, 7])
  })
  it('ORD-254 ORD-255 a new line has one piece and no further amounts', () => {
    expect(newItemAmounts).toEqual({ quantity: 1, shippingCost: 0, refundAmount: 0, taxAmount: 0, discountAmount: 0 })
  })
  it('sums cost and pieces', () => {
    expect(orderTotals(order)).toMatchObject({ cost: 2100, quantity: 5 })
  })
})

describe('totals of any order', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  const item = fc.record({
    price: cents,
    cost: cents,
    quantity: fc.integer({ min: 1, max: 500 }),
    taxAmount: cents,
    discountAmount: cents,
  })
  const anyOrder = fc.record({
    items: fc.array(item, { maxLength: 8 }),
    shippingCost: cents,
    feeAmount: cents,
    taxAmount: cents,
    discountAmount: cents,
  })

  it('ORD-249 ORD-251 ORD-256 the rows and what concerns the whole order make the total, in whatever order the rows stand', () => {
    fc.assert(
      fc.property(anyOrder, (o) => {
        const { total } = orderTotals(o)
        expect(total).toBe(
          o.items.map(rowTotal).reduce((a, b) => a + b, 0) +
            o.taxAmount +
            o.shippingCost +
            o.feeAmount -
            o.discountAmount,
        )
        expect(orderTotals({ ...o, items: o.items.toReversed() })).toEqual(orderTotals(o))
        expect(Number.isSafeInteger(total)).toBe(true)
      }),
    )
  })
  it('ORD-250 ORD-257 another cent of fees leaves the net, one of discount takes two off it, one of tax none', () => {
    fc.assert(
      fc.property(anyOrder, (o) => {
        const { net } = orderTotals(o)
        expect(orderTotals({ ...o, feeAmount: o.feeAmount + 1 }).net).toBe(net)
        expect(orderTotals({ ...o, discountAmount: o.discountAmount + 1 }).net).toBe(net - 2)
        expect(orderTotals({ ...o, taxAmount: o.taxAmount + 1 }).net).toBe(net)
      }),
    )
  })
  it('ORD-252 a row that is sold at its cost without a discount earns nothing', () => {
    fc.assert(
      fc.property(item, (i) => {
        expect(rowNet({ ...i, price: i.cost, discountAmount: 0 })).toBe(0)
      }),
    )
  })
})
