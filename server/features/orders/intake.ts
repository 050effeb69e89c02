import type { ChannelOrder, ChannelOrderLine } from '#channels/channel.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { type OrderState, mergeLines, nextState, planStock, replaces } from '#domain/orders/intake.ts'
import { meaningOf } from '#domain/orders/pieces.ts'
import { takenOut } from '#domain/orders/refunds.ts'
import { type Ctx, announce, inTransaction } from '../../context.ts'
import { storable } from '../../db/storable.ts'
import { audit } from '../audit.ts'
import { tellOrder, tellOversold } from '../notifications/service.ts'
import { backThere, oweFor, soldThere } from '../sync/service.ts'
import * as channelSkus from './channel-skus.ts'
import { forgotten } from './erase.ts'
import { inHundredths } from './hundredths.ts'
import { knowsNoParcels } from './parcels.ts'
import { moveLines, sendOut } from './promises.ts'
import * as queries from './queries.ts'
import { type KeyedLine, askedOf } from './refunds/queries.ts'
import { runRules, rulesOn } from './rules/run.ts'

export interface Source {
  /** The integration's id. */
  id: number
  channel: ChannelId
  /** Orders placed before are kept without touching stock: their pieces were gone before anybody counted here. */
  historyBefore?: Date
}
export interface TakenIn {
  imported: number
  updated: number
}
type Outcome = 'imported' | 'updated' | 'unchanged'

/** A line as it arrives; `soldAs` is the channel's SKU, where somebody said that it means another of ours. */
type Line = ChannelOrderLine & { soldAs?: string }

/** A channel's order with what its pieces mean for stock; its lines are those that the order holds, has sent, or was cancelled with. */
type Arriving = Omit<ChannelOrder, 'lines'> &
  ReturnType<typeof meaningOf<Line>> & {
    /** Pieces that were bought, and are for sale again. */
    undone: { sku: string; quantity: number }[]
    /** Lines of which no piece stands in it any more. */
    emptied: ReadonlySet<string>
  }

/** A channel that names our keys says itself which of what was asked for was done. */
function ofLine(
  { refundKeys: keys }: ChannelOrder,
  line: ChannelOrderLine,
  asked: readonly KeyedLine[] = [],
): [ChannelOrderLine, readonly KeyedLine[], boolean] {
  if (!keys) return [line, asked, false]
  const done = asked.filter(({ key }) => keys.includes(key))
  return [{ ...line, refunded: done.reduce((sum, { amount }) => sum + amount, 0) }, done, true]
}

/** @param asked what somebody here asked to be refunded of its lines, by their external ids */
function read(order: ChannelOrder, asked?: ReadonlyMap<string, readonly KeyedLine[]>): Arriving {
  const { state, lines } = meaningOf({
    cancelled: order.cancelled,
    lines: mergeLines(order.lines).map((line) => takenOut(...ofLine(order, line, asked?.get(line.externalId)))),
  })
  const undone = lines.flatMap((line) =>
    line.sku && line.undone > 0 ? [{ sku: line.sku, quantity: line.undone }] : [],
  )
  const emptied = new Set(lines.flatMap(({ externalId, quantity }) => (quantity > 0 ? [] : externalId)))
  return { ...order, state, undone, emptied, lines: lines.filter(({ externalId }) => !emptied.has(externalId)) }
}

/**
 * Takes in a channel's orders, each in a transaction of its own. Whatever comes late, twice or at the same time elsewhere counts once.
 * An order that cannot be stored does not stop the others; its error is thrown at the end.
 */
export async function takeIn(ctx: Ctx, source: Source, orders: readonly ChannelOrder[]): Promise<TakenIn> {
  const taken: TakenIn = { imported: 0, updated: 0 }
  const failures: unknown[] = []
  const asked = await askedOf(
    ctx,
    source.id,
    orders.filter(({ lines, refundKeys }) => refundKeys?.length || lines.some(({ refunded }) => refunded)),
  )
  const news = await newsAmong(
    ctx,
    source,
    orders.map((order) => read(inHundredths(storable(order)), asked.get(order.externalOrderId))),
  )
  const rules = news.length > 0 ? await rulesOn(ctx) : []
  for (const order of await inOurSkus(ctx, source, news)) {
    try {
      const outcome = await inTransaction(ctx, (ctx) => takeInOne(ctx, source, order, rules))
      if (outcome !== 'unchanged') taken[outcome] += 1
    } catch (error) {
      ctx.services.log.error(
        { err: error, channel: source.channel, order: order.externalOrderId },
        'an order could not be taken in',
      )
      failures.push(error)
    }
  }
  if (taken.imported + taken.updated > 0) announce(ctx, ['orders', 'products'])
  if (failures.length > 0) throw failures[0]
  return taken
}

/** Lines of SKUs that somebody told us the meaning of. */
async function inOurSkus(ctx: Ctx, { channel }: Source, orders: readonly Arriving[]): Promise<readonly Arriving[]> {
  const skus = [...new Set(orders.flatMap(({ lines }) => lines.map(({ sku }) => sku)))].filter(Boolean)
  const meant = await channelSkus.meanings(ctx, channel, skus)
  if (meant.size === 0) return orders
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line) => {
      const sku = meant.get(line.sku)
      return sku === undefined ? line : { ...line, sku, soldAs: line.sku }
    }),
  }))
}

/** What the numbers of a line's listing are known by: our SKU where it is linked, else what the channel itself calls it. */
const knownAs =
  (linked: ReadonlySet<string>) =>
  ({ soldAs, sku }: { soldAs?: string; sku: string }): string =>
    linked.has(sku) ? sku : soldAs || sku

/** Drops the versions that we already have, in one query: most of what a channel sends is a repetition. Dropped is also a cancelled order that we never saw and that holds nothing. */
async function newsAmong(ctx: Ctx, source: Source, orders: readonly Arriving[]): Promise<Arriving[]> {
  const held = await queries.versionsOf(
    ctx,
    source,
    orders.map((order) => ({ externalOrderId: order.externalOrderId, raw: order.raw ?? {} })),
  )
  const known = new Map(held.map((version) => [version.externalOrderId, version]))
  return orders.filter((order) => {
    const version = known.get(order.externalOrderId)
    if (version) return replaces({ ...version, updatedAt: version.channelUpdatedAt }, order)
    return !order.cancelled || order.lines.length > 0
  })
}

async function takeInOne(
  ctx: Ctx,
  source: Source,
  order: Arriving,
  rules: Awaited<ReturnType<typeof rulesOn>>,
): Promise<Outcome> {
  const raw = JSON.stringify(order.raw ?? {})
  const columns = { ...columnsOf(order), channel: source.channel, integrationId: source.id, state: order.state }
  const fresh = await queries.insertWithDocument(ctx, columns, raw)
  if (fresh) {
    const stock = await settle(ctx, source, order, { id: fresh.id, before: null, state: order.state })
    const entry = { ...summary(order, order.state), ...stock }
    await audit(ctx, { entity: 'order', entityId: fresh.id, action: 'imported', new: entry })
    if (order.state !== 'open' || isHistory(source, order)) return 'imported'
    await runRules(ctx, rules, fresh.id, ruled(source, order))
    await tellOrder(ctx, told(source, order, fresh.id))
    return 'imported'
  }
  const held = await queries.lockOrder(ctx, source, order.externalOrderId, raw)
  if (!held || !replaces({ ...held, updatedAt: held.channelUpdatedAt }, order)) return 'unchanged'
  const state = nextState(held.state, order.state)
  const isForgotten = held.buyerErasedAt !== null
  await queries.updateOrder(ctx, held.id, {
    ...keepEdits(columnsOf(order), held),
    ...(state === 'shipped' && order.state === 'open' && knowsNoParcels(source) && keepShipped(held)),
    ...(isForgotten && forgotten),
    state,
  })
  await queries.replaceDocument(ctx, held.id, raw, !isForgotten)
  await settle(ctx, source, order, { id: held.id, before: held.state, state })
  await audit(ctx, {
    entity: 'order',
    entityId: held.id,
    action: 'updated',
    old: {
      state: held.state,
      payment: held.payment,
      orderStatus: held.orderStatus,
      shippingStatus: held.shippingStatus,
      paymentStatus: held.paymentStatus,
    },
    new: summary(order, state),
  })
  return 'updated'
}

/** Placed before anybody counted here. */
const isHistory = (source: Source, order: Arriving) =>
  source.historyBefore !== undefined && order.orderDate < source.historyBefore

const told = (source: Source, { number, lines, totalAmount, currency }: Arriving, id: number) => ({
  id,
  channel: source.channel,
  integrationId: source.id,
  number,
  pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
  totalAmount,
  currency,
})

const ruled = (
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

const summary = ({ externalOrderId, said, payment }: Arriving, state: OrderState) => ({
  channel: externalOrderId,
  state,
  payment,
  orderStatus: said.order,
  shippingStatus: said.shipping,
  paymentStatus: said.payment,
})

/** The order row's columns. Its quantity, SKUs and oversold mark follow from the lines once stock has answered. */
function columnsOf(o: Arriving) {
  return {
    externalOrderId: o.externalOrderId,
    number: o.number,
    stage: o.stage,
    shipping: o.shipping,
    payment: o.payment,
    orderStatus: o.said.order,
    shippingStatus: o.said.shipping,
    paymentStatus: o.said.payment,
    orderDate: o.orderDate,
    shippingDate: o.shippedAt,
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
type Columns = ReturnType<typeof columnsOf>

/** What a seller corrected or a rule chose stays, and a channel that does not tell of a parcel does not make ours unknown. */
function keepEdits(
  columns: Columns,
  { shippingEdited: edited, serviceChosen }: { shippingEdited: boolean; serviceChosen: boolean },
): Partial<Columns> {
  const { shippingDate, shippingMethod, trackingNumber, shippingAddress, buyerEmail, buyerPhone, ...rest } = columns
  return {
    ...rest,
    ...(shippingDate && { shippingDate }),
    ...(!edited && {
      shippingAddress,
      buyerEmail,
      buyerPhone,
      ...(shippingMethod && !serviceChosen && { shippingMethod }),
      ...(trackingNumber && { trackingNumber }),
    }),
  }
}

/** A channel that knows no parcels goes on to say that it is open. */
const keepShipped = ({ shipping, shippingStatus, stage }: Pick<Columns, 'shipping' | 'shippingStatus' | 'stage'>) => ({
  shipping,
  shippingStatus,
  stage,
})

interface Version {
  id: number
  before: OrderState | null
  state: OrderState
}

/** Saves the lines and moves what they ask for in stock. @returns the pieces that they were promised, and those they are short of */
async function settle(
  ctx: Ctx,
  source: Source,
  order: Arriving,
  { id, before, state }: Version,
): Promise<{ promised: number; short: number }> {
  const { lines } = order
  const history = isHistory(source, order)
  const known = before === null ? [] : await queries.itemsOf(ctx, id)
  const plan = planStock({ before, state, history, known, lines })
  // A cancelled or sent order keeps showing what it was about, even when its channel no longer lists it; what was taken out before the rest left was not sent.
  const removes = (externalId: string) =>
    state === 'open' || (state === 'shipped' && before !== 'shipped' && order.emptied.has(externalId))
  const settled = await moveLines(ctx, source.channel, id, { known, plan, lines, removes })
  if (settled.some((line) => line.shortfall > 0)) await tellOversold(ctx, told(source, order, id))
  const nameOf = knownAs(await channelSkus.linkedUnder(ctx, source.id, [...lines, ...known]))
  const names = new Map(lines.map((line) => [line.externalId, nameOf(line)]))
  const taken = plan.take.map(({ externalId, sku, quantity }) => {
    const before = known.find((line) => line.externalId === externalId)
    return {
      sku: names.get(externalId) ?? sku,
      quantity: Math.max(0, quantity - (before ? before.taken + before.shortfall : 0)),
    }
  })
  // They were sold and are there again, which we learn at once. No level moves, so nothing else has the number there looked at.
  const undone = before === null && !history ? order.undone : []
  await oweFor(ctx, undone)
  await soldThere(ctx, source.id, [...taken, ...undone])
  await backThere(ctx, source.id, [...returned(plan, known, nameOf), ...undone])
  const isLost = state === 'cancelled' && lines.some(({ lost }) => lost > 0)
  if ((state === 'shipped' && before !== 'shipped') || isLost) await sendOut(ctx, id)
  const sum = (of: 'taken' | 'shortfall') => settled.reduce((all, line) => all + line[of], 0)
  return { promised: sum('taken'), short: sum('shortfall') }
}

/** Pieces that an order asked for and asks for no more. */
const returned = (
  plan: ReturnType<typeof planStock>,
  known: readonly queries.StockItem[],
  nameOf: (line: queries.StockItem) => string,
) =>
  plan.release.flatMap((externalId) => {
    const line = known.find((one) => one.externalId === externalId)
    const kept = plan.take.find((one) => one.externalId === externalId)?.quantity ?? 0
    const quantity = line ? line.taken + line.shortfall - kept : 0
    return line && quantity > 0 ? [{ sku: nameOf(line), quantity }] : []
  })
