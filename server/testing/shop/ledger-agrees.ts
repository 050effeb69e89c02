import { sql } from 'kysely'
import type { Ctx } from '../../context.ts'

interface Ledger {
  onHand: number
  reserved: number
  /** By all movements since the product was made. */
  movedOnHand: number
  movedReserved: number
  /** Of those, by counts. */
  counted: number
  /** Units that the lines of orders have reserved. */
  taken: number
  /** Units that left and are not back: shipped or lost, of those that stock had. */
  left: number
}

/**
 * The level of a product beside its movements and the lines of its orders. A level, the sum of its movements, and what the lines say agree at every moment.
 * @param start units that the product was made with
 * @returns what differs; nothing where they agree
 */
export async function ledgerDiffers(ctx: Ctx, productId: number, start: number): Promise<Partial<Ledger>> {
  const { rows } = await sql<Ledger>`
    select v.on_hand, v.reserved,
      (select coalesce(sum(m.delta_on_hand), 0)::int from stock_movements m where m.organization_id = v.organization_id and m.level_id = v.id and m.reason <> 'created') as moved_on_hand,
      (select coalesce(sum(m.delta_on_hand), 0)::int from stock_movements m where m.organization_id = v.organization_id and m.level_id = v.id and m.reason <> 'created' and m.order_id is null) as counted,
      (select coalesce(sum(m.delta_reserved), 0)::int from stock_movements m where m.organization_id = v.organization_id and m.level_id = v.id) as moved_reserved,
      (select coalesce(sum(i.taken), 0)::int from order_items i where i.organization_id = v.organization_id and i.level_id = v.id) as taken,
      (select coalesce(sum(i.gone - i.uncounted), 0)::int from order_items i where i.organization_id = v.organization_id and i.level_id = v.id)
        - (select coalesce(sum(r.quantity), 0)::int from order_returns r join order_items i on i.organization_id = r.organization_id and i.id = r.item_id
            where r.organization_id = v.organization_id and i.level_id = v.id and r.restocked) as left
    from stock_levels v where v.organization_id = ${ctx.organizationId} and v.product_id = ${productId}`.execute(ctx.db)
  const [ledger] = rows
  if (!ledger) return { onHand: 0 }
  const agrees =
    ledger.onHand === start + ledger.movedOnHand &&
    ledger.reserved === ledger.movedReserved &&
    ledger.reserved === ledger.taken &&
    ledger.onHand === start + ledger.counted - ledger.left
  return agrees ? {} : ledger
}
