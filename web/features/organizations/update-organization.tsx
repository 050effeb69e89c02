import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { type getClient, updateClient } from '#contract/organizations.ts'
import { useWrite } from '#web/api.ts'
import { sessionChanged } from '#web/session.ts'
import { useLeaveGuard } from '#web/ui/save-bar.tsx'
import { toast } from '#web/ui/toast.tsx'

export function UpdateOrganization({ client }: { client: CallReply<typeof getClient> }) {
  const [form, setForm] = useState({
    displayName: client.displayName,
    description: client.description,
    requireTwoFactor: client.requireTwoFactor,
  })
  const dirty =
    form.displayName !== client.displayName ||
    form.description !== client.description ||
    form.requireTwoFactor !== client.requireTwoFactor
  const save = useWrite(updateClient, {
    onSuccess: () => {
      sessionChanged()
      toast.success('Organization updated.')
    },
  })
  useLeaveGuard(dirty, 'Your changes to the organization')
  const submit = () => save.mutate({ body: { clientId: client.id, ...form } })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        label="Name"
        value={client.name}
        readOnly
        description="Made from the first display name; it never changes."
      />
      <TextInput
        label="Display name"
        required
        maxLength={80}
        value={form.displayName}
        error={save.error?.fields.displayName}
        onChange={(event) => setForm({ ...form, displayName: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        maxLength={2000}
        value={form.description}
        error={save.error?.fields.description}
        onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
      />
      <Switch
        label="Require two-factor sign-in"
        description="Members without it set it up before anything else. Set it up for yourself first."
        checked={form.requireTwoFactor}
        onChange={(event) => setForm({ ...form, requireTwoFactor: event.currentTarget.checked })}
      />
      <div>
        <Button type="submit" disabled={!dirty || !form.displayName.trim()} loading={save.isPending}>
          Update
        </Button>
      </div>
    </form>
  )
}
