import { type Services, jobContext } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import * as queries from './queries.ts'
import { enqueueRun } from './run.ts'
import { KEPT_MS } from './service.ts'

/** Rows deleted in one statement. */
const PURGED = 2000
/** A change set at which nobody works for so long was forgotten: its job gave up, or was lost. */
const FORGOTTEN_MS = 10 * 60_000

/** Forgets an organization's change sets that are too old to be undone. */
export async function purgeChangesJob(
  services: Services,
  { organizationId }: { organizationId: number },
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  const before = new Date(services.clock.now().getTime() - KEPT_MS)
  while (await queries.purge(ctx, before, PURGED)) {
    /* until nothing is left */
  }
}

/** Of all organizations: wakes change sets that were left lying, and has old ones forgotten. Called when a worker starts, and hourly. */
export async function sweepChanges(services: Services): Promise<void> {
  const now = services.clock.now().getTime()
  const left = await queries.forgotten(services.database.system, new Date(now - FORGOTTEN_MS))
  for (const { organizationId, id } of left) await enqueueRun(jobContext(services, organizationId), id)
  const old = await queries.organizationsWithOld(services.database.system, new Date(now - KEPT_MS))
  for (const { organizationId } of old)
    await enqueue(
      jobContext(services, organizationId),
      'changes.purge',
      { organizationId },
      { key: String(organizationId) },
    )
}
