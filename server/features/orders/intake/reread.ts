import { ChannelError, type ChannelOrder } from '#channels/channel.ts'
import { type Services, jobContext } from '../../../context.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { withConnection } from '../../integrations/connections/connections.ts'
import * as reading from '../../integrations/polling/order-reading.ts'
import { takeIn } from './intake.ts'
import { type Connect, historyBefore } from './pull.ts'

/** A day, and what a day's begin may be late by. */
const BACK_MS = 25 * 3600_000
/** A channel that cannot tell them now is asked again in an hour. */
const AGAIN_SECONDS = 3600
/** What is newer is a look's own business, which may just not have come to it. */
const FRESH_MS = 600_000

/**
 * Once a day, all orders that changed within the last day are read again, apart from the looks and with whatever of the quota they leave: what a channel
 * listed late, and never called about, is taken in at last. What is known changes nothing.
 */
export async function rereadOrdersJob(
  services: Services,
  { organizationId, integrationId }: Jobs['orders.reread'],
  connect: Connect = withConnection,
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  let missed = 0
  const failures: unknown[] = []
  try {
    // The whole of it may run twice when a token ends in between; what the first run took in is known to the second.
    await connect(services, { organizationId, integrationId }, async ({ channel, connection }) => {
      const { createdAt } = await reading.find(ctx, integrationId)
      const source = { id: integrationId, channel: channel.id, historyBefore: historyBefore(createdAt) }
      const ingest = (orders: ChannelOrder[]) =>
        takeIn(ctx, source, orders).then(
          ({ imported, updated }) => imported + updated,
          (error: unknown) => failures.push(error) && 0,
        )
      const now = services.clock.now().getTime()
      const since = new Date(Math.max(now - BACK_MS, source.historyBefore.getTime()))
      let next: string | undefined
      do {
        services.stopping.throwIfAborted()
        const page = await channel.orders?.pull(connection, since, next)
        const items = page?.items ?? []
        const isOld = (order: ChannelOrder) => now - order.updatedAt.getTime() > FRESH_MS
        missed += await ingest(items.filter(isOld))
        await ingest(items.filter((order) => !isOld(order)))
        next = page?.next
      } while (next !== undefined)
    })
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    services.log.info({ integrationId, kind: error.kind }, 'a channel cannot tell the orders of a day now')
    return void (await reading.noteReread(ctx, integrationId, AGAIN_SECONDS))
  }
  if (missed > 0) services.log.warn({ integrationId, orders: missed }, 'orders were found that no look had seen')
  await reading.noteReread(ctx, integrationId)
  if (failures.length > 0) throw failures[0]
}
