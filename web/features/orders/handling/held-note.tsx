import { Button } from '@mantine/core'
import { Callout } from '#web/ui/layout/callout.tsx'
import type { Order } from '../order.ts'
import { useHandling } from './use-handling.ts'

/** Why an order waits, with the way to let it go. */
export function HeldNote({ order: { id, held, heldByRule }, mayRelease }: { order: Order; mayRelease: boolean }) {
  const release = useHandling('Released')
  if (!held) return null
  return (
    <Callout
      tone="warning"
      action={
        mayRelease && (
          <Button
            size="xs"
            variant="default"
            loading={release.isPending}
            onClick={() => release.mutate({ body: { orderIds: [id], hold: false } })}
          >
            Release
          </Button>
        )
      }
    >
      {heldByRule ? `On hold by rule “${heldByRule}”.` : 'On hold.'} It won’t appear in pick lists, packing or packing
      slips until the hold is released.
    </Callout>
  )
}
