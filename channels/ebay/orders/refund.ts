import { ChannelError } from '../../channel.ts'
import { seenSince } from '../../kit/refunds.ts'
import { readAs } from '../../kit/read.ts'
import { toDecimal } from '../../kit/money.ts'
import { type Refunding, type ToldRefund, totalOf } from '../../refund.ts'
import { type EbayConnection, get, send } from '../calls.ts'
import { orderPath, refundsOf } from './orders.ts'
import { EbayOrder, RefundBegun } from '../wire.ts'

/**
 * eBay has no keys: the same call again gives the money back again. After a lost answer the order is read, and nothing is repeated.
 * @see https://developer.ebay.com/api-docs/sell/fulfillment/resources/order/methods/issueRefund
 */
export async function refund(c: EbayConnection, refunding: Refunding): Promise<{ id: string }> {
  if (refunding.lost) return seenSince('eBay', refunding, refunding.lost, await refunds(c, refunding.externalOrderId))
  const { currency } = refunding
  const amount = (minor: number) => ({ value: toDecimal(minor, currency), currency })
  const { body } = await send(c, {
    method: 'POST',
    signed: true,
    path: `${orderPath(refunding.externalOrderId)}/issue_refund`,
    json: {
      reasonForRefund: refunding.reason,
      ...(refunding.note && { comment: refunding.note }),
      ...(refunding.lines.length > 0
        ? {
            refundItems: refunding.lines.map((line) => ({
              lineItemId: line.externalId,
              refundAmount: amount(line.amount),
            })),
          }
        : { orderLevelRefundAmount: amount(totalOf(refunding)) }),
    },
  })
  const { refundId, refundStatus } = readAs('eBay', RefundBegun, body, true)
  if (refundStatus === 'FAILED')
    throw new ChannelError('invalid', 'eBay couldn’t refund this order. Check the order on eBay.')
  return { id: refundId ?? '' }
}

export const refunds = async (c: EbayConnection, externalOrderId: string): Promise<ToldRefund[]> =>
  refundsOf(await get(c, EbayOrder, orderPath(externalOrderId)))
