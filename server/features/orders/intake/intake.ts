import type { ChannelOrder } from '#channels/channel.ts'
import { isCounted, replaces } from '#domain/orders/intake/intake.ts'
import { isOversold } from '#domain/orders/intake/line-stock.ts'
import type { OrderState } from '#domain/orders/intake/order-state.ts'
import { type Ctx, announce, inTransaction } from '../../../context.ts'
import { storable } from '../../../db/storable.ts'
import { audit } from '../../audit.ts'
import { tellOversold } from '../../notifications/service.ts'
import { backThere, soldThere } from '../../sync/service.ts'
import {
  type Arriving,
  type Columns,
  type Source,
  columnsOf,
  isHistory,
  knownAs,
  read,
  readBeside,
  linesToStore,
  summary,
  newOrderText,
} from './arriving.ts'
import * as channelSkus from './channel-skus.ts'
import { forgotten } from '../erase.ts'
import { inParts, takeInFresh } from './fresh.ts'
import { inHundredths } from './hundredths.ts'
import { ownOrders } from './sites.ts'
import { knowsNoParcels } from '../shipping/parcels.ts'
import { type CountedLine, type MovedLine, settleLines } from './line-stock.ts'
import * as lineQueries from '../line-queries.ts'
import * as queries from '../queries.ts'
import { askedOf } from '../refunds/queries.ts'
import { shelveReturned } from '../returns/returns.ts'
import { hold } from '../../stock/service.ts'
import { rulesOn } from '../rules/run.ts'

export interface TakenIn {
  imported: number
  updated: number
}

/**
 * Takes in a channel's orders, in the order in which they came. New ones that follow each other share a transaction; where that fails each has its own, as
 * each later version has. Whatever comes late, twice or at the same time elsewhere counts once.
 * An order that cannot be stored does not stop the others; its error is thrown at the end.
 */
export async function takeIn(ctx: Ctx, source: Source, all: readonly ChannelOrder[]): Promise<TakenIn> {
  const orders = await ownOrders(ctx, source, all)
  const requested = await askedOf(
    ctx,
    source.id,
    orders.filter(({ lines, refundKeys }) => refundKeys?.length || lines.some(({ refunded }) => refunded)),
  )
  const news = await newsAmong(
    ctx,
    source,
    orders.map((order) => read(inHundredths(storable(order)), requested.get(order.externalOrderId))),
  )
  const intake = new Intake(ctx, source, news.orders.length > 0 ? await rulesOn(ctx) : [])
  let fresh: Arriving[] = []
  for (const order of await inOurSkus(ctx, source, news.orders)) {
    if (!news.known.has(order.externalOrderId)) {
      fresh.push(order)
      continue
    }
    await intake.takeAll(fresh)
    fresh = []
    await intake.takeVersion(order)
  }
  await intake.takeAll(fresh)
  const { counts, failures } = intake
  if (counts.imported + counts.updated > 0) announce(ctx, ['orders', 'products'])
  if (failures.length > 0) throw failures[0]
  return counts
}

/** What became of the orders of one page. */
class Intake {
  readonly counts: TakenIn = { imported: 0, updated: 0 }
  readonly failures: unknown[] = []
  private readonly ctx: Ctx
  private readonly source: Source
  private readonly rules: Awaited<ReturnType<typeof rulesOn>>

  constructor(ctx: Ctx, source: Source, rules: Awaited<ReturnType<typeof rulesOn>>) {
    this.ctx = ctx
    this.source = source
    this.rules = rules
  }

  /** Orders that nobody has seen here. */
  async takeAll(orders: readonly Arriving[]): Promise<void> {
    for (const part of inParts(orders)) {
      const made = await takeInFresh(this.ctx, this.source, part, this.rules).catch((error: unknown) => {
        // Which of them it is shows when each comes by itself.
        if (part.length === 1) this.fail(part[0], error)
        return part.length === 1 ? undefined : 'apart'
      })
      if (made === 'apart') for (const order of part) await this.takeAll([order])
      else if (made) {
        this.counts.imported += made.size
        for (const order of part) if (!made.has(order.externalOrderId)) await this.takeVersion(order)
      }
    }
  }

  /** An order that is here already; not counted where it says nothing new. */
  async takeVersion(order: Arriving): Promise<void> {
    try {
      if (await inTransaction(this.ctx, (ctx) => update(ctx, this.source, order))) this.counts.updated += 1
    } catch (error) {
      this.fail(order, error)
    }
  }

  private fail(order: Arriving | undefined, error: unknown): void {
    this.ctx.services.log.error(
      { err: error, channel: this.source.channel, order: order?.externalOrderId },
      'an order could not be imported',
    )
    this.failures.push(error)
  }
}

/** Lines of SKUs that somebody told us the meaning of. */
async function inOurSkus(ctx: Ctx, { channel }: Source, orders: readonly Arriving[]): Promise<readonly Arriving[]> {
  const skus = [...new Set(orders.flatMap(({ lines }) => lines.map(({ sku }) => sku)))].filter(Boolean)
  const meant = await channelSkus.meanings(ctx, channel, skus)
  if (meant.size === 0) return orders
  const inOurs = <L extends { sku: string }>(line: L): L => {
    const sku = meant.get(line.sku)
    return sku === undefined ? line : { ...line, sku, soldAs: line.sku }
  }
  return orders.map((order) => ({
    ...order,
    channelLines: order.channelLines.map(inOurs),
    lines: order.lines.map(inOurs),
  }))
}

/**
 * Drops the versions that we already have, in one query: most of what a channel sends is a repetition. Dropped is also a cancelled order that we never saw
 * and that holds nothing.
 * @returns `known`: which of the others are versions of orders that we have
 */
async function newsAmong(
  ctx: Ctx,
  source: Source,
  orders: readonly Arriving[],
): Promise<{ orders: Arriving[]; known: ReadonlyMap<string, unknown> }> {
  const versions = await queries.versionsOf(
    ctx,
    source,
    orders.map((order) => ({ externalOrderId: order.externalOrderId, raw: order.raw ?? {} })),
  )
  const known = new Map(versions.map((version) => [version.externalOrderId, version]))
  const news = orders.filter((order) => {
    const version = known.get(order.externalOrderId)
    if (version) return replaces({ ...version, updatedAt: version.channelUpdatedAt }, order)
    return !order.cancelled || order.lines.length > 0
  })
  return { orders: news, known }
}

/** Takes in a version of an order that is here. @returns whether it says anything new */
async function update(ctx: Ctx, source: Source, order: Arriving): Promise<boolean> {
  const raw = JSON.stringify(order.raw ?? {})
  const stored = await queries.lockOrder(ctx, source, order.externalOrderId, raw)
  if (!stored || !replaces({ ...stored, updatedAt: stored.channelUpdatedAt }, order)) return false
  const known = await lineQueries.itemsOf(ctx, stored.id)
  const version = readBeside(order, { state: stored.state, lines: known }, knowsNoParcels(source))
  const { state } = version
  const isForgotten = stored.buyerErasedAt !== null
  await queries.updateOrder(ctx, stored.id, {
    ...keepEdits(columnsOf(order), stored),
    ...(state === 'shipped' && order.state === 'open' && knowsNoParcels(source) && keepShipped(stored)),
    ...(isForgotten && forgotten),
    ...(state === 'open' && stored.state === 'shipped' && { sentParcels: 1 + stored.moreParcels.length }),
    state,
  })
  await queries.replaceDocument(ctx, stored.id, raw, !isForgotten)
  if (state === 'open' && stored.state !== 'open') await queries.emptyBox(ctx, stored.id)
  const moved = await settle(ctx, source, version, { id: stored.id, before: stored.state, known })
  await audit(ctx, {
    entity: 'order',
    entityId: stored.id,
    action: 'updated',
    old: {
      state: stored.state,
      payment: stored.payment,
      orderStatus: stored.orderStatus,
      shippingStatus: stored.shippingStatus,
      paymentStatus: stored.paymentStatus,
    },
    new: { ...summary(order, state), ...moved },
  })
  return true
}

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

interface Pieces {
  sku: string
  quantity: number
}

interface Version {
  id: number
  before: OrderState
  known: readonly lineQueries.StockItem[]
}

/** Saves the lines of a later version and moves in stock what they ask for more or less than before. @returns pieces that it asks for beyond those, and those that it asks for no more */
async function settle(
  ctx: Ctx,
  source: Source,
  order: Arriving,
  version: Version,
): Promise<{ added: Pieces[]; off: Pieces[] }> {
  const { id, known } = version
  const { lines, state } = order
  const saved = await lineQueries.saveLines(ctx, id, linesToStore(order))
  const returned = returnedSince(known, saved)
  if (returned.length > 0)
    await hold(
      ctx,
      [...saved, ...known].flatMap(({ levelId }) => levelId ?? []),
      saved.map(({ sku }) => sku),
    )
  const { dropped, removed } = notNamed(order, version)
  const staying = dropped.filter((item) => !removed.includes(item))
  if (state === 'open')
    await lineQueries.keepWhatLeft(
      ctx,
      staying.map((item) => item.id),
    )
  const moved = await settleLines(
    ctx,
    { id, channel: source.channel, state },
    [...countedAmong(saved, version, isHistory(source, order)), ...dropped.map((item) => ({ item, isDropped: true }))],
    removed.length > 0 ? [...lines, ...staying].map(({ externalId }) => externalId) : undefined,
  )
  if (moved.some((line) => line.added > 0 && isOversold(line))) await tellOversold(ctx, newOrderText(source, order, id))
  await shelveReturned(ctx, { id, channel: source.channel, integrationId: source.id }, returned)
  return tellChannel(ctx, source, [...known, ...saved], { moved, returned })
}

/** Tells the sender what was sold and what came back. @returns both, but for what came back after it was sent */
async function tellChannel(
  ctx: Ctx,
  source: Source,
  items: readonly lineQueries.StockItem[],
  { moved, returned }: { moved: readonly MovedLine[]; returned: readonly Returned[] },
): Promise<{ added: Pieces[]; off: Pieces[] }> {
  const nameOf = knownAs(await channelSkus.linkedUnder(ctx, source.id, items))
  const names = new Map(items.map((item) => [item.id, nameOf(item)]))
  const named = (some: readonly { id: number; quantity: number }[]) =>
    some.flatMap(({ id, quantity }) => (quantity > 0 ? [{ sku: names.get(id) ?? '', quantity }] : []))
  const added = named(moved.map(({ id, added: quantity }) => ({ id, quantity })))
  const off = named(moved.map(({ id, unsold: quantity }) => ({ id, quantity })))
  await soldThere(ctx, source.id, added)
  await backThere(ctx, source.id, [
    ...off,
    ...named(returned.map(({ itemId: id, more: quantity }) => ({ id, quantity }))),
  ])
  return { added, off }
}

function countedAmong(
  saved: readonly lineQueries.StockItem[],
  { before: state, known }: Version,
  history: boolean,
): CountedLine[] {
  const before = new Map(known.map((item) => [item.externalId, item]))
  return saved.flatMap((item) => {
    const was = before.get(item.externalId)
    return isCounted({ before: state, history }, item, was) ? [{ item, lostBefore: was?.lost ?? 0 }] : []
  })
}

/** A cancelled or sent order keeps showing what it was about, even when its channel no longer lists it; what was taken out before the rest left was not sent. */
function notNamed(
  { lines, state, emptied }: Arriving,
  { before, known }: Version,
): { dropped: lineQueries.StockItem[]; removed: lineQueries.StockItem[] } {
  const named = new Set(lines.map(({ externalId }) => externalId))
  const dropped = known.filter(({ externalId }) => !named.has(externalId))
  const isOff = (externalId: string) =>
    state === 'open' || (state === 'shipped' && before !== 'shipped' && emptied.has(externalId))
  return { dropped, removed: dropped.filter(({ sent, externalId }) => sent === 0 && isOff(externalId)) }
}

interface Returned {
  itemId: number
  /** Units that came back in all, as the channel says. */
  returned: number
  /** Of those, the ones that it had not told before. */
  more: number
}
function returnedSince(known: readonly lineQueries.StockItem[], saved: readonly lineQueries.StockItem[]): Returned[] {
  const before = new Map(known.map(({ id, channelReturned }) => [id, channelReturned]))
  return saved.flatMap(({ id: itemId, channelReturned: returned }) => {
    const more = returned - (before.get(itemId) ?? 0)
    return more > 0 ? [{ itemId, returned, more }] : []
  })
}
