import { monitorEventLoopDelay } from 'node:perf_hooks'
import { allEndpoints } from '#contract/all.ts'
import { BODY_BYTES } from '#server/http/requests/bodies.ts'
import { largestBodies, operations, requestsOf, type Sent } from '#server/testing/attacks/requests.ts'
import type { Shop } from './kit/fixture.ts'
import { ms, type Row } from './kit/report.ts'

const GOAL_MS = 50
/** A request that held longer is sent again: garbage of those before it is collected at some time. */
const AGAIN = 3
const SHOWN = 5

interface Held {
  what: string
  time: number
}

/** How long hostile requests hold the event loop, route by route, as a stranger and as an Admin; the longest of them are shown. */
export async function benchHostile({ server, signIn }: Shop): Promise<Row[]> {
  const longest: Held[] = []
  for (const operation of operations)
    for (const who of ['a stranger', 'an Admin'] as const) {
      // Some requests end the session that they come with.
      const headers = async (): Promise<Record<string, string>> =>
        who === 'an Admin' ? { cookie: await signIn() } : {}
      longest.push(await longestOf(server.url, operation, who, headers))
    }
  return longest
    .toSorted((a, b) => b.time - a.time)
    .slice(0, SHOWN)
    .map(({ what, time }) => ({
      benchmark: `held by ${what}`,
      ours: ms(time),
      floor: '',
      ratio: '',
      goal: `≤ ${GOAL_MS} ms`,
      met: time <= GOAL_MS,
    }))
}

async function longestOf(
  url: string,
  operation: (typeof operations)[number],
  who: string,
  headers: () => Promise<Record<string, string>>,
): Promise<Held> {
  let longest: Held = { what: '', time: 0 }
  for (const [what, sent] of allOf(operation)) {
    let time = await send(url, sent, await headers())
    for (let again = 0; again < AGAIN && time > longest.time && time > GOAL_MS / 2; again += 1)
      time = Math.min(time, await send(url, sent, await headers()))
    if (time > longest.time) longest = { what: `${operation.method} ${operation.path} from ${who}, ${what}`, time }
  }
  return longest
}

function* allOf(operation: (typeof operations)[number]): Generator<[string, Sent]> {
  for (const sent of requestsOf(operation)) yield [sent.payload?.slice(0, 30).toString() ?? sent.url.slice(0, 80), sent]
  if (operation.method === 'GET') return
  const endpoint = allEndpoints.find(({ method, path }) => method === operation.method && path === operation.path)
  const url = `/api/v2${operation.path.replaceAll(/\{\w+\}/g, '1')}`
  for (const [what, payload] of largestBodies(operation.operation, endpoint?.bodyBytes ?? BODY_BYTES))
    yield [what, { method: operation.method, url, headers: { 'content-type': 'application/json' }, payload }]
}

async function send(origin: string, { method, url, headers, payload }: Sent, cookie: Record<string, string>) {
  const body = payload === undefined ? undefined : Buffer.from(payload)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const answer = await fetch(origin + url, { method, headers: { ...headers, ...cookie }, ...(body ? { body } : {}) })
  await answer.arrayBuffer()
  delay.disable()
  return delay.max / 1e6
}
