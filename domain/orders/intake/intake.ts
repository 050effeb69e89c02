import type { OrderState } from './order-state.ts'
import type { LinePieces } from './pieces.ts'

/** A stored order line; without a level it does not affect stock. */
export interface KnownLine {
  externalId: string
  levelId: number | null
  quantity: number
  taken: number
  shortfall: number
  /** Of its pieces, those that were taken out and are not for sale again. */
  lost: number
  /** Left before its order was added to; not among those that are taken or missing. */
  gone: number
}
export interface WantedLine {
  externalId: string
  sku: string
  quantity: number
  /** Of a cancelled line: pieces that did not come back to the shelf. */
  lost?: number
}

const rank: Record<OrderState, number> = { open: 0, shipped: 1, cancelled: 1 }

/**
 * The state after a newer version arrived. What was sent stays sent: a refund afterwards brings nothing back by itself. Only pieces that are added open an
 * order again, and without them it is as it was.
 * @param adds whether it asks for pieces beyond those that have left
 */
export function nextState(
  o: { before: OrderState | null; known: readonly KnownLine[] },
  state: OrderState,
  adds: boolean,
): OrderState {
  if (state === 'open') return o.before === 'shipped' && !adds ? 'shipped' : 'open'
  return o.before === 'shipped' || o.known.some(({ gone, lost }) => gone > lost) ? 'shipped' : state
}

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
 * What an order's version asks of stock, line by line: pieces wanted against those counted already (taken or missing).
 * The ledger keeps one promise per line, so another quantity ends it and makes a new one.
 * Of a cancelled order only what was not returned is wanted: it leaves the building.
 * What an order held when it was sent or cancelled has left: of a later version only pieces beyond those are wanted.
 * A piece that was paid back and never promised needs none any more.
 * A stored line without a level stays without one, unless the order is reopened after a cancellation.
 * @param before null when the order is new to us
 * @param state as its channel says
 * @param history the order is older than the connection: its pieces were gone before anybody counted
 * @returns external ids of the lines whose promise ends; lines to take pieces for, `sold` where more count as sold than are taken
 */
export function planStock(o: {
  before: OrderState | null
  state: OrderState
  history: boolean
  known: readonly KnownLine[]
  lines: readonly WantedLine[]
}) {
  const plan = { release: [] as string[], take: [] as (WantedLine & { sold?: number })[] }
  const known = new Map(o.known.map((line) => [line.externalId, line]))
  const wantedLines = new Map(o.lines.map((line) => [line.externalId, line]))
  for (const externalId of new Set([...known.keys(), ...wantedLines.keys()])) {
    const knownLine = known.get(externalId)
    const line = wantedLines.get(externalId)
    const [counted, shipped] = standing(o, knownLine)
    const units = (o.state === 'cancelled' ? line?.lost : line?.quantity) ?? 0
    const spared = Math.min(line?.lost ?? 0, knownLine ? sparedOf(o, knownLine, units) : 0)
    const quantity = Math.max(0, units - shipped - spared)
    if (quantity === counted) continue
    if (counted > 0) plan.release.push(externalId)
    if (quantity > 0 && line?.sku && mayTake(o, knownLine))
      plan.take.push({ ...line, quantity, ...(spared > 0 && { sold: quantity + spared }) })
  }
  return plan
}

/** @returns pieces that are counted for a line and have not left; those that have */
function standing({ before }: { before: OrderState | null }, knownLine: KnownLine | undefined): [number, number] {
  if (!knownLine) return [0, 0]
  const counted = knownLine.taken + knownLine.shortfall
  return before === 'open' ? [counted, knownLine.gone] : [0, knownLine.gone + counted]
}

/** Of the pieces of a line that were paid back, those that it was short of: nothing is counted for them. */
export function neverPromised(before: OrderState | null, { levelId, lost, ...line }: KnownLine): number {
  if (levelId === null) return 0
  const units = before === 'cancelled' ? lost : line.quantity
  return Math.max(0, Math.min(lost, units - line.gone - line.taken - line.shortfall))
}

/** Where a whole order is called off, what was promised is missing first: the other pieces never were. */
function sparedOf(o: { before: OrderState | null; state: OrderState }, knownLine: KnownLine, units: number): number {
  const never = neverPromised(o.before, knownLine)
  return o.state === 'cancelled' && o.before === 'open'
    ? Math.max(0, Math.min(never, units - knownLine.gone - knownLine.taken))
    : never
}

/** What of the pieces that there were none of still has to come: those that were paid back do not. */
export const stillShort = (
  line: { quantity: number; lost?: number; gone?: number },
  got: { taken: number; shortfall: number },
) => Math.min(got.shortfall, Math.max(0, line.quantity - Math.max(line.lost ?? 0, line.gone ?? 0) - got.taken))

function mayTake(o: { before: OrderState | null; history: boolean }, knownLine: KnownLine | undefined): boolean {
  if (knownLine?.levelId) return true
  return !o.history && (!knownLine || o.before === 'cancelled')
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
})
