import type { Held, Snapshot } from '#domain/products/history/snapshot.ts'

/** What changes count for: products; units of stock up or down; price changes times the units available, in minor units; the largest price change. */
export interface Cost {
  products: number
  units: number
  money: number
  pricePercent: number
}
/** What an API token may apply in 24 hours without asking anybody. `pricePercent` limits each price. */
export interface Budget {
  productsPerDay: number
  unitsPerDay: number
  /** In minor units. */
  moneyPerDay: number
  pricePercent: number
}
export interface CountedChange {
  product: Held
  before: Snapshot
  after: Snapshot
}

/** A price that was 0 has no share to tell: it counts as this much. */
const FROM_NOTHING = 1000
const isCount = /^(?:quantity|sold|variation\.\d+\.(?:quantity|sold))$/

/** What some changes count for together. A price counts for one unit where none is available. */
export function costOf(changes: readonly CountedChange[]): Cost {
  const cost: Cost = { products: 0, units: 0, money: 0, pricePercent: 0 }
  for (const { product, before, after } of changes) {
    const names = Object.keys(after)
    if (names.length === 0 && Object.keys(before).length === 0) continue
    cost.products += 1
    for (const name of names.filter((field) => isCount.test(field)))
      cost.units += Math.abs(Number(after[name] ?? 0) - Number(before[name] ?? 0))
    if (!('price' in after)) continue
    const [from, to] = [Number(before['price'] ?? 0), Number(after['price'])]
    cost.money += Math.abs(to - from) * Math.max(1, unitsOf(product))
    cost.pricePercent = Math.max(cost.pricePercent, percent(from, to))
  }
  return cost
}

const unitsOf = ({ quantity, variations }: Held): number =>
  variations && variations.length > 0 ? variations.reduce((sum, v) => sum + v.quantity, 0) : (quantity ?? 0)

/** Rounded up: a limit of 20 % is not passed by 20.4. */
const percent = (from: number, to: number): number =>
  from === 0 ? (to === 0 ? 0 : FROM_NOTHING) : Math.min(FROM_NOTHING, Math.ceil((Math.abs(to - from) / from) * 100))

/** What is counted, in words. An order counts as a product. */
const words = {
  products: { changes: 'Changes', noun: 'product', worth: 'Price changes are worth' },
  orders: { changes: 'Handles', noun: 'order', worth: 'Refunds are worth' },
  publishing: { changes: 'Publishes', noun: 'product', worth: '' },
}

/**
 * Why changes need approval: each limit that they would exceed. @param used by the token in the last 24 hours @param say an amount of money
 */
export function beyondBudget(
  cost: Cost,
  used: Omit<Cost, 'pricePercent'>,
  budget: Budget,
  say: (minor: number) => string,
  about: keyof typeof words = 'products',
): string[] {
  const { changes, noun, worth } = words[about]
  const limits = [
    {
      is: cost.products > 0 && used.products + cost.products > budget.productsPerDay,
      sentence: `${changes} ${count(cost.products, noun)}. ${left(budget.productsPerDay - used.products, String)} of ${budget.productsPerDay} a day are left.`,
    },
    {
      is: cost.units > 0 && used.units + cost.units > budget.unitsPerDay,
      sentence: `Changes stock by ${count(cost.units, 'unit')}. ${left(budget.unitsPerDay - used.units, String)} of ${budget.unitsPerDay} a day are left.`,
    },
    {
      is: cost.money > 0 && used.money + cost.money > budget.moneyPerDay,
      sentence: `${worth} ${say(cost.money)}. ${left(budget.moneyPerDay - used.money, say)} of ${say(budget.moneyPerDay)} a day are left.`,
    },
    {
      is: cost.pricePercent > budget.pricePercent,
      sentence: `Changes a price by ${cost.pricePercent}%. Up to ${budget.pricePercent}% is allowed.`,
    },
  ]
  return limits.filter(({ is }) => is).map(({ sentence }) => sentence)
}
const count = (n: number, noun: string) => `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`
const left = (n: number, say: (n: number) => string) => say(Math.max(0, n))
