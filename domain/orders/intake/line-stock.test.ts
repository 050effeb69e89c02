import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderState } from './order-state.ts'
import { type LineStock, type LineUnits, NO_STOCK, leaveUnits, planLine } from './line-stock.ts'

interface Version extends LineUnits {
  state: OrderState
}
const line = (over: Partial<Version> = {}): Version => ({ state: 'open', quantity: 3, sent: 0, lost: 0, ...over })

/** A shelf of one SKU and an order line that takes units from it. */
class Shelf {
  onHand: number
  reserved = 0
  sold = 0
  stock: LineStock = NO_STOCK
  private lost = 0
  constructor(onHand: number) {
    this.onHand = onHand
  }
  apply({ state, ...units }: Version): this {
    const plan = planLine(this.stock, state, units, this.lost)
    this.onHand += plan.back
    this.reserved += plan.back - plan.released
    const reserved = Math.min(plan.take, this.onHand - this.reserved)
    this.reserved += reserved
    this.sold += plan.take - plan.unsold
    const { stock, left } = leaveUnits(plan, { taken: reserved, shortfall: plan.take - reserved }, state)
    this.onHand -= left
    this.reserved -= left
    this.stock = stock
    this.lost = units.lost
    return this
  }
  numbers = () => ({ onHand: this.onHand, reserved: this.reserved, available: this.onHand - this.reserved })
}
const after = (onHand: number, ...versions: Version[]) => {
  const shelf = new Shelf(onHand)
  for (const version of versions) shelf.apply(version)
  return shelf
}

describe('the stock of an order line', () => {
  it.each([
    ['an order reserves its units', [line()], [10, 3]],
    ['a parcel leaves on hand and reserved when it is sent', [line(), line({ sent: 2 })], [8, 1]],
    ['a second parcel takes the rest', [line(), line({ sent: 2 }), line({ sent: 3, state: 'shipped' })], [7, 0]],
    ['a parcel that was removed gives its units back', [line({ sent: 2 }), line({ sent: 0 })], [10, 3]],
    ['a parcel that held fewer units gives the others back', [line({ sent: 2 }), line({ sent: 1 })], [9, 2]],
    [
      'cancelling the rest releases the rest only',
      [line({ sent: 2 }), line({ state: 'shipped', quantity: 2, sent: 2 })],
      [8, 0],
    ],
    ['a unit refunded with restock before it was sent is for sale again', [line(), line({ quantity: 2 })], [10, 2]],
    ['a unit refunded without restock before it was sent leaves at once', [line(), line({ lost: 1 })], [9, 2]],
    ['a unit that is restocked later is there again', [line({ lost: 1 }), line({ quantity: 2 })], [10, 2]],
    ['a cancellation gives all back', [line(), line({ state: 'cancelled' })], [10, 0]],
    [
      'a cancellation without restock of one unit gives the others back',
      [line(), line({ state: 'cancelled', lost: 1 })],
      [9, 0],
    ],
    [
      'units added after shipping are reserved',
      [line({ sent: 3, state: 'shipped' }), line({ quantity: 5, sent: 3 })],
      [7, 2],
    ],
    ['an order that comes shipped leaves at once', [line({ sent: 3, state: 'shipped' })], [7, 0]],
    ['an order that comes partly shipped does so in part', [line({ sent: 1 })], [9, 2]],
    ['the same version again changes nothing', [line({ sent: 1 }), line({ sent: 1 })], [9, 2]],
  ] as const)('%s', (_, versions, [onHand, reserved]) => {
    expect(after(10, ...versions).numbers()).toEqual({ onHand, reserved, available: onHand - reserved })
  })

  it.each([
    ['an order for more than there is reserves what there is', [line()], { taken: 2, shortfall: 1 }],
    ['a parcel takes the units that were there first', [line(), line({ sent: 2 })], { shortfall: 1, gone: 2 }],
    [
      'a unit that stock never had may be shipped all the same',
      [line(), line({ sent: 3, state: 'shipped' })],
      { gone: 3, uncounted: 1 },
    ],
    [
      'and is missing again where its parcel is removed',
      [line(), line({ sent: 3, state: 'shipped' }), line({ sent: 1 })],
      { taken: 1, shortfall: 1, gone: 1 },
    ],
    [
      'a unit that is missing is the one that is refunded',
      [line(), line({ lost: 1 })],
      { taken: 2, gone: 1, uncounted: 1 },
    ],
    [
      'a unit that is missing is the first that is not asked for any more',
      [line(), line({ quantity: 2 })],
      { taken: 2 },
    ],
    [
      'of a cancelled order the lost unit is one that was there',
      [line({ lost: 1 }), line({ state: 'cancelled', lost: 1 })],
      { gone: 1 },
    ],
    [
      'of a cancelled order the lost units are no more than were there',
      [line(), line({ state: 'cancelled', lost: 3 }), line({ state: 'cancelled', lost: 3 })],
      { gone: 3, uncounted: 1 },
    ],
  ] as const)('%s', (_, versions, stock) => {
    expect(after(2, ...versions).stock).toEqual({ ...NO_STOCK, ...stock })
  })

  const version = fc
    .record({
      bought: fc.integer({ min: 1, max: 6 }),
      sent: fc.nat({ max: 6 }),
      lost: fc.nat({ max: 6 }),
      cancelled: fc.boolean(),
    })
    .map(({ bought, sent: some, lost: others, cancelled }): Version => {
      const sent = Math.min(some, bought)
      const lost = Math.min(others, bought - sent)
      const state = sent + lost < bought && !cancelled ? 'open' : sent > 0 ? 'shipped' : 'cancelled'
      return { state, quantity: state === 'shipped' ? sent + lost : bought, sent, lost }
    })
  it('after any versions of an order, on hand is what has not left and reserved what is to be shipped', () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 12 }), (versions) => {
        const shelf = after(100, ...versions)
        const last = versions.at(-1) ?? line()
        const toShip = last.state === 'open' ? last.quantity - last.sent - last.lost : 0
        expect(shelf.numbers()).toMatchObject({ onHand: 100 - last.sent - last.lost, reserved: toShip })
        expect(shelf.sold).toBe(last.sent + last.lost + toShip)
      }),
    )
  })
  it('with too little stock no number falls below zero, and the line counts every unit once', () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 12 }), fc.nat({ max: 5 }), (versions, onHand) => {
        const shelf = new Shelf(onHand)
        for (const next of versions) {
          shelf.apply(next)
          const { taken, shortfall, gone, uncounted } = shelf.stock
          expect(Math.min(shelf.onHand, shelf.reserved, taken, shortfall, gone, uncounted)).toBeGreaterThanOrEqual(0)
          expect(shelf.reserved).toBe(taken)
          expect(shelf.onHand).toBe(onHand - (gone - uncounted))
          expect(taken + shortfall).toBe(next.state === 'open' ? next.quantity - next.sent - next.lost : 0)
          expect(gone).toBe(next.sent + next.lost)
        }
      }),
    )
  })
})
