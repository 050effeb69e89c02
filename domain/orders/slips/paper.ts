import type { OrderState } from '../intake/order-state.ts'
import { orderName } from '../name.ts'
import { toSend } from '../intake/pieces.ts'

/** An order as paper needs it. */
export interface PaperOrder {
  id: number
  number: string
  externalOrderId: string
  state: OrderState
  items: readonly {
    sku: string
    itemTitle: string
    quantity: number
    sent: number
    lost: number
    shortfall: number
    /** Of a bundle: what lies on the shelves for one. */
    parts: readonly { sku: string; title: string; pieces: number; location: string; warehouse: string; bin: string }[]
    product: { title: string; location: string; warehouse: string; bin: string } | null
  }[]
}
type Line = PaperOrder['items'][number]

/** One thing to take from a shelf. */
export interface Pick {
  sku: string
  title: string
  pieces: number
  location: string
  warehouse: string
  bin: string
  /** Of the pieces, those that were sold when there were none left. */
  short: number
  /** For whom. */
  orders: { name: string; pieces: number }[]
}

/** What has left or was taken out is not picked. A bundle lies on no shelf: its components are picked. */
function picksOf(order: PaperOrder, line: Line): Pick[] {
  const quantity = toSend(order, line)
  if (quantity === 0) return []
  if (line.parts.length === 0) return [pickOf(order, line)]
  return line.parts.map(({ pieces, ...part }) => ({
    ...part,
    pieces: quantity * pieces,
    short: line.shortfall * pieces,
    orders: [{ name: orderName(order), pieces: quantity * pieces }],
  }))
}

const pickOf = (order: PaperOrder, line: Line): Pick => ({
  sku: line.sku,
  title: line.itemTitle || line.product?.title || line.sku,
  pieces: toSend(order, line),
  location: line.product?.location ?? '',
  warehouse: line.product?.warehouse ?? '',
  bin: line.product?.bin ?? '',
  short: line.shortfall,
  orders: [{ name: orderName(order), pieces: toSend(order, line) }],
})

const placed = new Intl.Collator('en', { numeric: true })
/** What has no place is looked for last. */
const byPlace = (a: string, b: string) => Number(a === '') - Number(b === '') || placed.compare(a, b)
const onTheWay = (a: Pick, b: Pick) =>
  byPlace(a.warehouse, b.warehouse) ||
  byPlace(a.location, b.location) ||
  byPlace(a.bin, b.bin) ||
  placed.compare(a.sku, b.sku)

/** What each order asks for, in the order of its lines (ORD-038). */
export const picksByOrder = <O extends PaperOrder>(orders: readonly O[]): { order: O; name: string; picks: Pick[] }[] =>
  orders.map((order) => ({ order, name: orderName(order), picks: order.items.flatMap((line) => picksOf(order, line)) }))

/** One walk through the warehouse: each SKU of a place once, with the orders it is for. */
export function picksByPlace(orders: readonly PaperOrder[]): Pick[] {
  const all = new Map<string, Pick>()
  for (const { picks } of picksByOrder(orders)) {
    for (const pick of picks) {
      const key = JSON.stringify([pick.sku, pick.warehouse, pick.location, pick.bin, pick.sku === '' ? pick.title : ''])
      const same = all.get(key)
      all.set(
        key,
        same
          ? {
              ...same,
              pieces: same.pieces + pick.pieces,
              short: same.short + pick.short,
              orders: [...same.orders, ...pick.orders],
            }
          : pick,
      )
    }
  }
  return [...all.values()].sort(onTheWay)
}

/** Whether there is anything left to pick: what was cancelled or has left needs no paper to find it. */
export const toPick = (order: { state: string }): boolean => order.state === 'open'
