import { z } from 'zod'
import { DateText } from '../dates.ts'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { Currency } from '../organizations/currency.ts'
import { CountInput, Id, MoneyInput } from '../shapes.ts'

/** ORD-212, ORD-219. Methods are free text. */
export const manualShippingStatuses = ['Not Shipped', 'Label Created', 'Shipped', 'Delivered', 'Returned'] as const
export const manualPaymentStatuses = ['Unpaid', 'Paid', 'Partially Paid', 'Refunded', 'Chargeback'] as const

const text = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).default('')
/** Blank is 0. */
const Amount = MoneyInput.transform((n) => n ?? 0)
/** A day (2026-11-21) or a moment; blank is none. */
const When = DateText.nullish().transform((s) => (s?.trim() ? new Date(s) : null))
export const AddressParts = z.object({
  name: text(200),
  company: text(200),
  phone: text(50),
  line1: text(300),
  line2: text(300),
  city: text(200),
  region: text(200),
  postalCode: text(50),
  country: text(100),
})
const NewAddress = AddressParts.prefault({})

/** ORD-294..305. The SKU says which product it is. */
export const NewOrderItem = z.object({
  /** Lines are numbered here: what another program calls one is not read. */
  externalId: z.string().max(200).nullish(),
  /** Nothing is given back before it was bought: not read. */
  refundAmount: Amount.optional(),
  sku: z.string().trim().min(1, 'Choose a SKU.').max(100, 'At most 100 characters.'),
  productId: Id.nullish(),
  templateId: Id.nullish(),
  itemTitle: text(500),
  quantity: CountInput.transform((n) => n ?? 1).pipe(
    z.number().min(1, 'Must be above 0.').max(100_000, 'At most 100,000 at once.'),
  ),
  price: Amount,
  cost: Amount,
  shippingCost: Amount,
  taxAmount: Amount,
  discountAmount: Amount,
})
/** What may come along with an order and is not read: totals follow from the amounts, whose it is from the session, and when from our clock. */
const Said = {
  clientId: z.number().optional(),
  active: z.boolean().optional(),
  orderDate: z.string().max(40).optional(),
  updateDate: z.string().max(40).optional(),
  totalPrice: z.number().optional(),
  totalAmount: z.number().optional(),
  netAmount: z.number().optional(),
  totalCost: z.number().optional(),
  totalQuantity: z.number().optional(),
}
/** ORD-318..344. An order made by hand. */
export const NewOrder = z.object({
  ...Said,
  channel: z.literal('manual').default('manual'),
  source: z.string().trim().min(1, 'Must select source').max(100, 'At most 100 characters.'),
  externalOrderId: text(100),
  /** Absent: the organization's. */
  currency: Currency.optional(),
  paymentStatus: z.enum(manualPaymentStatuses).default('Unpaid'),
  paymentAmount: MoneyInput.transform((n) => n ?? null),
  paymentDate: When,
  shippingStatus: z.enum(manualShippingStatuses).default('Not Shipped'),
  shippingDate: When,
  shippingCost: Amount,
  discountAmount: Amount,
  feeAmount: Amount,
  taxAmount: Amount,
  orderDetails: z.object({ notes: text(10_000), readyToShip: z.boolean().default(false) }).prefault({}),
  shippingDetails: z
    .object({ shippingMethod: text(200), trackingNumber: text(200), shippingAddress: NewAddress })
    .prefault({}),
  paymentDetails: z.object({ paymentMethod: text(200), billingAddress: NewAddress }).prefault({}),
  /** Its addresses count where `shippingDetails` and `paymentDetails` have none. */
  customer: z
    .object({
      name: text(200),
      email: text(320),
      phone: text(50),
      shippingAddress: NewAddress,
      billingAddress: NewAddress,
    })
    .prefault({}),
  items: z.array(NewOrderItem).min(1, 'Must select product.').max(200, 'At most 200 lines.'),
})
export type NewOrder = z.output<typeof NewOrder>

export const createOrder = endpoint({
  method: 'POST',
  path: '/orders/order',
  summary: 'Create a manual order',
  needs: 'orders:write',
  bodyBytes: MEGABYTE,
  body: z.object({ order: NewOrder }),
  reply: z.object({ id: Id }),
  errors: ['order_taken'],
  changes: ['orders', 'products'],
})
