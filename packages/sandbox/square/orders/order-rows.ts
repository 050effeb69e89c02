import { type Env, row, rows, save } from '../../kit/merchants.ts'
import type { Json } from '../../kit/json.ts'
import { decimal } from '../stock/counts.ts'
import { merchantRow, type Money, moment, newId } from '../state.ts'

export interface LineWire {
  uid: string
  name: string
  variation_name: string
  catalog_object_id: string
  item_type: 'ITEM'
  /** Decimal. */
  quantity: string
  base_price_money: Money
  gross_sales_money: Money
  total_money: Money
  total_tax_money: Money
  total_discount_money: Money
  variation_total_price_money: Money
}
export interface FulfillmentWire {
  uid: string
  type: 'SHIPMENT' | 'PICKUP'
  state: string
  line_item_application: 'ALL'
  shipment_details: Json
}
export interface ReturnWire {
  uid: string
  source_order_id: string
  return_line_items: {
    uid: string
    source_line_item_uid: string
    quantity: string
    catalog_object_id: string
    name: string
  }[]
}
export interface OrderWire {
  id: string
  location_id: string
  state: string
  /** Absent of a sale at the counter: it cannot be changed. */
  version?: number
  created_at: string
  updated_at: string
  closed_at?: string
  source: { name: string }
  line_items?: LineWire[]
  fulfillments?: FulfillmentWire[]
  returns?: ReturnWire[]
  tenders?: Json[]
  refunds?: (Json & { id: string; amount_money: Money })[]
  total_money: Money
  net_amount_due_money: Money
  [more: string]: unknown
}
export interface OrderRow {
  id: string
  merchant: string
  /** Before this moment the API does not show it. */
  seenFrom: string
  order: OrderWire
}
/** Money that went back, and the order in which the pieces came back. */
export interface RefundRow {
  id: string
  merchant: string
  orderId: string
  paymentId: string
  amount: Money
  at: string
}

/** As long and as mixed as the platform's. */
export const orderId = (): string => `${newId(14)}${newId(13).toLowerCase()}`
export const orders = (env: Env): OrderRow[] => rows<OrderRow>(env, 'order')

export const money = (env: Env, amount: number): Money => ({ amount, currency: merchantRow(env).currency })

/** Money sums that every order shows. */
export function sums(env: Env, total: number, due: number) {
  const none = money(env, 0)
  const all = money(env, total)
  return {
    total_money: all,
    total_tax_money: none,
    total_discount_money: none,
    total_tip_money: none,
    total_service_charge_money: none,
    net_amount_due_money: money(env, due),
    net_amounts: {
      total_money: all,
      tax_money: none,
      discount_money: none,
      tip_money: none,
      service_charge_money: none,
    },
  }
}

export function lineOf(
  env: Env,
  o: { name: string; variationName: string; variation: string; quantity: number; price: number },
): LineWire {
  const total = money(env, o.price * o.quantity)
  const none = money(env, 0)
  return {
    uid: newId(22),
    name: o.name,
    variation_name: o.variationName,
    catalog_object_id: o.variation,
    item_type: 'ITEM',
    quantity: decimal(o.quantity),
    base_price_money: money(env, o.price),
    variation_total_price_money: total,
    gross_sales_money: total,
    total_money: total,
    total_tax_money: none,
    total_discount_money: none,
  }
}

/** Pieces of a line that came back, over all orders that say so. */
export function returned(env: Env, id: string, lineUid: string): number {
  return orders(env)
    .flatMap(({ order }) => order.returns ?? [])
    .filter((returnWire) => returnWire.source_order_id === id)
    .flatMap((returnWire) => returnWire.return_line_items)
    .filter((line) => line.source_line_item_uid === lineUid)
    .reduce((sum, line) => sum + Number(line.quantity), 0)
}

export const isPaid = ({ net_amount_due_money: due }: OrderWire): boolean => due.amount === 0
const over = new Set(['COMPLETED', 'CANCELED', 'FAILED'])

/** A change of an order: its version and its time with it. Paid, with nothing left to hand over, it is completed. */
export function change(env: Env, { id }: OrderRow, changes: Partial<OrderWire>): OrderRow {
  const before = row<OrderRow>(env, 'order', id)
  if (!before) throw new Error(`There is no order ${id}.`)
  const next: OrderWire = { ...before.order, ...changes, updated_at: moment(env) }
  if (next.version !== undefined) next.version += 1
  const isDone =
    next.state === 'OPEN' && isPaid(next) && (next.fulfillments ?? []).every(({ state }) => over.has(state))
  if (isDone) next.state = 'COMPLETED'
  if (next.state !== 'OPEN') next.closed_at ??= next.updated_at
  const after = { ...before, order: next }
  save(env, 'order', after)
  return after
}
