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
