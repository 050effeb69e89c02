import type { Edit } from '#contract/changes/changes.ts'
import { applyEdits } from '#domain/products/history/edits.ts'
import type { Held } from '#domain/products/history/snapshot.ts'
import * as products from '../products/service.ts'

export const countsPieces = (edits: readonly Edit[]) => edits.some((e) => e.field === 'quantity' || e.field === 'sold')

/** What edits make of a product, ready to be kept. */
export const edited =
  (edits: readonly Edit[]) =>
  (now: Held, { attributes }: { attributes: readonly { name: string }[] }): Partial<Held> | products.Failure => {
    const made = applyEdits(now, edits, attributes)
    return 'fields' in made
      ? products.failure('invalid_input', Object.values(made.fields)[0], made.fields)
      : products.tidied(made.change)
  }
