import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addUserRole } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { useWrite } from '#web/api.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { roleChoices } from '#web/form/role-choices.ts'
import { Select } from '#web/ui/choices/select.tsx'

export function InviteForm({ clientId }: { clientId: number }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string | null>(String(roles.manager))
  const invite = useWrite(addUserRole, {
    onSuccess: () => {
      setEmail('')
      toast.success('User invited to join your client.')
    },
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        invite.mutate({ body: { clientId, userEmail: email.trim(), userRole: Number(role) } })
      }}
    >
      <TextInput
        label="Email"
        type="email"
        required
        value={email}
        error={invite.error?.fields.userEmail}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select label="Role" required data={roleChoices} value={role} onChange={setRole} />
      <div>
        <Button type="submit" disabled={!email.trim() || !role} loading={invite.isPending}>
          Invite
        </Button>
      </div>
    </form>
  )
}
