import type { Json } from '../../kit/json.ts'
import { among, type Handler, nothing, partOf, plainPageOf, v2, v3 } from '../api/call.ts'
import { notFound, refuse } from '../api/errors.ts'
import { tellOrder } from '../webhooks/webhooks.ts'
import { objectOf, objects, text, whole } from '../api/input.ts'
import { leftOf, showLine, showOrder, showShipment, showShippingAddress, status, statusNames } from './order-view.ts'
import { cancelUnits, find } from './order-changes.ts'
import { makeRefund, quoteRefund, refunds } from './refunds.ts'
import type { Order, Shipment, Shop } from '../state.ts'

const dateIn = (query: URLSearchParams, name: string): number | undefined => {
  const value = query.get(name)
  if (value === null) return undefined
  const date = Date.parse(value)
  if (Number.isNaN(date)) throw refuse(400, `The field '${name}' is invalid.`)
  return date
}
const seconds = (ms: number) => Math.floor(ms / 1000)

const keys: Record<string, (order: Order) => number> = {
  id: ({ id }) => id,
  date_created: ({ created }) => seconds(created),
  date_modified: ({ modified }) => seconds(modified),
  status_id: ({ status_id }) => status_id,
}

/** Times are whole seconds; those of one second come by their ids. */
const list: Handler = ({ shop, query }) => {
  const [since, until] = [dateIn(query, 'min_date_modified'), dateIn(query, 'max_date_modified')]
  const least = Number(query.get('min_id') ?? 0)
  const [name = 'id', direction = 'asc'] = (query.get('sort') ?? 'id:asc').split(':')
  const key = keys[name]
  if (!key) throw refuse(400, "The field 'sort' is invalid.")
  const matches = shop
    .orders()
    .filter(
      ({ id, modified }) =>
        id >= least &&
        (since === undefined || seconds(modified) >= seconds(since)) &&
        (until === undefined || seconds(modified) <= seconds(until)),
    )
    .toSorted((a, b) => (key(a) - key(b)) * (direction === 'desc' ? -1 : 1) || a.id - b.id)
  const include = among(query, 'include') ?? new Set<string>()
  if (include.size > 0 && query.get('consignment_structure') !== 'object')
    throw refuse(400, "The field 'consignment_structure' is invalid.")
  const { part } = partOf(query, matches)
  return part.length > 0 ? { status: 200, body: part.map((order) => showOrder(shop, order, include)) } : nothing
}

const get: Handler = ({ shop, params, query }) => ({
  status: 200,
  body: showOrder(shop, find(shop, params[0]), among(query, 'include') ?? new Set()),
})

/** Its status and the notes of its staff, here. Taking an order back gives its pieces back, as a store does that keeps count of them. */
const update: Handler = ({ shop, request, params }) => {
  const order = find(shop, params[0])
  const body = objectOf(request)
  const next = whole(body, 'status_id')
  const staff_notes = text(body, 'staff_notes', { most: 65_535 }) ?? order.staff_notes
  if (next === undefined || statusNames[next] === undefined) throw refuse(400, "The field 'status_id' is invalid.")
  if (next === status.cancelled) cancelUnits(shop, order, true)
  const sent =
    next === status.completed || next === status.shipped
      ? order.lines.map((line) => ({ ...line, shipped: line.quantity - line.refunded }))
      : order.lines
  const saved = shop.keepOrder({ ...order, status_id: next, lines: sent, staff_notes })
  tellOrder(shop, saved, 'updated', order.status_id, next)
  return { status: 200, body: showOrder(shop, saved, new Set()) }
}

const products: Handler = (call) => {
  const order = find(call.shop, call.params[0])
  return plainPageOf(call, order.lines, (line) => showLine(order, line))
}
const addresses: Handler = (call) => {
  const order = find(call.shop, call.params[0])
  return plainPageOf(call, order.address_id === 0 ? [] : [order], showShippingAddress)
}
const shipments: Handler = (call) => {
  const order = find(call.shop, call.params[0])
  return plainPageOf(call, order.shipments, (shipment) => showShipment(order, shipment))
}

const tracking = (from: Json) => ({
  tracking_number: text(from, 'tracking_number', { most: 50 }) ?? '',
  tracking_carrier: text(from, 'tracking_carrier') ?? '',
  shipping_provider: text(from, 'shipping_provider') ?? '',
})

/** What one parcel takes along. @throws BigCommerceError 400 */
function itemsIn(order: Order, from: Json): Shipment['items'] {
  const items = (objects(from, 'items') ?? []).map((item) => {
    const id = whole(item, 'order_product_id')
    const line = order.lines.find((l) => l.id === id)
    const quantity = whole(item, 'quantity', { least: 1 }) ?? 0
    if (!line) throw refuse(400, "The field 'order_product_id' is invalid.")
    if (quantity < 1 || quantity > leftOf(line))
      throw refuse(400, `Only ${leftOf(line)} of this product are left to be shipped.`)
    return { order_product_id: line.id, product_id: line.product_id, quantity }
  })
  if (items.length === 0) throw refuse(400, "The field 'items' is required.")
  return items
}

/** An order of which all is in parcels is shipped, else partly. @param items what one more parcel takes along */
export function shipItems(
  shop: Shop,
  order: Order,
  items: Shipment['items'],
  more: Omit<Shipment, 'id' | 'created' | 'items'>,
): Order {
  const lines = order.lines.map((line) => {
    const sent = items.find(({ order_product_id: id }) => id === line.id)?.quantity ?? 0
    return { ...line, shipped: line.shipped + sent }
  })
  const shipment = { id: shop.newId('shipment'), created: shop.now(), ...more, items }
  const status_id = lines.every((line) => leftOf(line) === 0) ? status.shipped : status.partlyShipped
  const saved = shop.keepOrder({ ...order, lines, status_id, shipments: [...order.shipments, shipment] })
  tellOrder(shop, saved, 'updated', order.status_id, status_id)
  return saved
}

const addShipment: Handler = ({ shop, request, params }) => {
  const order = find(shop, params[0])
  const body = objectOf(request)
  if (body['order_address_id'] !== order.address_id || order.address_id === 0)
    throw refuse(400, "The field 'order_address_id' is invalid.")
  const saved = shipItems(shop, order, itemsIn(order, body), tracking(body))
  const made = saved.shipments.at(-1)
  return { status: 201, body: made && showShipment(saved, made) }
}

const updateShipment: Handler = ({ shop, request, params }) => {
  const order = find(shop, params[0])
  const shipment = order.shipments.find(({ id }) => id === params[1])
  if (!shipment) throw notFound()
  const next = { ...shipment, ...tracking(objectOf(request)) }
  const saved = shop.keepOrder({
    ...order,
    shipments: order.shipments.map((candidate) => (candidate.id === shipment.id ? next : candidate)),
  })
  tellOrder(shop, saved, 'updated')
  return { status: 200, body: showShipment(saved, next) }
}

const statuses: Handler = () => ({
  status: 200,
  body: statusNames.map((name, id) => ({
    id,
    name,
    system_label: name,
    custom_label: name,
    system_description: name,
  })),
})

export const orderRoutes = [
  v2('store_v2_orders_read_only', 'GET', '/orders', list),
  v2('store_v2_orders_read_only', 'GET', '/orders/{}', get),
  v2('store_v2_orders', 'PUT', '/orders/{}', update),
  v2('store_v2_orders_read_only', 'GET', '/orders/{}/products', products),
  v2('store_v2_orders_read_only', 'GET', '/orders/{}/shipping_addresses', addresses),
  v2('store_v2_orders_read_only', 'GET', '/orders/{}/shipments', shipments),
  v2('store_v2_orders', 'POST', '/orders/{}/shipments', addShipment),
  v2('store_v2_orders', 'PUT', '/orders/{}/shipments/{}', updateShipment),
  v2('store_v2_orders_read_only', 'GET', '/order_statuses', statuses),
  v3('store_v2_orders_read_only', 'GET', '/orders/{}/payment_actions/refunds', refunds),
  v3('store_v2_orders', 'POST', '/orders/{}/payment_actions/refund_quotes', quoteRefund),
  v3('store_v2_orders', 'POST', '/orders/{}/payment_actions/refunds', makeRefund),
]
