import { changeLevel } from '../stock/inventory.ts'
import { tellFulfillment, tellOrder } from '../webhooks/order-hooks.ts'
import {
  fulfillmentStatus,
  type FulfillmentOrderRow,
  type FulfillmentRow,
  type OrderRow,
  type Tracking,
} from './order-rows.ts'
import { problem, type UserProblem } from '../api/problems.ts'
import { item, legacyId, moment, newId, ofShop, save, type Env } from '../state.ts'

export interface TrackingInput {
  company?: string | null
  number?: string | null
  numbers?: string[] | null
  url?: string | null
  urls?: string[] | null
}
export interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null
  }[]
  trackingInfo?: TrackingInput | null
}
export interface FulfillmentAnswer {
  fulfillmentId: string | null
  userErrors: UserProblem[]
}

const mostLines = 512
/** Links for carriers that are named letter for letter. */
const trackingPages: Record<string, string> = {
  UPS: 'https://www.ups.com/WebTracking?loc=en_US&requester=ST&trackNums=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction_input?qtc_tLabels1=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  'DHL Express': 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
}

export const findFulfillment = (env: Env, id: string): { order: OrderRow; fulfillment: FulfillmentRow } | undefined => {
  for (const order of ofShop<OrderRow>(env, 'order')) {
    const fulfillment = order.fulfillments.find((candidate) => candidate.id === id)
    if (fulfillment) return { order, fulfillment }
  }
  return undefined
}
export const findFulfillmentOrder = (
  env: Env,
  id: string,
): { order: OrderRow; fulfillmentOrder: FulfillmentOrderRow } | undefined => {
  for (const order of ofShop<OrderRow>(env, 'order')) {
    const fulfillmentOrder = order.fulfillmentOrders.find((candidate) => candidate.id === id)
    if (fulfillmentOrder) return { order, fulfillmentOrder }
  }
  return undefined
}

function readTracking(input: TrackingInput | null | undefined): Tracking[] {
  if (!input) return []
  const numbers = input.numbers?.length ? input.numbers : input.number ? [input.number] : []
  const urls = input.urls?.length ? input.urls : input.url ? [input.url] : []
  const company = input.company ?? null
  const auto = trackingPages[company ?? '']
  if (numbers.length === 0)
    return urls.length === 0 && !company ? [] : [{ company, number: null, url: urls[0] ?? null }]
  return numbers.map((number, place) => ({
    company,
    number,
    url: urls[place] ?? (auto ? `${auto}${encodeURIComponent(number)}` : null),
  }))
}

interface Part {
  fulfillmentOrderId: string
  partId: string
  lineId: string
  quantity: number
}

/** Sends pieces of one order from one location. No lines named: all that remain. */
export function createFulfillment(env: Env, input: FulfillmentInput): FulfillmentAnswer {
  const refuse = (field: string[], message: string): FulfillmentAnswer => ({
    fulfillmentId: null,
    userErrors: [problem(['fulfillment', ...field], message)],
  })
  const groups = input.lineItemsByFulfillmentOrder
  const matches = groups.map((group) => findFulfillmentOrder(env, group.fulfillmentOrderId))
  const first = matches[0]
  if (!first || matches.includes(undefined))
    return refuse(['lineItemsByFulfillmentOrder'], 'Fulfillment order does not exist.')
  if (matches.some((match) => match?.order.id !== first.order.id))
    return refuse(['lineItemsByFulfillmentOrder'], 'All fulfillment orders must belong to the same order.')
  if (matches.some((match) => match?.fulfillmentOrder.locationId !== first.fulfillmentOrder.locationId)) {
    return refuse(['lineItemsByFulfillmentOrder'], 'All fulfillment orders must be assigned to the same location.')
  }
  const parts: Part[] = []
  for (const [place, group] of groups.entries()) {
    const row = matches[place]?.fulfillmentOrder
    if (!row) continue
    if (row.status !== 'OPEN' && row.status !== 'IN_PROGRESS') {
      return refuse(
        [],
        `Fulfillment order ${legacyId(row.id)} has an unfulfillable status= ${row.status.toLowerCase()}.`,
      )
    }
    const lines = group.fulfillmentOrderLineItems?.length
      ? group.fulfillmentOrderLineItems
      : row.lines.map((line) => ({ id: line.id, quantity: line.remaining }))
    for (const line of lines) {
      const part = row.lines.find((each) => each.id === line.id)
      if (!part)
        return refuse(['lineItemsByFulfillmentOrder', String(place)], 'Fulfillment order line item does not exist.')
      if (line.quantity < 1 || line.quantity > part.remaining)
        return refuse(
          ['lineItemsByFulfillmentOrder', String(place)],
          'Invalid fulfillment order line item quantity requested.',
        )
      parts.push({ fulfillmentOrderId: row.id, partId: part.id, lineId: part.lineId, quantity: line.quantity })
    }
  }
  if (parts.length > mostLines)
    return refuse(['lineItemsByFulfillmentOrder'], `A fulfillment can have at most ${mostLines} line items.`)
  return {
    fulfillmentId: send(env, first.order, first.fulfillmentOrder.locationId, parts, readTracking(input.trackingInfo)),
    userErrors: [],
  }
}

function send(env: Env, order: OrderRow, locationId: string, parts: Part[], tracking: Tracking[]): string {
  const at = moment(env)
  const sent = (pick: (part: Part) => boolean) => parts.filter(pick).reduce((sum, part) => sum + part.quantity, 0)
  const fulfillment: FulfillmentRow = {
    id: newId(env.context, 'Fulfillment'),
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    locationId,
    createdAt: at,
    updatedAt: at,
    tracking,
    lines: parts.map(({ lineId, quantity }) => ({ lineId, quantity })),
  }
  const changed: OrderRow = {
    ...order,
    updatedAt: at,
    fulfillments: [...order.fulfillments, fulfillment],
    lines: order.lines.map((line) => ({
      ...line,
      unfulfilledQuantity: line.unfulfilledQuantity - sent((part) => part.lineId === line.id),
    })),
    fulfillmentOrders: order.fulfillmentOrders.map((candidate): FulfillmentOrderRow => {
      const lines = candidate.lines.map((line) => ({
        ...line,
        remaining: line.remaining - sent((part) => part.partId === line.id),
      }))
      if (!parts.some((part) => part.fulfillmentOrderId === candidate.id)) return candidate
      return {
        ...candidate,
        lines,
        updatedAt: at,
        status: lines.every((line) => line.remaining === 0) ? 'CLOSED' : 'IN_PROGRESS',
      }
    }),
  }
  for (const part of parts) {
    const line = order.lines.find((candidate) => candidate.id === part.lineId)
    if (line && item(env, line.itemId)?.tracked)
      changeLevel(env, line.itemId, locationId, { committed: -part.quantity })
  }
  const isDone = fulfillmentStatus(changed) === 'FULFILLED'
  // A paid and fully sent order is archived by itself, as shops are set up at first.
  const saved: OrderRow = isDone ? { ...changed, closedAt: at } : changed
  save(env, 'order', saved)
  tellFulfillment(env, 'FULFILLMENTS_CREATE', saved, fulfillment)
  tellOrder(env, isDone ? 'ORDERS_FULFILLED' : 'ORDERS_PARTIALLY_FULFILLED', saved)
  tellOrder(env, 'ORDERS_UPDATED', saved)
  return fulfillment.id
}

export function updateTracking(env: Env, id: string, input: TrackingInput): FulfillmentAnswer {
  const match = findFulfillment(env, id)
  if (!match) return { fulfillmentId: null, userErrors: [problem(['fulfillmentId'], 'Fulfillment does not exist.')] }
  const at = moment(env)
  const fulfillment: FulfillmentRow = { ...match.fulfillment, updatedAt: at, tracking: readTracking(input) }
  const order: OrderRow = {
    ...match.order,
    updatedAt: at,
    fulfillments: match.order.fulfillments.map((candidate) => (candidate.id === id ? fulfillment : candidate)),
  }
  save(env, 'order', order)
  tellFulfillment(env, 'FULFILLMENTS_UPDATE', order, fulfillment)
  tellOrder(env, 'ORDERS_UPDATED', order)
  return { fulfillmentId: id, userErrors: [] }
}
