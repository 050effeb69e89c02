import type { ChannelId } from '#contract/channels/ids.ts'
import { listConnectionChecks } from '#contract/integrations/connection-checks.ts'
import { connectionHealth } from '#contract/integrations/health.ts'
import { listDrift } from '#contract/sync/drift.ts'
import { isAwaited, useRead } from '#web/api.ts'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { BackgroundWork } from '../background-work.tsx'
import { CheckCard } from '../check/check-card.tsx'
import { DriftCard } from '../drift-card.tsx'
import { HealthCard } from '../health-card.tsx'

interface Props {
  channel: ChannelId
  integrationId: number
  manager: boolean
}

/** How an account does. Its cards are drawn when the ones above have their rows, so that nothing moves under a thumb. */
export function Health(of: Props) {
  const { channel, integrationId } = of
  const health = useRead(connectionHealth, { params: { channel }, query: { integrationId } })
  const checks = useRead(listConnectionChecks, { params: { integrationId } })
  const drift = useRead(listDrift, { params: { channel }, query: { integrationId } })
  if (isAwaited(health, checks, drift)) return <FormSkeleton fields={5} label="Loading the account’s health" />
  return (
    <>
      <HealthCard {...of} />
      <CheckCard {...of} />
      <DriftCard channel={channel} integrationId={integrationId} />
      <BackgroundWork {...of} />
    </>
  )
}
