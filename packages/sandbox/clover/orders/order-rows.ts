import { type Env, row, rows, save } from '../../kit/merchants.ts'
import type { Json } from '../../kit/json.ts'
import { type ItemRow, merchantRow, newId, time } from '../state.ts'
import { tellChange } from '../webhooks/webhooks.ts'

export interface LineWire {
  id: string
  item: { id: string }
  name: string
  price: number
  printed: boolean
  exchanged: boolean
  refunded: boolean
  isRevenue: boolean
  createdTime: number
}
export interface OrderWire {
  id: string
  currency: string
  total: number
  /** Absent while it is rung up. */
  state?: string
  paymentState: string
  createdTime: number
  modifiedTime: number
  deletedTimestamp?: number
  onlineOrder?: { orderState: string }
  [more: string]: unknown
}
export interface OrderRow {
  id: string
  merchant: string
  /** Before this moment the API does not show it. */
  seenFrom: number
  order: OrderWire
  lines: LineWire[]
  payments: (Json & { id: string; amount: number; result: string })[]
  refunds: (Json & { id: string; amount: number })[]
  customer: { id: string; firstName: string; lastName: string } | null
}

export const orders = (env: Env): OrderRow[] => rows<OrderRow>(env, 'order')
export const orderBy = (env: Env, id: string): OrderRow | undefined => row<OrderRow>(env, 'order', id)
export const itemOfLine = (env: Env, line: LineWire): ItemRow | undefined => row<ItemRow>(env, 'item', line.item.id)

/** Every piece is a line of its own. */
export const lineOf = (env: Env, item: ItemRow, name: string): LineWire => ({
  id: newId(),
  item: { id: item.id },
  name,
  price: item.price,
  printed: false,
  exchanged: false,
  refunded: false,
  isRevenue: true,
  createdTime: time(env),
})

export const newOrder = (env: Env, total: number, more: Partial<OrderWire>): OrderWire => ({
  id: newId(),
  currency: merchantRow(env).currency,
  total,
  taxRemoved: false,
  isVat: false,
  manualTransaction: false,
  groupLineItems: true,
  testMode: false,
  payType: 'FULL',
  paymentState: 'OPEN',
  createdTime: time(env),
  clientCreatedTime: time(env),
  modifiedTime: time(env),
  ...more,
})

export const paymentOf = (env: Env, order: OrderWire, result: 'SUCCESS' | 'FAIL') => ({
  id: newId(),
  order: { id: order.id },
  tender: { id: 'CARDTENDER001', label: 'Credit Card', labelKey: 'com.clover.tender.credit_card' },
  amount: order.total,
  tipAmount: 0,
  taxAmount: 0,
  createdTime: time(env),
  clientCreatedTime: time(env),
  modifiedTime: time(env),
  result,
})

/** Keeps an order, and tells of it. */
export function keepOrder(env: Env, orderRow: OrderRow, type: 'CREATE' | 'UPDATE' | 'DELETE'): OrderRow {
  const next = { ...orderRow, order: { ...orderRow.order, modifiedTime: time(env) } }
  save(env, 'order', next)
  tellChange(env, [{ objectId: `O:${orderRow.id}`, type }])
  return next
}
