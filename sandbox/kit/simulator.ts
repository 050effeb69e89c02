import type { Store } from './store.ts'

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
  /** In the channel's own spelling. */
  status: string
  shipped: boolean
  tracking: string[]
}

/** What a simulator is given. */
export interface SimContext {
  /** Durable: what is put survives the process. */
  store: Store
  now: () => Date
  /** Where this simulator is reached, without trailing slash: `http://127.0.0.1:3001/ebay`. */
  baseUrl: string
  /** The registered app: its credentials and where its consent sends the browser. */
  app: { clientId: string; clientSecret: string; redirectUri: string; redirectName: string }
  /** Delivers a webhook as the faults allow, with the channel's own retries. Returns at once. */
  deliver(hook: { url: string; headers: Record<string, string>; body: string }): void
}

/** One channel's API, written from its published description. */
export interface Simulator {
  handle(request: SimRequest): SimAnswer | Promise<SimAnswer>
  /** Whether faults may strike this request (not the consent page, not pictures). */
  faultable(request: SimRequest): boolean
  /** Whether the request changes something, so that its answer can be lost after the change. Absent: every method but GET does. */
  isWrite?(request: SimRequest): boolean
  /** The channel's own words for a fault. */
  fail(kind: 'error500' | 'rate_limit', request: SimRequest): SimAnswer
  /** Makes every access token (and with `revoke` every refresh token too) invalid. */
  expireTokens(revoke: boolean): void
  listings(): SandboxListing[]
  addItems(items: SandboxItem[]): void
  /** @throws Error with a clear sentence when the SKU is not for sale or too few are left */
  buy(order: { sku: string; quantity: number; [more: string]: unknown }): { externalOrderId: string }
  /** @throws Error with a clear sentence when there is no such order or it cannot be cancelled any more */
  cancel(order: { externalOrderId: string }): void
  /** All orders, oldest first. */
  orders?(): SandboxOrder[]
  /** Empties the shop (items, listings, orders). The app stays connected: its grants and webhook subscriptions are kept. */
  reset(): void
}
export type MakeSimulator = (context: SimContext) => Simulator
