import { Link, useParams } from '@tanstack/react-router'
import { getClient } from '#contract/organizations.ts'
import { isAdmin, isSuperAdmin } from '#domain/accounts/session.ts'
import { useRead } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { Callout } from '#web/ui/callout.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Card, Page, TwoColumns } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { CreateOrganization } from './create-organization.tsx'
import { InviteForm } from './invite-form.tsx'
import { Members } from './members.tsx'
import { UpdateOrganization } from './update-organization.tsx'

/** The organization page; whoever has none creates it here. */
export function AdminPage() {
  const user = useSession()
  if (!user) return null
  return (
    <Page title="Organization">
      {user.clientId === null ? (
        <div className="stack">
          <Callout>
            You do not belong to an Organization. Create one below or check your <Link to="/account">Invites</Link>
          </Callout>
          <Card title="Create Organization">
            <CreateOrganization />
          </Card>
        </div>
      ) : isAdmin(user) ? (
        <Organization ownId={user.clientId} superAdmin={isSuperAdmin(user)} />
      ) : (
        <Callout tone="warning">You do not have sufficient permissions to access admin features.</Callout>
      )}
    </Page>
  )
}

function Organization({ ownId, superAdmin }: { ownId: number; superAdmin: boolean }) {
  const params = useParams({ from: '/admin/{-$clientId}' })
  // For anyone but a super-admin the address names no other organization (ORG-040).
  const clientId = superAdmin && /^\d+$/.test(params.clientId ?? '') ? Number(params.clientId) : ownId
  const client = useRead(getClient, { query: { clientId } })
  return (
    <TwoColumns
      main={
        <>
          <Card title="Update Organization">
            {client.data ? (
              <UpdateOrganization key={client.data.id} client={client.data} />
            ) : client.isError ? (
              <ErrorState error={client.error} retry={() => void client.refetch()} />
            ) : (
              <FormSkeleton fields={3} label="Loading the organization" />
            )}
          </Card>
          <Members />
        </>
      }
      aside={
        <Card title="Invite User to Organization">
          <InviteForm clientId={clientId} />
        </Card>
      }
    />
  )
}
