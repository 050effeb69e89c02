import { type Lag, noLag } from '../kit/host/lag.ts'
import { openStore } from '../kit/host/store.ts'
import type { Hook } from '../kit/host/webhooks.ts'
import type { SimContext, SimRequest } from '../kit/simulator.ts'

export interface TestContext {
  context: SimContext
  /** The webhooks that the channel sent. */
  hooks: Hook[]
  /** The channel's delays; none at first. */
  lag: Lag
  /** Moves the sandbox's clock. The clocks of its callers stay. */
  pass(seconds: number): void
}

/** What a simulator in memory runs with. */
export function testContext(channel: string, o: Pick<SimContext, 'app' | 'appUrl'>): TestContext {
  const start = Date.parse('2026-07-01T10:00:00.000Z')
  let now = start
  const lag: Lag = { ...noLag }
  const hooks: Hook[] = []
  const context: SimContext = {
    ...o,
    store: openStore(':memory:').channel(channel),
    now: () => new Date(now),
    machine: () => new Date(start),
    lag: () => lag,
    baseUrl: `http://127.0.0.1:3001/${channel}`,
    deliver: (hook) => hooks.push(hook),
  }
  return { context, hooks, lag, pass: (seconds) => void (now += seconds * 1000) }
}

/** A request as a simulator sees it. @param path with its query */
export function requestOf(
  method: string,
  path: string,
  o: { body?: string | Buffer; headers?: Record<string, string> } = {},
): SimRequest {
  const url = new URL(path, 'http://channel')
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: o.headers ?? {},
    rawBody: Buffer.from(o.body ?? ''),
  }
}
