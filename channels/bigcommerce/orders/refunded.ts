import { z } from 'zod'
import { toMinor } from '../../kit/money.ts'
import { ask, type BigCommerceConnection } from '../calls.ts'
import { type Line, type OrderRefund, Refund } from './wire.ts'
import { dataOf } from '../wire.ts'

/** The order itself says nothing of its refunds but pieces: its amounts are always 0, as the published description has it. */
export async function readRefunds(c: BigCommerceConnection, orderId: string): Promise<OrderRefund[]> {
  const path = `v3/orders/${encodeURIComponent(orderId)}/payment_actions/refunds`
  return (await ask(c, dataOf(z.array(Refund)), { method: 'GET', path })).data
}

/** Money that went back, in minor units. A payment that was declined went nowhere. */
export const backIn = (refunds: readonly OrderRefund[], currency: string): number =>
  refunds.reduce((sum, { total_amount: total, payments }) => {
    const declined = payments.filter(({ is_declined }) => is_declined)
    return sum + toMinor(total, currency) - declined.reduce((all, { amount }) => all + toMinor(amount, currency), 0)
  }, 0)

/** What Motto writes beside pieces that are not for sale again: BigCommerce has no place for it. */
export const keptBack = '[not for sale again]'

/** Pieces of a line that were paid back, and are not for sale again. */
export const keptBackOf = ({ id }: Pick<Line, 'id'>, refunds: readonly OrderRefund[]): number =>
  refunds
    .flatMap(({ items }) => items)
    .filter((item) => item.item_type === 'PRODUCT' && item.item_id === id && item.reason?.includes(keptBack))
    .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)

/** An order was called off, and its pieces are not for sale again. */
export const isKeptBack = (staffNotes: string | null | undefined, refunds: readonly OrderRefund[]): boolean =>
  [
    staffNotes,
    ...refunds.flatMap(({ items }) => items.flatMap((item) => (item.item_type === 'ORDER' ? item.reason : []))),
  ].some((text) => text?.includes(keptBack))
