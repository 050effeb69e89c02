import type { ApiError } from '#web/call.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { updateProduct } from '#contract/products/products.ts'
import { changedIn, type Draft, draftOf, type Field, type Product } from '../page/draft.ts'
import { mergeAsking } from './ask-merge.tsx'

/** What is typed on top of a product. */
export interface Edits {
  fields: Partial<Draft>
  /** The product that they began with. */
  base: Draft
  version: number
}
type Sent = CallReply<typeof updateProduct>
export interface Saved {
  /** What was sent, on top of what. */
  sent: Edits
  product: Product | Sent | undefined
  /** What somebody else changed meanwhile, which is kept. */
  others: readonly Field[]
}
interface Options {
  /** Reads the product as it is now; undefined when it cannot be read. */
  refetch: () => Promise<Product | undefined>
  /** Sends what differs; undefined when nothing does. @throws ApiError */
  send: (edits: Edits, latest: Draft) => Promise<Sent | undefined>
  /** Shows the edits on top of what somebody else saved. */
  keep: (next: Edits, before: Edits) => void
}

/** As often as others may save while this save is on its way. */
const MOST_TRIES = 4

/** Saves edits on top of what somebody else saved meanwhile. @returns null when it was not saved: refused, or nobody decided what stays */
export async function saveMerged(begun: Edits, { refetch, send, keep }: Options): Promise<Saved | null> {
  const others = new Set<Field>()
  let now = begun
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const fresh = await refetch()
    if (!fresh) return null
    const base = draftOf(fresh)
    const fields = await mergeAsking(now.base, now.fields, base)
    if (!fields) return null
    for (const field of changedIn(now.base, base)) others.add(field)
    const next = { fields, base, version: fresh.version }
    keep(next, now)
    now = next
    try {
      return { sent: now, product: (await send(now, base)) ?? fresh, others: [...others] }
    } catch (error) {
      if ((error as ApiError).code !== 'edit_conflict') return null
    }
  }
  return null
}
