import { ofVariations } from '../history/edits.ts'

interface Counted {
  quantity?: number | undefined
  sold?: number | undefined
}

/** What variations have together. The product's own SKU is not for sale then. */
export const together = <F extends string>(field: F, variations: readonly Readonly<Record<F, number>>[]): number =>
  variations.reduce((sum, v) => sum + v[field], 0)

/**
 * What a change may count of the product itself. With variations each of them has its own pieces: a total that somebody read and sends back changes
 * nothing, another number is refused.
 * @param variations as they are, then as they are to be
 * @returns field → sentence; none where nothing is wrong
 */
export function countsRefused(
  counts: Counted,
  ...variations: (readonly { quantity?: number | undefined; sold?: number | undefined }[])[]
): Record<string, string> {
  const refused = (field: 'quantity' | 'sold') =>
    counts[field] !== undefined &&
    !variations.some((list) => list.reduce((sum, v) => sum + (v[field] ?? 0), 0) === counts[field])
  return {
    ...(refused('quantity') ? { quantity: ofVariations } : {}),
    ...(refused('sold') ? { sold: ofVariations } : {}),
  }
}
