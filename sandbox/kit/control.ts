import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Calls } from './calls.ts'
import { type Fault, type Faults, faultKinds } from './faults.ts'
import { htmlPage } from './pages.ts'
import type { Mounted } from './server.ts'
import type { SandboxItem, SimAnswer, SimRequest } from './simulator.ts'

export interface Controlled {
  channels: Map<string, Mounted>
  faults: Faults
  calls: Calls
  /** Empties what has not been delivered yet. */
  forgetWebhooks: () => void
}

/** What a caller got wrong; the message is for people. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The control surface beside the channels: the page at `/` and the JSON calls under `/_sandbox`. */
export const makeControl =
  (parts: Controlled) =>
  async (request: SimRequest): Promise<SimAnswer> => {
    try {
      refuseStrangers(request)
      return await answer(parts, request)
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: { error: error.message } }
      throw error
    }
  }

async function answer(parts: Controlled, request: SimRequest): Promise<SimAnswer> {
  const [, root, first, second] = request.path.split('/')
  if (request.path === '/') return page(request)
  if (root !== '_sandbox') throw unknownChannel(parts, root ?? '')
  if (first === 'page.js' || first === 'page.css') return file(request, first)
  if (first === 'channels')
    return {
      status: 200,
      body: [...parts.channels].map(([id, { name, simulator }]) => ({
        id,
        name,
        showsOrders: simulator.orders !== undefined,
      })),
    }
  if (first === 'faults') return faults(parts, request)
  if (first === 'reset') return reset(parts, request)
  const mounted = parts.channels.get(first ?? '')
  if (!mounted) throw unknownChannel(parts, first ?? '')
  return ofChannel(parts, request, first ?? '', mounted, second ?? '')
}

function ofChannel(
  parts: Controlled,
  request: SimRequest,
  id: string,
  { simulator, name }: Mounted,
  what: string,
): SimAnswer {
  switch (what) {
    case 'listings':
      needs(request, 'GET')
      return { status: 200, body: simulator.listings() }
    case 'orders':
      needs(request, 'GET')
      if (!simulator.orders) throw new Refusal(404, `${name} shows no orders here.`)
      return { status: 200, body: simulator.orders() }
    case 'calls':
      needs(request, 'GET')
      return { status: 200, body: parts.calls.of(id) }
    case 'items': {
      needs(request, 'POST')
      const items = readItems(json(request))
      attempt(() => simulator.addItems(items))
      return { status: 200, body: { added: items.length } }
    }
    case 'buy': {
      needs(request, 'POST')
      const order = readBuy(json(request))
      return { status: 200, body: attempt(() => simulator.buy(order)) }
    }
    case 'cancel': {
      needs(request, 'POST')
      const externalOrderId = text(record(json(request), 'The body'), 'externalOrderId')
      attempt(() => simulator.cancel({ externalOrderId }))
      return { status: 200, body: { externalOrderId } }
    }
    default:
      throw new Refusal(404, `There is no "${what}" here. A channel has: listings, orders, calls, items, buy, cancel.`)
  }
}

function faults(parts: Controlled, request: SimRequest): SimAnswer {
  needs(request, 'GET', 'POST', 'DELETE')
  if (request.method === 'POST') parts.faults.add(readFault(parts, json(request)))
  if (request.method === 'DELETE') parts.faults.clear(request.query.get('channel') ?? undefined)
  return { status: 200, body: parts.faults.pending() }
}

function reset(parts: Controlled, request: SimRequest): SimAnswer {
  needs(request, 'POST')
  for (const { simulator } of parts.channels.values()) simulator.reset()
  parts.forgetWebhooks()
  parts.faults.clear()
  parts.calls.clear()
  return { status: 200, body: { reset: [...parts.channels.keys()] } }
}

function page(request: SimRequest): SimAnswer {
  needs(request, 'GET', 'HEAD')
  return htmlPage({
    title: 'Channel sandbox',
    script: '/_sandbox/page.js',
    main:
      '<a class="skip" href="#main">Skip to the shops</a>\n<div id="app"><noscript><main id="main"><h1>Channel sandbox</h1>' +
      '<p>This page needs JavaScript. The same is there as JSON under <code>/_sandbox</code>.</p></main></noscript></div>',
  })
}

async function file(request: SimRequest, name: 'page.js' | 'page.css'): Promise<SimAnswer> {
  needs(request, 'GET', 'HEAD')
  const type = name === 'page.js' ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8'
  const body = await readFile(new URL(`../page/${name}`, import.meta.url), 'utf8')
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body }
}

/** Names that no web page can have: addresses, and names without a dot (localhost, a container's). */
const isOurs = (host: string) => isIP(host.replace(/^\[|\]$/g, '')) !== 0 || !host.includes('.')

/**
 * A web page from elsewhere may not press our buttons; scripts (no Origin) and pages on this machine may.
 * Nor may it look: it could let its own name lead to this machine (DNS rebinding), and then comes by that name.
 */
function refuseStrangers({ method, headers }: SimRequest): void {
  const named = (headers['host'] ?? '').replace(/:\d+$/, '')
  if (!isOurs(named)) throw new Refusal(403, `The sandbox does not answer to the name ${named}. Use its address.`)
  const origin = headers['origin']
  if (method === 'GET' || method === 'HEAD' || origin === undefined) return
  const host = URL.canParse(origin) ? new URL(origin).hostname : ''
  const here = ['localhost', '127.0.0.1', '[::1]', named]
  if (!here.includes(host)) throw new Refusal(403, `Pages from ${origin} may not control the sandbox.`)
}

const unknownChannel = (parts: Controlled, id: string) =>
  new Refusal(404, `There is no channel "${id}". Known channels: ${[...parts.channels.keys()].join(', ')}.`)

function needs(request: SimRequest, ...methods: string[]): void {
  if (!methods.includes(request.method))
    throw new Refusal(405, `${request.method} is not possible here. Use ${methods.join(' or ')}.`)
}

/** The simulator's own sentence about what cannot be done. */
function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Refusal(409, error instanceof Error ? error.message : String(error))
  }
}

function json(request: SimRequest): unknown {
  try {
    return JSON.parse(request.rawBody.toString('utf8'))
  } catch {
    throw new Refusal(400, 'The body is not JSON.')
  }
}
function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, `${what} must be an object.`)
  return value as Record<string, unknown>
}
function text(from: Record<string, unknown>, name: string): string {
  const value = from[name]
  if (typeof value !== 'string' || value.trim() === '') throw new Refusal(400, `"${name}" must be a text.`)
  return value
}
function whole(from: Record<string, unknown>, name: string, least: number): number {
  const value = from[name]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > 1_000_000_000) {
    throw new Refusal(400, `"${name}" must be a whole number of at least ${least}.`)
  }
  return value
}

function readBuy(body: unknown): { sku: string; quantity: number } {
  const order = record(body, 'The body')
  return {
    ...order,
    sku: text(order, 'sku'),
    quantity: order['quantity'] === undefined ? 1 : whole(order, 'quantity', 1),
  }
}

function readItems(body: unknown): SandboxItem[] {
  if (!Array.isArray(body) || body.length === 0) throw new Refusal(400, 'The body must be a list of items.')
  return body.map((value, index) => {
    const item = record(value, `Item ${index + 1}`)
    const price = item['price']
    if (typeof price !== 'number' || !Number.isFinite(price) || price < 0)
      throw new Refusal(400, `"price" of item ${index + 1} must be a number of at least 0.`)
    return { ...item, sku: text(item, 'sku'), title: text(item, 'title'), price, quantity: whole(item, 'quantity', 0) }
  })
}

function readFault(parts: Controlled, body: unknown): Fault {
  const fault = record(body, 'The body')
  const channel = text(fault, 'channel')
  if (!parts.channels.has(channel)) throw unknownChannel(parts, channel)
  const kind = faultKinds.find((known) => known === fault['kind'])
  if (!kind) throw new Refusal(400, `"kind" must be one of ${faultKinds.join(', ')}.`)
  const rate = fault['rate']
  if (rate === undefined) return { channel, kind, count: fault['count'] === undefined ? 1 : whole(fault, 'count', 1) }
  if (fault['count'] !== undefined) throw new Refusal(400, 'Give either "count" or "rate".')
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1))
    throw new Refusal(400, '"rate" must be a number from 0 to 1.')
  return { channel, kind, rate }
}
