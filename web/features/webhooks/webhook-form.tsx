import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type WebhookEvent, webhookEventNames, webhookEvents } from '#contract/webhooks/events.ts'
import { fieldError, messageOf } from '#web/call.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import classes from './webhooks.module.css'

export interface WebhookDraft {
  url: string
  description: string
  types: WebhookEvent[]
}
interface Props {
  title: string
  action: string
  start: WebhookDraft
  busy: boolean
  error: unknown
  onClose: () => void
  onSave: (draft: WebhookDraft) => void
}

/** Where events are sent, and which. */
export function WebhookForm({ title, action, start, busy, error, onClose, onSave }: Props) {
  const [draft, setDraft] = useState(start)
  const [submitted, setSubmitted] = useState(false)
  const set = (part: Partial<WebhookDraft>) => setDraft((now) => ({ ...now, ...part }))
  const noUrl = !draft.url.trim()
  const noEvents = draft.types.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!(noUrl || noEvents)) onSave(draft)
  }
  const atField = fieldError(error, 'url') ?? fieldError(error, 'description')
  return (
    <FormDialog
      opened
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(start)}
      title={title}
      size="lg"
    >
      <form onSubmit={submit} noValidate>
        <div className="stack">
          <TextInput
            label="URL"
            description="Motto sends each event to this address as a POST request."
            placeholder="https://example.com/motto"
            type="url"
            data-autofocus
            required
            maxLength={2000}
            value={draft.url}
            error={submitted && noUrl ? 'Enter the address of your program.' : fieldError(error, 'url')}
            onChange={(event) => set({ url: event.currentTarget.value })}
          />
          <TextInput
            label="Description (optional)"
            maxLength={200}
            value={draft.description}
            error={fieldError(error, 'description')}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <Events
            types={draft.types}
            error={submitted && noEvents ? 'Choose at least one event.' : undefined}
            onChange={(types) => set({ types })}
          />
          {Boolean(error) && !atField && <Callout tone="danger">{messageOf(error)}</Callout>}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}

interface EventsProps {
  types: readonly WebhookEvent[]
  error: string | undefined
  onChange: (types: WebhookEvent[]) => void
}

function Events({ types, error, onChange }: EventsProps) {
  const isAll = types.length === webhookEventNames.length
  return (
    <fieldset className={classes.events}>
      <legend>Events</legend>
      <Checkbox
        label="All events"
        checked={isAll}
        indeterminate={types.length > 0 && !isAll}
        error={error}
        aria-invalid={error ? true : undefined}
        onChange={() => onChange(isAll ? [] : webhookEventNames)}
      />
      {webhookEventNames.map((name) => (
        <Checkbox
          key={name}
          label={name}
          description={webhookEvents[name]}
          checked={types.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(webhookEventNames.filter((other) => (other === name ? checked : types.includes(other))))
          }
        />
      ))}
    </fieldset>
  )
}
