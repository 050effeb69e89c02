import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { ChannelError, isOfAccount } from '../channel.ts'
import type { Delivery, Heard, WebhookEvent } from '../webhook.ts'
import { ask, askAll, type ShopifyConnection } from './calls.ts'
import { sameText } from './connect.ts'
import { throwUserErrors } from './errors.ts'
import { Subscribe, Subscriptions, Unsubscribe } from './wire.ts'

const topics = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'INVENTORY_LEVELS_UPDATE',
  'APP_UNINSTALLED',
] as const

/**
 * Asks for our topics. What stands and points elsewhere is replaced: an address of ours that changed would be called in vain.
 * A topic that is refused does not keep the others from being asked for. @throws ChannelError the first refusal, at the end
 */
export async function subscribe(c: ShopifyConnection, url: string): Promise<void> {
  const there = await askAll(
    async (after) => (await ask(c, 'subscriptions', Subscriptions, { after })).webhookSubscriptions,
  )
  const refusals: ChannelError[] = []
  for (const topic of topics) {
    const mine = there.filter((s) => s.topic === topic)
    await stand(c, topic, mine, url).catch((error: unknown) => {
      if (!(error instanceof ChannelError) || isOfAccount(error) || error.kind === 'unavailable') throw error
      refusals.push(error)
    })
  }
  if (refusals[0]) throw refusals[0]
}

/** One subscription of a topic, to our address. */
async function stand(
  c: ShopifyConnection,
  topic: (typeof topics)[number],
  mine: readonly { id: string; uri: string }[],
  url: string,
): Promise<void> {
  const [right, ...more] = mine.filter((s) => s.uri === url)
  for (const { id } of [...mine.filter((s) => s.uri !== url), ...more])
    throwUserErrors((await ask(c, 'unsubscribe', Unsubscribe, { id })).webhookSubscriptionDelete.userErrors)
  if (!right)
    throwUserErrors(
      (await ask(c, 'subscribe', Subscribe, { topic, to: { uri: url, format: 'JSON' } })).webhookSubscriptionCreate
        .userErrors,
    )
}

/** Base64 HMAC-SHA256 over the bytes as they came. @see https://shopify.dev/docs/apps/build/webhooks/verify-deliveries read 2026-11-21 */
export const verify = (raw: Buffer, headers: Record<string, string>, secret: string): boolean =>
  sameText(createHmac('sha256', secret).update(raw).digest('base64'), headers['x-shopify-hmac-sha256'] ?? '')

/** @throws ChannelError `invalid` when it was not signed by Shopify */
export function receive({ raw, headers, app }: Delivery): Heard {
  if (!verify(raw, headers, app.clientSecret)) throw new ChannelError('invalid', 'The signature doesn’t match.')
  return { events: read(raw, headers) }
}

// bodies are resources in Shopify's REST spelling
const Body = z.looseObject({
  id: z.union([z.number(), z.string()]).optional(),
  admin_graphql_api_id: z.string().optional(),
  inventory_item_id: z.union([z.number(), z.string()]).optional(),
  available: z.number().nullish(),
})

const kinds: Record<string, WebhookEvent['kind']> = {
  'orders/create': 'orders',
  'orders/updated': 'orders',
  'orders/cancelled': 'orders',
  'inventory_levels/update': 'stock',
  'app/uninstalled': 'uninstalled',
}

/** The event's id is the same for every delivery of it; the webhook's id only for the repeats of one. */
export function read(raw: Buffer, headers: Record<string, string>): WebhookEvent[] {
  const kind = kinds[headers['x-shopify-topic'] ?? ''] ?? 'other'
  const body = Body.safeParse(parse(raw)).data
  if (!body) return []
  const eventId = headers['x-shopify-event-id'] ?? headers['x-shopify-webhook-id'] ?? ''
  const externalId =
    kind === 'stock'
      ? `gid://shopify/InventoryItem/${body.inventory_item_id ?? ''}`
      : (body.admin_graphql_api_id ?? String(body.id ?? ''))
  const shown = kind === 'stock' && typeof body.available === 'number' ? { quantity: body.available } : {}
  return [{ eventId, kind, externalId, ...shown }]
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}
