import { ActionIcon, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import {
  FORMER_HOURS,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/webhooks/webhooks.ts'
import { useWrite } from '#web/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { NewSecret } from '#web/ui/dialogs/new-secret.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { TestAnswer } from './test-answer.tsx'
import { WebhookForm } from './webhook-form.tsx'
import type { Webhook } from './webhook-words.ts'

/** What can be done with an endpoint: tried, edited, paused, given a new secret, deleted. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const params = { id: webhook.id }
  const [isEditing, setIsEditing] = useState(false)
  const test = useWrite(testWebhook, { quiet: true })
  const update = useWrite(updateWebhook)
  const rotate = useWrite(rotateWebhookSecret)
  const isActive = webhook.state === 'active'
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setIsEditing(true)}>Edit</Menu.Item>
          <Menu.Item onClick={() => update.mutate({ params, body: { state: isActive ? 'paused' : 'active' } })}>
            {isActive ? 'Pause' : 'Resume'}
          </Menu.Item>
          <Menu.Item onClick={() => void askRotate(() => rotate.mutate({ params }))}>Replace secret</Menu.Item>
          <DeleteItem webhook={webhook} />
        </Menu.Dropdown>
      </Menu>
      <Button loading={test.isPending} onClick={() => test.mutate({ params })}>
        Send test event
      </Button>
      {(test.data || test.error) && <TestAnswer answer={test.data} error={test.error} onClose={test.reset} />}
      {rotate.data && (
        <NewSecret title="Your webhook’s new secret" noun="secret" secret={rotate.data.secret} onSaved={rotate.reset} />
      )}
      {isEditing && <EditWebhook webhook={webhook} onClose={() => setIsEditing(false)} />}
    </>
  )
}

async function askRotate(rotate: () => void): Promise<void> {
  const yes = await confirm({
    title: 'Replace the secret?',
    body: `Events are signed with both secrets for ${FORMER_HOURS} hours, then with the new one alone. Update your receiver before that.`,
    confirm: 'Replace secret',
  })
  if (yes) rotate()
}

function DeleteItem({ webhook: { id, url } }: { webhook: Webhook }) {
  const navigate = useNavigate()
  const remove = useWrite(deleteWebhook, {
    onSuccess: () => {
      toast.success('Webhook deleted', { detail: url })
      void navigate({ to: '/account/webhooks' })
    },
  })
  const ask = async () => {
    const yes = await confirm({
      title: 'Delete this webhook?',
      body: `${url} gets no more events, and its delivery log is deleted. You can’t undo this.`,
      confirm: 'Delete webhook',
      danger: true,
    })
    if (yes) remove.mutate({ params: { id } })
  }
  return (
    <Menu.Item color="red" onClick={() => void ask()}>
      Delete
    </Menu.Item>
  )
}

function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, url, description, types } = webhook
  const update = useWrite(updateWebhook, {
    quiet: true,
    onSuccess: () => {
      toast.success('Webhook saved')
      onClose()
    },
  })
  return (
    <WebhookForm
      title="Edit webhook"
      action="Save"
      start={{ url, description, types }}
      busy={update.isPending}
      error={update.error}
      onClose={onClose}
      onSave={(body) => update.mutate({ params: { id }, body })}
    />
  )
}
