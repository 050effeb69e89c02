import { isObject, type Json, listOf, textOf } from '../../kit/json.ts'
import { type Call, type Handler, ok, pageHref, route } from '../api/call.ts'
import { orderError, refuse } from '../api/errors.ts'
import { matches, readFilter } from './order-filter.ts'
import { showOrder } from './order-view.ts'
import { type Order, type Shipment } from '../shapes.ts'

const scope = 'sell.fulfillment'
const base = '/sell/fulfillment/v1/order'

/** Here `offset` counts orders. Newest first; eBay promises no order (unconfirmed). */
const listOrders: Handler = (call) => {
  const limit = read(call, 'limit', 50, 1, 200, 31100)
  const offset = read(call, 'offset', 0, 0, Number.MAX_SAFE_INTEGER, 31000)
  const selected = select(call).reverse()
  const part = selected.slice(offset, offset + limit)
  return ok({
    href: pageHref(call, { offset, limit }),
    total: selected.length,
    limit,
    offset,
    ...(offset + limit < selected.length ? { next: pageHref(call, { offset: offset + limit, limit }) } : {}),
    ...(offset > 0 ? { prev: pageHref(call, { offset: Math.max(0, offset - limit), limit }) } : {}),
    orders: part.map((order) => showOrder(call.shop, order, { inList: true })),
  })
}

/** A sale is not seen at once. */
const isVisible = ({ shop }: Call, { visibleFrom }: Order) => visibleFrom <= shop.now()

function select(call: Call): Order[] {
  const ids = call.query.get('orderIds')
  if (ids === null) {
    const filter = readFilter(call.query.get('filter') ?? '', call.context.now())
    return call.shop.list('order').filter((order) => isVisible(call, order) && matches(order, filter))
  }
  const requestedIds = ids.split(',')
  if (requestedIds.length > 50)
    throw refuse(400, orderError(30900, 'Exceeded maximum number of order IDs (the current limit is 50 )'))
  return requestedIds
    .map((id) => call.shop.get('order', id))
    .filter((order) => order !== undefined)
    .filter((order) => isVisible(call, order))
    .reverse()
}

function read(call: Call, name: string, standard: number, least: number, most: number, errorId: number): number {
  const text = call.query.get(name)
  if (text === null) return standard
  if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most)
    throw refuse(400, orderError(errorId, `Invalid ${name}: ${text}`))
  return Number(text)
}

const getOrder: Handler = (call) => ok(showOrder(call.shop, find(call, 404), { inList: false }))

/** Only a single order is described as 404 when there is none; its parcels are an invalid request (32100). */
function find(call: Call, status: 400 | 404 = 400): Order {
  const order = call.shop.get('order', call.params[0] ?? '')
  if (!order || !isVisible(call, order))
    throw refuse(status, orderError(32100, `Invalid order ID: ${call.params[0]}`, { orderId: call.params[0] ?? '' }))
  return order
}

/** Not idempotent: the same call again is one more package. */
const ship: Handler = (call) => {
  const order = find(call)
  const shipment = readShipment(call, order, call.body())
  call.shop.put('order', order.orderId, {
    ...order,
    lastModifiedDate: call.shop.now(),
    shipments: [...order.shipments, shipment],
  })
  return {
    status: 201,
    body: {},
    headers: {
      location: `${call.context.baseUrl}${base}/${order.orderId}/shipping_fulfillment/${shipment.fulfillmentId}`,
    },
  }
}

function readShipment(call: Call, order: Order, body: Json): Shipment {
  if (order.cancelledDate !== null) throw refuse(400, orderError(32600, 'Invalid input data'))
  const carrier = textOf(body['shippingCarrierCode'])
  const number = textOf(body['trackingNumber'])
  if ((carrier === '') !== (number === '') || !/^[A-Za-z0-9]*$/.test(number)) {
    throw refuse(400, orderError(32300, 'Invalid shipment tracking number or carrier'))
  }
  const shippedDate = body['shippedDate'] === undefined ? call.shop.now() : textOf(body['shippedDate'])
  if (Number.isNaN(Date.parse(shippedDate))) throw refuse(400, orderError(32500, 'Invalid shipped date'))
  if (order.shipments.length >= 100)
    throw refuse(400, orderError(34100, 'Maximum tracking number for order is exceeded'))
  return {
    // eBay's id is the tracking number; without one, an arbitrary number.
    fulfillmentId: number || '999',
    lineItems: readLines(order, listOf(body['lineItems']).filter(isObject)),
    shippedDate: new Date(shippedDate).toISOString(),
    ...(number === '' ? {} : { shippingCarrierCode: carrier, shipmentTrackingNumber: number }),
  }
}

/** Without lines, the whole order is meant. */
function readLines(order: Order, inputs: Json[]): Shipment['lineItems'] {
  if (inputs.length === 0) return order.lines.map(({ lineItemId, quantity }) => ({ lineItemId, quantity }))
  const ids = inputs.map((line) => textOf(line['lineItemId']))
  if (new Set(ids).size !== ids.length) throw refuse(400, orderError(32210, 'Duplicate line item in the request'))
  return inputs.map((line) => {
    const lineItemId = textOf(line['lineItemId'])
    const ordered = order.lines.find((candidate) => candidate.lineItemId === lineItemId)
    if (!ordered) throw refuse(400, orderError(32200, `Invalid line item id: ${lineItemId}`, { lineItemId }))
    const quantity = line['quantity'] ?? ordered.quantity
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1)
      throw refuse(400, orderError(32600, 'Invalid input data'))
    return { lineItemId, quantity }
  })
}

const listShipments: Handler = (call) => {
  const { shipments } = find(call)
  return ok({ fulfillments: shipments, total: shipments.length, warnings: [] })
}
const getShipment: Handler = (call) => {
  const shipment = find(call).shipments.find(({ fulfillmentId }) => fulfillmentId === call.params[1])
  if (!shipment) throw refuse(404, orderError(32110, `Invalid shipping fulfillment ID: ${call.params[1]}`))
  return ok(shipment)
}

export const orderRoutes = [
  route(scope, 'GET', base, listOrders),
  route(scope, 'GET', `${base}/{}`, getOrder),
  route(scope, 'GET', `${base}/{}/shipping_fulfillment`, listShipments),
  route(scope, 'POST', `${base}/{}/shipping_fulfillment`, ship),
  route(scope, 'GET', `${base}/{}/shipping_fulfillment/{}`, getShipment),
]
