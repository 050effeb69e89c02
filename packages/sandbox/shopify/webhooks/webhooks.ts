import { createHmac, randomUUID } from 'node:crypto'
import { apiVersion } from '../version.ts'
import { ofShop, type Env, type SubscriptionRow } from '../state.ts'

const resources = [
  'inventory_levels',
  'inventory_items',
  'bulk_operations',
  'app',
  'fulfillments',
  'locations',
  'orders',
  'products',
  'refunds',
  'shop',
]

/** `ORDERS_PARTIALLY_FULFILLED` → `orders/partially_fulfilled`. */
export function topicHeader(topic: string): string {
  const text = topic.toLowerCase()
  const resource = resources.find((candidate) => text.startsWith(`${candidate}_`)) ?? ''
  return `${resource}/${text.slice(resource.length + 1)}`
}

export const signature = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body, 'utf8').digest('base64')

/** Of the topics about people's data, which no shop subscribes to: the app has an address for them. */
export const complianceHeaders = (env: Env, topic: string, body: string): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'Shopify-Captain-Hook',
  'X-Shopify-Topic': topic,
  'X-Shopify-Shop-Domain': env.shop,
  'X-Shopify-API-Version': apiVersion,
  'X-Shopify-Webhook-Id': randomUUID(),
  'X-Shopify-Hmac-Sha256': signature(body, env.context.app.clientSecret),
})

/** Tells all subscribers of the shop. One event, one delivery per subscription. */
export function notify(env: Env, topic: string, payload: Record<string, unknown>): void {
  const eventId = randomUUID()
  for (const subscription of ofShop<SubscriptionRow>(env, 'subscription')) {
    if (subscription.topic !== topic) continue
    const body = JSON.stringify(only(payload, subscription.includeFields))
    env.context.deliver({
      url: subscription.uri,
      subscription: subscription.id,
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Shopify-Captain-Hook',
        'X-Shopify-Topic': topicHeader(topic),
        'X-Shopify-Shop-Domain': env.shop,
        'X-Shopify-API-Version': apiVersion,
        'X-Shopify-Webhook-Id': randomUUID(),
        'X-Shopify-Event-Id': eventId,
        'X-Shopify-Triggered-At': env.context.now().toISOString(),
        'X-Shopify-Hmac-Sha256': signature(body, env.context.app.clientSecret),
      },
    })
  }
}
function only(payload: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  if (fields.length === 0) return payload
  return Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)))
}
