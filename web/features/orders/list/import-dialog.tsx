import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { importOrders } from '#contract/orders/orders.ts'
import { toIntegrations } from '#web/addresses.ts'
import { useRead, useWrite } from '#web/api.ts'
import { useAccounts } from '#web/form/channels/account.tsx'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { channelOrder, markNames } from '#web/ui/images/channel-mark.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { LinkButton } from '#web/ui/link.tsx'

/** Looks for a channel's orders now, instead of at the next turn (ORD-023..ORD-026). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const accounts = useRead(listAccounts)
  const { nameOf } = useAccounts()
  const connected = channelOrder.flatMap(
    (channel) => accounts.data?.filter((candidate) => candidate.channel === channel && candidate.authenticated) ?? [],
  )
  const [chosen, setChosen] = useState<number>()
  const account = connected.find(({ id }) => id === chosen) ?? connected[0]
  const find = useWrite(importOrders, {
    onSuccess: () => {
      toast.success('Imported Orders')
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Import Orders">
      <div className="stack">
        {accounts.data && !connected.length ? (
          <Callout
            action={
              <LinkButton {...toIntegrations()} size="xs" variant="default">
                Integrations
              </LinkButton>
            }
          >
            No channels connected.
          </Callout>
        ) : (
          <SearchSelect
            label="Channel"
            options={connected.map(({ id, channel }) => ({
              value: String(id),
              label: [markNames[channel], nameOf(id)].filter(Boolean).join(': '),
            }))}
            value={account ? String(account.id) : null}
            onChange={(value) => setChosen(Number(value))}
          />
        )}
        <p className="small subtle">Orders also import automatically. Importing again never creates duplicates.</p>
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!account}
          loading={find.isPending}
          onClick={() =>
            account && find.mutate({ params: { channel: account.channel }, body: { integrationId: account.id } })
          }
        >
          Import
        </Button>
      </DialogFooter>
    </Modal>
  )
}
