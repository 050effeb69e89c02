import type {
  Cancellation,
  Edit,
  OrderPart,
  Purchase,
  SandboxItem,
  SandboxListing,
  SandboxOrder,
  SimContext,
} from './simulator.ts'

/** How one channel finds what people name, and what it does with it. `S` is a seller's shop, `T` something with a SKU, `O` an order. */
export interface Counter<S, T, O> {
  /** The channel's name. */
  channel: string
  /** What the channel calls a shop: seller, store, merchant. */
  who: string
  /** What the channel calls something with a SKU: item, product, listing. */
  what: string
  /** All shops; the one that connected last is at the end. */
  shops: () => S[]
  /** The names that a shop answers to. The first is the one that is shown. */
  namesOf: (shop: S) => [string, ...string[]]
  /** Opens the shop that gets items before any seller has connected. */
  openFirst: () => S
  /** Opens the shop of a name. Absent: the channel has no shop before its seller connects. */
  openNamed?: (name: string) => S
  listings: (shop: S) => SandboxListing[]
  orders: (shop: S) => SandboxOrder[]
  addItem: (shop: S, item: SandboxItem) => void
  sells: (shop: S, sku: string) => boolean
  bySku: (shop: S, sku: string) => T | undefined
  orderBy: (shop: S, id: string) => O | undefined
  /** @returns the order's id */
  buy: (shop: S, purchase: Purchase) => string
  edit: (shop: S, thing: T, change: Edit) => void
  ship: (shop: S, order: O, part: OrderPart) => void
  refund: (shop: S, order: O, part: OrderPart & { restock: boolean }) => void
  cancel: (shop: S, order: O, cancellation: Cancellation) => void
  takeAway: (shop: S) => string | undefined
}

/**
 * What people do on a channel's own pages. Without an account it happens in the shop that connected last, or in the one that has the SKU or the
 * order.
 */
export function deskOf<S, T, O>(context: SimContext, c: Counter<S, T, O>) {
  /** @throws Error when there is no such account */
  const shopOf = (account?: string): S | undefined => {
    const shops = c.shops()
    if (account === undefined) return shops.at(-1)
    const shop = shops.find((candidate) => c.namesOf(candidate).includes(account))
    if (shop !== undefined) return shop
    const names = shops.map((known) => c.namesOf(known)[0]).join(', ')
    throw new Error(`${c.channel} has no ${c.who} ${account}. Known: ${names || 'none'}.`)
  }
  const shopsToSearch = (account?: string): S[] => {
    const shop = account === undefined ? undefined : shopOf(account)
    return shop === undefined ? c.shops().toReversed() : [shop]
  }
  const withOrder = (id: string, account: string | undefined, work: (shop: S, order: O) => void): void => {
    for (const shop of shopsToSearch(account)) {
      const order = c.orderBy(shop, id)
      if (order !== undefined) return context.store.together(() => work(shop, order))
    }
    throw new Error(`There is no order ${id} on ${c.channel}.`)
  }
  const inShop = <R>(account: string | undefined, read: (shop: S) => R[]): R[] => {
    const shop = shopOf(account)
    return shop === undefined ? [] : read(shop)
  }
  return {
    shopsToSearch,
    accounts: () => c.shops().map((shop) => c.namesOf(shop)[0]),
    listings: (account?: string) => inShop(account, c.listings),
    orders: (account?: string) => inShop(account, c.orders),
    addItems(items: SandboxItem[], account?: string): void {
      context.store.together(() => {
        const known = account === undefined || !c.openNamed ? shopOf(account) : c.openNamed(account)
        const shop = known ?? c.openFirst()
        for (const item of items) c.addItem(shop, item)
      })
    },
    buy(purchase: Purchase, account?: string): { externalOrderId: string } {
      const shops = shopsToSearch(account)
      const shop = shops.find((candidate) => purchase.lines.every(({ sku }) => c.sells(candidate, sku))) ?? shops[0]
      if (shop === undefined) throw new Error(`${c.channel} has no ${c.who} yet. Connect one, or add items.`)
      return { externalOrderId: context.store.together(() => c.buy(shop, purchase)) }
    },
    edit(change: Edit, account?: string): void {
      for (const shop of shopsToSearch(account)) {
        const thing = c.bySku(shop, change.sku)
        if (thing !== undefined) return context.store.together(() => c.edit(shop, thing, change))
      }
      throw new Error(`No ${c.what} on ${c.channel} has the SKU ${change.sku}.`)
    },
    ship: (part: OrderPart, account?: string) =>
      withOrder(part.externalOrderId, account, (shop, order) => c.ship(shop, order, part)),
    refund: (part: OrderPart & { restock: boolean }, account?: string) =>
      withOrder(part.externalOrderId, account, (shop, order) => c.refund(shop, order, part)),
    cancel: (cancellation: Cancellation, account?: string) =>
      withOrder(cancellation.externalOrderId, account, (shop, order) => c.cancel(shop, order, cancellation)),
    takeAway(): string | undefined {
      for (const shop of shopsToSearch()) {
        const removed = c.takeAway(shop)
        if (removed !== undefined) return removed
      }
      return undefined
    },
  }
}
