import { planStock } from '#domain/orders/intake/intake.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { levelsBySku } from '../../stock/service.ts'
import { moveLines } from '../intake/promises.ts'
import * as queries from '../queries.ts'

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
  if (totals.total < 0) throw invalid('order.discountAmount', 'The discounts are more than the order comes to.')
  if (totals.itemsTotal > MOST || totals.total > MOST)
    throw invalid('order.items', 'This order comes to more than can be kept. Check prices and quantities.')
}

/**
 * Saves the lines of an order made by hand and moves stock by what they ask for more or less than before. Unlike a channel's, nobody has
 * bought anything yet: lines that ask for more than there is, or for a SKU that is not ours, are refused whole.
 * @param known the lines as they stand; none for a new order
 * @param takes whether the order holds pieces at all
 * @throws invalid_input, stock_conflict
 */
export async function saveManualLines(
  ctx: Ctx,
  orderId: number,
  lines: readonly ManualLine[],
  { known, takes }: { known: readonly queries.StockItem[]; takes: boolean },
): Promise<void> {
  const plan = takes
    ? planStock({ before: known.length > 0 ? 'open' : null, state: 'open', history: false, known, lines })
    : { release: [], take: [] }
  const knownIds = new Set(known.map((item) => item.externalId))
  const fresh = lines.filter(({ externalId }) => !knownIds.has(externalId))
  const takenIds = new Set(plan.take.map(({ externalId }) => externalId))
  // Stock answers for the lines that take pieces.
  await mustBeOurs(
    ctx,
    lines,
    fresh.filter(({ externalId }) => !takenIds.has(externalId)),
  )
  const titled = lines.map(({ itemTitle, ...line }) => ({ ...line, title: itemTitle || line.sku }))
  const settled = await moveLines(ctx, 'manual', orderId, { known, plan, lines: titled, removes: () => true })
  const answered = new Set(settled.map(({ externalId }) => externalId))
  refuseUnknown(
    lines,
    fresh.find(({ externalId }) => takenIds.has(externalId) && !answered.has(externalId)),
  )
  mustBeThere(
    lines,
    settled,
    new Map(known.map((item) => [item.externalId, plan.release.includes(item.externalId) ? 0 : item.taken])),
  )
}

/** @param fresh those of the lines that were not there before: an existing one keeps its SKU even when the product was deleted */
async function mustBeOurs(ctx: Ctx, lines: readonly ManualLine[], fresh: readonly ManualLine[]): Promise<void> {
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
      `There is no product with the SKU ${unknown.sku}. Nothing was saved.`,
    )
}

/** @param reserved pieces that the lines have already reserved */
function mustBeThere(
  lines: readonly ManualLine[],
  settled: readonly { externalId: string; taken: number; shortfall: number }[],
  reserved: ReadonlyMap<string, number>,
): void {
  const answers = new Map(settled.map((line) => [line.externalId, line]))
  const short = lines.findIndex(({ externalId }) => (answers.get(externalId)?.shortfall ?? 0) > 0)
  const sku = lines[short]?.sku
  if (sku === undefined) return
  const same = lines.filter((line) => line.sku === sku)
  const sum = (amount: (line: ManualLine) => number) => same.reduce((all, line) => all + amount(line), 0)
  const there = sum(({ externalId }) => answers.get(externalId)?.taken ?? reserved.get(externalId) ?? 0)
  const sentence = `${sku}: ${there} available, ${sum((line) => line.quantity)} ordered. Nothing was saved.`
  throw new AppError('stock_conflict', sentence, { fields: { [`order.items.${short}.quantity`]: sentence } })
}
