import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { importStockTemplate } from '#contract/library.ts'
import { useWrite } from '#web/api.ts'
import { nameRefused } from '#web/form/words/template-name.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { leaveSoon } from '#web/ui/dialogs/leave-soon.ts'
import { date } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/tables/facts.tsx'
import { categoryOf, Channels, Features, type StockTemplate, Tags } from './columns.tsx'

/** The message stays readable this long before the page changes (TPL-058), in milliseconds. */
const leaveMs = 2000

interface Props {
  of: StockTemplate
  onTaken: () => void
  onClose: () => void
}

/** What a template of the library holds, and the name under which it is taken over. */
export function TakeDialog({ of, onTaken, onClose }: Props) {
  const [name, setName] = useState(of.name)
  const navigate = useNavigate()
  const take = useWrite(importStockTemplate, {
    quiet: true,
    onSuccess: (id) => {
      onTaken()
      leaveSoon(
        'Successfully imported template. Redirecting...',
        () => void navigate({ to: '/template/$templateId', params: { templateId: String(id) }, ignoreBlocker: true }),
        leaveMs,
      )
    },
  })
  const missing = !name.trim()
  const problem = nameRefused(take.error, 'toName')
  return (
    <FormDialog opened onClose={onClose} title="Add to Library" size={560}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!missing) take.mutate({ body: { stockTemplateId: of.id, toName: name.trim() } })
        }}
      >
        <TextInput
          label="Name"
          description="Name in your organization."
          required
          data-autofocus
          maxLength={120}
          value={name}
          error={missing ? 'Name is required.' : problem}
          onChange={(event) => {
            take.reset()
            setName(event.currentTarget.value)
          }}
        />
        <Facts>
          <dt>Categories</dt>
          <dd>{categoryOf(of)}</dd>
          <dt>Tags</dt>
          <dd>
            <Tags tags={of.tags} />
          </dd>
          <dt>Pre-configured channels</dt>
          <dd>
            <Channels channels={of.channels} />
          </dd>
          <dt>Features</dt>
          <dd>
            <Features of={of} />
          </dd>
          <dt>Description</dt>
          <dd>{of.description || <span className="subtle">–</span>}</dd>
          <dt>Created</dt>
          <dd>{date(of.createdAt)}</dd>
          <dt>Updated</dt>
          <dd>{date(of.updatedAt)}</dd>
        </Facts>
        {take.error && !problem && <Callout tone="danger">{take.error.message}</Callout>}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={missing || take.isSuccess} loading={take.isPending}>
            Import
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
