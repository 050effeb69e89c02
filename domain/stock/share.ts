/**
 * How the lines of one order share the pieces of one SKU: in line order, each takes what it wants while there is any.
 * The ledger's SQL does the same under its lock; its property test holds the two against each other.
 * @returns pieces taken per line; what a line lacks is its shortfall
 */
export function share(available: number, requested: readonly number[]): number[] {
  let left = available
  return requested.map((quantity) => {
    const granted = Math.min(quantity, Math.max(0, left))
    left -= granted
    return granted
  })
}
