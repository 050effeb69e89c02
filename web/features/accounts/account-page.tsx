import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { getUser, updateUser } from '#contract/accounts.ts'
import { isAdmin } from '#domain/accounts/session.ts'
import { useRead } from '#web/api.ts'
import { useSession } from '#web/session.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card, Page, TwoColumns } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link } from '#web/ui/link.tsx'
import { Invitations } from './invitations.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'
import { Identities } from './sign-on/identities.tsx'
import { TwoFactor } from './two-factor.tsx'

/** One's own data, sign-in, invitations and open sessions. @param more cards of other areas, for whoever has an organization that is open to them */
export function AccountPage({ more }: { more?: ReactNode }) {
  const user = useRead(getUser)
  const session = useSession()
  const closed = session?.secondFactorSetupRequired ?? false
  return (
    <Page
      title="Account"
      actions={
        !closed &&
        session?.clientId && (
          <>
            {isAdmin(session) && (
              <Button variant="default" renderRoot={(props) => <Link {...props} to="/account/webhooks" />}>
                Webhooks
              </Button>
            )}
            <Button variant="default" renderRoot={(props) => <Link {...props} to="/account/tokens" />}>
              API tokens
            </Button>
          </>
        )
      }
    >
      {closed && (
        <div style={{ marginBottom: 16 }}>
          <Callout tone="warning">
            {session?.clientName ?? 'Your organization'} requires two-factor authentication. Set it up below to get back
            to your products, listings and orders.
          </Callout>
        </div>
      )}
      <TwoColumns
        main={
          <>
            {closed && <TwoFactor isAnnounced />}
            <Card title="Profile">
              {user.data ? (
                <ProfileForm key={user.data.id} user={user.data} endpoint={updateUser} />
              ) : user.isError ? (
                <ErrorState error={user.error} retry={() => void user.refetch()} />
              ) : (
                <FormSkeleton fields={3} height={371} label="Loading the profile" />
              )}
            </Card>
            {!closed && more}
            {!closed && <TwoFactor />}
            <Identities />
            <Sessions />
          </>
        }
        aside={<Invitations />}
      />
    </Page>
  )
}
