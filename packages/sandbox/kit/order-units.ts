import type { OrderPart } from './simulator.ts'

/**
 * The units of an order that a person selects. Without `lines` these are all that are left.
 * @param o.what what happens to them: "shipped", "refunded"
 * @throws Error when a SKU is not in the order, fewer units are left, or none is
 */
export function selectUnits<L>(
  orderLines: readonly L[],
  o: {
    order: string
    lines: OrderPart['lines']
    what: string
    skuOf: (line: L) => string
    left: (line: L) => number
  },
): { line: L; quantity: number }[] {
  const all = orderLines.map((line) => ({ line, quantity: o.left(line) }))
  const selected = o.lines
    ? o.lines.map(({ sku, quantity }) => {
        const line = orderLines.find((candidate) => o.skuOf(candidate) === sku)
        if (line === undefined) throw new Error(`Order ${o.order} has no ${sku}.`)
        const left = o.left(line)
        if (left < quantity) throw new Error(`Only ${left} of ${sku} can be ${o.what}, not ${quantity}.`)
        return { line, quantity }
      })
    : all
  const some = selected.filter(({ quantity }) => quantity > 0)
  if (some.length === 0) throw new Error(`Order ${o.order} has nothing left that can be ${o.what}.`)
  return some
}
