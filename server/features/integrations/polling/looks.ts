import type { Channel } from '#channels/channel.ts'
import type { Ctx } from '../../../context.ts'
import { enqueue } from '../../../jobs/queue.ts'

interface Look {
  /** The channel has just called, or something has just been sold there: what is new is new by seconds. */
  hinted?: boolean
  /** Put off until then. */
  startAfter?: Date
}
/** Queues a look for orders. Equal ones wait as one. */
export function lookForOrders(ctx: Ctx, integrationId: number, { hinted = false, startAfter }: Look = {}) {
  const { organizationId } = ctx
  return enqueue(
    ctx,
    'orders.pull',
    { organizationId, integrationId, ...(hinted ? { hinted } : {}) },
    { key: `${organizationId}:${integrationId}${hinted ? ':hinted' : ''}`, ...(startAfter ? { startAfter } : {}) },
  )
}

/** So soon at most does a channel's next read of quantities follow the one before, in seconds. */
const READ_SECONDS = 5

/** Queues a read of the next few quantities, where the channel does not call when one changes. Whoever changed one there learns of it minutes later, not at night. */
export async function readNextQuantities(ctx: Ctx, integrationId: number, { stock }: Channel, calls: boolean) {
  if (calls && stock.ref) return
  const { organizationId } = ctx
  const startAfter = new Date(ctx.services.clock.now().getTime() + (stock.readSeconds ?? READ_SECONDS) * 1000)
  await enqueue(
    ctx,
    'sync.readNext',
    { organizationId, integrationId },
    { key: `${organizationId}:${integrationId}`, startAfter },
  )
}
