import { channelNames } from '#contract/channels/ids.ts'
import { type Services, announce, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { wakeSender } from '../outbox/service.ts'
import { waitsForConsent } from './sending/outcome.ts'
import { pushBatch } from './sending/push.ts'
import * as queries from './queries.ts'

/** Batches after which others have their turn: a channel that takes seconds for each would keep their numbers waiting until it has all. */
const TURN = 2
/** Workers of a process that send for one integration: while one lists, which takes long, the other tells numbers. */
const AT_ONCE = 2
const sending = new WeakMap<Services, Map<number, number>>()

/**
 * Sends what an integration's listings owe, and waits for its next turn where more is due. Several workers may do so at once: each takes other
 * listings. Where the channel does not let us in, the listings that wait say so.
 */
export async function pushJob(services: Services, { organizationId, integrationId }: Jobs['sync.push']): Promise<void> {
  const own = sending.get(services) ?? new Map<number, number>()
  sending.set(services, own)
  const before = own.get(integrationId) ?? 0
  // Those who are at it look again before they end; what comes later still finds the ticker.
  if (before >= AT_ONCE) return
  own.set(integrationId, before + 1)
  try {
    await turn(services, organizationId, integrationId)
  } finally {
    const left = (own.get(integrationId) ?? 1) - 1
    if (left > 0) own.set(integrationId, left)
    else own.delete(integrationId)
  }
}

async function turn(services: Services, organizationId: number, integrationId: number): Promise<void> {
  const ctx = jobContext(services, organizationId)
  for (let batches = 0; !services.stopping.aborted && (await pushBatch(ctx, integrationId)); batches += 1)
    if (batches + 1 >= TURN) return wakeSender(ctx, integrationId)
  const closed = await queries.closedChannel(ctx, integrationId)
  if (!closed) return
  await queries.tellWaiting(ctx, integrationId, waitsForConsent(channelNames[closed.channel]))
  announce(ctx, ['listings'])
}
