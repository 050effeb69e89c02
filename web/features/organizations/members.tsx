import type { CallReply } from '#contract/endpoint.ts'
import { clientUsers } from '#contract/organizations.ts'
import { type RoleId, roleNames } from '#contract/permissions.ts'
import { useRead } from '#web/api.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Card } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

type Member = CallReply<typeof clientUsers>[number]

const columns: readonly Column<Member>[] = [
  {
    key: 'email',
    header: 'Member',
    phone: 'title',
    render: ({ name, email, image, status }) => (
      <span className="row">
        <Avatar name={name || email} image={image} size={24} />
        <span>
          {email}
          {status === 'pending' && <span className="subtle"> (Pending)</span>}
        </span>
      </span>
    ),
  },
  { key: 'name', header: 'Name', render: ({ name }) => name || <span className="subtle">–</span> },
  { key: 'role', header: 'Role', render: ({ roleId }) => roleNames[roleId as RoleId] ?? `Role ${roleId}` },
  {
    key: 'status',
    header: 'Status',
    render: ({ status }) => (
      <StatusChip tone={status === 'pending' ? 'warning' : 'success'}>{status === 'pending' ? 'Pending' : 'Active'}</StatusChip>
    ),
  },
]

export function Members() {
  const members = useRead(clientUsers)
  return (
    <Card title="Organization Users" padded={false}>
      {members.isError && !members.data ? (
        <ErrorState error={members.error} retry={() => void members.refetch()} />
      ) : (
        <DataTable label="Organization users" columns={columns} rows={members.data} rowKey={(member) => `${member.status} ${member.id}`} />
      )}
    </Card>
  )
}
