import type { Http, HttpAnswer, HttpCall } from '../../call.ts'
import type { TokenContext, Tokens } from '../../connect.ts'
import { type Channel, ChannelError } from '../../channel.ts'
import type { Connection } from '../../connection.ts'
import { makeHttp } from '../../kit/http.ts'
import { noConnection } from '../connection.ts'
import { challengeOf, exchangeCode, newVerifier, refreshTokens } from '../../kit/oauth.ts'

/** A check that is given every request and its answer. @returns what does not keep to the channel's published description */
export type Inspect = (call: HttpCall, answer: HttpAnswer) => string[]

export interface Sandboxed {
  sku: string
  externalId: string
  title: string
  price: number
  quantity: number
  status: string
  url: string
}

type Lines = { sku: string; quantity: number }[]

/** The sandbox of one channel, met over HTTP as anyone meets it. */
export function remote(url: string, channel: string) {
  const control = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text) as T
  }
  return {
    listings: () => control<Sandboxed[]>('GET', `${channel}/listings`),
    addItems: (items: { sku: string; title: string; price: number; quantity: number }[]) =>
      control('POST', `${channel}/items`, items),
    buy: (sku: string, quantity = 1) =>
      control<{ externalOrderId: string }>('POST', `${channel}/buy`, { sku, quantity }),
    purchase: (order: object) => control<{ externalOrderId: string }>('POST', `${channel}/buy`, order),
    edit: (change: { sku: string; quantity?: number; status?: 'live' | 'ended' | 'hidden' }) =>
      control('POST', `${channel}/edit`, change),
    cancel: (externalOrderId: string, more: object = {}) =>
      control('POST', `${channel}/cancel`, { externalOrderId, ...more }),
    ship: (externalOrderId: string, lines?: Lines) => control('POST', `${channel}/ship`, { externalOrderId, lines }),
    refund: (externalOrderId: string, restock: boolean, lines?: Lines) =>
      control('POST', `${channel}/refund`, { externalOrderId, restock, lines }),
    fault: (kind: string, count = 1) => control('POST', 'faults', { channel, kind, count }),
    faultRate: (kind: string, rate: number) => control('POST', 'faults', { channel, kind, rate }),
    /** Seconds until an order is seen, and until a number that was set is shown where the channel does that late. */
    lag: (change: { orders?: number; stock?: number }) => control('POST', `${channel}/lag`, change),
    noFaults: () => control('DELETE', 'faults'),
    calls: () => control<unknown[]>('GET', `${channel}/calls`),
  }
}
export type Remote = ReturnType<typeof remote>

export interface StageOptions<F, S> {
  channel: Channel<F, S>
  settings: S
  context: TokenContext
  redirect: string
  inspect: Inspect
}
/** One connected account; its tokens can be renewed and its answers lost. */
export interface Stage<F, S> {
  channel: Channel<F, S>
  connection(more?: { timeoutMs?: number; loseWrite?: number; limitCall?: number }): Connection<S>
  settings: S
  tokens: Tokens
  /** @param loseWrite as of `connection` */
  renew(loseWrite?: number): Promise<Tokens>
  http: Http
  problems: string[]
}

/** Goes through the channel's own consent page like a seller, to a connected account. */
export async function connect<F, S>(o: StageOptions<F, S>): Promise<Stage<F, S>> {
  const problems: string[] = []
  const { channel, context } = o
  const plain = inspected(httpOf(), o.inspect, problems)
  const { oauth } = channel.connect
  if (!oauth) throw new Error(`${channel.name} has no consent page`)
  const state = crypto.randomUUID()
  const verifier = oauth.pkce ? newVerifier() : ''
  const query = await pressConsent(
    oauth.authorizeUrl({ ...context, redirect: o.redirect, state, challenge: verifier && challengeOf(verifier) }),
  )
  if (oauth.startsAt === 'us' && query.state !== state) throw new Error('The consent page lost our state')
  const callback = oauth.readCallback({ ...context, query, now: new Date() })
  const facts = { ...context.facts, ...callback.facts }
  const tokens = await exchangeCode(
    oauth,
    plain,
    { ...context, facts, code: callback.code, redirect: o.redirect, verifier, callback: query },
    new Date(),
  )
  const stage: Stage<F, S> = {
    channel,
    settings: o.settings,
    tokens,
    problems,
    http: plain,
    renew: (loseWrite) =>
      refreshTokens(
        oauth,
        losing(plain, loseWrite),
        { ...context, facts, refreshToken: stage.tokens.refreshToken ?? '' },
        new Date(),
      ),
    connection: ({ timeoutMs, loseWrite, limitCall } = {}) => ({
      ...noConnection,
      http: limited(losing(inspected(httpOf(timeoutMs), o.inspect, problems), loseWrite), limitCall),
      accessToken: stage.tokens.accessToken,
      origins: context.origins,
      app: context,
      shop: context.shop,
      facts: { ...facts, ...tokens.facts },
      settings: stage.settings,
      now: () => new Date(),
      uuid: () => crypto.randomUUID(),
      picture: async () => ({ bytes: Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), type: 'image/jpeg', name: 'shirt.jpg' }),
    }),
  }
  return stage
}

const httpOf = (timeoutMs = 10_000) =>
  makeHttp({ pace: { requestsPerSecond: 10_000, concurrency: 8 }, now: () => new Date(), timeoutMs })

const inspected =
  (http: Http, inspect: Inspect, problems: string[]): Http =>
  async (call) => {
    const answer = await http(call)
    problems.push(...inspect(call, answer))
    return answer
  }

/** Does the `n`th request that changes something, then behaves as if its answer never came. */
function losing(http: Http, n: number | undefined): Http {
  let writes = 0
  return async (call) => {
    const answer = await http(call)
    if (n !== undefined && isWrite(call) && ++writes === n) {
      throw new ChannelError('unavailable', 'No answer came.', { maybeDone: true })
    }
    return answer
  }
}
/** Does not send the `n`th request and none after it: the channel is said to limit them. */
function limited(http: Http, n: number | undefined): Http {
  let calls = 0
  return async (call) =>
    n !== undefined && ++calls >= n ? { status: 429, headers: { 'retry-after': '1' }, body: {} } : http(call)
}
/** Some questions are asked by POST. */
const isWrite = ({ method, url, json }: HttpCall) =>
  method !== 'GET' &&
  !/(\/(search|batch-retrieve)|:(get|batchGet)ByDataFilter)(\?|$)/.test(url) &&
  !JSON.stringify(json ?? '').startsWith('{"query":"query')

/** Reads the consent page and presses its first button, as a browser would. */
/** @param answers what is entered instead of what the page suggests */
export async function pressConsent(url: string, answers: Record<string, string> = {}): Promise<Record<string, string>> {
  const page = await fetch(url, { redirect: 'manual' })
  const html = await page.text()
  if (page.status !== 200) throw new Error(`The consent page answered ${page.status}: ${html.slice(0, 300)}`)
  const form = new URLSearchParams()
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) form.set(attribute(tag, 'name'), attribute(tag, 'value'))
  for (const [name, value] of Object.entries(answers)) form.set(name, value)
  const [button] = /<button\b[^>]*>/.exec(html) ?? []
  if (button && attribute(button, 'name')) form.set(attribute(button, 'name'), attribute(button, 'value'))
  const [tag] = /<form\b[^>]*>/.exec(html) ?? []
  const pressed = await fetch(new URL(attribute(tag ?? '', 'action') || url, url), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const location = pressed.headers.get('location')
  if (!location)
    throw new Error(`The consent page went nowhere: ${pressed.status} ${(await pressed.text()).slice(0, 300)}`)
  return Object.fromEntries(new URL(location).searchParams)
}
const attribute = (tag: string, name: string) =>
  (new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
