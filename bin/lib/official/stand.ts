import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Remote, remote } from '#channels/testing/conformance/stage.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/main.ts'
import type { Load } from './install.ts'

/** A call of a channel, as it came. */
interface Hook {
  headers: Record<string, string>
  body: string
  url: string
}
/** What each library's walk has: the sandbox, and somebody whom channels call. */
export interface Stand {
  load: Load
  sandbox: Sandbox
  at(channel: ChannelId): Remote
  /** Orders of a channel, as their seller sees them there. */
  orders(channel: ChannelId): Promise<{ externalOrderId: string; tracking: string[] }[]>
  hookUrl(channel: ChannelId): string
  /** Answers a channel's question whether the address is ours. */
  challenge(answer: (code: string, url: string) => unknown): void
  /** The next call to a channel's address that fits. */
  hook(channel: ChannelId, fits?: (hook: Hook) => boolean): Promise<Hook>
  stop(): Promise<void>
}

const PATIENCE_MS = 20_000
const LOOK_MS = 500

export async function openStand(load: Load, apps: NonNullable<SandboxOptions['apps']>): Promise<Stand> {
  const sandbox = await startSandbox({ apps })
  const hooks: Hook[] = []
  let answerTo: (code: string, url: string) => unknown = () => undefined
  const server = http.createServer(async (request, response) => {
    const address = `${base}${request.url?.replace(/\?.*/, '')}`
    const code = new URL(request.url ?? '', base).searchParams.get('challenge_code')
    if (code !== null) {
      response.setHeader('content-type', 'application/json')
      return void response.end(JSON.stringify({ challengeResponse: answerTo(code, address) }))
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    hooks.push({ headers, body: Buffer.concat(parts).toString('utf8'), url: address })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    load,
    sandbox,
    at: (channel) => remote(sandbox.url, channel),
    orders: async (channel) =>
      (await (await fetch(`${sandbox.url}/_sandbox/${channel}/orders`)).json()) as {
        externalOrderId: string
        tracking: string[]
      }[],
    hookUrl: (channel) => `${base}/${channel}`,
    challenge: (answer) => void (answerTo = answer),
    hook: (channel, fits = () => true) =>
      eventually(`a call of ${channel}`, () => hooks.find((hook) => hook.url === `${base}/${channel}` && fits(hook))),
    stop: async () => {
      await sandbox.stop()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Asks until there is an answer: a channel shows a sale a moment later. @throws Error after 20 s */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    // Some channels count calls by the second.
    await delay(LOOK_MS)
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`${what} did not come`)
  }
}

/** @throws Error that says what is different */
export function expect(what: string, actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${what}: ${a}, not ${b}`)
}

/** What buyers see of a SKU. */
export async function shown(stand: Stand, channel: ChannelId, sku: string) {
  const listings = await stand.at(channel).listings()
  return listings.find((listing) => listing.sku === sku)
}
