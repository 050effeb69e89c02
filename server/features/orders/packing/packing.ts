import type { HandlerInput } from '#contract/endpoint.ts'
import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import type { PackOrder, packPieces, shipPacked, shipPart } from '#contract/orders/packing.ts'
import { partOf, whyNotPacked } from '#domain/orders/packing/packing.ts'
import { canShip } from '#domain/orders/intake/status.ts'
import { type Ctx, inTransaction, onlyTurn } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { idsOf } from '../../../http/requests/ids.ts'
import { audit } from '../../audit.ts'
import { withConnection } from '../../integrations/connections/connections.ts'
import * as packing from './queries.ts'
import { reportsOf } from './reported.ts'
import { restParcels, sendPartHeld } from '../shipping/part.ts'
import type { Connect } from '../intake/pull.ts'
import * as lineQueries from '../line-queries.ts'
import * as queries from '../queries.ts'
import { isHeld, labelUrl, tellsParcels, whyWhole } from '../service.ts'
import { holding, mustBeFree } from '../shipping/holds.ts'
import { HELD, updateHeld } from '../shipping/shipping.ts'

/** Orders to pack, in the order asked for. @throws invalid_input */
export async function toPack(ctx: Ctx, typed: readonly string[] | undefined): Promise<PackOrder[]> {
  const ids = idsOf('ids', typed)
  if (ids.length > MOST_ON_PAPER) throw invalid('ids', `Select up to ${MOST_ON_PAPER} orders to pack.`)
  return packOrders(ctx, ids)
}

async function packOrders(ctx: Ctx, ids: readonly number[]): Promise<PackOrder[]> {
  const rows = new Map((await queries.findMany(ctx, ids)).map((row) => [row.id, row]))
  const lines = Map.groupBy(await packing.packLines(ctx, ids), (line) => line.orderId)
  const reports = Map.groupBy(await reportsOf(ctx, ids), (report) => report.orderId)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { channel, integrationId, number, externalOrderId, state, stage, shipping, payment } = row
    return [
      {
        id,
        channel,
        integrationId,
        number,
        externalOrderId,
        state,
        stage,
        shipping,
        payment,
        held: isHeld(row),
        shipBy: canShip(row) ? row.shipBy : null,
        buyer: row.buyerName,
        address: row.shippingAddress,
        notes: row.notes,
        service: row.shippingMethod,
        trackingNumber: row.trackingNumber,
        moreParcels: row.moreParcels,
        sentParcels: row.sentParcels,
        tellsParcels: tellsParcels(channel),
        whyWhole: whyWhole(channel),
        labelUrl: state === 'open' ? labelUrl(ctx, channel) : '',
        lines: lines.get(id) ?? [],
        reports: reports.get(id) ?? [],
      },
    ]
  })
}

/** An order as it is to be packed. @throws not_found */
export async function packOrder(ctx: Ctx, id: number): Promise<PackOrder> {
  const [order] = await packOrders(ctx, [id])
  if (!order) throw new AppError('not_found')
  return order
}

/** Puts pieces of a line into the box, or takes some out. @throws not_found, packing_conflict, invalid_input */
export async function pack(ctx: Ctx, change: HandlerInput<typeof packPieces>['body']): Promise<PackOrder> {
  const { by } = change
  if (by === 0) throw invalid('by', 'Enter a quantity.')
  const done = by > 0 ? await packing.putIn(ctx, change) : await packing.takeOut(ctx, { ...change, by: -by })
  if (done && by < 0) await dropUnboxed(ctx, change.orderId)
  const order = await packOrder(ctx, change.orderId)
  if (done) return order
  const line = order.lines.find(({ id, levelId }) => id === change.itemId && levelId === change.levelId)
  if (!line) throw new AppError('not_found')
  await mustBeOpen(ctx, order)
  await mustBeFree(ctx, order.id)
  const name = line.sku || line.title
  const whose =
    line.packedBy && line.packedBy.id !== ctx.userId ? `, last by ${line.packedBy.name || 'a colleague'}` : ''
  throw new AppError(
    'packing_conflict',
    by > 0 ? `${line.packed} of ${line.quantity} × ${name} already packed${whose}.` : `No ${name} left in the box.`,
  )
}

/** A line that was kept for its pieces in the box alone goes with the last of them. */
const dropUnboxed = (ctx: Ctx, orderId: number) =>
  inTransaction(ctx, async (ctx) => {
    await queries.lockById(ctx, orderId)
    if (await packing.removeUnboxed(ctx, orderId)) await lineQueries.saveStock(ctx, orderId, [])
  })

/** @throws packing_conflict */
async function mustBeOpen(ctx: Ctx, order: PackOrder): Promise<void> {
  if (order.held) throw new AppError('packing_conflict', HELD)
  await mustBeToShip(ctx, order)
}

/** @throws packing_conflict */
export async function mustBeToShip(ctx: Ctx, order: PackOrder): Promise<void> {
  if (canShip(order)) return
  if (order.state === 'cancelled')
    throw new AppError('packing_conflict', 'This order was cancelled. Put its items back.')
  const who = await packing.shippedBy(ctx, order.id)
  throw new AppError(
    'packing_conflict',
    who ? `${who} already shipped this order. It wasn’t sent again.` : 'This order has already shipped.',
  )
}

/**
 * Ships an order whose every piece is packed. Of two who press at once, one does; the other is told.
 * @throws not_found, packing_conflict, channel_refused, channel_unavailable, integration_unauthenticated
 */
export async function shipPackedOrder(
  ctx: Ctx,
  { orderId, service, trackingNumber, moreParcels }: HandlerInput<typeof shipPacked>['body'],
  connect: Connect = withConnection,
  turn = onlyTurn(ctx),
): Promise<void> {
  await mustBePacked(ctx, await packOrder(ctx, orderId))
  await holding(ctx, orderId, turn.request, async (release) => {
    // Whoever held it before may have shipped it since we looked, or a piece was taken out.
    const order = await packOrder(ctx, orderId)
    await mustBePacked(ctx, order)
    const parcels = restParcels(order, { service, trackingNumber, moreParcels })
    const lines = order.lines.map(({ sku, packed, packedBy }) => ({ sku, quantity: packed, by: packedBy?.name }))
    await updateHeld(ctx, { orderId, channel: order.channel, action: 'ship', ...parcels }, connect, turn, {
      release,
      note: (ctx) => audit(ctx, { entity: 'order', entityId: orderId, action: 'packed', new: { lines } }),
    })
  })
}

/**
 * Sends what lies in the box as a parcel of its own; the order stays open, and its box is empty. Nothing goes into it meanwhile.
 * @throws not_found, packing_conflict, channel_refused, channel_unavailable, integration_unauthenticated
 */
export async function shipPackedPart(
  ctx: Ctx,
  { orderId, ...parcel }: HandlerInput<typeof shipPart>['body'],
  connect: Connect = withConnection,
  turn = onlyTurn(ctx),
): Promise<void> {
  await mustBePart(ctx, await packOrder(ctx, orderId))
  await holding(ctx, orderId, turn.request, async (release) => {
    const parts = await mustBePart(ctx, await packOrder(ctx, orderId))
    await sendPartHeld(ctx, orderId, parcel, parts, connect, turn, release)
  })
}

/** @returns pieces by line @throws packing_conflict */
async function mustBePart(ctx: Ctx, order: PackOrder) {
  await mustBeOpen(ctx, order)
  if (order.whyWhole) throw new AppError('packing_conflict', order.whyWhole)
  const parts = partOf(order.lines)
  if (typeof parts === 'string') throw new AppError('packing_conflict', parts)
  return parts
}

/** @throws packing_conflict */
async function mustBePacked(ctx: Ctx, order: PackOrder): Promise<void> {
  await mustBeOpen(ctx, order)
  const why = whyNotPacked(order.lines)
  if (why) throw new AppError('packing_conflict', why)
}
