import { describe, expect, it } from 'vitest'
import type { ChannelOrder } from '#channels/channel.ts'
import { Order as BigCommerceOrder } from '#channels/bigcommerce/orders/wire.ts'
import { toOrder as bigcommerceOrder } from '#channels/bigcommerce/orders/orders.ts'
import { Order as CloverOrder } from '#channels/clover/orders/wire.ts'
import { toOrder as cloverOrder } from '#channels/clover/orders/orders.ts'
import { toOrder as ebayOrder } from '#channels/ebay/orders/orders.ts'
import { EbayOrder } from '#channels/ebay/wire.ts'
import { amountOf } from '#channels/etsy/listings/map.ts'
import { toOrder as etsyOrder } from '#channels/etsy/orders/orders.ts'
import { Receipt } from '#channels/etsy/wire.ts'
import { fromHundredths, toDecimal, toMinor } from '#channels/kit/money.ts'
import { toOrder as shopifyOrder } from '#channels/shopify/orders/orders.ts'
import { OrderLines, Orders } from '#channels/shopify/wire.ts'
import { Order as SquareOrder } from '#channels/square/orders/wire.ts'
import { toOrder as squareOrder } from '#channels/square/orders/orders.ts'
import { dice } from '../../../testing/dice.ts'
import { inHundredths } from './hundredths.ts'

/** Minor units, as a buyer pays them. */
interface Paid {
  currency: string
  price: number
  quantity: number
  shipping: number
  tax: number
  total: number
}
const at = '2026-11-20T10:00:00.000Z'

/** Each channel's own way to write the same order: texts of two or four decimals, numbers, whole units with a divisor. */
const written: Record<string, (paid: Paid) => ChannelOrder> = {
  shopify({ currency, price, quantity, shipping, tax, total }) {
    const set = (minor: number) => ({ shopMoney: { amount: toDecimal(minor, currency), currencyCode: currency } })
    const line = {
      id: 'gid://shopify/LineItem/1',
      title: 'Mug',
      variantTitle: null,
      sku: 'MUG-1',
      quantity,
      currentQuantity: quantity,
      unfulfilledQuantity: quantity,
      originalUnitPriceSet: set(price),
      discountedTotalSet: set(price * quantity),
    }
    const order = {
      id: 'gid://shopify/Order/1',
      name: '#1',
      test: false,
      createdAt: at,
      processedAt: at,
      updatedAt: at,
      cancelledAt: null,
      closedAt: null,
      displayFinancialStatus: 'PAID',
      displayFulfillmentStatus: 'UNFULFILLED',
      email: null,
      phone: null,
      currencyCode: currency,
      paymentGatewayNames: [],
      totalPriceSet: set(total),
      totalShippingPriceSet: set(shipping),
      totalTaxSet: set(tax),
      totalDiscountsSet: set(0),
      totalReceivedSet: set(total),
      totalRefundedSet: set(0),
      shippingAddress: null,
      billingAddress: null,
      shippingLine: null,
      fulfillments: [],
      refunds: [],
      lineItems: { nodes: [line], pageInfo: { hasNextPage: false, endCursor: null } },
    }
    const pageInfo = { hasNextPage: false, endCursor: null }
    const [read] = Orders.parse({ orders: { nodes: [order], pageInfo } }).orders.nodes
    const lines = OrderLines.parse({ order: { lineItems: { nodes: [line], pageInfo } } }).order?.lineItems.nodes
    if (!read || !lines) throw new Error('one order is one')
    return shopifyOrder(read, lines)
  },
  ebay({ currency, price, quantity, shipping, tax, total }) {
    const amount = (minor: number) => ({ value: toDecimal(minor, currency), currency })
    return ebayOrder(
      EbayOrder.parse({
        orderId: '1',
        creationDate: at,
        lastModifiedDate: at,
        orderFulfillmentStatus: 'NOT_STARTED',
        orderPaymentStatus: 'PAID',
        cancelStatus: { cancelState: 'NONE_REQUESTED' },
        pricingSummary: {
          priceSubtotal: amount(price * quantity),
          deliveryCost: amount(shipping),
          tax: amount(tax),
          total: amount(total),
        },
        paymentSummary: { payments: [{ amount: amount(total), paymentDate: at, paymentStatus: 'PAID' }] },
        lineItems: [{ lineItemId: '1', sku: 'MUG-1', title: 'Mug', quantity, lineItemCost: amount(price * quantity) }],
      }),
    )
  },
  etsy({ currency, price, quantity, shipping, tax, total }) {
    // As fine as the currency, or finer.
    const money = (minor: number) => ({
      amount: minor * 10,
      divisor: 10 * divisorOf(currency),
      currency_code: currency,
    })
    return etsyOrder(
      Receipt.parse({
        receipt_id: 1,
        status: 'Paid',
        is_paid: true,
        is_shipped: false,
        created_timestamp: 1_760_000_000,
        updated_timestamp: 1_760_000_100,
        grandtotal: money(total),
        total_price: money(price * quantity),
        total_shipping_cost: money(shipping),
        total_tax_cost: money(tax),
        transactions: [{ transaction_id: 1, sku: 'MUG-1', title: 'Mug', quantity, price: money(price) }],
      }),
    )
  },
  square({ currency, price, quantity, shipping, tax, total }) {
    const money = (amount: number) => ({ amount, currency })
    return squareOrder(
      SquareOrder.parse({
        id: '1',
        location_id: 'L',
        state: 'OPEN',
        version: 1,
        created_at: at,
        updated_at: at,
        line_items: [
          {
            uid: 'line-1',
            name: 'Mug',
            quantity: String(quantity),
            base_price_money: money(price),
            gross_sales_money: money(price * quantity),
          },
        ],
        tenders: [{ type: 'CARD', created_at: at, amount_money: money(total) }],
        total_money: money(total),
        total_tax_money: money(tax),
        total_service_charge_money: money(shipping),
        net_amount_due_money: money(0),
      }),
      () => 'MUG-1',
      new Map(),
    )
  },
  clover({ currency, price, quantity, shipping, tax, total }) {
    // A delivery is a charge for service: what the total has beyond goods and taxes.
    const payment = { id: 'P', amount: total, taxAmount: tax, result: 'SUCCESS', createdTime: 1_760_000_000_000 }
    const piece = (n: number) => ({ id: `L${n}`, item: { id: 'I' }, name: 'Mug', price })
    const order = CloverOrder.parse({
      id: '1',
      currency,
      total,
      state: 'locked',
      paymentState: 'PAID',
      createdTime: 1_760_000_000_000,
      modifiedTime: 1_760_000_000_000,
      lineItems: { elements: Array.from({ length: quantity }, (_, n) => piece(n)) },
      payments: { elements: [payment] },
    })
    return { ...cloverOrder(order, new Map([['I', 'MUG-1']])), shippingCost: shipping }
  },
  bigcommerce({ currency, price, quantity, shipping, tax, total }) {
    const text = (minor: number) => Number(toDecimal(minor, currency)).toFixed(4)
    const line = { id: 1, order_address_id: 1, name: 'Mug', sku: 'MUG-1', quantity, price_ex_tax: text(price) }
    return bigcommerceOrder(
      BigCommerceOrder.parse({
        id: 1,
        date_created: at,
        date_modified: at,
        status_id: 11,
        payment_status: 'captured',
        currency_code: currency,
        subtotal_ex_tax: text(price * quantity),
        shipping_cost_ex_tax: text(shipping),
        total_tax: text(tax),
        total_inc_tax: text(total),
        consignments: { shipping: [{ line_items: [line] }] },
      }),
      [],
    )
  },
}
const divisorOf = (currency: string) => toMinor('1', currency)

const paidOf = (currency: string, roll: (most: number) => number): Paid => {
  // Small, even, and larger than a float's exact cents of thirds.
  const price = [roll(10), roll(100_000), roll(900_000_000)][roll(3)] ?? 0
  const [quantity, shipping, tax] = [1 + roll(9), roll(5000), roll(70_000)]
  return { currency, price, quantity, shipping, tax, total: price * quantity + shipping + tax }
}

describe.each(['JPY', 'USD', 'KWD'])('amounts of an order in %s', (currency) => {
  it.each(Object.keys(written))('ORD-258 ORD-259 of %s come over and go back without a lost cent', (channel) => {
    const roll = dice(currency.length + channel.length)
    for (let n = 0; n < 200; n += 1) {
      const paid = paidOf(currency, roll)
      const order = written[channel]?.(paid)
      if (!order) throw new Error(channel)
      const { price, quantity, shipping, tax, total } = paid
      const sums = { subtotal: price * quantity, shippingCost: shipping, taxAmount: tax, totalAmount: total }
      expect({ paid, ...order }).toMatchObject({ paid, currency, ...sums, paymentAmount: total })
      expect(order.lines[0]?.price).toBe(price)
      const stored = inHundredths(order)
      const back = (hundredths: number | null | undefined) => fromHundredths(hundredths ?? Number.NaN, currency)
      // Of a dinar the hundredth is as fine as Motto counts.
      const most = currency === 'KWD' ? 5 : 0
      for (const name of ['subtotal', 'shippingCost', 'taxAmount', 'totalAmount', 'paymentAmount'] as const)
        expect(
          Math.abs(back(stored[name]) - (order[name] ?? Number.NaN)),
          `${name} of ${JSON.stringify(paid)}`,
        ).toBeLessThanOrEqual(most)
    }
  })

  it('go out as each channel takes them, and are read as the same', () => {
    const roll = dice(7)
    for (let n = 0; n < 500; n += 1) {
      const { total } = paidOf(currency, roll)
      // Texts (Shopify, eBay, a sheet), numbers (BigCommerce, Etsy); Square and Clover take the minor units themselves.
      expect(toMinor(toDecimal(total, currency), currency)).toBe(total)
      expect(toMinor(amountOf(total, currency), currency)).toBe(total)
    }
  })
})
