import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { clientLogin, getUserClients } from '#contract/organizations/organizations.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { TableSkeleton } from '#web/ui/layout/skeleton.tsx'
import { LinkButton } from '#web/ui/link.tsx'

/** A link of a mail is of one organization. Who looks at another is asked first: figures of the wrong shop look as good as those of the right one. */
export const OfOrganization = ({
  organization,
  children,
}: {
  organization: number | undefined
  children: ReactNode
}) => {
  const session = useSession()
  return organization === undefined || organization === session?.clientId ? (
    children
  ) : (
    <Elsewhere organization={organization} here={session?.clientName ?? 'another organization'} />
  )
}

function Elsewhere({ organization, here }: { organization: number; here: string }) {
  const mine = useRead(getUserClients)
  // Everything on the screen belonged to the other organization: the page begins anew.
  const choose = useWrite(clientLogin, { onSuccess: () => location.reload() })
  const selected = mine.data?.find(({ id }) => id === organization)
  return (
    <Page title="Analytics">
      {mine.isError && !mine.data ? (
        <ErrorState error={mine.error} retry={() => void mine.refetch()} />
      ) : !mine.data ? (
        <TableSkeleton rows={4} label="Loading organization" />
      ) : selected ? (
        <EmptyState
          title={`This link opens ${selected.displayName}`}
          drawing={false}
          actions={
            <Button loading={choose.isPending} onClick={() => choose.mutate({ body: { clientLoginId: organization } })}>
              {`Open ${selected.displayName}`}
            </Button>
          }
        >
          {`You’re currently in ${here}.`}
        </EmptyState>
      ) : (
        <EmptyState
          title="This link opens a different organization"
          drawing={false}
          actions={<LinkButton to="/analytics">{`Analytics of ${here}`}</LinkButton>}
        >
          You’re not a member of this organization.
        </EmptyState>
      )}
    </Page>
  )
}
