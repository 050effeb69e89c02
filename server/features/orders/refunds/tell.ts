import type { Ctx } from '../../../context.ts'
import { audit } from '../../audit.ts'
import type { RefundRow } from './queries.ts'

type Told = Pick<RefundRow, 'orderId' | 'kind'> & Partial<Pick<RefundRow, 'total' | 'lines' | 'restock'>>

/** Into the order's history. */
export const tell = (
  ctx: Ctx,
  { orderId, kind, total = 0, lines = [], restock = false }: Told,
  what: 'asked' | 'done' | 'refused' | 'unsure' | 'withdrawn' | 'again',
  reason?: string,
): Promise<void> =>
  audit(ctx, {
    entity: 'order',
    entityId: orderId,
    action: `${kind} ${what}`,
    new: {
      ...(kind === 'cancel' ? { restock } : { total }),
      lines: lines.map(({ sku, quantity, restock }) => ({ sku, quantity, restocked: restock })),
      ...(reason && { reason }),
    },
  })
