import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { updateToken } from '#contract/tokens/tokens.ts'
import { useWrite } from '#web/api.ts'
import { messageOf } from '#web/call.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { type BudgetDraft, BudgetFields } from './budget-fields.tsx'

interface Props {
  token: { id: number; name: string; budget: BudgetDraft }
  onClose: () => void
}

/** Changes what an agent may apply without approval. */
export function BudgetDialog({ token: { id, name, budget }, onClose }: Props) {
  const [draft, setDraft] = useState(budget)
  const update = useWrite(updateToken, { quiet: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      toast.success('Budget saved', { detail: name })
      onClose()
    }
    update.mutate({ params: { id }, body: { budget: draft } }, { onSuccess })
  }
  return (
    <FormDialog opened onClose={onClose} title={`Budget of ${name}`}>
      <form onSubmit={submit}>
        <div className="stack">
          <BudgetFields value={draft} onChange={setDraft} />
          {update.isError && <Callout tone="danger">{messageOf(update.error)}</Callout>}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save budget
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
