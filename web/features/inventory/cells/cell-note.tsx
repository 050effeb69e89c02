import { useStore } from '#web/form/store.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { columnOf } from '../columns/columns.ts'
import { doubtOf, type GridModel } from '../grid/model.ts'
import { cellOf } from './pending.ts'

const NoteBox = onDemand(async () => (await import('./note-box.tsx')).NoteBox)

/** What is wrong, or may be wrong, with a changed cell, and the remedies. */
export function CellNote({ model }: { model: GridModel }) {
  const spot = useStore(model.note)
  const pending = useStore(model.pending)
  const column = spot && columnOf(spot.key)
  const row = spot ? pending.products.get(spot.id)?.row : undefined
  if (!spot || !column || !row) return null
  const cell = cellOf(pending, row.id, column)
  const doubt = doubtOf(pending, row, column)
  if (!cell || cell.state === 'saving' || cell.state === 'saved') return null
  const sentence = cell.problem ?? cell.refusal ?? doubt?.sentence
  if (!sentence) return null
  const wrong = cell.problem !== undefined || cell.refusal !== undefined
  return (
    <NoteBox
      key={`${spot.id} ${spot.key}`}
      model={model}
      spot={spot}
      row={row}
      column={column}
      wrong={wrong}
      title={wrong ? (cell.problem ? 'Can’t save this value' : 'Not saved') : (doubt?.title ?? '')}
      sentence={sentence}
      instead={wrong || doubt?.instead === undefined ? undefined : doubt.instead.toFixed(2)}
    />
  )
}
