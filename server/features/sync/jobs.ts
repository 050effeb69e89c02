import { ChannelError } from '#channels/channel.ts'
import { channelNames } from '#contract/channels/ids.ts'
import { type Ctx, type Services, announce, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import { isShadowed } from '../integrations/connections/shadow.ts'
import { mustOwn } from '../integrations/service.ts'
import { wakeSender } from '../outbox/service.ts'
import { waitsForConsent } from './sending/outcome.ts'
import { pushBatch } from './sending/push.ts'
import { planBatch } from './shadow/plan.ts'
import * as queries from './queries.ts'

/** Batches after which others have their turn: a channel that takes seconds for each would keep their numbers waiting until it has all. */
const TURN = 2
/** Workers of a process that send for one integration: while one lists or revises, which takes long, the other tells quantities alone. */
const AT_ONCE = 2
interface Workers {
  count: number
  /** Whether one of them may list and revise. */
  hasLister: boolean
}
const sending = new WeakMap<Services, Map<number, Workers>>()

/**
 * Sends what an integration's listings owe, and waits for its next turn where more is due. Several workers may do so at once: each takes other
 * listings. Where the channel does not let us in, the listings that wait say so.
 */
export async function pushJob(services: Services, { organizationId, integrationId }: Jobs['sync.push']): Promise<void> {
  const own = sending.get(services) ?? new Map<number, Workers>()
  sending.set(services, own)
  const workers = own.get(integrationId) ?? { count: 0, hasLister: false }
  // Those who are at it look again before they end; what comes later still finds the ticker.
  if (workers.count >= AT_ONCE) return
  const lists = !workers.hasLister
  own.set(integrationId, { count: workers.count + 1, hasLister: true })
  try {
    await turn(services, organizationId, integrationId, lists)
  } finally {
    const { count, hasLister } = own.get(integrationId) ?? { count: 1, hasLister: false }
    if (count > 1) own.set(integrationId, { count: count - 1, hasLister: hasLister && !lists })
    else own.delete(integrationId)
  }
}

async function turn(services: Services, organizationId: number, integrationId: number, lists: boolean): Promise<void> {
  const ctx = jobContext(services, organizationId)
  if (await isShadowed(ctx.db, { organizationId, integrationId })) return plan(ctx, integrationId)
  const send = () => pushBatch(ctx, integrationId, withConnection, { lists })
  for (let batches = 0; !services.stopping.aborted && (await send()); batches += 1)
    if (batches + 1 >= TURN) return wakeSender(ctx, integrationId)
  const closed = await queries.closedChannel(ctx, integrationId)
  if (!closed) return
  await queries.tellWaiting(ctx, integrationId, waitsForConsent(channelNames[closed.channel]))
  announce(ctx, ['listings'])
}

/** In shadow mode what would be sent is computed and kept, and what waits says why. */
async function plan(ctx: Ctx, integrationId: number): Promise<void> {
  const { channel } = await mustOwn(ctx, integrationId)
  await queries.tellWaiting(ctx, integrationId, `Not sent: this ${channelNames[channel]} account is in shadow mode.`)
  try {
    for (let batches = 0; !ctx.services.stopping.aborted && (await planBatch(ctx, integrationId)); batches += 1)
      if (batches + 1 >= TURN) return await wakeSender(ctx, integrationId)
  } catch (error) {
    // The connection tells what keeps it from being read, and the ticker comes back.
    if (!(error instanceof ChannelError)) throw error
    ctx.services.log.info({ integrationId, kind: error.kind }, 'what shadow mode would send could not be computed')
  }
  announce(ctx, ['listings', 'integrations'])
}
