import { expect } from 'vitest'
import type { Json } from '../kit/json.ts'
import type { Lag } from '../kit/host/lag.ts'
import { requestOf, testContext } from './context.ts'
import type { Simulator } from '../kit/simulator.ts'
import { makeSquare } from '../square/simulator.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
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
  consent(decision: 'allow' | 'deny', requested?: string): Promise<URLSearchParams>
  /** Connects; later calls use its token. @returns the answer with the tokens */
  connect(requested?: string): Promise<Json>
  token(grant: Json): Promise<Answer>
  useToken(token: string): void
  /** Sends a call of the API that must succeed. */
  api(method: string, path: string, json?: unknown): Promise<Json>
}

/** A simulator in memory with a clock of its own. */
export function openTestSquare(): TestSquare {
  let bearer = ''
  const { context, hooks, lag, pass } = testContext('square', { app, appUrl: 'http://127.0.0.1:3000' })
  const simulator = makeSquare(context)
  const send: TestSquare['send'] = async (method, path, more = {}) => {
    const sent = more.form ? new Request('http://square', { method: 'POST', body: more.form }) : undefined
    const headers = {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(sent && { 'content-type': sent.headers.get('content-type') ?? '' }),
      ...more.headers,
    }
    const json = more.json === undefined ? '' : JSON.stringify(more.json)
    const body = sent ? Buffer.from(await sent.arrayBuffer()) : json
    const answer = await simulator.handle(requestOf(method, path, { body, headers }))
    return { status: answer.status, headers: answer.headers ?? {}, body: (answer.body ?? {}) as Json }
  }
  const shop: TestSquare = {
    simulator,
    hooks,
    lag,
    pass,
    send,
    async consent(decision, requested = scopes) {
      const query = new URLSearchParams({ client_id: app.clientId, scope: requested, state: 's-1', session: 'false' })
      const page = await simulator.handle(requestOf('GET', `/oauth2/authorize?${query}`))
      expect(page.status).toBe(200)
      query.set('decision', decision)
      const pressed = await simulator.handle(requestOf('POST', '/oauth2/authorize', { body: String(query) }))
      return new URL(pressed.headers?.['location'] ?? '').searchParams
    },
    token: (grant) =>
      send('POST', '/oauth2/token', { json: { client_id: app.clientId, client_secret: app.clientSecret, ...grant } }),
    async connect(requested) {
      const code = (await shop.consent('allow', requested)).get('code')
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
