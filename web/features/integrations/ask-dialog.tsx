import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Ask } from '#contract/integrations/integrations.ts'
import type { ApiError } from '#web/call.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Questions } from './questions.tsx'

interface Props {
  title: string
  /** What comes of it, above the questions. */
  about: string
  asks: readonly Ask[]
  /** Answers to begin with. */
  begun?: Record<string, string>
  verb: string
  busy: boolean
  error: ApiError | null
  onSend: (answers: Record<string, string>) => void
  onClose: () => void
}

/** Questions of a channel in a dialog; what is wrong with an answer stands at its field. */
export function AskDialog({ title, about, asks, begun = {}, verb, busy, error, onSend, onClose }: Props) {
  const [answers, setAnswers] = useState(begun)
  const atField = Object.keys(error?.fields ?? {}).some((field) => asks.some(({ name }) => name === field))
  return (
    <FormDialog opened onClose={onClose} title={title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onSend(answers)
        }}
      >
        <p className="muted small">{about}</p>
        <Questions
          asks={asks}
          answers={answers}
          error={error}
          onAnswer={(name, answer) => setAnswers((before) => ({ ...before, [name]: answer }))}
        />
        {error && !atField && <Callout tone="danger">{error.message}</Callout>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {verb}
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}
