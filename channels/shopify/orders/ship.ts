import { ChannelError, type Outcome } from '../../channel.ts'
import type { Shipment } from '../../shipment.ts'
import { done, each } from '../../kit/batch.ts'
import { ask, restOf, type ShopifyConnection } from '../calls.ts'
import { throwUserErrors } from '../errors.ts'
import { type FulfillmentOrder, Ship, ToShip, ToShipRest, Track } from '../wire.ts'

const shippable = new Set(['OPEN', 'IN_PROGRESS'])

/** Sends what is left of these lines. An order that has nothing left is done already: that is how a repeated call is known. */
export const ship = (c: ShopifyConnection, batch: Shipment[]) => each(batch, 3, (shipment) => shipOne(c, shipment))

async function shipOne(c: ShopifyConnection, shipment: Shipment): Promise<Outcome> {
  const { order } = await ask(c, 'toShip', ToShip, { id: shipment.externalOrderId, after: null })
  if (!order) throw new ChannelError('not_found', 'Shopify doesn’t have this order.')
  const open = await restOf(
    order.fulfillmentOrders,
    async (after) => (await ask(c, 'toShip', ToShip, { id: order.id, after })).order?.fulfillmentOrders,
  )
  const parcels = await parcelsOf(c, open, shipment)
  if (!parcels.length) return nothingToSend(open)
  const info = infoOf(shipment)
  const trackingInfo = info ? { trackingInfo: info } : {}
  for (const lineItemsByFulfillmentOrder of parcels) {
    const { fulfillmentCreate } = await ask(c, 'ship', Ship, {
      fulfillment: { lineItemsByFulfillmentOrder, notifyCustomer: true, ...trackingInfo },
    })
    throwUserErrors(fulfillmentCreate.userErrors)
  }
  return done
}

/** All numbers of an order stand under one carrier; undefined where there is none. */
function infoOf({ carrier, trackingNumber, more = [] }: Shipment) {
  const numbers = [trackingNumber, ...more.map((parcel) => parcel.trackingNumber)]
    .map((number) => number.trim())
    .filter(Boolean)
  if (numbers.length === 0) return undefined
  const company = carrier || more.find((parcel) => parcel.carrier)?.carrier
  return { ...(numbers.length > 1 ? { numbers } : { number: numbers[0] }), ...(company && { company }) }
}

/** Puts another number in place of the one that Shopify was told. @see https://shopify.dev/docs/api/admin-graphql/2026-07/mutations/fulfillmentTrackingInfoUpdate */
export const track = (c: ShopifyConnection, batch: Shipment[]) => each(batch, 3, (shipment) => trackOne(c, shipment))

async function trackOne(c: ShopifyConnection, shipment: Shipment): Promise<Outcome> {
  const { order } = await ask(c, 'toShip', ToShip, { id: shipment.externalOrderId, after: null })
  if (!order) throw new ChannelError('not_found', 'Shopify doesn’t have this order.')
  const parcels = order.fulfillments.filter(({ status }) => status !== 'CANCELLED')
  const onHold = new Set(parcels.map((parcel) => parcel.trackingInfo.map(({ number }) => number ?? '').join()))
  // Which of several parcels is meant, only the seller knows.
  if (onHold.size > 1)
    throw new ChannelError('invalid', 'This order has several parcels on Shopify. Change the tracking number there.')
  const info = infoOf(shipment) ?? { number: null, company: null, url: null }
  for (const { id } of parcels) {
    const { fulfillmentTrackingInfoUpdate } = await ask(c, 'track', Track, { id, info })
    throwUserErrors(fulfillmentTrackingInfoUpdate.userErrors)
  }
  return done
}

/** Nothing can be sent: because all is sent, or because it is held. */
function nothingToSend(orders: FulfillmentOrder[]): Outcome {
  const waiting = orders.find(({ status }) => status === 'ON_HOLD' || status === 'SCHEDULED')
  if (!waiting) return done
  throw new ChannelError(
    'invalid',
    `This order is ${waiting.status === 'ON_HOLD' ? 'on hold' : 'scheduled for a later date'} on Shopify. Release it there first.`,
    { code: waiting.status },
  )
}

type Parcel = { fulfillmentOrderId: string; fulfillmentOrderLineItems: { id: string; quantity: number }[] }[]

/** What is to be sent, one parcel per location: Shopify takes no more in a call. */
async function parcelsOf(
  c: ShopifyConnection,
  orders: FulfillmentOrder[],
  { lines, part }: Shipment,
): Promise<Parcel[]> {
  const quantities = new Map<string, number>()
  const add = (id: string, pieces: number) => quantities.set(id, (quantities.get(id) ?? 0) + pieces)
  for (const { externalId, quantity } of lines) add(externalId, quantity)
  const all = await Promise.all(
    orders
      .filter(({ status }) => shippable.has(status) || (part && status === 'CLOSED'))
      .map(async (order) => ({
        order,
        rows: await restOf(
          order.lineItems,
          async (after) =>
            (await ask(c, 'toShipRest', ToShipRest, { id: order.id, after })).fulfillmentOrder?.lineItems,
        ),
      })),
  )
  if (part)
    for (const { rows } of all) for (const row of rows) add(row.lineItem.id, row.remainingQuantity - row.totalQuantity)
  const byLocation = new Map<string, Parcel>()
  for (const { order, rows } of all.filter(({ order }) => shippable.has(order.status))) {
    const sent = rows.flatMap(({ id, remainingQuantity, lineItem }) => {
      const quantity = Math.max(0, Math.min(remainingQuantity, quantities.get(lineItem.id) ?? 0))
      add(lineItem.id, -quantity)
      return quantity > 0 ? [{ id, quantity }] : []
    })
    const place = order.assignedLocation.location?.id ?? ''
    if (sent.length)
      byLocation.set(place, [
        ...(byLocation.get(place) ?? []),
        { fulfillmentOrderId: order.id, fulfillmentOrderLineItems: sent },
      ])
  }
  return [...byLocation.values()]
}
