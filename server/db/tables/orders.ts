import type { ColumnType, Generated } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { UndoingState } from '#contract/orders/refunds.ts'
import type { MoreParcel } from '#contract/orders/shipping.ts'
import type { Address, Payment, Shipping, Stage } from '#contract/orders/orders.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { SlipPaper, SlipState } from '#contract/orders/slips.ts'
import type { RuleActions, RuleCondition } from '#contract/orders/rules.ts'
import { type At, type MaybeAt, type Json, type MaybeJson, type Owned } from './columns.ts'

export interface OrdersTable extends Owned {
  channel: ChannelId | 'manual'
  integrationId: number | null
  externalOrderId: string
  number: string
  state: 'open' | 'shipped' | 'cancelled'
  stage: Generated<Stage>
  shipping: Generated<Shipping>
  payment: Generated<Payment>
  /** The three are its channel's own words: shown, never compared. */
  orderStatus: string
  shippingStatus: string
  paymentStatus: string
  orderDate: ColumnType<Date, Date | string, Date | string>
  shippingDate: MaybeAt
  /** By when its channel expects it to be sent; null where that is not told. */
  shipBy: MaybeAt
  updateDate: At
  channelUpdatedAt: MaybeAt
  currency: Generated<string>
  shippingCost: Generated<number>
  totalPrice: Generated<number>
  totalAmount: Generated<number>
  totalQuantity: Generated<number>
  discountAmount: Generated<number>
  taxAmount: Generated<number>
  feeAmount: Generated<number>
  paymentAmount: number | null
  /** What went back of it so far, as its channel says; null where it does not. */
  refundedAmount: ColumnType<number | null, number | null | undefined, number | null>
  paymentDate: MaybeAt
  paymentMethod: Generated<string>
  shippingMethod: Generated<string>
  trackingNumber: Generated<string>
  buyerName: Generated<string>
  buyerEmail: Generated<string>
  buyerPhone: Generated<string>
  shippingAddress: Json<Address>
  shippingEdited: Generated<boolean>
  /** What the parcel measures and weighs; empty until somebody says. */
  parcelSize: Json<Partial<SizeAndWeight>>
  /** Its parcels after the first. */
  moreParcels: Json<MoreParcel[]>
  /** How many of its parcels have left with a part of it. */
  sentParcels: Generated<number>
  /** Its channel was told another parcel, and not yet the one that stands here. */
  trackingUntold: Generated<boolean>
  billingAddress: Json<Address>
  notes: Generated<string>
  tags: Generated<string[]>
  /** Whose work it is. */
  assigneeId: Generated<number | null>
  /** Not to be picked, packed or sent until somebody releases it; means nothing once it is not open. */
  held: Generated<boolean>
  /** The rule that held it; '' where a person did. */
  heldByRule: Generated<string>
  /** A rule chose the service: what its channel says of one does not replace it. */
  serviceChosen: Generated<boolean>
  readyToShip: Generated<boolean>
  skus: Generated<string[]>
  oversold: Generated<boolean>
  /** It has lines that are of no product of ours, and nobody left them alone. */
  hasUnknown: Generated<boolean>
  /** Where an order made by hand came from; '' for a channel's. */
  source: Generated<string>
  /** What its channel calls the buyer. */
  buyerAccount: Generated<string>
  /** Since when nothing of its buyer is kept. */
  buyerErasedAt: MaybeAt
  createdAt: At
}
/** A channel's own record of an order. */
export interface OrderDocumentsTable {
  organizationId: number
  orderId: number
  /** Null once it was forgotten. */
  body: MaybeJson<object>
  hash: Buffer
  keptAt: At
}
export interface OrderItemsTable extends Owned {
  orderId: number
  externalId: string
  sku: string
  itemTitle: string
  price: number
  /** Of a unit when it was sold, in `costCurrency`; null where nobody knows. */
  cost: Generated<number | null>
  costCurrency: Generated<string | null>
  /** When a person entered the cost; null where it was the product's. */
  costEnteredAt: MaybeAt
  quantity: number
  taxAmount: Generated<number>
  discountAmount: Generated<number>
  shippingCost: Generated<number>
  productId: number | null
  levelId: number | null
  taken: Generated<number>
  shortfall: Generated<number>
  stockTurn: Generated<number>
  /** In parcels, of what `quantity` counts. */
  sent: Generated<number>
  /** Taken out before they were sent and not for sale again, of what `quantity` counts: they leave the shelf at once, in no parcel. */
  lost: Generated<number>
  /** Have left the building: sent, or lost. `taken` and `shortfall` are of the others. */
  gone: Generated<number>
  /** Of those that left, the ones that stock never had. */
  uncounted: Generated<number>
  /** Sent, as its channel said last: it may not have heard of a parcel yet. */
  channelSent: Generated<number>
  /** Back on the shelf after they were sent, as its channel says. */
  channelReturned: Generated<number>
  /** What its channel sold it as, where its pieces are those of another SKU. */
  soldAs: Generated<string>
  /** Pieces that are counted go to it, in order of arrival. */
  waits: Generated<boolean>
  /** Somebody said that it needs no pieces of ours. */
  leftAlone: Generated<boolean>
  /** Both as its order has them: what a SKU sold lately on an account is read from lines alone. */
  orderDate: ColumnType<Date | null, Date | undefined, Date>
  integrationId: ColumnType<number | null, number | undefined, number>
  /** Kept by a trigger. */
  productCreatedAt: ColumnType<Date | null, never, never>
}

/** Which of our SKUs a channel's means, where they are not the same. */
interface ChannelSkusTable {
  organizationId: number
  channel: ChannelId
  sku: string
  levelId: number
  userId: number | null
  at: At
}
/** What of a line lies in the box. */
interface PackedPiecesTable {
  organizationId: number
  itemId: number
  /** The component of a bundle; 0: the line is none. */
  levelId: Generated<number>
  orderId: number
  pieces: number
  userId: number | null
  packedAt: At
}
/** Items that a packer could not find or found damaged. */
interface ItemReportsTable extends Owned {
  orderId: number
  itemId: number
  kind: 'missing' | 'damaged'
  units: number
  /** The component of a bundle. */
  partLevelId: number | null
  /** Of the line; null where stock does not count it. */
  levelId: number | null
  /** Units by which the line is short because of it. */
  short: number
  stockTurn: number
  /** The order is on hold because of it. */
  holds: boolean
  userId: number | null
  at: At
  undoneAt: MaybeAt
}
/** What came back of a line that was sent. */
interface OrderReturnsTable extends Owned {
  orderId: number
  itemId: number
  quantity: number
  /** For sale again. */
  restocked: boolean
  userId: number | null
  at: At
}
/** A line of a refund, as it was asked for. */
export interface RefundLine {
  itemId: number
  externalId: string
  sku: string
  quantity: number
  /** Of those pieces that were not sent. */
  unsent: number
  amount: number
  restock: boolean
}
/** Money that a channel was asked to give back, or an order that it was asked to call off. */
interface OrderRefundsTable extends Owned {
  orderId: number
  kind: 'refund' | 'cancel'
  state: Generated<UndoingState>
  key: string
  reason: string
  note: Generated<string>
  restock: Generated<boolean>
  shipping: Generated<number>
  total: Generated<number>
  lines: ColumnType<RefundLine[], string, string>
  /** Refunds that the channel had before a try whose answer is not known. */
  before: ColumnType<string[] | null, string | null | undefined, string | null>
  again: Generated<boolean>
  tries: Generated<number>
  leaseUntil: MaybeAt
  externalId: Generated<string>
  message: Generated<string>
  userId: number | null
  askedAt: At
  toldAt: MaybeAt
}
/** An order whose channel is being told. */
interface ShippingHoldsTable {
  organizationId: number
  orderId: number
  userId: number | null
  until: At
}

interface Amounts {
  organizationId: number
  currency: string
  channel: ChannelId | 'manual'
  orders: number
  quantity: number
  amount: number
  fees: number
  tax: number
  discount: number
}
interface Pieces {
  organizationId: number
  currency: string
  channel: ChannelId | 'manual'
  sku: string
  /** 0: of no product that we know. */
  productId: number
  quantity: number
}
/** An order that counts now, or with its numbers turned round what it was before. */
export interface OrderNotesTable extends Amounts {
  id: Generated<number>
  at: Date
  isRefunded: boolean
}
/** By days and in the currency of the organization, of orders in this currency. Kept by triggers; what is not added up yet are the views `order_changes` and `piece_changes`. */
export interface OrderDaysTable extends Amounts {
  day: string
  refunded: number
}
/** New orders that nobody has added up yet: what they come to is read from them. */
export interface UnsummedOrdersTable {
  organizationId: number
  orderId: number
}
export interface PieceSumsTable extends Pieces {
  /** In UTC. */
  day: string
}
export interface PieceNotesTable extends PieceSumsTable {
  id: Generated<number>
  at: Date
  lines: number
  /** Of the product when it sold, in tenths of days. */
  age: number | null
}
/** How many orders came to so much, and how many lines sold a product of such an age. */
interface Measured {
  organizationId: number
  kind: 'total' | 'age'
  day: string
  currency: string
  channel: ChannelId | 'manual'
  grade: number
  times: number
}
export type SoldGradesTable = Measured
export interface SoldValuesTable extends Measured {
  value: number
}
export interface PieceMonthsTable extends Pieces {
  /** Its first day, in UTC. */
  month: string
}

/** What is done with orders as they arrive. */
interface OrderRulesTable extends Owned {
  place: number
  name: string
  isOn: Generated<boolean>
  conditions: Json<RuleCondition[]>
  actions: Json<RuleActions>
  updatedAt: At
}

/** Packing slips of many orders as one document. */
export interface SlipDocumentsTable extends Owned {
  userId: number | null
  paper: SlipPaper
  state: Generated<SlipState>
  orderIds: number[]
  done: Generated<number>
  slips: Generated<number>
  held: Generated<number>
  unwritten: Json<{ id: number; name: string }[]>
  bytes: Generated<number>
  createdAt: ColumnType<Date, Date, never>
  touchedAt: ColumnType<Date, Date, Date>
  expiresAt: ColumnType<Date, Date, never>
}
export interface SlipPartsTable {
  organizationId: number
  documentId: number
  position: number
  content: Buffer
}

/** What packing slips show of the organization. */
interface SlipSettingsTable {
  organizationId: number
  returnAddress: string
  logo: string
}

/** What people do with orders: pack, settle, ship, unpack. */
export interface OrderWorkTables {
  channelSkus: ChannelSkusTable
  packedPieces: PackedPiecesTable
  itemReports: ItemReportsTable
  shippingHolds: ShippingHoldsTable
  orderReturns: OrderReturnsTable
  orderRefunds: OrderRefundsTable
  orderRules: OrderRulesTable
  slipDocuments: SlipDocumentsTable
  slipParts: SlipPartsTable
  slipSettings: SlipSettingsTable
}
