import { createContext, use, useState } from 'react'
import { channelNames } from '#contract/channels/names.ts'
import { updateProduct } from '#contract/products.ts'
import type { Image } from '#contract/shapes.ts'
import { emptied } from '#domain/products/live.ts'
import { priceDoubts } from '#domain/products/price-doubt.ts'
import { useWrite } from '#web/api.ts'
import { askDoubts } from '#web/form/ask-prices.tsx'
import { useEntries } from '#web/ui/entries.tsx'
import { toast } from '#web/ui/toast.tsx'
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
import { variationProblem } from './variations-editor.tsx'

/** What is being edited of a product: only the touched fields, so that everything else follows live changes. */
export function useProductEditor(product: Product, refetch: () => void) {
  const [edits, setEdits] = useState<{ fields: Partial<Draft>; version: number }>({
    fields: {},
    version: product.version,
  })
  const entries = useEntries()
  const kept = draftOf(product)
  const draft: Draft = { ...kept, ...edits.fields }
  const changed = changedIn(kept, edits.fields)
  /** What toasts of it are about. */
  const about = `product ${product.id}`
  const discard = () => {
    setEdits({ fields: {}, version: product.version })
    complaints.forget()
    entries.discard()
    write.reset()
  }
  const write = useWrite(updateProduct, {
    quiet: true,
    onError: (error) => {
      if (error.code === 'edit_conflict') {
        // The next save is made on top of what the other person kept; their other fields show already.
        refetch()
        setEdits((now) => ({ ...now, version: -1 }))
      } else toast.error(error.message, undefined, undefined, about)
    },
  })
  const live = product.liveOn.map((channel) => channelNames[channel])
  const complaints = useComplaints(draft, write.error, emptied(kept, draft, live))
  const set = <F extends Field>(field: F, value: Draft[F] | ((now: Draft[F]) => Draft[F])) => {
    complaints.changed(field)
    setEdits((now) => {
      const before = now.fields[field] ?? kept[field]
      const next = typeof value === 'function' ? value(before as Draft[F]) : value
      const begun = Object.keys(now.fields).length > 0
      return { fields: { ...now.fields, [field]: next }, version: begun ? now.version : product.version }
    })
  }
  const doubts = priceDoubts(draft, money, kept)
  const badRow = draft.variations.findIndex(
    (_, at) => variationProblem(at, 'name', draft.variations) ?? variationProblem(at, 'sku', draft.variations),
  )
  const problem = !draft.sku.trim()
    ? 'SKU is Required.'
    : changed.includes('variations') && badRow >= 0
      ? `Variation ${badRow + 1} needs a name and a SKU of its own.`
      : (wrongBarcode(draft, changed) ?? Object.values(emptied(kept, draft, live))[0] ?? entries.problem)
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
    try {
      await write.mutateAsync({
        body: { product: changeOf(draft, changed, product.id, edits.version < 0 ? product.version : edits.version) },
      })
    } catch {
      return false
    }
    setEdits({ fields: {}, version: product.version })
    toast.success('Product saved.', {
      detail: `${draft.sku}: ${changed.map((field) => fieldLabels[field]).join(', ')}.`,
      about,
    })
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
