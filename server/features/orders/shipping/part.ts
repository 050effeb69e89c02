import type { HandlerInput } from '#contract/endpoint.ts'
import type { shipPart, shipPacked } from '#contract/orders/packing.ts'
import type { MoreParcel } from '#contract/orders/shipping.ts'
import { SizeAndWeight } from '#contract/shapes.ts'
import { carrierFor } from '#domain/orders/shipping/tracking.ts'
import type { Ctx, Turn } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import * as packing from '../packing/queries.ts'
import type { Connect } from '../intake/pull.ts'
import * as queries from '../queries.ts'
import { mustKeepPieces } from '../refunds/queries.ts'
import { settleStored } from '../intake/line-stock.ts'
import type { Release } from './holds.ts'
import { followSoon, type OrderRow, tell } from './shipping.ts'

/** Shown for an order made by hand of which a part has left. */
const PARTLY_SHIPPED = 'Partially Shipped'

type Parcel = Pick<HandlerInput<typeof shipPart>['body'], 'service' | 'trackingNumber'>

/**
 * Sends a part of an order that somebody holds: tells its channel, then notes what has left, which leaves the building.
 * @param parts pieces by line
 * @throws not_found, packing_conflict, channel_refused, channel_unavailable, integration_unauthenticated
 */
export async function sendPartHeld(
  ctx: Ctx,
  orderId: number,
  parcel: Parcel,
  parts: readonly { id: number; quantity: number }[],
  connect: Connect,
  turn: Turn,
  release: Release = async () => undefined,
): Promise<void> {
  const [row] = await queries.findMany(ctx, [orderId])
  if (!row) throw new AppError('not_found')
  await mustKeepPieces(ctx, orderId)
  const lines = await packing.leaving(ctx, orderId, parts)
  if (row.channel !== 'manual')
    await tell(
      ctx,
      row,
      {
        parcels: {
          carrier: carrierFor(parcel.service || row.shippingMethod, parcel.trackingNumber),
          trackingNumber: parcel.trackingNumber,
          more: [],
        },
        shippedAt: ctx.services.clock.now(),
        lines: lines.map(({ externalId, quantity }) => ({ externalId, quantity })),
        part: true,
      },
      connect,
      'ship',
    )
  const pieces = new Map(parts.map(({ id, quantity }) => [id, quantity]))
  await turn.mark(async (ctx) => {
    const order = await queries.lockById(ctx, orderId)
    if (!order) throw new AppError('not_found')
    // Nobody was told of it: what a channel was told has left, whatever became of its order meanwhile.
    if (order.channel === 'manual' && order.state !== 'open')
      throw new AppError('packing_conflict', 'This order was cancelled. Put its items back.')
    await packing.sendPart(ctx, orderId, lines)
    await settleStored(ctx, order)
    const { moreParcels, ...columns } = withParcel(order, parcel)
    await queries.updateOrder(ctx, orderId, {
      ...columns,
      moreParcels: JSON.stringify(moreParcels),
      shippingEdited: true,
      ...(order.state === 'open' && { shipping: 'partly' }),
      ...(order.channel === 'manual' && { shippingStatus: PARTLY_SHIPPED }),
    })
    await audit(ctx, {
      entity: 'order',
      entityId: orderId,
      action: 'part sent',
      new: {
        trackingNumber: parcel.trackingNumber,
        lines: lines.map(({ id, sku }) => ({ sku, quantity: pieces.get(id) ?? 0 })),
      },
    })
    await followSoon(ctx, order)
    await release(ctx)
  })
}

/** The parcel stands after those that have left; what was noted for later ones goes on behind it. */
function withParcel(order: OrderRow, { service, trackingNumber }: Parcel) {
  const { sentParcels } = order
  const [first, ...moreParcels] = parcelsOf(order).toSpliced(sentParcels, sentParcels < countOf(order) ? 1 : 0, {
    service: service || order.shippingMethod,
    trackingNumber,
    sizeAndWeight: SizeAndWeight.parse({}),
  })
  return {
    ...(sentParcels === 0 && first && { shippingMethod: first.service, trackingNumber: first.trackingNumber }),
    moreParcels,
    sentParcels: sentParcels + 1,
  }
}

const countOf = ({ moreParcels }: OrderRow) => 1 + moreParcels.length
const parcelsOf = ({ shippingMethod, trackingNumber, parcelSize, moreParcels }: OrderRow): MoreParcel[] => [
  { service: shippingMethod, trackingNumber, sizeAndWeight: SizeAndWeight.parse(parcelSize) },
  ...moreParcels,
]

/** The parcels of an order whose rest is sent: those that have left stay as they are. */
export function restParcels(
  order: { sentParcels: number; moreParcels: readonly MoreParcel[] },
  { service, trackingNumber, moreParcels }: Omit<HandlerInput<typeof shipPacked>['body'], 'orderId'>,
) {
  if (order.sentParcels === 0) return { service, trackingNumber, moreParcels }
  if (service === undefined && trackingNumber === undefined && moreParcels === undefined) return {}
  return {
    moreParcels: [
      ...order.moreParcels.slice(0, order.sentParcels - 1),
      ...(service || trackingNumber
        ? [{ service: service ?? '', trackingNumber: trackingNumber ?? '', sizeAndWeight: SizeAndWeight.parse({}) }]
        : []),
      ...(moreParcels ?? []),
    ],
  }
}
