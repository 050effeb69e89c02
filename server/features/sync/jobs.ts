import { type Services, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { pushBatch } from './push.ts'

/** Sends what an integration's listings owe, batch after batch, until nothing is due. Several workers may do so at once: each takes other listings. */
export async function pushJob(services: Services, { organizationId, integrationId }: Jobs['sync.push']): Promise<void> {
  const ctx = jobContext(services, organizationId)
  while (!services.stopping.aborted && (await pushBatch(ctx, integrationId)));
}
