import { z } from 'zod'
import { listOf } from '../wire.ts'

const Time = z.number().nullish()
const Text = z.string().nullish()

/** One piece, unless `unitQty` says how much of something that is measured: in thousandths. */
export const LineItem = z.object({
  id: z.string(),
  item: z.object({ id: z.string() }).nullish(),
  name: Text,
  price: z.number().nullish(),
  unitQty: z.number().nullish(),
  refunded: z.boolean().nullish(),
  exchanged: z.boolean().nullish(),
  createdTime: Time,
})
export type LineItem = z.output<typeof LineItem>

const Payment = z.object({
  id: z.string(),
  amount: z.number().nullish(),
  tipAmount: z.number().nullish(),
  taxAmount: z.number().nullish(),
  createdTime: Time,
  result: Text,
  tender: z.object({ label: Text }).nullish(),
})
export type Payment = z.output<typeof Payment>

const Customer = z.object({
  id: z.string(),
  firstName: Text,
  lastName: Text,
  emailAddresses: listOf(z.object({ emailAddress: Text })).nullish(),
  phoneNumbers: listOf(z.object({ phoneNumber: Text })).nullish(),
})

export const Order = z.object({
  id: z.string(),
  currency: Text,
  title: Text,
  total: z.number().nullish(),
  /** Null while it is rung up; any text afterwards, of which `open` and `locked` are known. */
  state: Text,
  paymentState: Text,
  isVat: z.boolean().nullish(),
  testMode: z.boolean().nullish(),
  createdTime: Time,
  modifiedTime: Time,
  deletedTimestamp: Time,
  customers: listOf(Customer).nullish(),
  lineItems: listOf(LineItem).nullish(),
  payments: listOf(Payment).nullish(),
  /** Of an order that came from a site or an app. */
  onlineOrder: z.object({ orderState: Text }).nullish(),
})
export type CloverOrder = z.output<typeof Order>
