import { type Env, save } from '../../kit/merchants.ts'
import { textOf } from '../../kit/json.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { invalid, notFound } from '../api/errors.ts'
import { bodyOf, expandsOf, filtersOf, holdFor, nested, pageOf } from '../api/input.ts'
import { orderBy, type OrderRow, orders } from './order-rows.ts'
import { time } from '../state.ts'
import { tellChange } from '../webhooks/webhooks.ts'

const dayMs = 86_400_000
/** A filter by time looks no further back, and does not say so. */
const mostDays = 90
const expandable = ['lineItems', 'payments', 'customers', 'refunds', 'discounts', 'credits', 'serviceCharge'] as const
const filterable = [
  'modifiedTime',
  'createdTime',
  'clientCreatedTime',
  'state',
  'testMode',
  'total',
  'note',
  'title',
  'payType',
  'externalReferenceId',
]
const times = ['modifiedTime', 'createdTime', 'clientCreatedTime']

function shownOrder({ order, lines, payments, refunds, customer }: OrderRow, expands: ReadonlySet<string>) {
  return {
    ...order,
    ...(expands.has('lineItems') && { lineItems: nested(lines) }),
    ...(expands.has('payments') && { payments: nested(payments) }),
    ...(expands.has('customers') && { customers: nested(customer ? [customer] : []) }),
    ...(expands.has('refunds') && { refunds: nested(refunds) }),
    ...(expands.has('discounts') && { discounts: nested([]) }),
    ...(expands.has('credits') && { credits: nested([]) }),
  }
}

const seen = (env: Env) => orders(env).filter(({ seenFrom }) => seenFrom <= time(env))

/** Oldest change first: an order that changes leaves its place, and those behind it move up. */
export function listOrders(env: Env, request: SimRequest): SimAnswer {
  const expands = expandsOf(request, expandable)
  const filters = filtersOf(request, filterable)
  const isByTime = filters.some(({ field }) => times.includes(field))
  const oldest = isByTime ? time(env) - mostDays * dayMs : 0
  const visible = seen(env)
    .filter(({ order }) => order.modifiedTime >= oldest && holdFor(filters, (field) => order[field]))
    .toSorted((a, b) => a.order.modifiedTime - b.order.modifiedTime || (a.id < b.id ? -1 : 1))
  const href = `${env.context.baseUrl}${request.path}`
  return pageOf(request, visible, { href, filters: filterable, show: (order) => shownOrder(order, expands) })
}

/** One that was deleted is not there, while the list still tells of it. */
function mustBe(env: Env, id: string): OrderRow {
  const order = orderBy(env, id)
  if (!order || order.seenFrom > time(env) || order.order.deletedTimestamp) throw notFound('Order not found')
  return order
}

export const readOrder = (env: Env, request: SimRequest, id: string): SimAnswer => ({
  status: 200,
  body: shownOrder(mustBe(env, id), expandsOf(request, expandable)),
})
export const listLines = (env: Env, request: SimRequest, id: string): SimAnswer =>
  pageOf(request, mustBe(env, id).lines, { href: `${env.context.baseUrl}${request.path}`, show: (line) => line })

export function writeOrder(env: Env, request: SimRequest, id: string): SimAnswer {
  const order = mustBe(env, id)
  const note = textOf(bodyOf(request)['note'])
  if (note.length > 2047) throw invalid('note may have 2047 characters at most')
  const next = { ...order, order: { ...order.order, note, modifiedTime: time(env) } }
  save(env, 'order', next)
  tellChange(env, [{ objectId: `O:${id}`, type: 'UPDATE' }])
  return { status: 200, body: shownOrder(next, new Set()) }
}

const listed = (env: Env, request: SimRequest, all: unknown[]): SimAnswer =>
  pageOf(request, all, { href: `${env.context.baseUrl}${request.path}`, show: (element) => element })
export const listPayments = (env: Env, request: SimRequest): SimAnswer =>
  listed(
    env,
    request,
    seen(env).flatMap(({ payments }) => payments),
  )
export const listRefunds = (env: Env, request: SimRequest): SimAnswer =>
  listed(
    env,
    request,
    seen(env).flatMap(({ refunds }) => refunds),
  )
export const listCustomers = (env: Env, request: SimRequest): SimAnswer =>
  listed(
    env,
    request,
    seen(env).flatMap(({ customer }) => customer ?? []),
  )
