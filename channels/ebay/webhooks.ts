import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { HttpAnswer, HttpCall } from '../call.ts'
import { ChannelError } from '../channel.ts'
import { allPages } from '../kit/paging.ts'
import { readAs } from '../kit/read.ts'
import type { Delivery, Heard, Webhooks } from '../webhook.ts'
import type { EbayConnection } from './calls.ts'
import { succeeded } from './calls.ts'
import { errorOfAnswer } from './errors.ts'
import { appToken, challengeAnswer, readNotice } from './notices.ts'

// @see https://developer.ebay.com/api-docs/commerce/notification/overview.html read 2026-11-28
const TOPIC = 'ORDER_CONFIRMATION'
/** eBay's own codes: this app, or every app, may not hear of it; the app has no address for eBay's alerts. */
const codes = { noTopic: '195002', notAllowed: '195011', noConfig: '195003' }

const Topic = z.object({
  scope: z.string().default('USER'),
  status: z.string().default('ENABLED'),
  supportedPayloads: z
    .array(z.object({ schemaVersion: z.string(), deprecated: z.boolean().default(false) }))
    .default([]),
})
const Destination = z.object({
  destinationId: z.string(),
  status: z.string(),
  deliveryConfig: z.object({ endpoint: z.string() }),
})
const Destinations = z.object({ destinations: z.array(Destination).default([]), next: z.string().nullish() })
const Subscription = z.object({
  subscriptionId: z.string(),
  topicId: z.string(),
  destinationId: z.string().nullish(),
  status: z.string(),
})
const Subscriptions = z.object({ subscriptions: z.array(Subscription).default([]), next: z.string().nullish() })

type Ask = Pick<HttpCall, 'method' | 'json'> & { path: string; query?: Record<string, string> }

/** Asks eBay's Notification API, with the app's token or the seller's. @throws ChannelError unless it is a success */
const asking =
  (c: EbayConnection, token: string) =>
  async ({ path, query, ...call }: Ask): Promise<HttpAnswer> => {
    const answer = await c.http({
      ...call,
      url: `${c.origins.api}/commerce/notification/v1${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': 'en-US',
        ...(call.method !== 'GET' && { 'content-language': 'en-US' }),
      },
      lane: 'notification',
    })
    if (!succeeded(answer)) throw errorOfAnswer(answer, call.method !== 'GET')
    return answer
  }
type Asker = ReturnType<typeof asking>

/** Makes eBay tell of each sale of the seller at the address; harmless when it already does. */
async function subscribe(c: EbayConnection, url: string): Promise<void> {
  const asApp = asking(c, await appToken({ http: c.http, origins: c.origins, ...c.app }))
  try {
    const payload = await payloadOf(asApp)
    const destinationId = await destinationOf(asApp, url, verificationToken(url, c.app.clientSecret))
    await keepSubscription(asking(c, c.accessToken), { destinationId, payload, status: 'ENABLED' })
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof ChannelError)) return error
  const { code } = error
  if (code === codes.noTopic || code === codes.notAllowed) return notAllowed()
  if (code === codes.noConfig)
    return new ChannelError(
      'conflict',
      'Your administrator needs to add an alert email for Motto on eBay’s developer site.',
    )
  return error
}
const notAllowed = () =>
  new ChannelError('forbidden', 'eBay doesn’t let this app hear of sales.', { code: codes.notAllowed })

/** The newest form of the notice, as eBay says it. */
async function payloadOf(ask: Asker) {
  const { body } = await ask({ method: 'GET', path: `/topic/${TOPIC}` })
  const { scope, status, supportedPayloads } = readAs('eBay', Topic, body)
  const newest = supportedPayloads.findLast(({ deprecated }) => !deprecated)
  // Those of a whole app do not say which seller sold.
  if (status !== 'ENABLED' || scope !== 'USER' || !newest) throw notAllowed()
  return { format: 'JSON', schemaVersion: newest.schemaVersion, deliveryProtocol: 'HTTPS' }
}

/** 64 characters: eBay takes 32 to 80. */
const verificationToken = (url: string, secret: string) =>
  createHmac('sha256', secret).update(`ebay destination ${url}`).digest('hex')

/** The app's destination of that address: found, switched on again, or made. eBay asks the address first whether it is ours. */
async function destinationOf(ask: Asker, endpoint: string, token: string): Promise<string> {
  const all = await allPages(async (next?: string) => {
    const { body } = await ask({ method: 'GET', path: '/destination', query: pageOf(next) })
    const page = readAs('eBay', Destinations, body)
    return { items: page.destinations, next: nextOf(page.next) }
  })
  const known = all.find(({ deliveryConfig }) => deliveryConfig.endpoint === endpoint)
  const json = { name: 'Motto', status: 'ENABLED', deliveryConfig: { endpoint, verificationToken: token } }
  if (known && known.status !== 'ENABLED')
    await ask({ method: 'PUT', path: `/destination/${known.destinationId}`, json })
  if (known) return known.destinationId
  const { headers } = await ask({ method: 'POST', path: '/destination', json })
  return idOf(headers)
}

interface Wanted {
  destinationId: string
  payload: Awaited<ReturnType<typeof payloadOf>>
  status: 'ENABLED'
}
async function keepSubscription(ask: Asker, json: Wanted): Promise<void> {
  const all = await allPages(async (next?: string) => {
    const { body } = await ask({ method: 'GET', path: '/subscription', query: pageOf(next) })
    const page = readAs('eBay', Subscriptions, body)
    return { items: page.subscriptions, next: nextOf(page.next) }
  })
  const known = all.find(({ topicId }) => topicId === TOPIC)
  if (!known) await ask({ method: 'POST', path: '/subscription', json: { topicId: TOPIC, ...json } })
  else if (known.destinationId !== json.destinationId || known.status !== json.status)
    await ask({ method: 'PUT', path: `/subscription/${known.subscriptionId}`, json })
}

const PAGE = '100'
const pageOf = (next: string | undefined) => ({ limit: PAGE, ...(next !== undefined && { continuation_token: next }) })
const nextOf = (address: string | null | undefined): string | undefined =>
  /[?&]continuation_token=([^&]+)/.exec(address ?? '')?.[1]
const idOf = (headers: Record<string, string>): string => {
  const id = /\/([^/]+)\/?$/.exec(headers.location ?? '')?.[1]
  if (id === undefined) throw new ChannelError('unavailable', 'eBay didn’t say where it made the destination.')
  return id
}

/** eBay publishes no more of it than that it names the order. */
const Sale = z.object({ orderId: z.string().default(''), order: z.object({ orderId: z.string() }).optional() })

async function receive({ app, raw, headers, http, origins, now }: Delivery): Promise<Heard> {
  const notice = await readNotice({ raw, headers, http, origins, ...app, now })
  if (!notice) return { events: [] }
  const { orderId = '', order } = Sale.safeParse(notice.data).data ?? {}
  const kind = notice.topic === TOPIC ? 'orders' : 'other'
  return { events: [{ eventId: notice.id, kind, externalId: orderId || (order?.orderId ?? '') }] }
}

/** Each seller has an address of their own: a notice does not say whose sale it is. */
export const ebayWebhooks: Webhooks<EbayConnection['settings']> = {
  scope: 'account',
  tells: 'sales',
  subscribe,
  challenge: ({ query, url, app }) =>
    challengeAnswer(query, { address: url, token: verificationToken(url, app.clientSecret) }),
  receive,
}
