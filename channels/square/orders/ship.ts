import { ChannelError, type Outcome } from '../../channel.ts'
import type { Shipment } from '../../shipment.ts'
import { done, each } from '../../kit/batch.ts'
import { ask, orNull, type SquareConnection } from '../calls.ts'
import { type Fulfillment, OneOrder, type SquareOrder } from './wire.ts'

const most = { carrier: 50, number: 100 }
const over = new Set(['COMPLETED', 'CANCELED', 'FAILED'])

/** Completes what is still open. An order of which nothing is left is done already: that is how a repeated call is known. */
export const ship = (c: SquareConnection, batch: Shipment[]) => each(batch, 2, (shipment) => shipOne(c, shipment))

async function shipOne(c: SquareConnection, shipment: Shipment): Promise<Outcome> {
  const path = `orders/${encodeURIComponent(shipment.externalOrderId)}`
  const reply = await orNull(ask(c, OneOrder, { method: 'GET', path }))
  if (!reply) throw new ChannelError('not_found', 'Square doesn’t have this order.')
  const { order } = reply
  const open = order.fulfillments.filter(({ state }) => !over.has(state))
  if (order.state !== 'OPEN' || open.length === 0) return done
  if (order.version === undefined)
    throw new ChannelError(
      'invalid',
      'This order was created on a Square register, so only Square can change it. Complete it there.',
    )
  if ((order.net_amount_due_money?.amount ?? 0) > 0)
    throw new ChannelError('invalid', 'This order isn’t paid yet. Square only completes paid orders.')
  const meant = meantOf(order, open, shipment)
  await ask(c, OneOrder, {
    method: 'PUT',
    path,
    write: true,
    json: {
      idempotency_key: c.uuid(),
      order: {
        location_id: order.location_id,
        version: order.version,
        fulfillments: meant.map((fulfillment) => ({
          uid: fulfillment.uid,
          state: 'COMPLETED',
          ...parcelOf(fulfillment, shipment),
        })),
      },
    },
  })
  return done
}

/** Whole fulfillments: Square knows no part of one. @throws ChannelError `invalid` where only a part is to be sent */
function meantOf(order: SquareOrder, open: Fulfillment[], { lines }: Shipment): Fulfillment[] {
  const lineIds = new Set(lines.map(({ externalId }) => externalId))
  const meant = open.filter(({ line_item_application: applies, entries }) =>
    applies === 'ENTRY_LIST'
      ? (entries ?? []).every(({ line_item_uid: uid }) => lineIds.has(uid))
      : order.line_items.every(({ uid }) => lineIds.has(uid ?? '')),
  )
  if (meant.length === 0)
    throw new ChannelError('invalid', 'Square ships orders as a whole. Ship the rest of the order together with this.')
  return meant
}

/** Where nothing is sent by a carrier there is no place for a number. */
function parcelOf({ type }: Fulfillment, { carrier, trackingNumber }: Shipment) {
  const number = trackingNumber.trim().slice(0, most.number)
  if (type !== 'SHIPMENT' || !number) return {}
  return {
    shipment_details: { tracking_number: number, ...(carrier && { carrier: carrier.slice(0, most.carrier) }) },
  }
}
