import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { createOperator, updateOperator } from '#contract/safety/operators.ts'
import { useWrite } from '#web/api.ts'
import { fieldError, messageOf } from '#web/call.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { type Draft, blankOperator, OperatorFields } from './operator-fields.tsx'
import type { Operator } from './operator-table.tsx'
import classes from './operators.module.css'

function draftOf(operator: Operator | undefined): Draft {
  if (!operator) return blankOperator
  const { id: _id, updatedAt: _updatedAt, ...draft } = operator
  return draft
}

/** Creates an operator, or changes one. */
export function OperatorDialog({ operator, onClose }: { operator: Operator | undefined; onClose: () => void }) {
  const [begun] = useState(() => draftOf(operator))
  const [draft, setDraft] = useState(begun)
  const handlers = {
    quiet: true,
    onSuccess: () => {
      toast.success(operator ? 'Operator saved' : 'Operator created')
      onClose()
    },
  }
  const create = useWrite(createOperator, handlers)
  const update = useWrite(updateOperator, handlers)
  const write = operator ? update : create
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (operator)
      update.mutate({ params: { id: operator.id }, body: { operator: draft, updatedAt: operator.updatedAt } })
    else create.mutate({ body: draft })
  }
  const errorOf = (field: keyof Draft) => fieldError(write.error, field) ?? fieldError(write.error, `operator.${field}`)
  const isAtField = (Object.keys(draft) as (keyof Draft)[]).some((field) => errorOf(field) !== undefined)
  return (
    <FormDialog
      opened
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(begun)}
      title={operator ? `Operator “${operator.name}”` : 'New operator'}
      size={640}
    >
      <form onSubmit={save} noValidate>
        <div className={classes.fields}>
          <OperatorFields
            draft={draft}
            errorOf={errorOf}
            onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
          />
        </div>
        {Boolean(write.error) && !isAtField && <Callout tone="danger">{messageOf(write.error)}</Callout>}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={write.isPending}>
            {operator ? 'Save' : 'Create operator'}
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
