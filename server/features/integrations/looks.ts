import type { Ctx } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'

interface Look {
  /** The channel has just called, or something has just been sold there: what is new is new by seconds. */
  hinted?: boolean
  /** Put off until then. */
  startAfter?: Date
}
/** Queues a look for orders. Equal ones wait as one; one that may begin now never waits for one that was put off, which may be by a day. */
export function lookForOrders(ctx: Ctx, integrationId: number, { hinted = false, startAfter }: Look = {}) {
  const { organizationId } = ctx
  const kind = `${hinted ? ':hinted' : ''}${startAfter ? ':later' : ''}`
  return enqueue(
    ctx,
    'orders.pull',
    { organizationId, integrationId, ...(hinted ? { hinted } : {}) },
    { key: `${organizationId}:${integrationId}${kind}`, ...(startAfter ? { startAfter } : {}) },
  )
}
