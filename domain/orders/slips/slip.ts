import type { Address } from '#contract/orders/orders.ts'
import { addressLines } from '../address.ts'
import type { OrderState } from '../intake/order-state.ts'
import { orderName } from '../name.ts'
import { toSend } from '../intake/pieces.ts'

/** Code 128 holds these; a SKU with others is read by eye. */
const scannable = /^[ -~]+$/
/** Longer codes are too wide to be scanned from a narrow slip. */
const MOST_CHARACTERS = 30
export const isScannable = (code: string): boolean => scannable.test(code) && code.length <= MOST_CHARACTERS

/** What a packing slip says: no prices, as a parcel may be a gift (ORD-046). */
export interface Slip {
  name: string
  to: string[]
  orderDate: Date
  lines: { quantity: number; title: string; sku: string }[]
  pieces: number
}

interface SlipOrder {
  id: number
  number: string
  externalOrderId: string
  state: OrderState
  orderDate: Date
  buyerName: string
  shippingAddress: Address
}

export function slipOf(
  order: SlipOrder,
  items: readonly {
    sku: string
    itemTitle: string
    quantity: number
    sent: number
    lost: number
    title: string | null
  }[],
): Slip {
  const lines = items
    .map(({ itemTitle, title, sku, ...pieces }) => ({
      quantity: toSend(order, pieces),
      title: itemTitle || (title ?? ''),
      sku,
    }))
    .filter(({ quantity }) => quantity > 0)
  const to = addressLines(order.shippingAddress)
  return {
    name: orderName(order),
    to: to.length > 0 ? to : [order.buyerName || 'No address'],
    orderDate: order.orderDate,
    lines,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

/** What stands below the lines: "3 items". */
export const totalOf = ({ pieces }: Slip): string => `${pieces} ${pieces === 1 ? 'item' : 'items'}`

/** All that stands on it. */
export const textsOf = ({ name, to, lines }: Slip): string[] => [
  name,
  ...to,
  ...lines.flatMap(({ title, sku }) => [title, sku]),
]
