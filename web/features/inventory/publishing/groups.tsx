import { useState } from 'react'
import { listPublishProducts } from '#contract/publishing.ts'
import { call } from '#web/call.ts'
import { sentenceOf } from '#web/form/change-sets/watch.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { plural } from '#web/ui/format.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { GroupCard } from './group-card.tsx'
import classes from './publishing.module.css'
import type { Group, Run } from './words.ts'

const BulkEditDialog = onDemand(async () => (await import('../bulk/bulk-edit-dialog.tsx')).BulkEditDialog)

/** Problems to fix, by cause, each with what fixes all of its products at once. @param open the cause whose products are shown */
export function Groups({
  run,
  open,
  onOpen,
}: {
  run: Run
  open?: string | undefined
  onOpen: (cause?: string) => void
}) {
  const [editing, setEditing] = useState<{ ids: number[]; field: Group['edits'] }>()
  const edit = async ({ cause, edits }: Group) => {
    try {
      const { ids, capped } = await call(listPublishProducts, { params: { id: run.id }, query: { cause } })
      if (capped)
        toast.info(`Bulk Edit handles ${plural(ids.length, 'product')} at a time.`, {
          detail: 'Then check again to edit the rest.',
        })
      setEditing({ ids, field: edits })
    } catch (error) {
      toast.error(sentenceOf(error, 'Couldn’t load these products.'))
    }
  }
  return (
    <section className={classes.section} aria-label="Problems to fix">
      <h2>Problems to fix</h2>
      <ul className={classes.groups}>
        {run.groups.map((group) => (
          <GroupCard
            key={group.cause}
            run={run}
            group={group}
            isOpen={open === group.cause}
            onToggle={() => onOpen(open === group.cause ? undefined : group.cause)}
            onEdit={() => void edit(group)}
          />
        ))}
      </ul>
      {run.moreGroups && <p className="muted">Showing the most common problems.</p>}
      {editing && (
        <BulkEditDialog
          selection={{ ids: editing.ids }}
          count={editing.ids.length}
          field={editing.field}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  )
}
