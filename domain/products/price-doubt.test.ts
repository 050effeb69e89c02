import { describe, expect, it } from 'vitest'
import { amountIn } from '../numbers/money.ts'
import { priceDoubt, priceDoubts, type SoldAs, worstFirst } from './price-doubt.ts'

const dollars = (amount: number) => amountIn(amount, 'USD')

describe('a price under the cost', () => {
  it('is doubted; ten times of it is offered where a digit slipped', () => {
    expect(priceDoubt({ sku: 'NL-004209', price: 279.5, cost: 2100 }, dollars)).toEqual({
      sku: 'NL-004209',
      title: 'Price is below cost',
      sentence: '$279.50 is below the cost of NL-004209 ($2,100.00). Did you mean $2,795.00?',
      instead: 2795,
      off: 2100 / 279.5,
    })
    expect(priceDoubt({ sku: 'A', price: 90, cost: 100 }, dollars)?.instead).toBeUndefined()
    expect(priceDoubt({ sku: 'A', price: 100, cost: 100 }, dollars)).toBeUndefined()
    expect(priceDoubt({ sku: 'A', price: 5, cost: 0 }, dollars)).toBeUndefined()
  })
})

describe('a price far from the last one', () => {
  it('is five times of it or more, or a fifth of it or less', () => {
    expect(priceDoubt({ sku: 'A', price: 1250, cost: 5, was: 12.5 }, dollars)).toEqual({
      sku: 'A',
      title: 'Price is far from the last one',
      sentence: '$1,250.00 is 100 times the last price of A ($12.50). Did you mean $12.50?',
      instead: 12.5,
      off: 100,
    })
    expect(priceDoubt({ sku: 'A', price: 62.5, cost: 0, was: 12.5 }, dollars)?.sentence).toBe(
      '$62.50 is 5 times the last price of A ($12.50). Did you mean $6.25?',
    )
    expect(priceDoubt({ sku: 'A', price: 2.5, cost: 0, was: 12.5 }, dollars)?.sentence).toBe(
      '$2.50 is a 5th of the last price of A ($12.50). Did you mean $25.00?',
    )
    expect(priceDoubt({ sku: 'A', price: 62.49, cost: 0, was: 12.5 }, dollars)).toBeUndefined()
    expect(priceDoubt({ sku: 'A', price: 2.51, cost: 0, was: 12.5 }, dollars)).toBeUndefined()
  })
  it('gives the piece away where it is nothing; a product without a price yet has none to be far from', () => {
    expect(priceDoubt({ sku: 'A', price: 0, cost: 5, was: 12.5 }, dollars)?.sentence).toBe(
      'A would be free. Its last price was $12.50.',
    )
    expect(priceDoubt({ sku: 'A', price: 0, cost: 5, was: 0 }, dollars)).toBeUndefined()
    expect(priceDoubt({ sku: 'A', price: 1250, cost: 5, was: 0 }, dollars)).toBeUndefined()
  })
})

it('the worst of doubted prices stands first', () => {
  const of = (sku: string, price: number, cost: number, was: number) =>
    priceDoubt({ sku, price, cost, was }, dollars) ?? []
  const all = [of('LOSS', 50, 100, 0), of('FREE', 0, 0, 5), of('FAR', 100, 0, 10)].flat()
  expect(worstFirst(all).map(({ sku }) => sku)).toEqual(['FREE', 'FAR', 'LOSS'])
})

describe('the prices of a product', () => {
  const product = { sku: 'MUG', price: 10, cost: 4, variations: [] }
  const doubts = (now: SoldAs, before?: SoldAs) => priceDoubts(now, dollars, before)
  it('are asked about when they, or their cost, change', () => {
    expect(doubts({ ...product, price: 3 }, product).map((d) => d.title)).toEqual(['Price is below cost'])
    expect(doubts({ ...product, cost: 11 }, product).map((d) => d.title)).toEqual(['Price is below cost'])
    expect(doubts({ ...product, price: 100 }, product)).toHaveLength(1)
    expect(doubts({ ...product, price: 11 }, product)).toEqual([])
    const cheap = { ...product, price: 3 }
    expect(doubts(cheap, cheap)).toEqual([])
    expect(doubts(cheap)).toHaveLength(1)
  })
  it("are those of its variations where it has some, which take the product's where they have none", () => {
    const small = { id: 1, sku: 'MUG-S', price: null, cost: null }
    const large = { id: 2, sku: 'MUG-L', price: 20, cost: 15 }
    const before = { ...product, variations: [small, large] }
    expect(doubts({ ...before, price: 3 }, before).map((d) => d.sku)).toEqual(['MUG-S'])
    expect(doubts({ ...before, variations: [small, { ...large, price: 200 }] }, before)).toMatchObject([
      { sku: 'MUG-L', instead: 20 },
    ])
    expect(
      doubts({ ...before, variations: [...before.variations, { sku: 'NEW', price: 1, cost: 2 }] }, before),
    ).toMatchObject([{ sku: 'NEW' }])
  })
})
