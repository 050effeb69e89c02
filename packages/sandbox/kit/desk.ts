import type { Cancellation, Edit, OrderPart, Purchase, SimContext } from './simulator.ts'

/** How a simulator whose accounts stand apart finds what people speak of, and what becomes of it. */
export interface Counter<E, T, O> {
  /** What the channel calls who sells there: merchant, seller, shop. */
  who: string
  /** What the channel calls what has a SKU: item, product. */
  what: string
  /** Who sells there, the one that connected last at the end. */
  all: () => E[]
  idOf: (env: E) => string
  /** An account's id, however it was written. */
  readId?: (account: string) => string | undefined
  sells: (env: E, sku: string) => boolean
  bySku: (env: E, sku: string) => T | undefined
  orderBy: (env: E, id: string) => O | undefined
  buy: (env: E, purchase: Purchase) => { id: string }
  edit: (env: E, thing: T, change: Edit) => void
  ship: (env: E, order: O, part: OrderPart) => void
  refund: (env: E, order: O, part: OrderPart & { restock: boolean }) => void
  cancel: (env: E, order: O, asked: Cancellation) => void
  takeAway: (env: E) => string | undefined
}

/** What people do at a channel themselves, wherever the thing is: without an account in the one that connected last, and where only another has it, there. */
export function deskOf<E, T, O>(context: SimContext, c: Counter<E, T, O>) {
  /** @throws Error when there is no such account */
  const named = (account?: string): E | undefined => {
    if (account === undefined) return c.all().at(-1)
    const id = c.readId ? c.readId(account) : account
    const found = c.all().find((env) => c.idOf(env) === id)
    if (!found) throw new Error(`There is no ${c.who} ${account}`)
    return found
  }
  const toSearch = (account?: string): E[] => {
    const one = account === undefined ? undefined : named(account)
    return one ? [one] : c.all().toReversed()
  }
  const withOrder = (id: string, account: string | undefined, work: (env: E, order: O) => void): void => {
    for (const env of toSearch(account)) {
      const order = c.orderBy(env, id)
      if (order) return context.store.together(() => work(env, order))
    }
    throw new Error(`There is no order ${id}`)
  }
  return {
    /** The account that is meant; undefined where there is none yet. */
    named,
    /** Where to look for something: in the account that is meant, or in all, the one that connected last first. */
    toSearch,
    accounts: () => c.all().map(c.idOf),
    buy(purchase: Purchase, account?: string): { externalOrderId: string } {
      const candidates = toSearch(account)
      const env = candidates.find((one) => purchase.lines.every(({ sku }) => c.sells(one, sku))) ?? candidates[0]
      if (!env) throw new Error(`There is no ${c.who} yet: connect one, or put items into a shop`)
      return { externalOrderId: context.store.together(() => c.buy(env, purchase)).id }
    },
    edit(change: Edit, account?: string): void {
      for (const env of toSearch(account)) {
        const thing = c.bySku(env, change.sku)
        if (thing) return context.store.together(() => c.edit(env, thing, change))
      }
      throw new Error(`No ${c.what} has the SKU ${change.sku}`)
    },
    ship: (part: OrderPart, account?: string) =>
      withOrder(part.externalOrderId, account, (env, order) => c.ship(env, order, part)),
    refund: (part: OrderPart & { restock: boolean }, account?: string) =>
      withOrder(part.externalOrderId, account, (env, order) => c.refund(env, order, part)),
    cancel: (asked: Cancellation, account?: string) =>
      withOrder(asked.externalOrderId, account, (env, order) => c.cancel(env, order, asked)),
    takeAway(): string | undefined {
      for (const env of toSearch()) {
        const gone = c.takeAway(env)
        if (gone !== undefined) return gone
      }
      return undefined
    },
  }
}
