import { type Env, row, save } from '../../kit/merchants.ts'
import { type Json, objectOf, textOf } from '../../kit/json.ts'
import { selectUnits } from '../../kit/order-units.ts'
import type { Cancellation, Edit, OrderPart, Purchase, SandboxItem } from '../../kit/simulator.ts'
import { itemOnSale, nameOf } from '../listings/catalog-view.ts'
import { upsert } from '../listings/catalog-write.ts'
import { count, decimal, setCount } from '../stock/counts.ts'
import { takeBack } from '../stock/inventory.ts'
import {
  change,
  type FulfillmentWire,
  isPaid,
  type LineWire,
  lineOf,
  money,
  orderId,
  type OrderRow,
  orders,
  type RefundRow,
  returned,
  sums,
} from '../orders/order-rows.ts'
import { live, locations, merchantRow, moment, newId, nextVersion, type ObjectRow, objects } from '../state.ts'
import { tellCatalog, tellCounts, tellOrder } from '../webhooks/webhooks.ts'

const active = (env: Env) => locations(env).filter(({ status }) => status === 'ACTIVE')
export const variationOf = (env: Env, sku: string): ObjectRow | undefined =>
  objects(env, 'ITEM_VARIATION').find(({ data }) => data['sku'] === sku)
export const itemOf = (env: Env, variation: ObjectRow): ObjectRow | undefined =>
  live(env, textOf(variation.data['item_id']), 'ITEM')
export const priceOf = ({ data }: ObjectRow): number => Number(objectOf(data['price_money'])['amount'] ?? 0)

/** Items that the seller made at the counter: everywhere, with all pieces at the first place. */
export function addItem(env: Env, { sku, title, price, quantity }: SandboxItem): void {
  const there = variationOf(env, sku)
  const priceMoney = { amount: Math.round(price * 100), currency: merchantRow(env).currency }
  if (there) edit(env, there, { sku, title, price, quantity, status: 'live' })
  else {
    const variation = {
      name: 'Regular',
      sku,
      pricing_type: 'FIXED_PRICING',
      price_money: priceMoney,
      track_inventory: true,
    }
    const item = {
      type: 'ITEM',
      id: '#item',
      item_data: { name: title, variations: [{ type: 'ITEM_VARIATION', id: '#one', item_variation_data: variation }] },
    }
    const { id_mappings } = upsert(env, [item], 'object')
    const id = textOf(id_mappings.find((mapping) => mapping['client_object_id'] === '#one')?.['object_id'])
    setCount(env, id, active(env)[0]?.id ?? '', quantity)
  }
}

const changed = (env: Env, object: ObjectRow, more: Partial<ObjectRow>): void =>
  save(env, 'object', { ...object, version: nextVersion(env), updatedAt: moment(env), ...more })

/** Somebody changes an item in the dashboard; whoever read it before has an old version. */
export function edit(env: Env, variation: ObjectRow, { quantity, price, title, status }: Edit): void {
  if (quantity !== undefined) {
    const place = active(env).find(({ id }) => count(env, variation.id, id)) ?? active(env)[0]
    tellCounts(env, [setCount(env, variation.id, place?.id ?? '', quantity)])
  }
  if (price !== undefined)
    changed(env, variation, { data: { ...variation.data, price_money: money(env, Math.round(price * 100)) } })
  const item = itemOf(env, variation)
  if (!item) return
  if (title !== undefined || status !== undefined)
    changed(env, item, {
      data: {
        ...item.data,
        ...(title !== undefined && { name: title }),
        ...(status !== undefined && { is_archived: status === 'ended' }),
      },
      ...(status === 'hidden' && { atAll: false, at: [] }),
      ...(status === 'live' && !item.atAll && item.at.length === 0 && { atAll: true }),
    })
  if (price !== undefined || title !== undefined || status !== undefined) tellCatalog(env)
}

interface CartLine {
  variation: ObjectRow
  item: ObjectRow
  quantity: number
}
export const sells = (env: Env, sku: string): boolean => variationOf(env, sku) !== undefined

/** What a buyer takes from one place. @throws Error where no place has all of it */
function take(env: Env, lines: Purchase['lines']): { location: string; units: CartLine[] } {
  const problems: string[] = []
  for (const { id: location } of active(env)) {
    const units = lines.flatMap(({ sku, quantity }): CartLine[] => {
      const variation = variationOf(env, sku)
      const item = variation && itemOnSale(env, variation, location)
      const left = variation ? (count(env, variation.id, location)?.quantity ?? 0) : 0
      const isEnough = left >= quantity || variation?.data['track_inventory'] !== true
      if (!item) problems.push(`${sku} is not for sale.`)
      else if (!isEnough) problems.unshift(`Only ${left} of ${sku} are left, ${quantity} were asked for.`)
      return variation && item && isEnough ? [{ variation, item, quantity }] : []
    })
    if (units.length === lines.length) return { location, units }
  }
  throw new Error(problems[0] ?? 'Nothing is for sale here.')
}

const shopper = { name: 'Amelia Hart', email: 'amelia.hart@mail.example' }
/** Invented. */
const address = {
  address_line_1: '17 Linden Road',
  locality: 'Eugene',
  administrative_district_level_1: 'OR',
  postal_code: '97401',
  country: 'US',
}

function fulfillmentOf(state: string, buyer: Purchase['buyer'], at: string): FulfillmentWire {
  return {
    uid: newId(22),
    type: 'SHIPMENT',
    state,
    line_item_application: 'ALL',
    shipment_details: {
      recipient: {
        display_name: buyer?.name ?? shopper.name,
        email_address: buyer?.email ?? shopper.email,
        phone_number: '+15415550117',
        address,
      },
      placed_at: at,
      expected_shipped_at: new Date(Date.parse(at) + 2 * 86_400_000).toISOString(),
    },
  }
}

/** A sale on the seller's site, or at the counter: there it is paid and handed over at once. */
export function buy(env: Env, purchase: Purchase): OrderRow {
  if (purchase.test) throw new Error('Square knows no test orders.')
  const isCounter = purchase.counter === true
  const payment = isCounter ? 'paid' : purchase.payment
  const { location, units } = take(env, purchase.lines)
  const lines = units.map(({ variation, item, quantity }) =>
    lineOf(env, {
      name: textOf(item.data['name']),
      variationName: nameOf(env, variation),
      variation: variation.id,
      quantity,
      price: priceOf(variation),
    }),
  )
  if (payment !== 'failed') moveStock(env, location, lines, -1)
  const order = orderOf(env, { location, lines, payment, isCounter, buyer: purchase.buyer })
  const lag = isCounter ? 0 : env.context.lag().orders
  const seenFrom = new Date(env.context.now().getTime() + lag * 1000).toISOString()
  const made: OrderRow = { id: textOf(order.id), merchant: env.merchant, seenFrom, order }
  save(env, 'order', made)
  tellOrder(env, made, 'created')
  return made
}

function orderOf(
  env: Env,
  o: {
    location: string
    lines: LineWire[]
    payment: Purchase['payment']
    isCounter: boolean
    buyer: Purchase['buyer']
  },
): OrderRow['order'] {
  const at = moment(env)
  const total = o.lines.reduce((sum, line) => sum + line.total_money.amount, 0)
  const isPaidNow = o.payment === 'paid'
  const tender = {
    id: newId(22),
    location_id: o.location,
    created_at: at,
    amount_money: money(env, total),
    type: 'CARD',
  }
  const state = o.isCounter ? 'COMPLETED' : o.payment === 'failed' ? 'CANCELED' : 'OPEN'
  return {
    id: orderId(),
    location_id: o.location,
    state,
    ...(!o.isCounter && { version: 1 }),
    created_at: at,
    updated_at: at,
    ...(state !== 'OPEN' && { closed_at: at }),
    source: { name: o.isCounter ? 'Point of Sale' : 'Square Online' },
    line_items: o.lines,
    ...(!o.isCounter && { fulfillments: [fulfillmentOf(state === 'CANCELED' ? 'CANCELED' : 'PROPOSED', o.buyer, at)] }),
    ...(isPaidNow && { tenders: [{ ...tender, payment_id: tender.id }] }),
    ...sums(env, total, isPaidNow ? 0 : total),
  }
}

function moveStock(env: Env, location: string, lines: LineWire[], direction: 1 | -1): void {
  const moved = lines.flatMap((line) => {
    const variation = line.catalog_object_id
    if (live(env, variation)?.data['track_inventory'] !== true) return []
    const before = count(env, variation, location)?.quantity ?? 0
    return [setCount(env, variation, location, before + direction * Number(line.quantity))]
  })
  if (moved.length > 0) tellCounts(env, moved)
}

export const orderBy = (env: Env, id: string): OrderRow | undefined => row<OrderRow>(env, 'order', id)
const skuOf = (env: Env, line: LineWire): string =>
  textOf(row<ObjectRow>(env, 'object', line.catalog_object_id)?.data['sku'])

/** The seller sends it all: a fulfillment is not taken apart here. */
export function ship(env: Env, orderRow: OrderRow, { lines }: OrderPart): void {
  const { order } = orderRow
  const open = (order.fulfillments ?? []).filter(({ state }) => state !== 'COMPLETED' && state !== 'CANCELED')
  if (order.state !== 'OPEN' || open.length === 0) throw new Error('Nothing of this order is left to be sent.')
  if (!isPaid(order)) throw new Error('This order is not paid yet.')
  const isWhole = (order.line_items ?? []).every((line) => {
    const left = Number(line.quantity) - returned(env, order.id, line.uid)
    return !lines || (lines.find(({ sku }) => sku === skuOf(env, line))?.quantity ?? 0) === left
  })
  if (!isWhole) throw new Error('Square sends an order whole.')
  const at = moment(env)
  const fulfillments = (order.fulfillments ?? []).map((fulfillment) =>
    open.includes(fulfillment)
      ? { ...fulfillment, state: 'COMPLETED', shipment_details: { ...fulfillment.shipment_details, shipped_at: at } }
      : fulfillment,
  )
  tellOrder(env, change(env, orderRow, { fulfillments }), 'updated')
}

/** Money back, written down as the platform does: an order of its own that says what came back of the first. */
export function refund(env: Env, orderRow: OrderRow, { lines, restock }: OrderPart & { restock: boolean }): void {
  const { order } = orderRow
  const payment = textOf(order.tenders?.[0]?.['id'])
  if (!payment || order.state === 'CANCELED') throw new Error('This order was not paid.')
  const back = selectUnits(order.line_items ?? [], {
    order: order.id,
    lines,
    what: 'refunded',
    skuOf: (line) => skuOf(env, line),
    left: (line) => Number(line.quantity) - returned(env, order.id, line.uid),
  })
  const at = moment(env)
  const amount = money(
    env,
    back.reduce((sum, unit) => sum + unit.line.base_price_money.amount * unit.quantity, 0),
  )
  const id = `${payment}_${newId(20)}`
  const returnOrder = returnOf(env, orderRow, back)
  save(env, 'order', returnOrder)
  save(env, 'refund', {
    id,
    merchant: env.merchant,
    orderId: returnOrder.id,
    paymentId: payment,
    amount,
    at,
  } satisfies RefundRow)
  if (restock)
    tellCounts(
      env,
      back.map(({ line, quantity }) =>
        takeBack(env, { variation: line.catalog_object_id, location: order.location_id, quantity, refund: id }),
      ),
    )
  const tenderRefund = {
    id,
    location_id: order.location_id,
    tender_id: payment,
    created_at: at,
    reason: 'Refund by the seller',
    amount_money: amount,
    status: 'APPROVED',
  }
  const isAll = (order.line_items ?? []).every((line) => returned(env, order.id, line.uid) === Number(line.quantity))
  const fulfillments = (order.fulfillments ?? []).map((fulfillment) =>
    isAll && fulfillment.state !== 'COMPLETED' ? { ...fulfillment, state: 'CANCELED' } : fulfillment,
  )
  const more = { refunds: [...(order.refunds ?? []), tenderRefund], ...(order.fulfillments && { fulfillments }) }
  tellOrder(env, change(env, orderRow, more), 'updated')
  tellOrder(env, returnOrder, 'created')
}

function returnOf(env: Env, { order }: OrderRow, back: { line: LineWire; quantity: number }[]): OrderRow {
  const at = moment(env)
  const id = orderId()
  const items = back.map(({ line, quantity }) => ({
    uid: newId(22),
    source_line_item_uid: line.uid,
    name: line.name,
    catalog_object_id: line.catalog_object_id,
    quantity: decimal(quantity),
  }))
  return {
    id,
    merchant: env.merchant,
    seenFrom: at,
    order: {
      id,
      location_id: order.location_id,
      state: 'COMPLETED',
      created_at: at,
      updated_at: at,
      closed_at: at,
      source: order.source,
      returns: [{ uid: newId(22), source_order_id: order.id, return_line_items: items }],
      ...sums(env, 0, 0),
    },
  }
}

/** Not paid, it is called off; paid, the money goes back and nothing is sent. */
export function cancel(env: Env, orderRow: OrderRow, { requested, lines, restock }: Cancellation): void {
  const { order } = orderRow
  if (requested) throw new Error('On Square a buyer cannot ask for that: the seller cancels.')
  if (order.state !== 'OPEN') throw new Error(`This order is ${order.state}: it cannot be cancelled any more.`)
  if (isPaid(order)) return refund(env, orderRow, { externalOrderId: order.id, lines, restock })
  if (lines) throw new Error('An order that is not paid is cancelled whole.')
  if (restock) moveStock(env, order.location_id, order.line_items ?? [], 1)
  const fulfillments = (order.fulfillments ?? []).map((fulfillment) => ({ ...fulfillment, state: 'CANCELED' }))
  tellOrder(env, change(env, orderRow, { state: 'CANCELED', fulfillments }), 'updated')
}

/** The category that the newest item in one is in is deleted, as a seller may do. @returns its name */
export function takeAwayCategory(env: Env): string | undefined {
  const idOf = ({ data }: ObjectRow) => textOf(objectOf((data['categories'] as Json[] | undefined)?.[0])['id'])
  const item = objects(env, 'ITEM').findLast((candidate) => live(env, idOf(candidate), 'CATEGORY'))
  const category = item && live(env, idOf(item), 'CATEGORY')
  if (!category) return undefined
  changed(env, category, { isDeleted: true })
  for (const member of objects(env, 'ITEM').filter((each) => idOf(each) === category.id))
    changed(env, member, { data: { ...member.data, categories: [] } })
  tellCatalog(env)
  return textOf(category.data['name'])
}

export const soldOrders = (env: Env): OrderRow[] => orders(env).filter(({ order }) => order.line_items !== undefined)
