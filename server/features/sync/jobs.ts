import { channelNames } from '#contract/channels/ids.ts'
import { type Services, announce, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { waitsForConsent } from './outcome.ts'
import { pushBatch } from './push.ts'
import * as queries from './queries.ts'

/**
 * Sends what an integration's listings owe, batch after batch, until nothing is due. Several workers may do so at once: each takes other
 * listings. Where the channel does not let us in, the listings that wait say so.
 */
export async function pushJob(services: Services, { organizationId, integrationId }: Jobs['sync.push']): Promise<void> {
  const ctx = jobContext(services, organizationId)
  while (!services.stopping.aborted && (await pushBatch(ctx, integrationId)));
  const closed = await queries.closedChannel(ctx, integrationId)
  if (!closed) return
  await queries.tellWaiting(ctx, integrationId, waitsForConsent(channelNames[closed.channel]))
  announce(ctx, ['listings'])
}
