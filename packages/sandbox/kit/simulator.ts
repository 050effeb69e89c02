import type { Lag } from './host/lag.ts'
import type { Store } from './host/store.ts'
import type { Hook } from './host/webhooks.ts'

/** A request as the simulator sees it; `path` begins after `/<channel>` and is still percent-encoded. */
export interface SimRequest {
  method: string
  path: string
  query: URLSearchParams
  /** Lower-case names. */
  headers: Record<string, string>
  rawBody: Buffer
}
export interface SimAnswer {
  status: number
  headers?: Record<string, string>
  /** An object is sent as JSON, a string as it is, undefined as no body. */
  body?: unknown
}

/** What one sees in the channel's shop; `price` as a buyer reads it (12.99), not in minor units. */
export interface SandboxListing {
  externalId: string
  sku: string
  title: string
  price: number
  quantity: number
  status: string
  url: string
}
/** `price` as in `SandboxListing`. */
export interface SandboxItem {
  sku: string
  title: string
  price: number
  quantity: number
  [more: string]: unknown
}

export interface SandboxOrder {
  externalOrderId: string
  skus: string[]
  /** Pieces over all lines. */
  quantity: number
  /** Both in the channel's own spelling. */
  status: string
  payment: string
  shipped: boolean
  tracking: string[]
}

/** What a buyer takes. `payment` and `test` are what becomes of the order. */
export interface Purchase {
  lines: { sku: string; quantity: number }[]
  payment: 'paid' | 'pending' | 'failed'
  test: boolean
  /** Over the counter: paid and handed over at once, where the channel has a till. */
  counter?: boolean
  /** Who buys, where it matters: `name`, `email`. */
  buyer?: { name?: string; email?: string }
}
/** Somebody changes a listing on the channel by hand. What is absent stays. */
export interface Edit {
  sku: string
  quantity?: number
  /** As a buyer reads it. */
  price?: number
  title?: string
  status?: 'live' | 'ended' | 'hidden'
}
/** Some pieces of an order; without lines all that are left. */
export interface OrderPart {
  externalOrderId: string
  lines?: { sku: string; quantity: number }[]
}
export interface Cancellation {
  externalOrderId: string
  /** In the channel's own spelling. */
  reason?: string
  /** Only asked for: the seller has not answered yet. */
  requested?: boolean
  /** Only these pieces are taken out of the order, where the channel can. */
  lines?: { sku: string; quantity: number }[]
  /** Whether the pieces are for sale again. */
  restock: boolean
}

/** A buyer wants to be forgotten; `address` is where the app's operator lets the channel ask for that, with the `token` that goes with it. */
export interface Forgetting {
  /** As the channel calls them. */
  buyer: string
  address: string
  token: string
}

/** What a simulator is given. */
export interface SimContext {
  /** Durable: what is put survives the process. */
  store: Store
  now: () => Date
  /** The time without what the sandbox's clock was moved ahead by: that of the callers, whose clocks nobody moved. */
  machine: () => Date
  /** How late the channel is just now. */
  lag: () => Lag
  /** Where this simulator is reached, without trailing slash: `http://127.0.0.1:3001/ebay`. */
  baseUrl: string
  /** The registered app: its credentials, what else the channel gave it by name, and where its consent sends the browser. */
  app: {
    clientId: string
    clientSecret: string
    redirectUri: string
    redirectName: string
    secrets?: Record<string, string>
  }
  /** Where the app is, where that was said: channels whose operator enters an address by hand begin with it. */
  appUrl?: string
  /** Delivers a webhook as lag and faults allow, with the channel's own retries. Returns at once. */
  deliver(hook: Hook): void
}

/**
 * One channel's API, written from its published description. Where an account is left out, the one that connected last
 * is meant; a SKU or an order that only another account has is found there.
 */
export interface Simulator {
  handle(request: SimRequest): SimAnswer | Promise<SimAnswer>
  /** Whether faults may strike this request (not the consent page, not pictures). */
  faultable(request: SimRequest): boolean
  /** Whether the request changes something, so that its answer can be lost after the change. Absent: every method but GET does. */
  isWrite?(request: SimRequest): boolean
  /** The channel's own words for a fault. */
  fail(kind: 'error500' | 'rate_limit' | 'forbidden', request: SimRequest): SimAnswer
  /** Uses up what this request would count against until the channel's day ends. */
  useUp(request: SimRequest): void
  /** Ends that. */
  refill(): void
  /** A category or policy in use is gone. @returns what was taken away, undefined when nothing is in use */
  takeAway(): string | undefined
  /** A category in use is gone from the channel's own tree, for all who sell there. Absent: the categories are the seller's, and `takeAway` takes them. */
  takeCategory?(): string | undefined
  /** Makes every access token that has an end invalid; with `revoke` those without one and every refresh token, too. */
  expireTokens(revoke: boolean): void
  /** Who sells here, the account that connected last at the end. */
  accounts(): string[]
  listings(account?: string): SandboxListing[]
  addItems(items: SandboxItem[], account?: string): void
  /** The channel's own stock falls at once; the order is seen after the lag. @throws Error with a clear sentence when something is not for sale or too few are left */
  buy(purchase: Purchase, account?: string): { externalOrderId: string }
  /** @throws Error with a clear sentence when the SKU is not there */
  edit(change: Edit, account?: string): void
  /** @throws Error with a clear sentence when there is no such order or so many pieces are not left */
  ship(part: OrderPart, account?: string): void
  /** Money back; `restock`: the pieces are for sale again. @throws Error with a clear sentence when that cannot be */
  refund(part: OrderPart & { restock: boolean }, account?: string): void
  /** @throws Error with a clear sentence when there is no such order or it cannot be cancelled any more */
  cancel(order: Cancellation, account?: string): void
  /** Asks the app to forget a buyer. @throws Error with a clear sentence when the address does not prove that it is the app's */
  forget(forgetting: Forgetting, account?: string): void | Promise<void>
  /** All orders, oldest first, also those that the channel's API does not show yet. */
  orders?(account?: string): SandboxOrder[]
  /** Nobody took a webhook of this subscription. */
  gaveUp?(subscription: string): void
  /** Empties the shop (items, listings, orders). The app stays connected: its grants and webhook subscriptions are kept. */
  reset(): void
}
export type MakeSimulator = (context: SimContext) => Simulator
