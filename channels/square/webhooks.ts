import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { ChannelError } from '../channel.ts'
import type { Delivery, Heard, WebhookEvent } from '../webhook.ts'

// @see https://developer.squareup.com/docs/webhooks/step3validate read 2026-11-22
const Call = z.object({
  merchant_id: z.string().default(''),
  type: z.string(),
  event_id: z.string(),
  data: z
    .object({
      id: z.string().default(''),
      object: z
        .object({
          inventory_counts: z.array(z.object({ catalog_object_id: z.string() })).optional(),
        })
        .optional(),
    })
    .optional(),
})
type Call = z.output<typeof Call>

const kinds: Record<string, WebhookEvent['kind']> = {
  'order.created': 'orders',
  'order.updated': 'orders',
  'order.fulfillment.updated': 'orders',
  'payment.updated': 'orders',
  'refund.updated': 'orders',
  'catalog.version.updated': 'catalogue',
  'oauth.authorization.revoked': 'uninstalled',
}

/** Base64 HMAC-SHA256 over the address, as it was entered on the app's page there, and the bytes as they came. */
export function receive({ raw, headers, url, app }: Delivery): Heard {
  const key = app.secrets.webhookKey ?? ''
  const expected = createHmac('sha256', key).update(url).update(raw).digest()
  const signature = Buffer.from(headers['x-square-hmacsha256-signature'] ?? '', 'base64')
  if (!key || signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw new ChannelError('invalid', 'The signature doesn’t match.')
  const call = Call.safeParse(parse(raw)).data
  return { events: call ? eventsOf(call) : [] }
}

/** One call may tell of several numbers; at which place each stands is seen when it is read. */
function eventsOf({ merchant_id: account, type, event_id: eventId, data }: Call): WebhookEvent[] {
  if (type !== 'inventory.count.updated')
    return [{ eventId, account, kind: kinds[type] ?? 'other', externalId: data?.id ?? '' }]
  const ids = new Set(data?.object?.inventory_counts?.map(({ catalog_object_id: id }) => id))
  return [...ids].map((externalId) => ({ eventId: `${eventId}:${externalId}`, account, kind: 'stock', externalId }))
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}
