import fc from 'fast-check'
import { expect, it } from 'vitest'
import { averagePerDay, change, completionOf, figuresOf, healthOf, inventorySignal, netOf } from './figures.ts'

it('ANA-053 net is what is left of sales after fees, tax and discount, without what was refunded', () => {
  expect(netOf({ amount: 10_000, fees: 300, tax: 800, discount: 150, refunded: 2000 })).toBe(6750)
})

it('ANA-058..ANA-060 health is net as a share of sales, in whole percent; without sales it is nothing', () => {
  expect([healthOf(81.4, 100), healthOf(2, 3), healthOf(0, 0), healthOf(-50, 100)]).toEqual([81, 67, 0, -50])
})

it('figures of several channels follow from their sums, whatever their order', () => {
  const row = fc.record({
    count: fc.nat(1000),
    totalAmount: fc.nat(1e6),
    totalQuantity: fc.nat(5000),
    netAmount: fc.nat(1e6),
  })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const all = figuresOf(rows)
      expect(figuresOf(rows.toReversed())).toEqual(all)
      expect(all.sales).toBe(rows.reduce((sum, sales) => sum + sales.totalAmount, 0))
      expect(all.average * all.orders).toBeCloseTo(all.orders > 0 ? all.sales : 0, 4)
      expect(all.perOrder * all.orders).toBeCloseTo(all.orders > 0 ? all.items : 0, 4)
    }),
  )
})

it('a change is told in whole percent of what was before, and not from nothing', () => {
  expect([change(114, 100), change(50, 100), change(5, 0), change(0, 0), change(10, -10)]).toEqual([
    14,
    -50,
    undefined,
    undefined,
    200,
  ])
})

it('ANA-061 ANA-130 ANA-133 stock is low when it covers less than a month, of the last 30 days or else of the year', () => {
  expect(inventorySignal({ available: 9, lately: 10, year: 500 })).toEqual({
    isLow: true,
    availableQty: 9,
    demandQty: 10,
    coverageRatio: 0.9,
    basis: 'last30d',
  })
  expect(inventorySignal({ available: 10, lately: 10, year: 0 }).isLow).toBe(false)
  expect(inventorySignal({ available: 1, lately: 0, year: 18 })).toEqual({
    isLow: true,
    availableQty: 1,
    demandQty: 1.5,
    coverageRatio: 1 / 1.5,
    basis: 'monthlyAvg',
  })
  expect(inventorySignal({ available: 0, lately: 0, year: 0 })).toMatchObject({ isLow: false, coverageRatio: null })
})

it('ANA-171 ANA-150 completion is listed of all in whole percent; the average per day has one decimal', () => {
  expect([completionOf({ count: 1284, listed: 1127 }), completionOf({ count: 0, listed: 0 })]).toEqual([88, 0])
  expect([averagePerDay(684, 30), averagePerDay(1, 30), averagePerDay(0, 0)]).toEqual([22.8, 0, 0])
})

it('growth from next to nothing says nothing', () => {
  expect([change(1099, 100), change(1100, 100), change(-1100, 100)]).toEqual([999, undefined, undefined])
})
