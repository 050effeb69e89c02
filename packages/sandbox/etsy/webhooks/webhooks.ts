import { createHmac, randomUUID } from 'node:crypto'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import type { Receipt, Shop } from '../state.ts'

/** Calls of the sandbox are signed with it; of the real ones the operator finds theirs in Etsy's portal. */
const signingSecret = 'whsec_bW90dG8tc2FuZGJveC1ldHN5LXdlYmhvb2s='

type Event = 'order.paid' | 'order.canceled' | 'order.shipped'

/** Tells the app of an order, where its operator entered an address: a thin call, signed as Svix does. */
export function tell({ context, seller }: Shop, { receipt_id }: Receipt, event: Event): void {
  const url = context.store.get<string>('hook', 'url')
  if (url === undefined) return
  const id = `msg_${randomUUID().replaceAll('-', '')}`
  const timestamp = String(Math.floor(context.now().getTime() / 1000))
  const resource_url = `${context.baseUrl}/v3/application/shops/${seller.shopId}/receipts/${receipt_id}`
  const body = JSON.stringify({ event_type: event, resource_url, shop_id: seller.shopId })
  const key = Buffer.from(signingSecret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  context.deliver({ url, headers, body })
}

/** What the developer portal has for an app: one address for all shops. */
export function portal(context: SimContext, { method, rawBody }: SimRequest): SimAnswer {
  if (method === 'POST') {
    const url = new URLSearchParams(rawBody.toString('utf8')).get('url') ?? ''
    if (url !== '' && !URL.canParse(url)) return { status: 400, body: { error: 'That is no address.' } }
    if (url === '') context.store.delete('hook', 'url')
    else context.store.put('hook', 'url', url)
  }
  const url = context.store.get<string>('hook', 'url') ?? ''
  return htmlPage({
    title: 'Webhooks - Etsy sandbox',
    main: `<main id="main" class="consent">
<p class="mark">Etsy sandbox</p>
<h1>Webhooks of ${escapeHtml(context.app.clientId)}</h1>
<form method="post" action="${escapeHtml(`${context.baseUrl}/developers/webhooks`)}">
<label for="url">Endpoint</label>
<input id="url" name="url" type="url" value="${escapeHtml(url)}" autocomplete="off" spellcheck="false">
<p class="buttons"><button type="submit" class="primary">Save</button></p>
</form>
<p>Signing secret: <code>${signingSecret}</code></p>
</main>`,
  })
}
