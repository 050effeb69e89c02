import { tellStock } from './hooks.ts'
import { allVariants, countAt, setCount } from './inventory.ts'
import { leftOf } from './order-view.ts'
import type { Line, Order, Shop } from './state.ts'

/** Pieces of a line are for sale again, where its product is still there and counted. */
export function giveBack(shop: Shop, line: Line, quantity: number): void {
  const found = allVariants(shop).find(({ variant }) => variant.id === line.variant_id)
  if (!found || quantity === 0 || found.product.inventory_tracking === 'none') return
  setCount(shop, line.location_id, line.variant_id, countAt(shop, line.location_id, line.variant_id).onhand + quantity)
  tellStock(shop, found, true)
}

/** What is still open of an order goes back. @param restock whether it is for sale again */
export function cancelPieces(shop: Shop, order: Order, restock: boolean): void {
  if (restock) for (const line of order.lines) giveBack(shop, line, leftOf(line))
}
