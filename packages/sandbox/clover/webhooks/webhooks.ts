import { randomUUID } from 'node:crypto'
import type { Env } from '../../kit/merchants.ts'
import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { time } from '../state.ts'

/** The app's own page in the developer dashboard: one address for all merchants, which counts once a code that was sent there is entered here. */
interface Subscription {
  url: string
  code: string
  isVerified: boolean
  /** Entered by hand, so that a start does not replace it. */
  isByHand: boolean
}
const subscriptionOf = ({ store }: SimContext) => store.get<Subscription>('subscription', 'app')
const keep = ({ store }: SimContext, subscription: Subscription) => store.put('subscription', 'app', subscription)

/** What Motto's operator would have entered, known where the sandbox was started by Motto. */
export function beginWith(context: SimContext): void {
  const { appUrl } = context
  if (appUrl === undefined || subscriptionOf(context)?.isByHand) return
  keep(context, { url: `${appUrl}/api/v2/webhooks/clover`, code: '', isVerified: true, isByHand: false })
}

/** The dashboard's page. POST with `url` sends a code there, POST with `code` proves that it has arrived. */
export function dashboardPage(context: SimContext, request: SimRequest): SimAnswer {
  const form = new URLSearchParams(request.method === 'POST' ? request.rawBody.toString() : '')
  const [url, code] = [form.get('url'), form.get('code')?.trim()]
  if (url !== null) {
    if (!URL.canParse(url)) return { status: 400, body: { message: 'Enter an address.' } }
    const sent: Subscription = { url, code: randomUUID(), isVerified: false, isByHand: true }
    keep(context, sent)
    const headers = { 'content-type': 'application/json' }
    context.deliver({ url, headers, body: JSON.stringify({ verificationCode: sent.code }) })
  }
  const known = subscriptionOf(context)
  if (code !== undefined) {
    if (!known || code !== known.code) return { status: 400, body: { message: 'This is not the code that was sent.' } }
    keep(context, { ...known, isVerified: true })
  }
  return page(context, subscriptionOf(context))
}

const page = (context: SimContext, known: Subscription | undefined): SimAnswer => {
  const action = escapeHtml(`${context.baseUrl}/developer/webhooks`)
  return htmlPage({
    title: 'Webhooks · Clover developer dashboard',
    main: `<main><h1>Webhooks</h1>
<form method="post" action="${action}">
<label>Webhook URL <input name="url" value="${escapeHtml(known?.url ?? '')}"></label>
<button type="submit">Send verification code</button>
</form>
<form method="post" action="${action}">
<label>Verification code <input name="code"></label>
<button type="submit">Verify</button>
</form>
<p>${known?.isVerified ? 'Verified.' : 'Not verified.'} Every call carries this code in X-Clover-Auth: <code>${escapeHtml(context.app.secrets?.['webhookAuth'] ?? '')}</code></p></main>`,
  })
}

/** Only what changed: the app reads it itself. */
export function tellChange(env: Env, events: { objectId: string; type: 'CREATE' | 'UPDATE' | 'DELETE' }[]): void {
  const { context, merchant } = env
  const known = subscriptionOf(context)
  if (!known?.isVerified || events.length === 0) return
  const changes = events.map((event) => ({ ...event, ts: time(env) }))
  context.deliver({
    url: known.url,
    headers: { 'content-type': 'application/json', 'x-clover-auth': context.app.secrets?.['webhookAuth'] ?? '' },
    body: JSON.stringify({ appId: context.app.clientId, merchants: { [merchant]: changes } }),
  })
}
