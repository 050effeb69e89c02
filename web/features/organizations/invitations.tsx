import { Button } from '@mantine/core'
import { listInvitations, resendInvitation, withdrawInvitation } from '#contract/organizations/organizations.ts'
import { useRead, useWrite } from '#web/api.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { date } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { personStates } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import classes from './organization.module.css'
import { roleWord } from '#web/form/role-choices.ts'

/** Those that wait for an answer, and those that waited too long. */
export function Invitations() {
  const waiting = useRead(listInvitations)
  const resend = useWrite(resendInvitation, {
    onSuccess: () => toast.success('Invitation sent again. It is valid for 14 days.'),
  })
  const withdraw = useWrite(withdrawInvitation)
  const busy = resend.isPending || withdraw.isPending
  const takeBack = async (id: number, email: string) => {
    const yes = await confirm({
      title: `Cancel the invitation for ${email}?`,
      body: 'The link in the email will stop working.',
      confirm: 'Cancel invitation',
      cancel: 'Keep invitation',
      danger: true,
    })
    const showDone = () => toast.success('Invitation cancelled.', { detail: email })
    if (yes) withdraw.mutate({ params: { id } }, { onSuccess: showDone })
  }
  return (
    <Card title="Invitations" padded={false}>
      {waiting.isError && !waiting.data && <ErrorState error={waiting.error} retry={() => void waiting.refetch()} />}
      {waiting.isPending && (
        <div style={{ padding: '0 16px 16px' }}>
          <FormSkeleton fields={2} label="Loading invitations" />
        </div>
      )}
      {waiting.data?.length === 0 && (
        <p style={{ padding: '0 16px 16px', color: 'var(--subtle)' }}>No pending invitations.</p>
      )}
      <ul aria-label="Invitations">
        {waiting.data?.map(({ id, email, roleId, invitedBy, invitedAt, expiresAt, expired }) => (
          <li key={id} className={classes.invited}>
            <div className="grow">
              <b className="ellipsis">{email}</b>
              <span className="small subtle">
                {roleWord(roleId)}, invited {date(invitedAt)}
                {invitedBy && ` by ${invitedBy}`}
              </span>
              <br />
              {expired ? (
                <StatusChip of={personStates.expired}>Expired {date(expiresAt)}</StatusChip>
              ) : (
                <span className="small subtle">Expires {date(expiresAt)}</span>
              )}
            </div>
            <div className="row">
              <Button
                size="xs"
                variant="default"
                aria-label={`Resend to ${email}`}
                disabled={busy}
                onClick={() => resend.mutate({ params: { id } })}
              >
                Resend
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={`Cancel invitation for ${email}`}
                disabled={busy}
                onClick={() => void takeBack(id, email)}
              >
                Cancel invitation
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
