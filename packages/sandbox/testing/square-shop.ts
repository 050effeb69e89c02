import { expect } from 'vitest'
import type { Json } from '../kit/json.ts'
import { type Lag, noLag } from '../kit/host/lag.ts'
import type { SimContext, Simulator } from '../kit/simulator.ts'
import { openStore } from '../kit/host/store.ts'
import { makeSquare } from '../square/simulator.ts'

export interface Answer {
  status: number
  body: Json
}
export const app = {
  clientId: 'sq0idp-1',
  clientSecret: 'very-secret',
  redirectUri: 'http://127.0.0.1:3000/oauth/square',
  redirectName: '',
  secrets: { webhookKey: 'the-key' },
}
export const scopes =
  'MERCHANT_PROFILE_READ ITEMS_READ ITEMS_WRITE INVENTORY_READ INVENTORY_WRITE ORDERS_READ ORDERS_WRITE PAYMENTS_READ PAYMENTS_WRITE'

export interface TestSquare {
  simulator: Simulator
  hooks: { url: string; headers: Record<string, string>; body: string }[]
  lag: Lag
  /** Moves the clock of the sandbox; that of the callers stays. */
  pass(seconds: number): void
  send(
    method: string,
    path: string,
    more?: { json?: unknown; form?: FormData; headers?: Record<string, string> },
  ): Promise<Answer>
  /** Goes through the consent page. @returns what the app is called back with */
  consent(decision: 'allow' | 'deny', asked?: string): Promise<URLSearchParams>
  /** Connects; later calls use its token. @returns the answer with the tokens */
  connect(asked?: string): Promise<Json>
  token(grant: Json): Promise<Answer>
  useToken(token: string): void
  /** Sends a call of the API that must succeed. */
  api(method: string, path: string, json?: unknown): Promise<Json>
}

/** A simulator in memory with a clock of its own. */
export function openTestSquare(): TestSquare {
  const begun = Date.parse('2026-07-01T10:00:00.000Z')
  let now = begun
  let bearer = ''
  const lag: Lag = { ...noLag }
  const hooks: TestSquare['hooks'] = []
  const context: SimContext = {
    store: openStore(':memory:').channel('square'),
    now: () => new Date(now),
    machine: () => new Date(begun),
    lag: () => lag,
    baseUrl: 'http://127.0.0.1:3001/square',
    app,
    appUrl: 'http://127.0.0.1:3000',
    deliver: (hook) => hooks.push(hook),
  }
  const simulator = makeSquare(context)
  const send: TestSquare['send'] = async (method, path, more = {}) => {
    const url = new URL(path, 'http://square')
    const sent = more.form ? new Request('http://square', { method: 'POST', body: more.form }) : undefined
    const answer = await simulator.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(sent && { 'content-type': sent.headers.get('content-type') ?? '' }),
        ...more.headers,
      },
      rawBody: sent
        ? Buffer.from(await sent.arrayBuffer())
        : Buffer.from(more.json === undefined ? '' : JSON.stringify(more.json)),
    })
    return { status: answer.status, body: (answer.body ?? {}) as Json }
  }
  const shop: TestSquare = {
    simulator,
    hooks,
    lag,
    pass: (seconds) => void (now += seconds * 1000),
    send,
    async consent(decision, asked = scopes) {
      const query = new URLSearchParams({ client_id: app.clientId, scope: asked, state: 's-1', session: 'false' })
      const page = await simulator.handle({
        method: 'GET',
        path: '/oauth2/authorize',
        query,
        headers: {},
        rawBody: Buffer.alloc(0),
      })
      expect(page.status).toBe(200)
      query.set('decision', decision)
      const pressed = await simulator.handle({
        method: 'POST',
        path: '/oauth2/authorize',
        query: new URLSearchParams(),
        headers: {},
        rawBody: Buffer.from(query.toString()),
      })
      return new URL(pressed.headers?.['location'] ?? '').searchParams
    },
    token: (grant) =>
      send('POST', '/oauth2/token', { json: { client_id: app.clientId, client_secret: app.clientSecret, ...grant } }),
    async connect(asked) {
      const code = (await shop.consent('allow', asked)).get('code')
      const { body } = await shop.token({ grant_type: 'authorization_code', code })
      bearer = String(body['access_token'])
      return body
    },
    useToken: (token) => void (bearer = token),
    async api(method, path, json) {
      const answer = await send(method, `/v2/${path}`, { json })
      expect([answer.status, JSON.stringify(answer.body['errors'] ?? '')]).toEqual([200, '""'])
      return answer.body
    },
  }
  return shop
}

/** The code of the first error. */
export const codeOf = ({ body }: Answer): string =>
  String((body['errors'] as { code: string }[] | undefined)?.[0]?.code)

export const variation = (name: string, more: Json = {}): Json => ({
  type: 'ITEM_VARIATION',
  id: `#${name}`,
  item_variation_data: {
    name,
    sku: name,
    pricing_type: 'FIXED_PRICING',
    price_money: { amount: 1299, currency: 'USD' },
    track_inventory: true,
    ...more,
  },
})
export const item = (name: string, variations: Json[], more: Json = {}): Json => ({
  type: 'ITEM',
  id: `#item-${name}`,
  item_data: { name, variations, ...more },
})
let keys = 0
export const upserting = (...objects: unknown[]) => ({ idempotency_key: `key-${(keys += 1)}`, batches: [{ objects }] })
