import { createContext, use, useState } from 'react'
import { channelNames } from '#contract/channels/names.ts'
import { updateProduct } from '#contract/products/products.ts'
import type { Image } from '#contract/shapes.ts'
import { emptied } from '#domain/products/history/live.ts'
import { priceDoubts } from '#domain/products/price-doubt.ts'
import { useWrite } from '#web/api.ts'
import type { ApiError } from '#web/call.ts'
import { askDoubts } from '#web/form/products/ask-prices.tsx'
import { useEntries } from '#web/ui/inputs/entries.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { money } from '#web/ui/format.ts'
import {
  changedIn,
  changeOf,
  type Draft,
  draftOf,
  type Field,
  fieldLabels,
  type Product,
  type Template,
  wrongBarcode,
} from './draft.ts'
import { useComplaints } from './form.ts'
import { useUndo } from '../history/use-undo.ts'
import type { Edits, Saved } from '../merge/save-merged.ts'
import { variationProblem } from '../variations/variations-editor.tsx'

const none = (product: Product): Edits => ({ fields: {}, base: draftOf(product), version: product.version })
/** What was typed since a save took the edits. */
const since = (now: Edits, sent: Edits): Partial<Draft> =>
  Object.fromEntries(Object.entries(now.fields).filter(([field, value]) => sent.fields[field as Field] !== value))

/**
 * What is being edited of a product: only the touched fields, so that everything else follows live changes.
 * @param refetch reads the product as it is now; undefined when it cannot be read
 */
export function useProductEditor(product: Product, refetch: () => Promise<Product | undefined>) {
  const [edits, setEdits] = useState(() => none(product))
  const entries = useEntries()
  const savedDraft = draftOf(product)
  const draft: Draft = { ...savedDraft, ...edits.fields }
  const changed = changedIn(savedDraft, edits.fields)
  /** What toasts of it are about. */
  const about = `product ${product.id}`
  const discard = () => {
    setEdits(none(product))
    complaints.forget()
    entries.discard()
    write.reset()
  }
  const write = useWrite(updateProduct, {
    quiet: true,
    onError: (error) => {
      // A save goes on from it, on top of what somebody else saved.
      if (error.code !== 'edit_conflict') toast.error(error.message, undefined, undefined, about)
    },
  })
  const live = product.liveOn.map((channel) => channelNames[channel])
  const complaints = useComplaints(draft, write.error, emptied(savedDraft, draft, live))
  const set = <F extends Field>(field: F, value: Draft[F] | ((now: Draft[F]) => Draft[F])) => {
    complaints.changed(field)
    setEdits((now) => {
      const before = now.fields[field] ?? savedDraft[field]
      const next = typeof value === 'function' ? value(before as Draft[F]) : value
      const begun = Object.keys(now.fields).length > 0
      return { ...(begun ? now : none(product)), fields: { ...now.fields, [field]: next } }
    })
  }
  const doubts = priceDoubts(draft, money, savedDraft)
  const badRow = draft.variations.findIndex(
    (_, at) => variationProblem(at, 'name', draft.variations) ?? variationProblem(at, 'sku', draft.variations),
  )
  const problem = !draft.sku.trim()
    ? 'SKU is Required.'
    : changed.includes('variations') && badRow >= 0
      ? `Variation ${badRow + 1} needs a name and a unique SKU.`
      : (wrongBarcode(draft, changed) ?? Object.values(emptied(savedDraft, draft, live))[0] ?? entries.problem)
  const send = async (now: Edits, latest: Draft) => {
    const mine = changedIn(latest, now.fields)
    if (mine.length === 0) return undefined
    const change = changeOf({ ...latest, ...now.fields }, mine, product.id, now.version, now.base)
    return write.mutateAsync({ body: { product: change } })
  }
  const { undo } = useUndo(product)
  /** Answers whether the product is saved now. */
  const save = async (): Promise<boolean> => {
    if (problem) {
      complaints.touch('sku', 'barcode')
      entries.focus()
      toast.error(problem, undefined, undefined, about)
      return false
    }
    if (changed.length === 0) return true
    if (!(await askDoubts(doubts, live))) return false
    let done: Saved
    try {
      done = { sent: { ...edits, base: savedDraft }, product: await send(edits, savedDraft), others: [] }
    } catch (error) {
      if ((error as ApiError).code !== 'edit_conflict') return false
      const { saveMerged } = await import('../merge/save-merged.ts')
      const keep = (next: Edits, before: Edits) =>
        setEdits((typed) => ({ ...next, fields: { ...next.fields, ...since(typed, before) } }))
      const merged = await saveMerged(edits, { refetch, send, keep })
      if (!merged) return false
      done = merged
    }
    const { sent, others, product: result } = done
    setEdits((typed) => ({ ...none(done.product ?? product), fields: since(typed, sent) }))
    write.reset()
    const saved = changed.map((field) => fieldLabels[field]).join(', ')
    const notice = {
      detail: others.length
        ? `${draft.sku}: ${saved}. Also kept changes by someone else: ${others.map((field) => fieldLabels[field]).join(', ')}.`
        : `${draft.sku}: ${saved}.`,
      about,
    }
    const changeId = result && 'changeId' in result ? result.changeId : null
    if (changeId !== null) toast.undo('Product saved.', () => undo(changeId), notice)
    else toast.success('Product saved.', notice)
    return true
  }
  return {
    draft,
    changed,
    /** Something is not saved, though it may not be fit to be. */
    dirty: changed.length > 0 || entries.wrong.length > 0,
    entries,
    problem,
    /** Changed prices that may not be meant; a save asks about them. */
    doubts,
    save,
    discard,
    saving: write.isPending,
    conflict: write.error?.code === 'edit_conflict',
    error: write.error,
    summary: [
      ...new Set([...changed.map((field) => fieldLabels[field]), ...entries.wrong.map(({ label }) => label)]),
    ].join(', '),
    form: { draft, set, errorOf: complaints.errorOf, touch: complaints.touch },
    setImages: (change: (images: Image[]) => Image[]) => set('images', change),
  }
}

export interface Opened {
  product: Product
  template: Template
  editor: ReturnType<typeof useProductEditor>
}

export const OpenedProduct = createContext<Opened | null>(null)

/** The product of the page around a tab. */
export function useOpened(): Opened {
  const opened = use(OpenedProduct)
  if (!opened) throw new Error('A product tab stands inside the product page.')
  return opened
}
