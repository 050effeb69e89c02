import { z } from 'zod'
import { ChannelError, type Outcome } from '../../channel.ts'
import type { Shipment } from '../../shipment.ts'
import { done, each } from '../../kit/batch.ts'
import { askList, type BigCommerceConnection, mostPerPage, send } from '../calls.ts'
import { Line } from './wire.ts'
import { shipmentsOf } from './orders.ts'

const numberChars = 50
const COMPLETED = 10

/** Sends what is left of these lines, a parcel for each address. One of which nothing is left is done already: that is how a repeated call is known. */
export const ship = (c: BigCommerceConnection, batch: Shipment[]): Promise<Outcome[]> =>
  each(batch, 1, (shipment) => shipOne(c, shipment))

const pathOf = ({ externalOrderId }: Shipment) => `v2/orders/${encodeURIComponent(externalOrderId)}`

async function linesOf(c: BigCommerceConnection, shipment: Shipment): Promise<Line[]> {
  const lines: Line[] = []
  for (let page = 1, more = true; more; page++) {
    const query = { page: String(page), limit: String(mostPerPage) }
    const part = await askList(c, z.array(Line), { method: 'GET', path: `${pathOf(shipment)}/products`, query })
    lines.push(...part)
    more = part.length === mostPerPage
  }
  return lines
}

async function shipOne(c: BigCommerceConnection, shipment: Shipment): Promise<Outcome> {
  const quantities = new Map(shipment.lines.map(({ externalId, quantity }) => [externalId, quantity]))
  const open = (await linesOf(c, shipment)).flatMap((line) => {
    const left = line.quantity - line.quantity_shipped - line.quantity_refunded
    const before = shipment.part ? line.quantity_shipped : 0
    const quantity = Math.min((quantities.get(String(line.id)) ?? 0) - before, left)
    return quantity > 0 ? [{ line, quantity }] : []
  })
  if (open.length === 0) return done
  const parcels = open.filter(({ line }) => line.order_address_id > 0)
  const tracking = trackingOf(shipment)
  for (const [order_address_id, own] of Map.groupBy(parcels, ({ line }) => line.order_address_id)) {
    const items = own.map(({ line, quantity }) => ({ order_product_id: line.id, quantity }))
    await send(c, {
      method: 'POST',
      path: `${pathOf(shipment)}/shipments`,
      json: { order_address_id, ...tracking, items },
    })
  }
  // What is fetched in the shop has no address, so no parcel.
  if (parcels.length === 0) await send(c, { method: 'PUT', path: pathOf(shipment), json: { status_id: COMPLETED } })
  return done
}

/** BigCommerce follows parcels of these itself; the other carriers' names stand beside the number. */
const providers: [RegExp, string][] = [
  [/^usps|^united states postal/i, 'usps'],
  [/^fedex/i, 'fedex'],
  [/^ups\b/i, 'ups'],
  [/^royal ?mail/i, 'royalmail'],
  [/^canada ?post/i, 'canadapost'],
  [/^aus(tralia)? ?post/i, 'auspost'],
]

function trackingOf({ carrier, trackingNumber }: Shipment) {
  const tracking_number = trackingNumber.trim()
  if (tracking_number.length > numberChars) {
    const sentence = `BigCommerce tracking numbers can have up to ${numberChars} characters.`
    throw new ChannelError('invalid', sentence, { fields: { trackingNumber: sentence } })
  }
  const provider = providers.find(([name]) => name.test(carrier.trim()))?.[1]
  if (provider) return { tracking_number, shipping_provider: provider }
  return { tracking_number, shipping_provider: '', ...(carrier && { shipping_method: carrier }) }
}

/** Other numbers for the parcels in which these lines are. */
export const track = (c: BigCommerceConnection, batch: Shipment[]): Promise<Outcome[]> =>
  each(batch, 1, async (shipment) => {
    const lines = new Set(shipment.lines.map(({ externalId }) => externalId))
    const meant = (await shipmentsOf(c, shipment.externalOrderId)).filter(({ items }) =>
      items.some(({ order_product_id: id }) => lines.has(String(id))),
    )
    if (meant.length === 0) throw new ChannelError('not_found', 'BigCommerce has no shipment for this order.')
    for (const { id } of meant)
      await send(c, { method: 'PUT', path: `${pathOf(shipment)}/shipments/${id}`, json: trackingOf(shipment) })
    return done
  })
