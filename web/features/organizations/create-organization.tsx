import { Button, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { clientLogin, createClient } from '#contract/organizations/organizations.ts'
import { safeTarget } from '#domain/accounts/after-login.ts'
import { organizationName } from '#domain/organizations/name.ts'
import { useWrite } from '#web/api.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'

/** Why a shop cannot have this name; undefined: it can. */
function problemOf(displayName: string): string | undefined {
  if (!displayName.trim()) return 'Enter a name for your shop.'
  if (!organizationName(displayName)) return 'Use at least one letter from A to Z, or a digit.'
  return undefined
}

/** @param proposed the name to begin with */
export function CreateOrganization({ proposed }: { proposed: string }) {
  const { redirectTo } = useSearch({ from: '/admin/{-$clientId}' })
  const [form, setForm] = useState({ displayName: proposed, description: '' })
  const [tried, setTried] = useState(false)
  const name = organizationName(form.displayName)
  // The page begins anew in the organization that was just made.
  const enter = useWrite(clientLogin, { onSuccess: () => location.assign(safeTarget(redirectTo) ?? '/dashboard') })
  const create = useWrite(createClient, {
    once: true,
    quiet: true,
    onSuccess: (client) => {
      if (client?.id) enter.mutate({ body: { clientLoginId: client.id } })
      else toast.error('Could not find client. Try again.')
    },
  })
  const problem = problemOf(form.displayName)
  const refused = create.error?.fields.displayName ?? create.error?.fields.name ?? create.error?.message
  return (
    <form
      className="stack"
      style={{ maxWidth: 480 }}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problem || create.isPending || enter.isPending) return
        create.mutate({ body: { name, displayName: form.displayName.trim(), description: form.description } })
      }}
    >
      <TextInput
        label="Shop name"
        required
        autoFocus
        autoComplete="organization"
        maxLength={80}
        value={form.displayName}
        error={(tried && problem) || refused}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          create.reset()
          setForm({ ...form, displayName: event.currentTarget.value })
        }}
      />
      {name && (
        <p className="small subtle">
          Organization will be saved as <b>{name}</b> with display name <b>{form.displayName.trim()}</b>
        </p>
      )}
      <details>
        <summary>Name and description</summary>
        <div className="stack">
          <TextInput
            label="Name"
            value={name}
            readOnly
            description="Generated from the shop name (letters and digits)."
          />
          <Textarea
            label="Description"
            maxLength={2000}
            value={form.description}
            onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
          />
        </div>
      </details>
      <div>
        <Button type="submit" loading={create.isPending || enter.isPending}>
          Create Organization
        </Button>
      </div>
    </form>
  )
}
