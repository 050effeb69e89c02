import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { commonSettings } from '#contract/channels/shape.ts'
import { problem, type Problems } from '#domain/listings/problems/problem.ts'
import { type Channel, ChannelError, type ChannelOrder, type Page } from '../../channel.ts'
import type { HttpCall } from '../../call.ts'
import type { OAuth2, TokenContext } from '../../connect.ts'
import type { Connection } from '../../connection.ts'
import { toMinor } from '../../kit/money.ts'
import { tokenError, readCode } from '../../kit/oauth.ts'
import { readAs } from '../../kit/read.ts'
import type { Delivery, Heard } from '../../webhook.ts'
import { end, publish, pull, readStock, revise, setPrices, setStock } from './listings.ts'
import { appHeader, get, Order, pageOf } from './wire.ts'

const TokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.iso.datetime(),
  merchant: z.string(),
})

const tokenCall = (o: TokenContext, form: Record<string, string>): HttpCall => ({
  method: 'POST',
  url: `${o.origins.api}/token`,
  headers: appHeader(o),
  form,
})

const oauth: OAuth2 = {
  asks: [{ name: 'region', label: 'Region', kind: 'choice', options: [{ value: 'jp', label: 'Japan' }] }],
  startsAt: 'us',
  pkce: true,
  scopes: [],
  authorizeUrl({ origins, clientId, redirect, state, facts, challenge }) {
    const query = {
      client_id: clientId,
      redirect_uri: redirect,
      state,
      region: facts.region ?? '',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    return `${origins.api}/consent?${new URLSearchParams(query)}`
  },
  readCallback: ({ query }) => ({ code: readCode('The channel', query) }),
  tokenRequest: (o) => tokenCall(o, { grant_type: 'authorization_code', code: o.code, code_verifier: o.verifier }),
  refreshRequest: (o) => tokenCall(o, { grant_type: 'refresh_token', refresh_token: o.refreshToken }),
  readTokens(answer) {
    if (answer.status !== 200) throw tokenError('The channel', answer)
    const body = readAs('The channel', TokenAnswer, answer.body)
    return {
      accessToken: body.access_token,
      refreshToken: body.refresh_token,
      expiresAt: new Date(body.expires_at),
      facts: { merchant: body.merchant },
    }
  },
}

async function pullOrders(c: Connection, since: Date, cursor = ''): Promise<Page<ChannelOrder>> {
  const query = new URLSearchParams({ since: since.toISOString(), after: cursor })
  const { data, after } = await get(c, pageOf(Order), `orders?${query}`)
  return { items: data.map(orderOf), next: after ?? undefined }
}

const payments = { paid: 'paid', pending: 'open', failed: 'failed' } as const

function orderOf(order: Order): ChannelOrder {
  const { currency } = order
  const lines = order.lines.map(({ id, sku, title, price, quantity, handed, restocked, lost }) => ({
    externalId: id,
    sku,
    title,
    price: toMinor(price, currency),
    quantity,
    sent: handed,
    restocked,
    lost,
    taxAmount: 0,
    discountAmount: 0,
    shippingCost: 0,
  }))
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const pieces = (of: (line: (typeof lines)[number]) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  const isOver =
    order.cancelled ||
    pieces(({ quantity, restocked, lost }) => quantity - restocked - lost) === pieces(({ sent }) => sent)
  const shipping = pieces(({ sent }) => sent) === 0 ? 'open' : isOver ? 'shipped' : 'partly'
  const placed = new Date(order.placed)
  return {
    externalOrderId: order.id,
    number: order.id,
    orderDate: placed,
    updatedAt: new Date(order.changed),
    cancelled: order.cancelled,
    stage: isOver ? 'done' : 'open',
    shipping,
    payment: payments[order.payment],
    words: { order: order.cancelled ? 'cancelled' : 'placed', shipping, payment: order.payment },
    currency,
    subtotal: total,
    shippingCost: 0,
    taxAmount: 0,
    discountAmount: 0,
    feeAmount: 0,
    totalAmount: total,
    paymentAmount: order.payment === 'paid' ? total : null,
    paymentDate: order.payment === 'paid' ? placed : null,
    paymentMethod: '',
    shippingMethod: '',
    trackingNumber: '',
    shippedAt: null,
    buyer: { name: order.buyer, email: '', phone: '' },
    shippingAddress: {},
    billingAddress: {},
    lines,
    raw: order,
  }
}

const Call = z.object({
  question: z.string().optional(),
  events: z
    .array(z.object({ id: z.string(), account: z.string(), type: z.enum(['order', 'stock']), ref: z.string() }))
    .default([]),
})
const kinds = { order: 'orders', stock: 'stock' } as const

/** Signed together with the address, with a key of the app that is neither its id nor its secret. */
function receive({ raw, headers, url, app }: Delivery): Heard {
  const expected = createHmac('sha256', app.secrets.webhookKey ?? '')
    .update(url)
    .update(raw)
    .digest()
  const signature = Buffer.from(headers['x-signature'] ?? '', 'base64')
  if (!app.secrets.webhookKey || signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw new ChannelError('invalid', 'The channel did not sign this call.')
  const { question, events } = readAs('The channel', Call, JSON.parse(raw.toString('utf8')))
  return {
    events: events.map(({ id, account, type, ref }) => ({ eventId: id, account, kind: kinds[type], externalId: ref })),
    ...(question !== undefined && { answer: { status: 200, body: question } }),
  }
}

const Me = z.object({ id: z.string(), name: z.string(), currency: z.string() })

/** The kit's own channel, which has everything at once that is awkward about one. It is spoken to like any other. */
export const reference: Channel<Record<string, unknown>, z.output<typeof commonSettings>> = {
  // Ids are those of real channels: a test puts it in the place of one.
  id: 'shopify',
  name: 'Reference',
  connect: { oauth },
  settings: commonSettings,
  fields: z.record(z.string(), z.unknown()),
  limits: {
    titleChars: 140,
    descriptionChars: 10_000,
    images: 1,
    skuChars: 40,
    variants: 20,
    requestsPerSecond: 50,
    concurrency: 4,
    quotas: [
      { per: 'app', calls: 5000, seconds: 86_400 },
      { per: 'account', lane: 'write', calls: 100, seconds: 1, atOnce: 1 },
    ],
  },
  lacks: ['families', 'regrouping', 'zero', 'addresses'],
  lookups: {},
  async account(c) {
    const { id, name, currency } = await get(c, Me, 'me')
    return { accountId: id, shop: '', name, currency }
  },
  check: ({ images }) => ({
    errors: images.length === 0 ? { images: 'Add a picture.' } : ({} as Record<string, string>),
    causes: images.length === 0 ? { images: problem('picture_missing') } : ({} as Problems),
    warnings: {},
  }),
  listings: { publish, revise, end, pull },
  stock: { mode: 'last', read: readStock, set: setStock, ref: ({ item = '' }) => item },
  prices: { set: setPrices },
  orders: {
    pull: pullOrders,
    adminUrl: ({ externalOrderId, origins }) => `${origins.api}/order/${externalOrderId}`,
    pollSeconds: { sandbox: 2, live: 60 },
  },
  webhooks: { scope: 'app', receive },
}
