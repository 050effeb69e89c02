import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { orderUndoing } from '#contract/orders/refunds.ts'
import { worthOf } from '#domain/orders/refunds/refunds.ts'
import type { Order } from '../order.ts'

export type Undoing = CallReply<typeof orderUndoing>

/** What is chosen of a line. */
interface Back {
  quantity: number | null
  /** Undefined: what the pieces are worth. */
  amount?: number | null
  restock: boolean
}
/** A line as the form shows it. */
export interface RefundLine {
  item: Order['items'][number]
  /** That can still be taken out. */
  pieces: number
  quantity: number | null
  amount: number | null
  restock: boolean
}

const cents = (amount: number) => Math.round(amount * 100)

/** What is to go back of an order, as it is being chosen: of each line and of the delivery. */
export function useRefund(order: Order, undoing: Undoing) {
  const [back, setBack] = useState<Readonly<Record<number, Back>>>({})
  const [shipping, setShipping] = useState<number | null>(null)
  const shown = order.items.flatMap((item): RefundLine[] => {
    const left = undoing.lines.find(({ itemId }) => itemId === item.id)
    if (!left) return []
    const { pieces } = left
    const { quantity, amount, restock } = back[item.id] ?? { quantity: null, restock: item.productId !== null }
    const worth = quantity ? worthOf(cents(left.amount), quantity, pieces, order.currency) / 100 : null
    return [{ item, pieces, quantity, restock, amount: amount === undefined ? worth : amount }]
  })
  const lines = shown.flatMap(({ item, quantity, amount, restock }) => {
    const pieces = quantity ?? 0
    return amount || pieces > 0
      ? [{ itemId: item.id, quantity: pieces, amount: amount ?? 0, restock: restock && pieces > 0 }]
      : []
  })
  const total = lines.reduce((sum, { amount }) => sum + cents(amount), cents(shipping ?? 0)) / 100
  const set = ({ item, quantity, restock }: RefundLine, change: Partial<Back>) =>
    setBack((now) => ({ ...now, [item.id]: { ...(now[item.id] ?? { quantity, restock }), ...change } }))
  const all = () => {
    setBack(
      Object.fromEntries(
        shown.map(({ item, pieces, restock }) => [item.id, { quantity: pieces || null, restock }] as const),
      ),
    )
    setShipping(undoing.shippingLeft || null)
  }
  return { shown, lines, shipping, setShipping, total, set, all }
}
