export interface Shown {
  externalId: string
  sku: string
  title: string
  price: number
  quantity: number
  status: string
  url: string
}
export type FaultKind =
  | 'error500'
  | 'timeout'
  | 'timeout_after_commit'
  | 'rate_limit'
  | 'drop_webhook'
  | 'duplicate_webhook'
  | 'reorder_webhooks'
  | 'expire_token'
  | 'revoke_token'
  | 'take_category'

/** The sandbox's control calls (JSON over HTTP). */
export function sandboxAt(url: string) {
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(
      url + path,
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    )
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }
  /** Without an account: that of whoever connected last. */
  const of = (account: string | undefined) => (account === undefined ? '' : `?account=${account}`)
  return {
    listings: (channel: string, account?: string) => ask<Shown[]>(`/_sandbox/${channel}/listings${of(account)}`),
    buy: (channel: string, sku: string, quantity: number) =>
      ask<{ externalOrderId: string }>(`/_sandbox/${channel}/buy`, { sku, quantity }),
    buyAtTill: (channel: string, sku: string, quantity: number) =>
      ask<{ externalOrderId: string }>(`/_sandbox/${channel}/buy`, { sku, quantity, counter: true }),
    orders: (channel: string, account?: string) =>
      ask<{ externalOrderId: string; shipped: boolean; tracking: string[] }[]>(
        `/_sandbox/${channel}/orders${of(account)}`,
      ),
    /** Somebody changes the number there by hand. */
    edit: (channel: string, sku: string, quantity: number) =>
      ask<unknown>(`/_sandbox/${channel}/edit`, { sku, quantity }),
    cancel: (channel: string, externalOrderId: string) =>
      ask<unknown>(`/_sandbox/${channel}/cancel`, { externalOrderId }),
    fault: (channel: string, kind: FaultKind, count: number) =>
      ask<unknown>('/_sandbox/faults', { channel, kind, count }),
    calls: (channel: string) =>
      ask<{ method: string; path: string; status: number; body: string }[]>(`/_sandbox/${channel}/calls`),
    noLag: (channel: string) => ask<unknown>(`/_sandbox/${channel}/lag`, { orders: 0, webhooks: 0, images: 0 }),
    clearFaults: async () => void (await fetch(`${url}/_sandbox/faults`, { method: 'DELETE' })),
    addItems: (channel: string, items: object[]) => ask<unknown>(`/_sandbox/${channel}/items`, items),
  }
}
export type Sandbox = ReturnType<typeof sandboxAt>
