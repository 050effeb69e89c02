import { Link } from '@tanstack/react-router'
import type { CallReply } from '#contract/endpoint.ts'
import { getUserClients } from '#contract/organizations.ts'
import { isSuperAdmin } from '#domain/accounts/session.ts'
import { useRead } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { Callout } from '#web/ui/callout.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

type Client = CallReply<typeof getUserClients>[number]

const columns: readonly Column<Client>[] = [
  {
    key: 'displayName',
    header: 'Organization',
    phone: 'title',
    render: ({ id, displayName }) => (
      <Link to="/admin/{-$clientId}" params={{ clientId: String(id) }} search={{ redirectTo: undefined }}>
        {displayName}
      </Link>
    ),
  },
  { key: 'id', header: 'Id', align: 'right', render: ({ id }) => <span className="mono">{id}</span> },
]

/** For whoever runs the installation: every organization on it (ORG-083..ORG-085). */
export function SuperAdminPage() {
  const user = useSession()
  if (!user) return null
  return (
    <Page title="Admin" flush={isSuperAdmin(user)}>
      {isSuperAdmin(user) ? (
        <Organizations />
      ) : (
        <Callout tone="warning">You do not have sufficient permissions to access admin features.</Callout>
      )}
    </Page>
  )
}

function Organizations() {
  const clients = useRead(getUserClients)
  if (clients.isError && !clients.data) return <ErrorState error={clients.error} retry={() => void clients.refetch()} />
  return (
    <DataTable
      label="Organizations"
      wide
      columns={columns}
      rows={clients.data}
      rowKey={(client) => client.id}
      empty={<EmptyState title="No organizations yet">The first one is created by the first user who signs up.</EmptyState>}
    />
  )
}
