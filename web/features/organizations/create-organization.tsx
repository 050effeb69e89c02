import { Button, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { clientLogin, createClient } from '#contract/organizations/organizations.ts'
import { safeTarget } from '#domain/accounts/after-login.ts'
import { organizationName } from '#domain/organizations/name.ts'
import { useWrite } from '#web/api.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'

export function CreateOrganization() {
  const { redirectTo } = useSearch({ from: '/admin/{-$clientId}' })
  const [form, setForm] = useState({ displayName: '', description: '' })
  const name = organizationName(form.displayName)
  // The page begins anew in the organization that was just made.
  const enter = useWrite(clientLogin, { onSuccess: () => location.assign(safeTarget(redirectTo) ?? '/dashboard') })
  const create = useWrite(createClient, {
    onSuccess: (client) => {
      if (client?.id) enter.mutate({ body: { clientLoginId: client.id } })
      else toast.error('Could not find client. Try again.')
    },
  })
  return (
    <form
      className="stack"
      style={{ maxWidth: 480 }}
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ body: { name, displayName: form.displayName.trim(), description: form.description } })
      }}
    >
      <TextInput
        label="Display name"
        required
        maxLength={80}
        value={form.displayName}
        error={create.error?.fields.displayName}
        onChange={(event) => setForm({ ...form, displayName: event.currentTarget.value })}
      />
      <TextInput
        label="Name"
        value={name}
        readOnly
        error={create.error?.fields.name}
        description="Generated from the display name (letters and digits)."
      />
      <Textarea
        label="Description"
        maxLength={2000}
        value={form.description}
        onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
      />
      {name && (
        <p className="muted">
          Organization will be saved as <b>{name}</b> with display name <b>{form.displayName.trim()}</b>
        </p>
      )}
      <div>
        <Button
          type="submit"
          disabled={!name || !form.displayName.trim()}
          loading={create.isPending || enter.isPending}
        >
          Create Organization
        </Button>
      </div>
    </form>
  )
}
