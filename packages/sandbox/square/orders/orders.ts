import { type Env, row, rows, save } from '../../kit/merchants.ts'
import { type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { Refused, invalid, notFound } from '../api/errors.ts'
import { bodyOf, limitOf, once, page } from '../api/input.ts'
import { change, type FulfillmentWire, isPaid, money, type OrderRow, orders, type RefundRow } from './order-rows.ts'
import { locations, newId, filledTexts } from '../state.ts'
import { tellOrder } from '../webhooks/webhooks.ts'

const mostLocations = 10
const mostOrders = 100

const canBeSeen = (env: Env, { seenFrom }: OrderRow) => seenFrom <= env.context.now().toISOString()

/** An order that the API shows by now. @throws Refused */
function seen(env: Env, id: string): OrderRow {
  const orderRow = row<OrderRow>(env, 'order', id)
  if (!orderRow || !canBeSeen(env, orderRow)) throw notFound(`Order not found for id ${id}.`, 'order_id')
  return orderRow
}

const times: Record<string, string> = { CREATED_AT: 'created_at', UPDATED_AT: 'updated_at', CLOSED_AT: 'closed_at' }

/** Which time a search goes by. @throws Refused where it is sorted by another than it is filtered by */
function timeOf(filter: Json, sort: Json): string {
  const filtered = Object.keys(objectOf(filter['date_time_filter']))[0]
  const sorted = times[textOf(sort['sort_field']) || 'CREATED_AT']
  if (filtered !== undefined && filtered !== sorted)
    throw invalid(
      'INVALID_SORT_ORDER',
      'The sort field must be the time of the date-time filter.',
      'query.sort.sort_field',
    )
  return sorted ?? 'created_at'
}

export function search(env: Env, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  const { cursor, ...question } = body
  const places = filledTexts(body['location_ids'])
  if (places.length === 0)
    throw invalid('MISSING_REQUIRED_PARAMETER', 'Missing required parameter: location_ids.', 'location_ids')
  if (places.length > mostLocations)
    throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostLocations} locations at most.`, 'location_ids')
  const strange = places.find((id) => !locations(env).some((place) => place.id === id))
  if (strange !== undefined)
    throw invalid('INVALID_VALUE', `${strange} is no location of this merchant.`, 'location_ids')
  const query = objectOf(body['query'])
  const filter = objectOf(query['filter'])
  const sort = objectOf(query['sort'])
  const time = timeOf(filter, sort)
  const { start_at: start, end_at: end } = objectOf(objectOf(filter['date_time_filter'])[time])
  const states = filledTexts(objectOf(filter['state_filter'])['states'])
  const at = ({ order }: OrderRow) => textOf(order[time])
  const matches = orders(env)
    .filter((orderRow) => canBeSeen(env, orderRow) && places.includes(orderRow.order.location_id))
    .filter(({ order }) => states.length === 0 || states.includes(order.state))
    .filter((orderRow) => at(orderRow) >= textOf(start) && (!textOf(end) || at(orderRow) < textOf(end)))
  const placeOf = (orderRow: OrderRow) => `${at(orderRow)} ${orderRow.id}`
  // The newest first unless asked otherwise.
  const isDescending = sort['sort_order'] !== 'ASC'
  const sorted = matches.toSorted((a, b) => (placeOf(a) < placeOf(b) === isDescending ? 1 : -1))
  const limit = limitOf(body, 500, 1000)
  const cut = page(sorted, placeOf, { question, cursor: textOf(cursor), limit, isDescending })
  return { status: 200, body: { ...cut.next, orders: cut.shown.map(({ order }) => order) } }
}

export function retrieveMany(env: Env, request: SimRequest): SimAnswer {
  const ids = filledTexts(bodyOf(request)['order_ids'])
  if (ids.length > mostOrders) throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostOrders} ids at most.`, 'order_ids')
  const matches = ids
    .flatMap((id) => row<OrderRow>(env, 'order', id) ?? [])
    .filter((orderRow) => canBeSeen(env, orderRow))
  return { status: 200, body: { orders: matches.map(({ order }) => order) } }
}
export const retrieve = (env: Env, id: string): SimAnswer => ({ status: 200, body: { order: seen(env, id).order } })

/** What a sparse order changes: here, how far its fulfillments are. */
export function update(env: Env, id: string, request: SimRequest): SimAnswer {
  const body = bodyOf(request)
  const sparse = objectOf(body['order'])
  const work = (): SimAnswer => {
    const orderRow = seen(env, id)
    const { order } = orderRow
    if (order.version === undefined)
      throw invalid('BAD_REQUEST', 'Orders that were not created through the API cannot be updated.', 'order.version')
    if (order.state !== 'OPEN')
      throw invalid('BAD_REQUEST', `Orders in the state ${order.state} cannot be updated.`, 'order.state')
    if (sparse['version'] !== order.version)
      throw new Refused(
        409,
        'INVALID_REQUEST_ERROR',
        'CONFLICT',
        `The order is at version ${order.version}, not ${String(sparse['version'])}.`,
        'order.version',
      )
    const changes = listOf(sparse['fulfillments']).map(objectOf)
    const fulfillments = (order.fulfillments ?? []).map((fulfillment) => {
      const sent = changes.find(({ uid }) => uid === fulfillment.uid)
      return sent ? moved(env, fulfillment, sent, isPaid(order) || order.total_money.amount === 0) : fulfillment
    })
    const strange = changes.find(({ uid }) => !fulfillments.some((fulfillment) => fulfillment.uid === uid))
    if (strange) throw invalid('INVALID_VALUE', 'There is no fulfillment with this uid.', 'order.fulfillments.uid')
    const after = change(env, orderRow, { fulfillments })
    tellOrder(env, after, 'updated')
    return { status: 200, body: { order: after.order } }
  }
  return body['idempotency_key'] === undefined ? work() : once(env, `orders/${id}`, body, 192, work)
}

const steps = ['PROPOSED', 'RESERVED', 'PREPARED', 'COMPLETED']
const lengths: Record<string, number> = { carrier: 50, tracking_number: 100, tracking_url: 2000, shipping_note: 500 }

function moved(env: Env, fulfillment: FulfillmentWire, sent: Json, paid: boolean): FulfillmentWire {
  const state = textOf(sent['state']) || fulfillment.state
  if (steps.indexOf(fulfillment.state) < 0 || fulfillment.state === 'COMPLETED')
    throw invalid(
      'BAD_REQUEST',
      `A fulfillment that is ${fulfillment.state} cannot be changed.`,
      'order.fulfillments.state',
    )
  if (steps.includes(state) && steps.indexOf(state) < steps.indexOf(fulfillment.state))
    throw invalid(
      'BAD_REQUEST',
      `A fulfillment does not go back from ${fulfillment.state} to ${state}.`,
      'order.fulfillments.state',
    )
  if (state === 'COMPLETED' && !paid)
    throw invalid(
      'BAD_REQUEST',
      'An order must be paid before its fulfillment is completed.',
      'order.fulfillments.state',
    )
  const details = objectOf(sent['shipment_details'])
  for (const [name, most] of Object.entries(lengths))
    if (textOf(details[name]).length > most)
      throw invalid(
        'VALUE_TOO_LONG',
        `${name} may have ${most} characters at most.`,
        `order.fulfillments.shipment_details.${name}`,
      )
  const at = env.context.now().toISOString()
  const shipped = state === 'COMPLETED' ? { shipped_at: at } : state === 'PREPARED' ? { packaged_at: at } : {}
  return { ...fulfillment, state, shipment_details: { ...fulfillment.shipment_details, ...details, ...shipped } }
}

const shownRefund = ({ id, amount, paymentId, orderId, at }: RefundRow) => ({
  id,
  status: 'COMPLETED',
  amount_money: amount,
  payment_id: paymentId,
  order_id: orderId,
  created_at: at,
  updated_at: at,
})

export function refund(env: Env, id: string): SimAnswer {
  const refundRow = row<RefundRow>(env, 'refund', id)
  if (!refundRow) throw notFound(`Could not find refund with id: ${id}.`, 'refund_id')
  return { status: 200, body: { refund: shownRefund(refundRow) } }
}

/** All of them, the newest first: no shop of the sandbox has pages of them. */
export const refunds = (env: Env): SimAnswer => ({
  status: 200,
  body: {
    refunds: rows<RefundRow>(env, 'refund')
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .map(shownRefund),
  },
})

/** Money back of one payment. The platform says nothing of pieces. */
export function refundPayment(env: Env, request: SimRequest): SimAnswer {
  const sent = bodyOf(request)
  return once(env, 'refunds', sent, 45, () => {
    const payment = textOf(sent['payment_id'])
    const orderRow = orders(env).find(({ order }) => order.tenders?.some((tender) => tender['payment_id'] === payment))
    if (!orderRow) throw notFound(`Could not find payment with id: ${payment}.`, 'payment_id')
    const amountMoney = objectOf(sent['amount_money'])
    const amount = typeof amountMoney['amount'] === 'number' ? amountMoney['amount'] : 0
    const { order } = orderRow
    const back = (order.refunds ?? []).reduce((sum, { amount_money: money }) => sum + money.amount, 0)
    const no = (code: string, detail: string, field: string) => new Refused(400, 'REFUND_ERROR', code, detail, field)
    if (amount < 1 || amount > order.total_money.amount - back)
      throw no(
        'REFUND_AMOUNT_INVALID',
        'The requested refund amount exceeds the amount left to refund.',
        'amount_money',
      )
    if (amountMoney['currency'] !== order.total_money.currency)
      throw invalid('INVALID_VALUE', 'The currency must be that of the payment.', 'amount_money.currency')
    const reason = textOf(sent['reason'])
    if (reason.length > 192) throw invalid('VALUE_TOO_LONG', 'reason may have 192 characters at most.', 'reason')
    const at = env.context.now().toISOString()
    const id = `${payment}_${newId(20)}`
    const amount_money = money(env, amount)
    save(env, 'refund', {
      id,
      merchant: env.merchant,
      orderId: order.id,
      paymentId: payment,
      amount: amount_money,
      at,
    } satisfies RefundRow)
    const tenderRefund = {
      id,
      location_id: order.location_id,
      tender_id: payment,
      created_at: at,
      reason,
      amount_money,
      status: 'APPROVED',
    }
    tellOrder(env, change(env, orderRow, { refunds: [...(order.refunds ?? []), tenderRefund] }), 'updated')
    const answer = refund(env, id)
    const body = objectOf(objectOf(answer.body)['refund'])
    return { status: 200, body: { refund: { ...body, status: 'PENDING', reason } } }
  })
}
