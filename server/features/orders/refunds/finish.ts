import type { Ctx } from '../../../context.ts'
import { audit } from '../../audit.ts'
import { lookForOrders } from '../../integrations/polling/looks.ts'
import * as orders from '../queries.ts'
import { shelve } from '../returns/returns.ts'
import { type RefundRow, change } from './queries.ts'
import { tell } from './tell.ts'

/**
 * The channel took it. Pieces that were sent are on the shelf again here, now; those that were not are told by the channel with the order, whenever
 * that comes. In a transaction that holds the order and then the refund.
 */
export async function finish(ctx: Ctx, row: RefundRow, externalId: string): Promise<void> {
  await change(ctx, row.id, { state: 'sent', externalId, message: '', toldAt: ctx.services.clock.now() })
  await tell(ctx, row, 'done')
  const order = await orders.lockById(ctx, row.orderId)
  if (!order) return
  const back = row.lines.filter(({ restock, quantity, unsent }) => restock && quantity > 0 && unsent === 0)
  const shelved = order.state === 'shipped' ? await shelve(ctx, order, back) : []
  if (shelved.length > 0)
    await audit(ctx, { entity: 'order', entityId: order.id, action: 'returned', new: { lines: shelved } })
  if (order.integrationId !== null) await lookForOrders(ctx, order.integrationId)
}
