import type { OrderState } from '#domain/orders/intake/order-state.ts'
import type { Ctx } from '../../../context.ts'
import { invalid } from '../../../errors.ts'
import { levelsBySku } from '../../stock/service.ts'
import { settleLines } from '../intake/line-stock.ts'
import * as lineQueries from '../line-queries.ts'

/** A line of an order made by hand; amounts in minor units. Left out, its cost is what the product's pieces cost now. */
export interface ManualLine {
  externalId: string
  sku: string
  itemTitle: string
  quantity: number
  price: number
  cost?: number
  taxAmount: number
  discountAmount: number
  shippingCost: number
}

/** A hundred billion dollars in cents: more is a slip of the finger, and still counts exactly. */
const MOST = 1e13

/** @throws invalid_input when an order's sums are none that can be kept */
export function mustAddUp(totals: { itemsTotal: number; total: number }): void {
  if (totals.total < 0) throw invalid('order.discountAmount', 'The discounts exceed the order total.')
  if (totals.itemsTotal > MOST || totals.total > MOST)
    throw invalid('order.items', 'The order total is too large. Check prices and quantities.')
}

interface ManualOrder {
  id: number
  state: OrderState
  /** The lines as they stand; none for a new order. */
  known: readonly lineQueries.StockItem[]
  /** Whether the order holds pieces at all. */
  takes: boolean
}

/**
 * Saves the lines of an order made by hand and moves stock by what they ask for more or less than before. Of more than there is they take what there is: the
 * buyer may have it in hand already, so the order is kept and marked as oversold, as a channel's is. A SKU that is not ours is refused.
 * @returns the units of the lines that moved: those that stock had, and those that it did not
 * @throws invalid_input
 */
export async function saveManualLines(ctx: Ctx, order: ManualOrder, lines: readonly ManualLine[]): Promise<Units> {
  const knownIds = new Set(order.known.map((item) => item.externalId))
  await mustBeOurs(
    ctx,
    lines,
    lines.filter(({ externalId }) => !knownIds.has(externalId)),
  )
  return settleManualLines(ctx, order, lines, await storeLines(ctx, order, lines))
}

interface Units {
  promised: number
  short: number
}

/** Stores the lines, all of whose SKUs are ours. */
export const storeLines = (ctx: Ctx, { id, state, takes }: ManualOrder, lines: readonly ManualLine[]) =>
  lineQueries.saveLines(
    ctx,
    id,
    lines.map(({ itemTitle, ...line }) => ({
      ...line,
      title: itemTitle || line.sku,
      ...(state === 'shipped' && takes && { sent: line.quantity }),
    })),
  )

/** Moves stock by what stored lines ask for more or less than before. */
export async function settleManualLines(
  ctx: Ctx,
  { id, state, known, takes }: ManualOrder,
  lines: readonly ManualLine[],
  saved: readonly lineQueries.StockItem[],
): Promise<Units> {
  const knownIds = new Set(known.map((item) => item.externalId))
  const lineIds = new Set(lines.map(({ externalId }) => externalId))
  const dropped = known.filter(({ externalId }) => !lineIds.has(externalId))
  const counted = saved.filter(({ externalId, levelId }) => takes && (levelId !== null || !knownIds.has(externalId)))
  const moved = await settleLines(
    ctx,
    { id, channel: 'manual', state },
    [...counted.map((item) => ({ item })), ...dropped.map((item) => ({ item, isDropped: true }))],
    dropped.length > 0 ? [...lineIds] : undefined,
  )
  return {
    promised: moved.reduce((sum, line) => sum + line.taken + line.gone - line.uncounted, 0),
    short: moved.reduce((sum, line) => sum + line.shortfall + line.uncounted, 0),
  }
}

/**
 * @param fresh those of the lines that were not there before: an existing one keeps its SKU even when the product was deleted
 * @throws invalid_input
 */
export async function mustBeOurs(ctx: Ctx, lines: readonly ManualLine[], fresh: readonly ManualLine[]): Promise<void> {
  if (fresh.length === 0) return
  const ours = new Set(
    (
      await levelsBySku(
        ctx,
        fresh.map((line) => line.sku),
      )
    ).map((level) => level.sku),
  )
  refuseUnknown(
    lines,
    fresh.find((line) => !ours.has(line.sku)),
  )
}

function refuseUnknown(lines: readonly ManualLine[], unknown: ManualLine | undefined): void {
  if (unknown)
    throw invalid(
      `order.items.${lines.indexOf(unknown)}.sku`,
      `There’s no product with the SKU ${unknown.sku}. Nothing was saved.`,
    )
}
