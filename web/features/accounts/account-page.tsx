import { getUser, updateUser } from '#contract/accounts.ts'
import { useRead } from '#web/api.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Card, Page, TwoColumns } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { Invitations } from './invitations.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'

/** One's own data, invitations and open sessions. */
export function AccountPage() {
  const user = useRead(getUser)
  return (
    <Page title="Account">
      <TwoColumns
        main={
          <>
            <Card title="Profile">
              {user.data ? (
                <ProfileForm key={user.data.id} user={user.data} endpoint={updateUser} />
              ) : user.isError ? (
                <ErrorState error={user.error} retry={() => void user.refetch()} />
              ) : (
                <FormSkeleton fields={3} label="Loading the profile" />
              )}
            </Card>
            <Sessions />
          </>
        }
        aside={<Invitations />}
      />
    </Page>
  )
}
