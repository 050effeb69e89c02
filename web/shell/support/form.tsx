import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { sendSupportEmail, supportPriorities, supportTopics } from '#contract/support.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { isPressed, shortcuts } from '../../actions/shortcuts.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useWrite } from '../../api.ts'
import { fieldError, messageOf } from '../../call.ts'
import { useSession } from '../../session.ts'
import { Callout } from '../../ui/layout/callout.tsx'
import { DialogFooter } from '../../ui/dialogs/confirm.tsx'
import classes from './dialog.module.css'
import { SupportFiles } from './files.tsx'
import { SupportLinks } from './links.tsx'

interface Message {
  email: string
  topic: (typeof supportTopics)[number]
  priority: (typeof supportPriorities)[number]
  message: string
  files: readonly File[]
}

/** As a form: files travel as multipart with the name `files` repeated (NAV-111). */
function formOf({ files, ...fields }: Message): CallInput<typeof sendSupportEmail>['body'] {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value.trim())
  for (const file of files) form.append('files', file, file.name)
  return form as unknown as CallInput<typeof sendSupportEmail>['body']
}

export function SupportForm({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const user = useSession()
  const [form, setForm] = useState<Message>({
    email: user?.email ?? '',
    topic: 'General question',
    priority: 'Normal',
    message: '',
    files: [],
  })
  const set = (change: Partial<Message>) => setForm({ ...form, ...change })
  const send = useWrite(sendSupportEmail, {
    quiet: true,
    onSuccess: () => set({ message: '', files: [] }),
    onError: (error) => console.warn('Failed to send support ticket', error.message),
  })
  const begin = useEffectEvent(() => send.isSuccess && send.reset())
  // The next message begins with the form, however the last one was left.
  useEffect(() => {
    if (opened) begin()
  }, [opened])
  if (send.isSuccess) return <Sent onClose={onClose} onMore={() => send.reset()} />
  const ready = Boolean(form.email.trim() && form.message.trim()) && !send.isPending
  const submit = () => ready && send.mutate({ body: formOf(form) })
  const onKey = (event: KeyboardEvent) => {
    if (!isPressed(shortcuts.finish, event)) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="stack">
        <TextInput
          label="Email"
          type="email"
          required
          value={form.email}
          error={fieldError(send.error, 'email')}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          <Select
            label="Topic"
            data={supportTopics}
            value={form.topic}
            allowDeselect={false}
            onChange={(topic) => topic && set({ topic })}
          />
          <Select
            label="Priority"
            data={supportPriorities}
            value={form.priority}
            allowDeselect={false}
            onChange={(priority) => priority && set({ priority })}
          />
        </div>
        <Textarea
          label="Message"
          required
          minRows={5}
          maxRows={12}
          maxLength={20_000}
          data-autofocus
          value={form.message}
          error={fieldError(send.error, 'message')}
          onChange={(event) => set({ message: event.currentTarget.value })}
        />
        <SupportFiles files={form.files} error={fieldError(send.error, 'files')} onChange={(files) => set({ files })} />
        {send.isError && (
          <Callout tone="danger">
            <b>Failed to send support ticket.</b> {messageOf(send.error)} Your message is still here.
          </Callout>
        )}
        <SupportLinks />
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!ready} loading={send.isPending}>
          Send
        </Button>
      </DialogFooter>
    </form>
  )
}

/** NAV-099..NAV-101, NAV-113: email, topic and priority stay for the next message. */
const Sent = ({ onClose, onMore }: { onClose: () => void; onMore: () => void }) => (
  <>
    <Callout tone="success">
      <span role="status">Thanks! Your message has been sent.</span>
    </Callout>
    <DialogFooter>
      <Button variant="default" onClick={onMore}>
        Add more details
      </Button>
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
    </DialogFooter>
  </>
)
