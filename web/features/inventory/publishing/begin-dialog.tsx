import { Button, Checkbox, Modal } from '@mantine/core'
import { useState } from 'react'
import { beginPublishing, listPublishAccounts } from '#contract/publishing.ts'
import { toIntegrations } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { plural } from '#web/ui/format.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { Link, useNavigate } from '#web/ui/link.tsx'
import type { Selection } from '../bulk/preview.ts'
import classes from './publishing.module.css'

interface Props {
  selection: Selection
  /** How many products are chosen, as far as it is known. */
  count: number
  onClose: () => void
}

/** On which accounts the chosen products are to be listed. They are looked at first; nothing is sent yet. */
export function BeginPublishing({ selection, count, onClose }: Props) {
  const navigate = useNavigate()
  const accounts = useRead(listPublishAccounts)
  const connected = accounts.data ?? []
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [problem, setProblem] = useState<string>()
  const chosen = connected.filter(({ integrationId }) => !left.has(integrationId))
  const begin = useWrite(beginPublishing, {
    once: true,
    quiet: true,
    onSuccess: ({ id }) => {
      onClose()
      void navigate({ to: '/inventory/publishing/$runId', params: { runId: String(id) } })
    },
    onError: (error) => setProblem(error.message),
  })
  const toggle = (id: number, on: boolean) => {
    setProblem(undefined)
    setLeft((now) => new Set(on ? [...now].filter((accountId) => accountId !== id) : [...now, id]))
  }
  const submit = () => {
    if (chosen.length === 0) setProblem('Choose a channel.')
    else begin.mutate({ body: { selection, integrationIds: chosen.map(({ integrationId }) => integrationId) } })
  }
  return (
    <Modal opened onClose={onClose} title="List on Channels">
      <form
        className={classes.begin}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="muted">
          {plural(count, 'product')} selected. We’ll check them first. Nothing is published until you confirm.
        </p>
        {accounts.isError ? (
          <ErrorState error={accounts.error} retry={() => void accounts.refetch()} />
        ) : !accounts.data ? (
          <FormSkeleton fields={2} label="Channels, loading" />
        ) : connected.length === 0 ? (
          <p>
            No channels connected. <Link {...toIntegrations()}>Connect a channel</Link> first.
          </p>
        ) : (
          <Checkbox.Group
            label="Channels"
            error={problem}
            value={chosen.map(({ integrationId }) => String(integrationId))}
            onChange={() => undefined}
          >
            <div className={classes.accounts}>
              {connected.map(({ integrationId: id, channel, account }) => (
                <Checkbox
                  key={id}
                  value={String(id)}
                  label={
                    connected.filter((other) => other.channel === channel).length > 1
                      ? `${markNames[channel]}: ${account}`
                      : markNames[channel]
                  }
                  checked={!left.has(id)}
                  onChange={(event) => toggle(id, event.currentTarget.checked)}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={begin.isPending} disabled={connected.length === 0}>
            Check {plural(count, 'product')}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
