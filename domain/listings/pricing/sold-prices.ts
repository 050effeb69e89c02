export interface Bucket {
  /** Minor units; null: it has no end on this side. */
  low: number | null
  high: number | null
  count: number
}
export interface Suggestion {
  /** What half of them cost at most. */
  price: number
  buckets: Bucket[]
}
/** Between "Under" and "Over". */
const BETWEEN = 5
/** Widths of a bucket that people read easily, in minor units times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10]

/** What prices suggest: the one in the middle, and how many there are around it. A few far off stand under and over the others. @returns null for none */
export function suggestionOf(prices: readonly number[]): Suggestion | null {
  const sorted = prices.filter((price) => price > 0).toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  const width = widthOf((at(0.9) - at(0.1)) / BETWEEN)
  const first = Math.floor(at(0.1) / width) * width
  const edges = Array.from({ length: BETWEEN + 1 }, (_, n) => first + n * width)
  const ends = [null, ...edges, null]
  const buckets = ends.slice(1).map((high, n) => {
    const low = ends[n] ?? null
    const inside = (price: number) => (low === null || price >= low) && (high === null || price < high)
    return { low, high, count: sorted.filter(inside).length }
  })
  return { price: middle(sorted), buckets }
}

function middle(sorted: readonly number[]): number {
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return Math.round((lower + upper) / 2)
}

/** A whole number of the currency's unit where that is fine enough. */
function widthOf(least: number): number {
  if (least <= 100) return 100
  const power = 10 ** Math.floor(Math.log10(least))
  return (STEPS.find((step) => step * power >= least) ?? 10) * power
}

/** As a bucket stands under the chart. @param amount how a price is written */
export function bucketLabel({ low, high }: Omit<Bucket, 'count'>, amount: (price: number) => string): string {
  if (low === null) return `Under ${amount(high ?? 0)}`
  return high === null ? `Over ${amount(low)}` : `${amount(low)} - ${amount(high)}`
}
