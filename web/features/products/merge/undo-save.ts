import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.tsx'
import {
  changedIn,
  changeOf,
  type Draft,
  draftOf,
  type DraftVariation,
  type Field,
  fieldLabels,
  type Product,
} from '../draft.ts'

/** What was counted goes back by the difference: a piece that was sold since stays sold. */
const back = (now: number | null, saved: number | null, before: number | null): number | null =>
  saved === before ? now : Math.max(0, (now ?? 0) - ((saved ?? 0) - (before ?? 0)))
const counts: readonly Field[] = ['quantity', 'sold']

const uncounted = (rows: readonly DraftVariation[]) =>
  rows.map((one) => ({ ...one, id: one.id ?? one.key, key: '', quantity: null, skuLock: '' }))
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A variation that the save took away comes back as a new one, with the pieces that it had. */
const rowsBefore = (now: Draft, saved: Draft, before: Draft): DraftVariation[] =>
  before.variations.map((was) => {
    const of = (draft: Draft) => draft.variations.find(({ id }) => id !== undefined && id === was.id)
    const [there, then] = [of(now), of(saved)]
    if (!there || !then) return { ...was, id: undefined }
    return { ...was, skuLock: there.skuLock, quantity: back(there.quantity, then.quantity, was.quantity) }
  })

/**
 * What takes a save back, as it is to be now.
 * @param mine the fields that the save changed
 * @returns the fields that somebody changed again since, instead, where there are any
 */
export function takenBack(
  mine: readonly Field[],
  { before, saved, now }: { before: Draft; saved: Draft; now: Draft },
): { fields: Partial<Draft> } | { since: Field[] } {
  const since = mine.filter(
    (field) =>
      !counts.includes(field) &&
      !(field === 'variations'
        ? isSame(uncounted(now.variations), uncounted(saved.variations))
        : isSame(now[field], saved[field])),
  )
  if (since.length > 0) return { since }
  const valueOf = (field: Field) => {
    if (field === 'variations') return rowsBefore(now, saved, before)
    if (!counts.includes(field)) return before[field]
    return back(now[field] as number | null, saved[field] as number | null, before[field] as number | null)
  }
  return { fields: Object.fromEntries(mine.map((field) => [field, valueOf(field)])) }
}

interface Undone {
  mine: readonly Field[]
  /** The product before the save, and as the save left it. */
  before: Draft
  saved: Product
  /** Reads the product as it is now; undefined when it cannot be read, which is told. */
  refetch: () => Promise<Product | undefined>
  /** @throws ApiError, told by who sends */
  send: (change: ReturnType<typeof changeOf>) => Promise<unknown>
  about: string
}

/** Takes a save of a product back, whole or not at all. */
export async function undoSave({ mine, before, saved, refetch, send, about }: Undone): Promise<void> {
  const fresh = await refetch()
  if (!fresh) return toast.error('Not undone: the product could not be read.', undefined, undefined, about)
  const now = draftOf(fresh)
  const taken = takenBack(mine, { before, saved: draftOf(saved), now })
  const named = (fields: readonly Field[]) => fields.map((field) => fieldLabels[field]).join(', ')
  if ('since' in taken)
    return toast.warning('Not undone.', {
      detail: `${plural(taken.since.length, 'field')} changed again since: ${named(taken.since)}.`,
      about,
    })
  const draft = { ...now, ...taken.fields }
  try {
    await send(changeOf(draft, changedIn(now, taken.fields), fresh.id, fresh.version, now))
  } catch (error) {
    // Refusals are told where it is sent; that somebody was quicker is not.
    if ((error as { code?: string }).code === 'edit_conflict')
      toast.warning('Not undone.', { detail: 'Somebody saved this product at the same moment.', about })
    return
  }
  toast.success('Undone.', { detail: `${draft.sku}: ${named(mine)}.`, about })
}
