import { Button } from '@mantine/core'
import { ordersToPack } from '#contract/orders/packing.ts'
import { reportWords } from '#domain/orders/packing/reports.ts'
import { useRead } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import type { Order } from '../order.ts'
import { useHandling } from './use-handling.ts'

/** Why an order waits, with the way to let it go. */
export function HeldNote({ order: { id, held, heldByRule }, mayRelease }: { order: Order; mayRelease: boolean }) {
  const release = useHandling('Released')
  const packing = useRead(ordersToPack, { query: { ids: [String(id)] } }, { enabled: held })
  if (!held) return null
  const reports = packing.data?.[0]?.reports ?? []
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
      {heldByRule
        ? `On hold by rule “${heldByRule}”.`
        : reports.length > 0
          ? `On hold: ${reports.map(reportWords).join(', ')}.`
          : 'On hold.'}{' '}
      It won’t appear in pick lists, packing or packing slips until the hold is released.
    </Callout>
  )
}
