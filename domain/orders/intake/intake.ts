import type { OrderState } from './order-state.ts'
import type { LinePieces } from './pieces.ts'

const rank: Record<OrderState, number> = { open: 0, shipped: 1, cancelled: 1 }

/**
 * Whether an arriving version of an order replaces the stored one. Versions arrive late and twice. Some channels stamp
 * whole seconds, so two versions may carry one stamp: then other content counts, unless it would turn the state back.
 */
export function replaces(
  stored: { updatedAt: Date | null; state: OrderState; sameContent: boolean },
  arriving: { updatedAt: Date; state: OrderState },
): boolean {
  const age = arriving.updatedAt.getTime() - (stored.updatedAt?.getTime() ?? 0)
  if (age !== 0) return age > 0
  return !stored.sameContent && rank[arriving.state] >= rank[stored.state]
}

/**
 * Whether the ledger counts a line. An order older than the connection touches no stock, and a line that was kept without stock stays without it, unless
 * its order comes back after a cancellation.
 * @param o.before null when the order is new to us
 * @param known the line as it is stored; undefined when it is new
 */
export const isCounted = (
  o: { before: OrderState | null; history: boolean },
  line: { sku: string },
  known: { levelId: number | null } | undefined,
): boolean => {
  if (known && known.levelId !== null) return true
  return line.sku !== '' && !o.history && (!known || o.before === 'cancelled')
}

/** One entry per external id: a channel that repeats a line means its pieces together. */
export function mergeLines<L extends LinePieces & { externalId: string }>(lines: readonly L[]): L[] {
  const merged = new Map<string, L>()
  for (const line of lines) {
    const same = merged.get(line.externalId)
    merged.set(line.externalId, same ? { ...same, ...added(same, line) } : line)
  }
  return [...merged.values()]
}
const added = (a: LinePieces, b: LinePieces) => ({
  quantity: a.quantity + b.quantity,
  sent: (a.sent ?? 0) + (b.sent ?? 0),
  restocked: (a.restocked ?? 0) + (b.restocked ?? 0),
  lost: (a.lost ?? 0) + (b.lost ?? 0),
  returned: (a.returned ?? 0) + (b.returned ?? 0),
})
