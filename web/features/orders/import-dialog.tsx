import { Button, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { listIntegrations } from '#contract/integrations.ts'
import { importOrders } from '#contract/orders.ts'
import { useRead, useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/callout.tsx'
import { channelOrder, markNames } from '#web/ui/channel-mark.tsx'
import { DialogFooter } from '#web/ui/confirm.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Looks for a channel's orders now, instead of at the next turn (ORD-023..ORD-026). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const integrations = useRead(listIntegrations)
  const connected = channelOrder.filter((channel) => integrations.data?.[channel]?.authenticated)
  const [chosen, setChosen] = useState<ChannelId>()
  const channel = chosen ?? connected[0]
  const find = useWrite(importOrders, {
    onSuccess: () => {
      toast.success('Imported Orders')
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Import Orders">
      <div className="stack">
        {integrations.data && !connected.length ? (
          <Callout
            action={
              <Button component={Link} to={'/integrations' as string} size="xs" variant="default">
                Integrations
              </Button>
            }
          >
            No channel is connected yet.
          </Callout>
        ) : (
          <SearchSelect
            label="Channel"
            options={connected.map((value) => ({ value, label: markNames[value] }))}
            value={channel ?? null}
            onChange={(value) => setChosen(connected.find((id) => id === value))}
          />
        )}
        <p className="small subtle">Orders also come in by themselves. Looking twice takes no order in twice.</p>
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!channel}
          loading={find.isPending}
          onClick={() => channel && find.mutate({ params: { channel } })}
        >
          Import
        </Button>
      </DialogFooter>
    </Modal>
  )
}
