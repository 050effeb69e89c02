import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { listSharing } from '#contract/sync/sharing.ts'
import { useRead } from '#web/api.ts'
import { StockSharing } from '#web/form/sharing/stock-sharing.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useTemplate } from './editor.ts'

/** How channels share the stock of this template's products. */
export function SharingCard() {
  const { id } = useTemplate()
  const rules = useRead(listSharing)
  const isTarget = useLocation({ select: ({ hash }) => hash === 'sharing' })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isTarget) place.current?.scrollIntoView()
  }, [isTarget])
  const whole = rules.data?.data.find(({ templateId, productId }) => templateId === null && productId === null)
  return (
    <div id="sharing" ref={place}>
      <Card title="Stock sharing">
        {rules.data ? (
          <StockSharing
            of={{ templateId: id }}
            sharing={rules.data.data.find(({ templateId }) => templateId === id)?.sharing ?? null}
            above={{ sharing: whole?.sharing ?? { mode: 'shared' }, whose: 'the organization' }}
          />
        ) : rules.isError ? (
          <ErrorState error={rules.error} retry={() => void rules.refetch()} />
        ) : (
          <FormSkeleton fields={2} height={330} label="Loading stock sharing" />
        )}
      </Card>
    </div>
  )
}
