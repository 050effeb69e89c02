import type { ChannelOrder, ChannelOrderLine } from '#channels/channel.ts'
import { toHundredths } from '#channels/kit/money.ts'

const ofOrder = [
  'subtotal',
  'shippingCost',
  'taxAmount',
  'discountAmount',
  'feeAmount',
  'totalAmount',
  'paymentAmount',
  'refundedAmount',
] as const satisfies (keyof ChannelOrder)[]
const ofLine = [
  'price',
  'taxAmount',
  'discountAmount',
  'shippingCost',
  'refunded',
] as const satisfies (keyof ChannelOrderLine)[]

/** Channels speak minor units of the order's currency (yen have none, dinars three decimals); Motto keeps hundredths of any. */
export function inHundredths(order: ChannelOrder): ChannelOrder {
  const converted = <T extends object, K extends keyof T>(value: T, names: readonly K[]): T => ({
    ...value,
    ...Object.fromEntries(
      names.map((name) => {
        const amount = value[name]
        return [name, typeof amount === 'number' ? toHundredths(amount, order.currency) : amount]
      }),
    ),
  })
  return { ...converted(order, ofOrder), lines: order.lines.map((line) => converted(line, ofLine)) }
}
