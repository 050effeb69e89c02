import type { ChannelOrder } from '#channels/channel.ts'
import { neverPromised, nextState, planStock, replaces } from '#domain/orders/intake/intake.ts'
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
  summary,
  newOrderText,
} from './arriving.ts'
import * as channelSkus from './channel-skus.ts'
import { forgotten } from '../erase.ts'
import { inParts, takeInFresh } from './fresh.ts'
import { inHundredths } from './hundredths.ts'
import { knowsNoParcels } from '../shipping/parcels.ts'
import { moveLines, sendOut } from './promises.ts'
import * as queries from '../queries.ts'
import { askedOf } from '../refunds/queries.ts'
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
export async function takeIn(ctx: Ctx, source: Source, orders: readonly ChannelOrder[]): Promise<TakenIn> {
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
      'an order could not be taken in',
    )
    this.failures.push(error)
  }
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
  const known = await queries.itemsOf(ctx, stored.id)
  const about = { before: stored.state, known }
  // A register counts what was paid back as handed over, too, once all is: that adds nothing.
  const isOver = stored.state === 'shipped' && order.state === 'shipped' && knowsNoParcels(source)
  const lines = isOver ? [] : order.lines
  const plan = planStock({ ...about, lines, state: order.state, history: isHistory(source, order) })
  const adds = plan.take.length > 0
  const state = nextState(about, order.state, adds)
  const isForgotten = stored.buyerErasedAt !== null
  await queries.updateOrder(ctx, stored.id, {
    ...keepEdits(columnsOf(order), stored),
    ...(state === 'shipped' && order.state === 'open' && knowsNoParcels(source) && keepShipped(stored)),
    ...(isForgotten && forgotten),
    ...(state === 'open' && stored.state === 'shipped' && { sentParcels: 1 + stored.moreParcels.length }),
    state,
  })
  await queries.replaceDocument(ctx, stored.id, raw, !isForgotten)
  const left = stored.state !== 'open' && adds ? await queries.closeLines(ctx, stored.id) : known
  const moved = await settle(ctx, source, order, { id: stored.id, before: stored.state, state, plan, known: left })
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
  state: OrderState
  plan: ReturnType<typeof planStock>
  known: readonly queries.StockItem[]
}

/** Saves the lines of a later version and moves in stock what they ask for more or less than before. @returns pieces that it asks for beyond those, and those that it asks for no more */
async function settle(
  ctx: Ctx,
  source: Source,
  order: Arriving,
  version: Version,
): Promise<{ added: Pieces[]; off: Pieces[] }> {
  const { id, before, state, plan, known } = version
  const { lines } = order
  // A cancelled or sent order keeps showing what it was about, even when its channel no longer lists it; what was taken out before the rest left was not sent.
  const sent = new Set(known.flatMap(({ externalId, gone, lost }) => (gone > lost ? externalId : [])))
  const removes = (externalId: string) =>
    !sent.has(externalId) &&
    (state === 'open' || (state === 'shipped' && before !== 'shipped' && order.emptied.has(externalId)))
  const settled = await moveLines(ctx, source.channel, id, { known, plan, lines, removes })
  if (settled.some((line) => line.shortfall > 0)) await tellOversold(ctx, newOrderText(source, order, id))
  const nameOf = knownAs(await channelSkus.linkedUnder(ctx, source.id, [...lines, ...known]))
  const names = new Map(lines.map((line) => [line.externalId, nameOf(line)]))
  const units = plan.take.map(({ externalId, sku, quantity }) => {
    const before = known.find((line) => line.externalId === externalId)
    return {
      sku: names.get(externalId) ?? sku,
      quantity: Math.max(0, quantity - (before ? before.taken + before.shortfall : 0)),
    }
  })
  const back = returned(version, lines, nameOf)
  await soldThere(ctx, source.id, units)
  await backThere(ctx, source.id, back)
  const isLost = state === 'cancelled' && lines.some(({ lost }) => lost > 0)
  if ((state === 'shipped' && (before !== 'shipped' || plan.take.length > 0)) || isLost) await sendOut(ctx, id)
  return { added: units.filter(({ quantity }) => quantity > 0), off: back }
}

/** Pieces that an order asked for and asks for no more. */
const returned = (
  { before, state, plan, known }: Version,
  lines: Arriving['lines'],
  nameOf: (line: queries.StockItem) => string,
) =>
  plan.release.flatMap((externalId) => {
    const line = known.find((item) => item.externalId === externalId)
    if (!line) return []
    const isOff = state === 'cancelled'
    const off = () => (lines.find((candidate) => candidate.externalId === externalId)?.lost ?? 0) - line.gone
    const reserved = isOff
      ? Math.max(0, off())
      : (plan.take.find((candidate) => candidate.externalId === externalId)?.quantity ?? 0)
    const quantity = line.taken + line.shortfall + (isOff ? neverPromised(before, line) : 0) - reserved
    return quantity > 0 ? [{ sku: nameOf(line), quantity }] : []
  })
