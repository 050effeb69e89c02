import { useState } from 'react'
import { undoChangeSet, updateProducts } from '#contract/changes/changes.ts'
import { useWrite } from '#web/api.ts'
import { sentenceOf } from '#web/form/change-sets/watch.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { changeOf, type Field, objectionTo, type Row, valueOf } from './fix-values.ts'

const CONFLICT = 'Someone else changed this product. Your value is still here. Check it and save again.'

/** What is typed for each product of a group, what was refused of it, and which products are saved. */
export function useFixes(field: Field, most: number | null) {
  const [drafts, setDrafts] = useState<ReadonlyMap<number, string>>(new Map())
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const [saved, setSaved] = useState<readonly number[]>([])
  const write = useWrite(updateProducts, { quiet: true })
  const putBack = useWrite(undoChangeSet, {
    onSuccess: () => {
      setSaved([])
      toast.success('Undone.')
    },
  })
  const draftOf = (row: Row) => drafts.get(row.id) ?? valueOf(row, field)
  const isChanged = (row: Row) => draftOf(row) !== valueOf(row, field)
  const set = (values: ReadonlyMap<number, string>) => {
    setDrafts((before) => new Map([...before, ...values]))
    setRefusals((before) => new Map([...before].filter(([id]) => !values.has(id))))
  }
  const save = async (rows: readonly Row[]) => {
    const valid = rows.filter((row) => isChanged(row) && !objectionTo(draftOf(row), most))
    if (valid.length === 0) return
    try {
      const {
        changeSetId,
        saved: done,
        failed,
      } = await write.mutateAsync({
        body: { products: valid.map((row) => changeOf(row, field, draftOf(row))) },
      })
      const ids = new Set(done.map(({ id }) => id))
      setDrafts((before) => new Map([...before].filter(([id]) => !ids.has(id))))
      setRefusals(new Map(failed.map(({ id, code, message, fields }) => [id, reasonOf(code, message, fields)])))
      setSaved((before) => [...new Set([...before, ...ids])])
      if (changeSetId !== null && ids.size > 0)
        toast.undo('Products saved.', () => putBack.mutate({ params: { id: changeSetId } }), {
          detail: `${plural(ids.size, 'product')}. You can undo this from History for 30 days.`,
          about: 'the products of a problem',
        })
    } catch (error) {
      toast.error(sentenceOf(error, 'Couldn’t save these products.'), 'Your values are still here.')
    }
  }
  return {
    draftOf,
    isChanged,
    set,
    save,
    saved,
    isSaving: write.isPending,
    problemOf: (row: Row) => objectionTo(draftOf(row), most) ?? refusals.get(row.id),
  }
}

const reasonOf = (code: string, message: string, fields: Record<string, string>): string =>
  code === 'edit_conflict' ? CONFLICT : (Object.values(fields)[0] ?? message)
