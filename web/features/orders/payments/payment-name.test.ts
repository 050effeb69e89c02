import { expect, it } from 'vitest'
import { paymentName } from './payment-name.ts'

it.each([
  ['shopify_payments', 'Shopify Payments'],
  ['CREDIT_CARD', 'Credit Card'],
  ['bogus', 'Test payment'],
  ['PAYPAL', 'PayPal'],
  ['EBAY', 'eBay'],
  ['Cash on Delivery (COD)', 'Cash on Delivery (COD)'],
  ['Wire', 'Wire'],
  ['', ''],
])('ORD-086 %o is called %o', (method, name) => expect(paymentName(method)).toBe(name))
