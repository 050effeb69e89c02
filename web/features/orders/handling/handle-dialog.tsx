import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { type handleOrders, orderTags } from '#contract/orders/handling.ts'
import { useRead } from '#web/api.ts'
import { fieldError } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { plural } from '#web/ui/format.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { TagInput } from '#web/ui/choices/tag-input.tsx'
import { PersonSelect } from '../page/person-select.tsx'
import { useHandling } from './use-handling.ts'

const assignments = [
  { value: 'stay', label: 'Don’t change' },
  { value: 'person', label: 'Assign to a person' },
  { value: 'nobody', label: 'Remove assignee' },
]

/** Assigns and tags several orders at once; what is blank is left as it is. */
export function HandleDialog({ orderIds, onClose }: { orderIds: number[]; onClose: () => void }) {
  const [assignment, setAssignment] = useState('stay')
  const [person, setPerson] = useState<number | null>(null)
  const [addTags, setAddTags] = useState<string[]>([])
  const [removeTags, setRemoveTags] = useState<string[]>([])
  const known = useRead(orderTags)
  const write = useHandling('Updated')
  const missing = assignment === 'person' && person === null
  const nothing = assignment === 'stay' && addTags.length + removeTags.length === 0
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body: NonNullable<CallInput<typeof handleOrders>['body']> = {
      orderIds,
      ...(addTags.length > 0 && { addTags }),
      ...(removeTags.length > 0 && { removeTags }),
      ...(assignment !== 'stay' && { assigneeId: assignment === 'person' ? person : null }),
    }
    write.mutate({ body }, { onSuccess: onClose })
  }
  return (
    <FormDialog opened onClose={onClose} title={`Assign or tag ${plural(orderIds.length, 'order')}`}>
      <form onSubmit={save} className="stack">
        <Select
          label="Assignment"
          data-autofocus
          allowDeselect={false}
          data={assignments}
          value={assignment}
          onChange={(value) => setAssignment(value ?? 'stay')}
        />
        {assignment === 'person' && (
          <PersonSelect
            label="Person"
            value={person}
            onChange={setPerson}
            error={fieldError(write.error, 'assigneeId')}
          />
        )}
        <TagInput
          label="Add tags"
          value={addTags}
          options={known.data ?? []}
          onChange={setAddTags}
          error={
            fieldError(write.error, 'addTags') ??
            addTags.map((_, at) => fieldError(write.error, `addTags.${at}`)).find(Boolean)
          }
        />
        <TagInput label="Remove tags" value={removeTags} options={known.data ?? []} onChange={setRemoveTags} />
        {write.error && <Callout tone="danger">{write.error.message}</Callout>}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={write.isPending} disabled={nothing || missing}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
