import type { ChannelOrder, ChannelOrderLine } from '#channels/channel.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { mergeLines } from '#domain/orders/intake/intake.ts'
import type { OrderState } from '#domain/orders/intake/order-state.ts'
import { type KnownUnits, meaningOf, withShipped } from '#domain/orders/intake/pieces.ts'
import { takenOut } from '#domain/orders/refunds/refunds.ts'
import type { KeyedLine } from '../refunds/queries.ts'

export interface Source {
  /** The integration's id. */
  id: number
  channel: ChannelId
  /** Orders placed before are kept without touching stock: their pieces were gone before anybody counted here. */
  historyBefore?: Date
}

/** A line as it arrives; `soldAs` is the channel's SKU, where somebody said that it means another of ours. */
export type Line = ChannelOrderLine & { soldAs?: string }

interface Understood extends ReturnType<typeof meaningOf<Line>> {
  /** Pieces that were bought, and are for sale again. */
  undone: { sku: string; quantity: number }[]
  /** Lines of which no piece stands in it any more. */
  emptied: ReadonlySet<string>
}

/** A channel's order with what its pieces mean for stock; its lines are those that the order holds, has sent, or was cancelled with. */
export type Arriving = Omit<ChannelOrder, 'lines'> &
  Understood & {
    /** The lines as their channel tells them. */
    channelLines: readonly Line[]
  }

/** A channel that names our keys says itself which of what was asked for was done. */
function ofLine(
  { refundKeys: keys }: ChannelOrder,
  line: ChannelOrderLine,
  refunded: readonly KeyedLine[] = [],
): [ChannelOrderLine, readonly KeyedLine[], boolean] {
  if (!keys) return [line, refunded, false]
  const done = refunded.filter(({ key }) => keys.includes(key))
  return [{ ...line, refunded: done.reduce((sum, { amount }) => sum + amount, 0) }, done, true]
}

/** @param requested what somebody here asked to be refunded of its lines, by their external ids */
export function read(order: ChannelOrder, requested?: ReadonlyMap<string, readonly KeyedLine[]>): Arriving {
  const channelLines = mergeLines(order.lines).map((line) =>
    takenOut(...ofLine(order, line, requested?.get(line.externalId))),
  )
  return { ...order, channelLines, ...understand({ cancelled: order.cancelled, lines: channelLines }) }
}

function understand(version: Parameters<typeof meaningOf<Line>>[0]): Understood {
  const { state, lines } = meaningOf(version)
  const undone = lines.flatMap((line) =>
    line.sku && line.undone > 0 ? [{ sku: line.sku, quantity: line.undone }] : [],
  )
  const emptied = new Set(lines.flatMap(({ externalId, quantity }) => (quantity > 0 ? [] : externalId)))
  return { state, undone, emptied, lines: lines.filter(({ externalId }) => !emptied.has(externalId)) }
}

interface KnownOrder {
  state: OrderState
  lines: readonly (KnownUnits & { externalId: string; quantity: number; lost: number })[]
}

/**
 * A newer version of an order beside what is known of it: what was shipped here stays shipped, also where its channel has not heard of it.
 * @param knowsNoParcels its channel is told of no parcel
 */
export function readBeside(order: Arriving, known: KnownOrder, knowsNoParcels: boolean): Arriving {
  const units = new Map(known.lines.map((line) => [line.externalId, line]))
  // A register counts what was paid back as handed over, too, once all is: that adds nothing.
  const isOver = known.state === 'shipped' && order.state === 'shipped' && knowsNoParcels
  const lines = order.channelLines.map((line) => {
    const knownLine = units.get(line.externalId)
    if (!knownLine || !isOver) return withShipped(line, knownLine, order.cancelled)
    const { quantity, sent, lost } = knownLine
    return { ...line, quantity, sent, lost, restocked: 0 }
  })
  const named = new Set(lines.map(({ externalId }) => externalId))
  const hasLeft = known.lines.some(({ externalId, sent }) => sent > 0 && !named.has(externalId))
  return {
    ...order,
    ...understand({ cancelled: order.cancelled, lines, known: { state: known.state, hasLeft } }),
  }
}

/** Lines as they are stored: beside the units that were sent by all that is known, those that their channel tells of. */
export const linesToStore = ({ lines, channelLines }: Pick<Arriving, 'lines' | 'channelLines'>) => {
  const sent = new Map(channelLines.map((line) => [line.externalId, line.sent]))
  return lines.map((line) => ({ ...line, channelSent: sent.get(line.externalId) }))
}

/** What the numbers of a line's listing are known by: our SKU where it is linked, else what the channel itself calls it. */
export const knownAs =
  (linked: ReadonlySet<string>) =>
  ({ soldAs, sku }: { soldAs?: string; sku: string }): string =>
    linked.has(sku) ? sku : soldAs || sku

/** Placed before anybody counted here. */
export const isHistory = (source: Source, order: Arriving) =>
  source.historyBefore !== undefined && order.orderDate < source.historyBefore

export const newOrderText = (source: Source, { number, lines, totalAmount, currency }: Arriving, id: number) => ({
  id,
  channel: source.channel,
  integrationId: source.id,
  number,
  pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
  totalAmount,
  currency,
})

export const ruled = (
  { channel }: Source,
  {
    shippingAddress,
    totalAmount,
    currency,
    lines,
  }: Pick<Arriving, 'shippingAddress' | 'totalAmount' | 'currency' | 'lines'>,
) => ({
  channel,
  country: shippingAddress.country,
  region: shippingAddress.region,
  totalAmount,
  currency,
  skus: lines.map(({ sku }) => sku),
})

export const summary = ({ externalOrderId, words, payment }: Arriving, state: OrderState) => ({
  channel: externalOrderId,
  state,
  payment,
  orderStatus: words.order,
  shippingStatus: words.shipping,
  paymentStatus: words.payment,
})

/** The order row's columns. Its quantity, SKUs and oversold mark follow from the lines once stock has answered. */
export function columnsOf(o: Arriving) {
  return {
    externalOrderId: o.externalOrderId,
    number: o.number,
    stage: o.stage,
    shipping: o.shipping,
    payment: o.payment,
    orderStatus: o.words.order,
    shippingStatus: o.words.shipping,
    paymentStatus: o.words.payment,
    orderDate: o.orderDate,
    shippingDate: o.shippedAt,
    shipBy: o.shipBy ?? null,
    channelUpdatedAt: o.updatedAt,
    currency: o.currency,
    shippingCost: o.shippingCost,
    totalPrice: o.subtotal,
    totalAmount: o.totalAmount,
    discountAmount: o.discountAmount,
    taxAmount: o.taxAmount,
    feeAmount: o.feeAmount,
    paymentAmount: o.paymentAmount,
    refundedAmount: o.refundedAmount ?? null,
    paymentDate: o.paymentDate,
    paymentMethod: o.paymentMethod,
    shippingMethod: o.shippingMethod,
    trackingNumber: o.trackingNumber,
    buyerName: o.buyer.name,
    buyerEmail: o.buyer.email,
    buyerPhone: o.buyer.phone,
    buyerAccount: o.buyer.account ?? '',
    shippingAddress: JSON.stringify(o.shippingAddress),
    billingAddress: JSON.stringify(o.billingAddress),
  }
}
export type Columns = ReturnType<typeof columnsOf>
