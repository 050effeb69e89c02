import { describe, expect, it } from 'vitest'
import type { Held } from '#domain/products/history/snapshot.ts'
import { beyondBudget, costOf } from './budget.ts'

const product = (units: number, more: object = {}) => ({ quantity: units, ...more }) as Held
const price = (units: number, from: number, to: number) => ({
  product: product(units),
  before: { price: from },
  after: { price: to },
})
const budget = { productsPerDay: 5, unitsPerDay: 10, moneyPerDay: 5000, pricePercent: 20 }
const unused = { products: 0, units: 0, money: 0 }
const say = (minor: number) => `$${(minor / 100).toFixed(2)}`

describe('the cost of proposed changes', () => {
  it('a price change counts for each available unit, and for one where none is available', () => {
    expect(costOf([price(3, 1000, 900)])).toEqual({ products: 1, units: 0, money: 300, pricePercent: 10 })
    expect(costOf([price(0, 1000, 1250)])).toEqual({ products: 1, units: 0, money: 250, pricePercent: 25 })
  })
  it('a price change of a product with variations counts for the units of all of them', () => {
    const variations = [{ quantity: 2 }, { quantity: 5 }]
    const change = { product: product(0, { variations }), before: { price: 100 }, after: { price: 110 } }
    expect(costOf([change]).money).toBe(70)
  })
  it('stock counts in both directions, so that moves up and down do not cancel out', () => {
    const stock = (from: number, to: number) => ({
      product: product(from),
      before: { quantity: from },
      after: { quantity: to },
    })
    expect(costOf([stock(5, 9), stock(9, 5)]).units).toBe(8)
  })
  it('a percentage is rounded up, and a price from 0 is above every usual limit', () => {
    expect(costOf([price(1, 1000, 1204)]).pricePercent).toBe(21)
    expect(costOf([price(1, 0, 1)]).pricePercent).toBe(1000)
  })
  it('a change that changes nothing costs nothing', () =>
    expect(costOf([{ product: product(9), before: {}, after: {} }]).products).toBe(0))
})

describe('the budget of an API token', () => {
  it('a cost up to the limit is covered', () =>
    expect(beyondBudget({ products: 5, units: 10, money: 5000, pricePercent: 20 }, unused, budget, say)).toEqual([]))
  it('each exceeded limit is told with what is left of it', () =>
    expect(
      beyondBudget(
        { products: 6, units: 1, money: 1, pricePercent: 21 },
        { products: 2, units: 10, money: 5000 },
        budget,
        say,
      ),
    ).toEqual([
      'Changes 6 products. 3 of 5 a day are left.',
      'Changes stock by 1 unit. 0 of 10 a day are left.',
      'Price changes are worth $0.01. $0.00 of $50.00 a day are left.',
      'Changes a price by 21%. Up to 20% is allowed.',
    ]))
  it('a limit of 0 does not stand in the way of what costs nothing of it', () =>
    expect(
      beyondBudget(
        { products: 1, units: 0, money: 0, pricePercent: 0 },
        unused,
        { ...budget, unitsPerDay: 0, moneyPerDay: 0, pricePercent: 0 },
        say,
      ),
    ).toEqual([]))
})
