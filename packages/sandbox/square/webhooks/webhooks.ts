import { createHmac, randomUUID } from 'node:crypto'
import type { Env } from '../../kit/merchants.ts'
import type { Json } from '../../kit/json.ts'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { shownCount } from '../stock/counts.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { type CountRow, moment } from '../state.ts'

/** The app's own subscription, made on its page in the developer console: one address for all sellers. */
interface Subscription {
  url: string
  /** Entered by hand, so that a start does not replace it. */
  isByHand: boolean
}
const subscriptionOf = ({ store }: SimContext) => store.get<Subscription>('subscription', 'app')

/** What Motto's operator would enter, known where the sandbox was started by Motto. */
export function beginWith({ store, appUrl }: SimContext): void {
  if (appUrl === undefined || store.get<Subscription>('subscription', 'app')?.isByHand) return
  store.put('subscription', 'app', { url: `${appUrl}/api/v2/webhooks/square`, isByHand: false } satisfies Subscription)
}

/** The console's page: where calls go. */
export function consolePage(context: SimContext, request: SimRequest): SimAnswer {
  if (request.method === 'POST') {
    const url = new URLSearchParams(request.rawBody.toString()).get('notification_url') ?? ''
    if (!URL.canParse(url)) return { status: 400, body: { error: 'Enter an address.' } }
    context.store.put('subscription', 'app', { url, isByHand: true } satisfies Subscription)
  }
  return htmlPage({
    title: 'Webhooks · Square developer console',
    main: `<main><h1>Webhook subscription</h1>
<form method="post" action="${escapeHtml(`${context.baseUrl}/console/webhooks`)}">
<label>Notification URL <input name="notification_url" value="${escapeHtml(subscriptionOf(context)?.url ?? '')}"></label>
<button type="submit">Save</button>
</form></main>`,
  })
}

export const signature = (key: string, url: string, body: string): string =>
  createHmac('sha256', key).update(url).update(body).digest('base64')

function tell({ context, merchant }: Env, type: string, data: Json): void {
  const url = subscriptionOf(context)?.url
  if (url === undefined) return
  const at = context.now().toISOString()
  const body = JSON.stringify({ merchant_id: merchant, type, event_id: randomUUID(), created_at: at, data })
  context.deliver({
    url,
    headers: {
      'content-type': 'application/json',
      'x-square-hmacsha256-signature': signature(context.app.secrets?.['webhookKey'] ?? '', url, body),
      'square-environment': 'Sandbox',
      'square-initial-delivery-timestamp': at,
    },
    body,
  })
}

/** Only that it changed and when: the app looks for what. */
export const tellCatalog = (env: Env): void =>
  tell(env, 'catalog.version.updated', {
    type: 'catalog_version',
    id: randomUUID(),
    object: { catalog_version: { updated_at: moment(env) } },
  })
export const tellCounts = (env: Env, counts: CountRow[]): void =>
  tell(env, 'inventory.count.updated', {
    type: 'inventory_counts',
    id: randomUUID(),
    object: { inventory_counts: counts.map(shownCount) },
  })
export const tellRevoked = (env: Env, by: 'MERCHANT' | 'APPLICATION'): void =>
  tell(env, 'oauth.authorization.revoked', {
    type: 'revocation',
    id: randomUUID(),
    object: { revocation: { revoked_at: moment(env), revoker_type: by } },
  })

/** Ids, state and version; never the order itself. */
export function tellOrder(env: Env, { id, order }: OrderRow, what: 'created' | 'updated'): void {
  const summary = {
    order_id: id,
    location_id: order.location_id,
    state: order.state,
    created_at: order.created_at,
    ...(what === 'updated' && { updated_at: order.updated_at }),
    ...(order.version !== undefined && { version: order.version }),
  }
  tell(env, `order.${what}`, { type: `order_${what}`, id, object: { [`order_${what}`]: summary } })
}
