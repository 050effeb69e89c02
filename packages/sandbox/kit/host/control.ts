import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Calls } from './calls.ts'
import type { Clock } from './clock.ts'
import {
  readAdvance,
  readCancellation,
  readEdit,
  readFault,
  readForgetting,
  readItems,
  readLag,
  readPart,
  readPurchase,
  Refusal,
} from './control-input.ts'
import type { Faults } from './faults.ts'
import { htmlPage } from '../pages.ts'
import type { Mounted } from './server.ts'
import type { SimAnswer, SimRequest } from '../simulator.ts'

export interface Controlled {
  channels: Map<string, Mounted>
  faults: Faults
  calls: Calls
  clock: Clock
  /** How often limits were lifted before their time. */
  lifts: { count: number }
  /** Empties what has not been delivered yet. */
  forgetWebhooks: () => void
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
  if (first === 'page.js' || first === 'forms.js' || first === 'page.css') return file(request, first)
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
  if (first === 'clock') return clock(parts, request)
  const mounted = parts.channels.get(first ?? '')
  if (!mounted) throw unknownChannel(parts, first ?? '')
  return ofChannel(parts, request, first ?? '', mounted, second ?? '')
}

interface ControlCall {
  parts: Controlled
  request: SimRequest
  id: string
  mounted: Mounted
  account: string | undefined
}

const post =
  (work: (call: ControlCall) => unknown) =>
  (call: ControlCall): unknown => {
    needs(call.request, 'POST')
    return attempt(() => work(call))
  }
const get =
  (work: (call: ControlCall) => unknown) =>
  (call: ControlCall): unknown => {
    needs(call.request, 'GET')
    return attempt(() => work(call))
  }

/** What can be asked of a channel, by the last part of the path. */
const calls: Record<string, (call: ControlCall) => unknown> = {
  accounts: get(({ mounted }) => mounted.simulator.accounts()),
  listings: get(({ mounted, account }) => mounted.simulator.listings(account)),
  orders: get(({ mounted: { simulator, name }, account }) => {
    if (!simulator.orders) throw new Refusal(404, `${name} shows no orders here.`)
    return simulator.orders(account)
  }),
  calls: get(({ parts, id }) => parts.calls.of(id)),
  items: post(({ request, mounted, account }) => {
    const items = readItems(request)
    mounted.simulator.addItems(items, account)
    return { added: items.length }
  }),
  buy: post(({ request, mounted, account }) => mounted.simulator.buy(readPurchase(request), account)),
  edit: post(({ request, mounted, account }) => {
    const change = readEdit(request)
    mounted.simulator.edit(change, account)
    return change
  }),
  ship: post(({ request, mounted, account }) => {
    const { externalOrderId, lines } = readPart(request)
    mounted.simulator.ship({ externalOrderId, lines }, account)
    return { externalOrderId }
  }),
  refund: post(({ request, mounted, account }) => {
    const part = readPart(request)
    mounted.simulator.refund(part, account)
    return { externalOrderId: part.externalOrderId }
  }),
  cancel: post(({ request, mounted, account }) => {
    const order = readCancellation(request)
    mounted.simulator.cancel(order, account)
    return { externalOrderId: order.externalOrderId }
  }),
  forget: async ({ request, mounted, account }) => {
    needs(request, 'POST')
    const forgetting = readForgetting(request)
    await attempt(async () => mounted.simulator.forget(forgetting, account)).catch((error: unknown) => {
      throw new Refusal(409, error instanceof Error ? error.message : String(error))
    })
    return { buyer: forgetting.buyer }
  },
  lag: ({ request, mounted: { lag } }) => {
    needs(request, 'GET', 'POST')
    if (request.method === 'POST') lag.set(readLag(request))
    return lag.get()
  },
}

async function ofChannel(
  parts: Controlled,
  request: SimRequest,
  id: string,
  mounted: Mounted,
  what: string,
): Promise<SimAnswer> {
  const call = Object.hasOwn(calls, what) ? calls[what] : undefined
  if (!call) throw new Refusal(404, `There is no "${what}" here. A channel has: ${Object.keys(calls).join(', ')}.`)
  const account = request.query.get('account') || undefined
  return { status: 200, body: await call({ parts, request, id, mounted, account }) }
}

function faults(parts: Controlled, request: SimRequest): SimAnswer {
  needs(request, 'GET', 'POST', 'DELETE')
  if (request.method === 'POST') {
    const known = (channel: string) => {
      if (!parts.channels.has(channel)) throw unknownChannel(parts, channel)
    }
    parts.faults.add(readFault(request, known))
  }
  if (request.method === 'DELETE') {
    const only = request.query.get('channel') ?? undefined
    parts.faults.clear(only)
    for (const [id, { simulator }] of parts.channels) if (only === undefined || only === id) simulator.refill()
    parts.lifts.count += 1
  }
  return { status: 200, body: parts.faults.pending() }
}

/** Who waits for a limit to end learns here that its time has come: the clock was moved ahead, or the limit was lifted. */
function clock({ clock: time, lifts }: Controlled, request: SimRequest): SimAnswer {
  needs(request, 'GET', 'POST')
  if (request.method === 'POST') time.advance(readAdvance(request))
  return { status: 200, body: { now: time.now().toISOString(), ahead: time.ahead(), lifts: lifts.count } }
}

function reset(parts: Controlled, request: SimRequest): SimAnswer {
  needs(request, 'POST')
  for (const { simulator, lag } of parts.channels.values()) {
    simulator.reset()
    simulator.refill()
    lag.reset()
  }
  parts.forgetWebhooks()
  parts.lifts.count += 1
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

async function file(request: SimRequest, name: 'page.js' | 'forms.js' | 'page.css'): Promise<SimAnswer> {
  needs(request, 'GET', 'HEAD')
  const type = name.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8'
  const body = await readFile(new URL(`../../page/${name}`, import.meta.url), 'utf8')
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
    if (error instanceof Refusal) throw error
    throw new Refusal(409, error instanceof Error ? error.message : String(error))
  }
}
