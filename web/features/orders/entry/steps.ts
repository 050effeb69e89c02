import type { Draft, Item } from './draft.ts'

/** ORD-146. */
export const stepNames = [
  'Products',
  'Pricing',
  'Source',
  'Customer',
  'Shipping',
  'Payment',
  'Notes',
  'Review',
] as const
export const lastStep = stepNames.length - 1

/** How long one reads "Created Order!" before the order opens (ORD-240), in milliseconds. */
export const openAfterMs = 3000

/** What a line still lacks (ORD-174..ORD-176). */
export function itemProblem({
  sku,
  quantity,
  price,
}: Item): { field: 'sku' | 'quantity' | 'price'; text: string } | undefined {
  if (!sku) return { field: 'sku', text: 'Choose a variation.' }
  if (!quantity || quantity < 1) return { field: 'quantity', text: 'Must be above 0.' }
  if (price !== null && price < 0) return { field: 'price', text: 'Must be 0 or more.' }
  return undefined
}

/** Why one cannot go on from a step, if so. Only three steps ask for something (ORD-238). @param chosen products chosen in the table */
export function problemOf(step: number, draft: Draft, chosen: number): string | undefined {
  if (step === 0) return chosen > 0 || draft.items.length > 0 ? undefined : 'Must select product.'
  if (step === 1) {
    if (draft.items.length === 0) return 'Must select product.'
    const at = draft.items.find((item) => itemProblem(item))
    return at && `${at.title || at.product.sku}: ${itemProblem(at)?.text}`
  }
  if (step === 2) return draft.source.trim() ? undefined : 'Must select source'
  return undefined
}

/** Whether the step bar leads there (ORD-148): back always, forward over steps without a problem only (ORD-152, ORD-153). */
export function mayGo(from: number, to: number, draft: Draft, chosen: number): boolean {
  for (let step = from; step < to; step += 1) if (problemOf(step, draft, chosen)) return false
  return true
}
