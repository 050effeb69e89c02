export const orderTypes = `
enum OrderSortKeys {
  CREATED_AT CURRENT_TOTAL_PRICE FINANCIAL_STATUS FULFILLMENT_STATUS ID ORDER_NUMBER PROCESSED_AT RELEVANCE TOTAL_PRICE UPDATED_AT
}
enum OrderDisplayFinancialStatus { AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED }
enum OrderDisplayFulfillmentStatus {
  FULFILLED IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED SCHEDULED UNFULFILLED
}
enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
enum FulfillmentOrderStatus { CANCELLED CLOSED INCOMPLETE IN_PROGRESS ON_HOLD OPEN SCHEDULED }
enum FulfillmentOrderRequestStatus {
  ACCEPTED CANCELLATION_ACCEPTED CANCELLATION_REJECTED CANCELLATION_REQUESTED CLOSED REJECTED SUBMITTED UNSUBMITTED
}
enum FulfillmentStatus { CANCELLED ERROR FAILURE OPEN PENDING SUCCESS }
enum FulfillmentDisplayStatus { CANCELED DELIVERED FULFILLED IN_TRANSIT MARKED_AS_FULFILLED SUBMITTED }

type MailingAddress implements Node {
  id: ID! name: String firstName: String lastName: String company: String address1: String address2: String city: String
  province: String provinceCode: String country: String countryCodeV2: CountryCode zip: String phone: String
}
type ShippingLine { id: ID code: String title: String! source: String custom: Boolean! isRemoved: Boolean! originalPriceSet: MoneyBag! discountedPriceSet: MoneyBag! }
type LineItem implements Node {
  id: ID! title: String! name: String! variantTitle: String sku: String vendor: String quantity: Int! currentQuantity: Int!
  unfulfilledQuantity: Int! refundableQuantity: Int! requiresShipping: Boolean! taxable: Boolean! variant: ProductVariant product: Product
  originalUnitPriceSet: MoneyBag! originalTotalSet: MoneyBag! discountedUnitPriceSet: MoneyBag!
  discountedTotalSet(withCodeDiscounts: Boolean = false): MoneyBag! totalDiscountSet: MoneyBag!
}
type FulfillmentOrderAssignedLocation {
  name: String! location: Location address1: String address2: String city: String countryCode: CountryCode! phone: String province: String
  zip: String
}
type FulfillmentOrderLineItem implements Node {
  id: ID! lineItem: LineItem! totalQuantity: Int! remainingQuantity: Int! productTitle: String! variantTitle: String sku: String
  inventoryItemId: ID requiresShipping: Boolean! variant: ProductVariant
}
type FulfillmentOrder implements Node {
  id: ID! status: FulfillmentOrderStatus! requestStatus: FulfillmentOrderRequestStatus! assignedLocation: FulfillmentOrderAssignedLocation!
  orderId: ID! orderName: String! order: Order! createdAt: DateTime! updatedAt: DateTime! fulfillAt: DateTime fulfillBy: DateTime
  lineItems(after: String before: String first: Int last: Int reverse: Boolean = false): FulfillmentOrderLineItemConnection!
}
type FulfillmentTrackingInfo { company: String number: String url: URL }
type Fulfillment implements Node {
  id: ID! legacyResourceId: UnsignedInt64! name: String! status: FulfillmentStatus! displayStatus: FulfillmentDisplayStatus
  createdAt: DateTime! updatedAt: DateTime! totalQuantity: Int! location: Location order: Order!
  trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  fulfillmentLineItems(after: String before: String first: Int last: Int reverse: Boolean = false): FulfillmentLineItemConnection!
}
type FulfillmentLineItem implements Node { id: ID! lineItem: LineItem! quantity: Int }
enum RefundLineItemRestockType { CANCEL LEGACY_RESTOCK NO_RESTOCK RETURN }
type RefundLineItem {
  id: ID lineItem: LineItem! location: Location priceSet: MoneyBag! quantity: Int! restockType: RefundLineItemRestockType! restocked: Boolean!
  subtotalSet: MoneyBag!
}
type Refund implements Node {
  id: ID! legacyResourceId: UnsignedInt64! createdAt: DateTime updatedAt: DateTime! processedAt: DateTime! note: String order: Order!
  totalRefundedSet: MoneyBag!
  refundLineItems(after: String before: String first: Int last: Int reverse: Boolean = false): RefundLineItemConnection!
}
enum OrderTransactionKind { AUTHORIZATION CAPTURE CHANGE EMV_AUTHORIZATION REFUND SALE SUGGESTED_REFUND VOID }
enum OrderTransactionStatus { AWAITING_RESPONSE ERROR FAILURE PENDING SUCCESS UNKNOWN }
type OrderTransaction {
  id: ID! kind: OrderTransactionKind! status: OrderTransactionStatus! gateway: String amountSet: MoneyBag! parentTransaction: OrderTransaction
  createdAt: DateTime! test: Boolean!
}
type Order implements Node {
  id: ID! legacyResourceId: UnsignedInt64! name: String! number: Int! sourceName: String test: Boolean! confirmed: Boolean!
  createdAt: DateTime! updatedAt: DateTime! processedAt: DateTime! cancelledAt: DateTime closedAt: DateTime closed: Boolean!
  cancelReason: OrderCancelReason displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus! edited: Boolean! fullyPaid: Boolean! unpaid: Boolean!
  currencyCode: CurrencyCode! presentmentCurrencyCode: CurrencyCode! taxesIncluded: Boolean! email: String phone: String note: String
  tags: [String!]! paymentGatewayNames: [String!]!
  currentSubtotalPriceSet: MoneyBag! currentTotalPriceSet: MoneyBag! currentTotalTaxSet: MoneyBag! currentTotalDiscountsSet: MoneyBag!
  subtotalPriceSet: MoneyBag totalPriceSet: MoneyBag! totalShippingPriceSet: MoneyBag! totalTaxSet: MoneyBag totalDiscountsSet: MoneyBag
  totalReceivedSet: MoneyBag! totalRefundedSet: MoneyBag! netPaymentSet: MoneyBag!
  shippingAddress: MailingAddress billingAddress: MailingAddress shippingLine: ShippingLine
  shippingLines(
    after: String before: String first: Int includeRemovals: Boolean = false last: Int reverse: Boolean = false
  ): ShippingLineConnection!
  lineItems(after: String before: String first: Int last: Int reverse: Boolean = false): LineItemConnection!
  fulfillmentOrders(
    after: String before: String displayable: Boolean = false first: Int last: Int query: String reverse: Boolean = false
  ): FulfillmentOrderConnection!
  fulfillments(first: Int query: String): [Fulfillment!]!
  refunds(first: Int): [Refund!]!
  transactions(capturable: Boolean first: Int manuallyResolvable: Boolean): [OrderTransaction!]!
}

input FulfillmentTrackingInput { company: String number: String numbers: [String!] url: URL urls: [URL!] }
input FulfillmentOrderLineItemInput { id: ID! quantity: Int! }
input FulfillmentOrderLineItemsInput { fulfillmentOrderId: ID! fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!] }
input FulfillmentInput {
  lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]! notifyCustomer: Boolean = false trackingInfo: FulfillmentTrackingInput
}
input RefundLineItemInput { lineItemId: ID! locationId: ID quantity: Int! restockType: RefundLineItemRestockType }
input ShippingRefundInput { amount: Money fullRefund: Boolean }
input OrderTransactionInput { amount: Money! gateway: String! kind: OrderTransactionKind! orderId: ID! parentId: ID }
input RefundInput {
  allowOverRefunding: Boolean = false currency: CurrencyCode note: String notify: Boolean orderId: ID! processedAt: DateTime
  refundLineItems: [RefundLineItemInput!] shipping: ShippingRefundInput transactions: [OrderTransactionInput!]
}
type RefundCreatePayload { order: Order refund: Refund userErrors: [UserError!]! }
input OrderCancelRefundMethodInput @oneOf { originalPaymentMethodsRefund: Boolean }
enum OrderCancelUserErrorCode {
  INTERNAL_ERROR INVALID NOT_FOUND NO_REFUND_PERMISSION NO_REFUND_TO_STORE_CREDIT_PERMISSION STORE_CREDIT_REFUND_B2B_NOT_SUPPORTED
  STORE_CREDIT_REFUND_EXPIRATION_IN_PAST STORE_CREDIT_REFUND_MISSING_CUSTOMER
}
type OrderCancelUserError { code: OrderCancelUserErrorCode field: [String!] message: String! }
type Job { id: ID! done: Boolean! }
type OrderCancelPayload { job: Job orderCancelUserErrors: [OrderCancelUserError!]! }
type FulfillmentCreatePayload { fulfillment: Fulfillment userErrors: [UserError!]! }
type FulfillmentTrackingInfoUpdatePayload { fulfillment: Fulfillment userErrors: [UserError!]! }
`
