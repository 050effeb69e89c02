import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError } from '../channel.ts'
import type { Delivery, Heard, WebhookEvent } from '../webhook.ts'
import { askAll, type BigCommerceConnection, send } from './calls.ts'
import { Hook } from './wire.ts'

const scopes = [
  'store/order/created',
  'store/order/updated',
  'store/product/updated',
  'store/product/deleted',
  'store/product/inventory/updated',
  'store/product/inventory/order/updated',
  // The product's own do not tell of its variants.
  'store/sku/inventory/updated',
  'store/sku/inventory/order/updated',
  'store/app/uninstalled',
] as const

const proofHeader = 'x-motto-proof'
/**
 * Comes back with every call. BigCommerce signs the calls of an app with the app's secret; those of an API account with that account's, which we never
 * see. So the proof says which of both to expect, and is made of the app's secret and the address.
 */
const proofOf = (by: string, url: string, secret: string) =>
  `${by}.${createHmac('sha256', secret).update(`${by} ${url}`).digest('hex')}`

/**
 * One webhook of each scope, to our address. Those of ours that point elsewhere are turned round, those that were switched off are switched on: nobody
 * having been called for 90 days is enough. @see https://developer.bigcommerce.com/docs/integrations/webhooks read 2026-11-22
 */
export async function subscribe(c: BigCommerceConnection, url: string): Promise<void> {
  const there = (await askAll(c, Hook, 'v3/hooks')).filter(({ headers }) => headers && proofHeader in headers)
  const headers = { [proofHeader]: proofOf(c.facts.by ?? 'key', url, c.app.clientSecret) }
  for (const scope of scopes) {
    const own = there.filter((hook) => hook.scope === scope)
    const existing = own.find(({ destination }) => destination === url) ?? own[0]
    for (const { id } of own) if (id !== existing?.id) await send(c, { method: 'DELETE', path: `v3/hooks/${id}` })
    const json = { scope, destination: url, is_active: true, headers }
    if (!existing) await send(c, { method: 'POST', path: 'v3/hooks', json })
    else if (
      existing.destination !== url ||
      !existing.is_active ||
      existing.headers?.[proofHeader] !== headers[proofHeader]
    )
      await send(c, { method: 'PUT', path: `v3/hooks/${existing.id}`, json })
  }
}

const Call = z.object({
  scope: z.string(),
  producer: z.string().default(''),
  hash: z.string().default(''),
  data: z
    .object({
      id: z.union([z.string(), z.number()]).optional(),
      inventory: z.object({ product_id: z.number().optional(), variant_id: z.number().optional() }).optional(),
    })
    .default({}),
})
type Call = z.output<typeof Call>

const same = (a: string, b: string) => {
  const [left, other] = [Buffer.from(a), Buffer.from(b)]
  return left.length === other.length && timingSafeEqual(left, other)
}

/** Standard Webhooks: any of its signatures over `id.time.body`; the key is the secret's own bytes. */
function isSigned({ raw, headers, app }: Delivery): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at } = headers
  const expected = createHmac('sha256', app.clientSecret).update(`${id}.${at}.`).update(raw).digest('base64')
  return (headers['webhook-signature'] ?? '').split(' ').some((signature) => same(signature, `v1,${expected}`))
}

/** @throws ChannelError `invalid` when it is not from where we asked for it */
export function receive(delivery: Delivery): Heard {
  const { raw, headers, url, app } = delivery
  const proof = headers[proofHeader] ?? ''
  const by = proof.split('.')[0] ?? ''
  const isAsked = app.clientSecret !== '' && same(proof, proofOf(by, url, app.clientSecret))
  if (!isAsked || (by === 'app' && !isSigned(delivery)))
    throw new ChannelError('invalid', 'The signature doesn’t match.')
  const call = Call.safeParse(parse(raw)).data
  return { events: call ? [eventOf(call, headers['webhook-id'] ?? '')] : [] }
}

function kindOf(scope: string): WebhookEvent['kind'] {
  if (scope.startsWith('store/order/')) return 'orders'
  if (/^store\/(product|sku)\/inventory\//.test(scope)) return 'stock'
  if (scope.startsWith('store/product/')) return 'catalogue'
  return scope === 'store/app/uninstalled' ? 'uninstalled' : 'other'
}

/** A number that is counted is a product's, or a variant's. */
export const stockRef = ({ of, productId, variantId }: Record<string, string>): string =>
  of === 'variant' ? `variant ${variantId}` : `product ${productId}`

function eventOf({ scope, producer, hash, data }: Call, callId: string): WebhookEvent {
  const kind = kindOf(scope)
  const { product_id: productId, variant_id: variantId } = data.inventory ?? {}
  const ref = variantId ? `variant ${variantId}` : `product ${productId ?? data.id ?? ''}`
  return {
    eventId: hash || callId,
    account: producer.replace(/^stores\//, ''),
    kind,
    externalId: kind === 'stock' ? ref : String(data.id ?? ''),
  }
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}
