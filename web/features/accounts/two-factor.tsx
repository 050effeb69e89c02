import { Button } from '@mantine/core'
import { useState } from 'react'
import { disableTwoFactor, getTwoFactor } from '#contract/accounts.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { useRead, useWrite } from '#web/api.ts'
import { sessionChanged } from '#web/session.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { date, plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { marks } from '#domain/words/states.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { NewBackupCodes } from './new-backup-codes.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SetUpTwoFactor } from './set-up-two-factor.tsx'

type State = CallReply<typeof getTwoFactor>

/** So few left that it is time for new ones. */
const fewCodes = 3

/** A code of an authenticator app on top of the password. @param isAnnounced the page has said already that it is asked for */
export function TwoFactor({ isAnnounced = false }: { isAnnounced?: boolean }) {
  const state = useRead(getTwoFactor)
  // Here and not below: the state turns to "on" while the dialog still shows the backup codes.
  const [settingUp, setSettingUp] = useState(false)
  return (
    <Card
      title="Two-factor authentication"
      actions={state.data && <StatusChip of={state.data.enabled ? marks.on : marks.off} />}
    >
      {state.data ? (
        state.data.enabled ? (
          <On state={state.data} />
        ) : (
          <Off state={state.data} isAnnounced={isAnnounced} onSetUp={() => setSettingUp(true)} />
        )
      ) : state.isError ? (
        <ErrorState error={state.error} retry={() => void state.refetch()} />
      ) : (
        <FormSkeleton fields={1} height={88} label="Loading two-factor authentication" />
      )}
      {settingUp && <SetUpTwoFactor onClose={() => setSettingUp(false)} />}
    </Card>
  )
}

const names = (list: readonly string[]) => new Intl.ListFormat('en-US').format(list)

function Off({
  state: { requiredBy },
  isAnnounced,
  onSetUp,
}: {
  state: State
  isAnnounced: boolean
  onSetUp: () => void
}) {
  return (
    <div className="stack">
      {requiredBy.length > 0 && !isAnnounced && (
        <Callout tone="warning">
          {names(requiredBy)} {requiredBy.length === 1 ? 'requires' : 'require'} two-factor authentication.
        </Callout>
      )}
      <p className="muted">Log in with your password plus a code from your phone, so a stolen password isn’t enough.</p>
      <div>
        <Button onClick={onSetUp}>Set up</Button>
      </div>
    </div>
  )
}

function On({ state: { enabledAt, backupCodesLeft, requiredBy } }: { state: State }) {
  const [asking, setAsking] = useState<'codes' | 'off'>()
  const close = () => setAsking(undefined)
  const disable = useWrite(disableTwoFactor, {
    quiet: true,
    onSuccess: () => {
      close()
      sessionChanged()
      toast.success('Two-factor authentication is off.')
    },
  })
  return (
    <div className="stack">
      <p className="muted">
        {enabledAt && <>On since {date(enabledAt)}. </>}
        {plural(backupCodesLeft, 'backup code')} left.
      </p>
      {backupCodesLeft <= fewCodes && (
        <Callout tone="warning">
          Generate new backup codes before you run out. Without one, losing your phone locks you out.
        </Callout>
      )}
      <div className="row wrap">
        <Button variant="default" onClick={() => setAsking('codes')}>
          New backup codes
        </Button>
        <Button variant="default" onClick={() => setAsking('off')}>
          Turn off
        </Button>
      </div>
      {asking === 'codes' && <NewBackupCodes onClose={close} />}
      {asking === 'off' && (
        <ProofDialog
          title="Turn off two-factor authentication?"
          verb="Turn off"
          danger
          busy={disable.isPending}
          error={disable.error}
          onClose={close}
          onProof={(body) => disable.mutate({ body })}
        >
          {requiredBy.length > 0
            ? `You’ll lose access to ${names(requiredBy)} until you set it up again.`
            : 'You’ll log in with your password only. Your backup codes will stop working.'}
        </ProofDialog>
      )}
    </div>
  )
}
