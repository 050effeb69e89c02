import { plural } from '#web/ui/format.ts'
import { SaveBar } from '#web/ui/dialogs/save-bar.tsx'
import type { GridModel } from '../grid/model.ts'
import { nothing, tally } from './pending.ts'
import { useStore } from '#web/form/store.ts'
import { useSave } from './use-save.ts'

/** How much is not saved yet, how much of it cannot be, and both ways out (INV-084..INV-086). */
export function PendingBar({ model }: { model: GridModel }) {
  const { changes, products, problems, problem, sendable, saving } = tally(useStore(model.pending))
  const save = useSave(model)
  return (
    <SaveBar
      dirty={changes > 0}
      summary={`${plural(changes, 'change')} in ${plural(products, 'product')}`}
      note={problems > (sendable ? 0 : 1) ? `${problems} can’t be saved` : undefined}
      keys="Ctrl S"
      saving={saving}
      problem={sendable ? undefined : problem}
      onSave={() => void save()}
      onDiscard={() => {
        model.pending.set(nothing)
        model.note.set(null)
      }}
    />
  )
}
