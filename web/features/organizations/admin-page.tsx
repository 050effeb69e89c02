import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { clientLogin, clientUsers, getClient, getUserClients } from '#contract/organizations/organizations.ts'
import { isAdmin, isSuperAdmin } from '#domain/accounts/session.ts'
import { isAwaited, useRead, useWrite } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { Select } from '#web/ui/choices/select.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card, Page, TwoColumns } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { Members } from './members.tsx'
import { OrganizationTabs } from './organization-tabs.tsx'
import classes from './organization.module.css'
import { UpdateOrganization } from './update-organization.tsx'
import { Welcome } from './welcome.tsx'

/** The organization page; whoever has none creates it here. */
export function AdminPage() {
  const user = useSession()
  if (!user) return null
  if (user.clientId === null) return <Welcome />
  return (
    <Page title="Organization" below={isAdmin(user) && <OrganizationTabs active="organization" />}>
      {isAdmin(user) ? (
        <div className={classes.below}>
          <Organization ownId={user.clientId} superAdmin={isSuperAdmin(user)} />
        </div>
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
  const isOwn = clientId === ownId
  const client = useRead(getClient, { query: { clientId } })
  const members = useRead(clientUsers, undefined, { enabled: isOwn })
  // How high the form and the people above the other cards are depends on what comes, so nothing is drawn before.
  const isLoading = isAwaited(client, members)
  return (
    <TwoColumns
      main={
        <>
          {superAdmin && <Picker clientId={clientId} />}
          {isLoading ? (
            <FormSkeleton fields={8} label="Loading the organization" />
          ) : (
            <>
              <Card title="Update Organization">
                {client.data ? (
                  <UpdateOrganization key={client.data.id} client={client.data} />
                ) : client.isError ? (
                  <ErrorState error={client.error} retry={() => void client.refetch()} />
                ) : (
                  <FormSkeleton fields={8} label="Loading the organization" />
                )}
              </Card>
              {isOwn ? <Members clientId={clientId} /> : <Elsewhere clientId={clientId} />}
            </>
          )}
        </>
      }
      aside={
        !isLoading && (
          <>
            <Card title="Invite User to Organization">
              <InviteForm clientId={clientId} />
            </Card>
            {isOwn && <Invitations />}
          </>
        )
      }
    />
  )
}

/** ORG-035 */
function Picker({ clientId }: { clientId: number }) {
  const clients = useRead(getUserClients)
  const navigate = useNavigate()
  return (
    <>
      <CouldNotLoad what="The organizations" read={clients} />
      <Select
        label="Organization"
        searchable
        allowDeselect={false}
        data={clients.data?.map(({ id, displayName }) => ({ value: String(id), label: displayName })) ?? []}
        value={String(clientId)}
        onChange={(value) =>
          value &&
          void navigate({ to: '/admin/{-$clientId}', params: { clientId: value }, search: { redirectTo: undefined } })
        }
      />
    </>
  )
}

/** People belong to the organization that is logged into; another one's are seen from there. */
function Elsewhere({ clientId }: { clientId: number }) {
  const enter = useWrite(clientLogin, { onSuccess: () => location.assign('/admin') })
  return (
    <Card title="Organization Users">
      <Callout
        action={
          <Button
            size="xs"
            variant="default"
            loading={enter.isPending}
            onClick={() => enter.mutate({ body: { clientLoginId: clientId } })}
          >
            Switch
          </Button>
        }
      >
        Switch to this organization to see its members.
      </Callout>
    </Card>
  )
}
