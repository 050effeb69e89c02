import { describe, expect, it } from 'vitest'
import { newItemAmounts, orderTotals, roundAmount, rowNet, rowTotal } from './totals.ts'

// 3 × 19.99, 1.50 tax, 2.00 off, 7.00 each to buy; 2 × 5.00 without anything
const shirt = { price: 1999, cost: 700, quantity: 3, taxAmount: 150, discountAmount: 200 }
const sticker = { price: 500, cost: 0, quantity: 2, taxAmount: 0, discountAmount: 0 }
const order = { items: [shirt, sticker], shippingCost: 499, feeAmount: 120, taxAmount: 50, discountAmount: 100 }

describe('totals', () => {
  it('ORD-249 ORD-256 the total is items + tax + shipping + fees − discount, those of the lines included', () => {
    // 69.97 + (0.50 + 1.50) + 4.99 + 1.20 − (1.00 + 2.00)
    expect(orderTotals(order)).toMatchObject({ itemsTotal: 6997, tax: 200, discount: 300, shipping: 499, fees: 120, total: 7516 })
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
