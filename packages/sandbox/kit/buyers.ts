import type { Store } from './host/store.ts'

/** Buyers take turns, so that the same purchases make the same orders. */
export function nextBuyer<B>(store: Store, buyers: readonly B[]): B {
  const buyer = buyers[store.nextNumber('whose turn') % buyers.length]
  if (buyer === undefined) throw new Error('There are no buyers in the data.')
  return buyer
}
