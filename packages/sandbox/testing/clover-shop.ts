import { expect } from 'vitest'
import { makeClover } from '../clover/simulator.ts'
import type { Json } from '../kit/json.ts'
import type { Lag } from '../kit/host/lag.ts'
import { requestOf, testContext } from './context.ts'
import type { Simulator } from '../kit/simulator.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Json
}
export const app = {
  clientId: 'APP0000000001',
  clientSecret: 'very-secret',
  redirectUri: 'http://127.0.0.1:3000/oauth/clover',
  redirectName: '',
  secrets: { webhookAuth: 'the-auth-code' },
}

export interface TestClover {
  simulator: Simulator
  hooks: { url: string; headers: Record<string, string>; body: string }[]
  lag: Lag
  merchant: string
  /** Moves the clock. */
  pass(seconds: number): void
  send(
    method: string,
    path: string,
    more?: { json?: unknown; form?: Record<string, string> | [string, string][] },
  ): Promise<Answer>
  /** Goes through the consent page. @returns what the app is called back with */
  consent(decision?: 'allow' | 'deny'): Promise<URLSearchParams>
  token(what: 'token' | 'refresh' | 'recovery', body: Json): Promise<Answer>
  /** Connects; later calls use its token. @returns the tokens */
  connect(): Promise<Json>
  useToken(token: string): void
  /** A call below the merchant that must succeed. */
  api(method: string, path: string, json?: unknown): Promise<Json>
  /** One with any answer. */
  ask(method: string, path: string, json?: unknown): Promise<Answer>
  path(path: string): string
}

/** A simulator in memory with a clock of its own, on which every call comes a second after the last. */
export function openTestClover(): TestClover {
  let bearer = ''
  const { context, hooks, lag, pass } = testContext('clover', { app, appUrl: 'http://127.0.0.1:3000' })
  const simulator = makeClover(context)
  const send: TestClover['send'] = async (method, path, { json, form } = {}) => {
    const body = form ? String(new URLSearchParams(form)) : json === undefined ? '' : JSON.stringify(json)
    const headers = { ...(bearer && { authorization: `Bearer ${bearer}` }) }
    const answer = await simulator.handle(requestOf(method, path, { body, headers }))
    return { status: answer.status, headers: answer.headers ?? {}, body: (answer.body ?? {}) as Json }
  }
  const shop: TestClover = {
    simulator,
    hooks,
    lag,
    merchant: '',
    pass,
    send,
    async consent(decision = 'allow') {
      const query = { client_id: app.clientId, redirect_uri: app.redirectUri, state: 's-1' }
      expect((await send('GET', `/oauth/v2/authorize?${new URLSearchParams(query)}`)).status).toBe(200)
      const { headers } = await send('POST', '/oauth/v2/authorize', { form: { ...query, decision } })
      return new URL(headers['location'] ?? '').searchParams
    },
    token: (what, body) => send('POST', `/oauth/v2/${what}`, { json: { client_id: app.clientId, ...body } }),
    async connect() {
      const answer = await shop.consent()
      shop.merchant = answer.get('merchant_id') ?? ''
      const { body } = await shop.token('token', { client_secret: app.clientSecret, code: answer.get('code') })
      bearer = String(body['access_token'])
      return body
    },
    useToken: (token) => void (bearer = token),
    path: (path) => `/v3/merchants/${shop.merchant}${/^(\?|$)/.test(path) ? path : `/${path}`}`,
    async ask(method, path, json) {
      pass(1)
      return send(method, shop.path(path), json === undefined ? {} : { json })
    },
    async api(method, path, json) {
      const answer = await shop.ask(method, path, json)
      expect([answer.status, method, path, answer.status === 200 ? '' : JSON.stringify(answer.body)]).toEqual([
        200,
        method,
        path,
        '',
      ])
      return answer.body
    },
  }
  return shop
}

export const elements = (body: Json, name?: string): Json[] =>
  ((name === undefined ? body : (body[name] as Json))['elements'] as Json[]) ?? []
