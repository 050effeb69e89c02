import { Button } from '@mantine/core'
import { acceptRole, declineRole, userRoles } from '#contract/accounts.ts'
import { type RoleId, roleNames } from '#contract/permissions.ts'
import { useRead, useWrite } from '#web/api.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { personStates } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './account.module.css'

const roleName = (roleId: number) => roleNames[roleId as RoleId] ?? `Role ${roleId}`

/** The organizations one belongs to or is invited to. */
export function Invitations() {
  const invites = useRead(userRoles)
  const accept = useWrite(acceptRole, {
    onSuccess: () => toast.success('Accepted Role. You must re-login for change to take affect.'),
  })
  const decline = useWrite(declineRole, { onSuccess: () => toast.success('Role Declined.') })
  const busy = accept.isPending || decline.isPending
  const list = invites.data
  return (
    <Card title="Organizations" padded={false}>
      {invites.isError && !list && <ErrorState error={invites.error} retry={() => void invites.refetch()} />}
      {invites.isPending && (
        <div className={classes.pad}>
          <FormSkeleton fields={2} label="Loading invitations" />
        </div>
      )}
      {list?.length === 0 && <p className={classes.none}>No client invites</p>}
      <ul className={classes.list}>
        {list?.map(({ id, userId, clientId, roleId, status, displayName }) => (
          <li key={id}>
            <Avatar name={displayName} size={28} square />
            <div className="grow">
              <b className="ellipsis">{displayName}</b>
              <span className="small subtle">{roleName(roleId)}</span>
            </div>
            {status === 'pending' ? (
              <span className={classes.answer}>
                <Button size="xs" disabled={busy} onClick={() => accept.mutate({ body: { userId, clientId } })}>
                  Accept Invite
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={busy}
                  onClick={() => decline.mutate({ body: { userId, clientId } })}
                >
                  Decline Invite
                </Button>
              </span>
            ) : (
              <StatusChip of={personStates.member} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
