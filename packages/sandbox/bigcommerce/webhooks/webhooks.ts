import { createHash, createHmac, randomUUID } from 'node:crypto'
import { isObject, type Json } from '../../kit/json.ts'
import type { SimContext } from '../../kit/simulator.ts'
import { type Call, type Handler, ok, pageOf, v3 } from '../api/call.ts'
import { invalid, notFound, refuse } from '../api/errors.ts'
import { objectOf, text, yes } from '../api/input.ts'
import type { Grant } from '../auth/oauth.ts'
import type { Order, Product, Shop, Variant } from '../state.ts'

interface Hook {
  id: number
  hash: string
  /** Only who made it sees it. */
  client: string
  scope: string
  destination: string
  headers: Record<string, string>
  is_active: boolean
  created: number
  updated: number
}
const scopes = /^store\/(order|product|sku|shipment|app|channel|cart|customer|category)\/[A-Za-z0-9/*]+$/
const mostPerScope = 10

const hooksOf = (context: SimContext, hash: string, client?: string): Hook[] =>
  context.store
    .list<Hook>('hook')
    .filter((hook) => hook.hash === hash && (client === undefined || hook.client === client))
const clientOf = ({ context, token }: Call): string => context.store.get<Grant>('token', token)?.client ?? ''

const show = ({ id, hash, client, scope, destination, headers, is_active, created, updated }: Hook) => ({
  id,
  client_id: client,
  store_hash: hash,
  scope,
  destination,
  headers,
  is_active,
  created_at: Math.floor(created / 1000),
  updated_at: Math.floor(updated / 1000),
})

/** Real ones are served by https on its usual port alone; what listens on this machine is let through, or no sandbox could be called. */
function isAddress(destination: string): boolean {
  if (!URL.canParse(destination)) return false
  const { protocol, port, hostname } = new URL(destination)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return true
  return protocol === 'https:' && port === ''
}

/** @throws BigCommerceError 400, 422 */
function read(input: Json): Partial<Pick<Hook, 'scope' | 'destination' | 'headers' | 'is_active'>> {
  const [scope, destination] = [text(input, 'scope'), text(input, 'destination')]
  const headers = input['headers']
  if (scope !== undefined && !scopes.test(scope)) throw invalid('scope', 'The scope is not known.')
  if (destination !== undefined && !isAddress(destination))
    throw invalid('destination', 'The destination must be an https address on port 443.')
  if (
    headers !== undefined &&
    (!isObject(headers) || !Object.values(headers).every((value) => typeof value === 'string'))
  )
    throw invalid('headers', 'headers must be an object of strings')
  const is_active = yes(input, 'is_active')
  return {
    ...(scope !== undefined && { scope }),
    ...(destination !== undefined && { destination }),
    ...(headers !== undefined && { headers: headers as Record<string, string> }),
    ...(is_active !== undefined && { is_active }),
  }
}

const create: Handler = (call) => {
  const { shop, context, request } = call
  const { scope, destination, headers = {}, is_active = false } = read(objectOf(request))
  if (scope === undefined) throw invalid('scope', 'scope is required')
  if (destination === undefined) throw invalid('destination', 'destination is required')
  const client = clientOf(call)
  const there = hooksOf(context, shop.merchant.hash, client).filter((other) => other.scope === scope)
  if (there.some((other) => other.destination === destination))
    throw invalid('destination', 'A webhook with this scope and destination is there already.')
  if (there.length >= mostPerScope) throw refuse(400, `A scope may have ${mostPerScope} webhooks.`)
  const now = shop.now()
  const id = 20_000_000 + context.store.nextNumber('hook')
  const hook: Hook = {
    id,
    hash: shop.merchant.hash,
    client,
    scope,
    destination,
    headers,
    is_active,
    created: now,
    updated: now,
  }
  context.store.put('hook', String(id), hook)
  return ok(show(hook))
}

const list: Handler = (call) => pageOf(call, hooksOf(call.context, call.shop.merchant.hash, clientOf(call)), show)

/** @throws BigCommerceError 404 for another's */
function own(call: Call): Hook {
  const hook = call.context.store.get<Hook>('hook', String(call.params[0]))
  if (hook?.hash !== call.shop.merchant.hash || hook.client !== clientOf(call)) throw notFound()
  return hook
}
const update: Handler = (call) => {
  const hook = { ...own(call), ...read(objectOf(call.request)), updated: call.shop.now() }
  call.context.store.put('hook', String(hook.id), hook)
  return ok(show(hook))
}
const remove: Handler = (call) => {
  const hook = own(call)
  call.context.store.delete('hook', String(hook.id))
  return ok(show(hook))
}

export const hookRoutes = [
  v3('', 'GET', '/hooks', list),
  v3('', 'POST', '/hooks', create),
  v3('', 'PUT', '/hooks/{}', update),
  v3('', 'DELETE', '/hooks/{}', remove),
]

/** Nobody took its calls for days: BigCommerce switches it off. */
export function switchOff(context: SimContext, id: string): void {
  const hook = context.store.get<Hook>('hook', id)
  if (hook) context.store.put('hook', id, { ...hook, is_active: false })
}
/** All are gone with the app. */
export function forgetHooks(context: SimContext, hash: string, client: string): void {
  for (const { id } of hooksOf(context, hash, client)) context.store.delete('hook', String(id))
}

/** Signed as Standard Webhooks are, with the app's secret; those of an API account with that account's own, which nobody here knows. */
function signed({ app }: SimContext, client: string, body: string, now: number): Record<string, string> {
  const id = `msg_${randomUUID()}`
  const at = String(Math.floor(now / 1000))
  const secret = client === app.clientId ? app.clientSecret : `secret-of-${client}`
  const signature = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
}

function tell(shop: Shop, scope: string, data: Json): void {
  const { context, merchant } = shop
  const { hash } = merchant
  const created_at = Math.floor(shop.now() / 1000)
  const event = createHash('sha1')
    .update(`${context.store.nextNumber('event')}:${scope}`)
    .digest('hex')
  const body = JSON.stringify({
    scope,
    store_id: String(1_000_000 + merchant.name.length),
    data,
    hash: event,
    created_at,
    producer: `stores/${hash}`,
  })
  for (const hook of hooksOf(context, hash))
    if (hook.is_active && isSubscribed(hook.scope, scope))
      context.deliver({
        url: hook.destination,
        headers: {
          'content-type': 'application/json',
          ...hook.headers,
          ...signed(context, hook.client, body, shop.now()),
        },
        body,
        subscription: String(hook.id),
      })
}
const isSubscribed = (subscribed: string, scope: string) =>
  subscribed === scope || (subscribed.endsWith('/*') && scope.startsWith(subscribed.slice(0, -1)))

export const tellOrder = (
  shop: Shop,
  { id }: Order,
  what: 'created' | 'updated',
  before?: number,
  now?: number,
): void => {
  tell(shop, `store/order/${what}`, { type: 'order', id })
  if (before !== undefined && before !== now)
    tell(shop, 'store/order/statusUpdated', {
      type: 'order',
      id,
      status: { previous_status_id: before, new_status_id: now },
    })
}
export const tellRefund = (shop: Shop, order: Order, refundId: number): void =>
  tell(shop, 'store/order/refund/created', { type: 'order', id: order.id, refund: { refund_id: refundId } })
export const tellProduct = (shop: Shop, { id }: Pick<Product, 'id'>, what: 'created' | 'updated' | 'deleted'): void =>
  tell(shop, `store/product/${what}`, { type: 'product', id })
/** One without variants tells by its product, one with them by its variant. */
export function tellStock(
  shop: Shop,
  { product, variant }: { product: Product; variant: Variant },
  byOrder = false,
): void {
  const scope = byOrder ? 'inventory/order/updated' : 'inventory/updated'
  const value = shop
    .list('location')
    .reduce((sum, { id }) => sum + (shop.get('count', `${id}:${variant.id}`)?.onhand ?? 0), 0)
  const inventory = { product_id: product.id, method: 'absolute', value }
  if (product.inventory_tracking === 'variant')
    tell(shop, `store/sku/${scope}`, {
      type: 'sku',
      id: variant.id,
      inventory: { ...inventory, variant_id: variant.id },
    })
  else tell(shop, `store/product/${scope}`, { type: 'product', id: product.id, inventory })
}
export const tellUninstalled = (shop: Shop): void => tell(shop, 'store/app/uninstalled', { type: 'app' })
