import { Button } from '@mantine/core'
import { useState } from 'react'
import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { HandleDialog } from './handle-dialog.tsx'
import { useHandling } from './use-handling.ts'

const ShipDialog = onDemand(async () => (await import('../shipping/ship-many-dialog.tsx')).ShipManyDialog)

/** What is done with the orders that are chosen in the list. */
export function HandleChosen({ ids }: { ids: readonly number[] }) {
  const hold = useHandling('Put on hold')
  const release = useHandling('Released')
  const [open, setOpen] = useState(false)
  const [shipping, setShipping] = useState(false)
  if (ids.length > MOST_ON_PAPER) return <span className="muted">Select up to {MOST_ON_PAPER} orders at a time.</span>
  const orderIds = [...ids]
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={hold.isPending}
        onClick={() => hold.mutate({ body: { orderIds, hold: true } })}
      >
        Hold
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={release.isPending}
        onClick={() => release.mutate({ body: { orderIds, hold: false } })}
      >
        Release
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Assign or tag…
      </Button>
      <Button size="xs" variant="default" onClick={() => setShipping(true)}>
        Mark Shipped…
      </Button>
      {open && <HandleDialog orderIds={orderIds} onClose={() => setOpen(false)} />}
      {shipping && <ShipDialog orderIds={orderIds} onClose={() => setShipping(false)} />}
    </>
  )
}
