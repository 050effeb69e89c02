/** What a channel is told of an order that leaves. */
export interface Shipment {
  externalOrderId: string
  carrier: string
  trackingNumber: string
  /** Its parcels after the first, each with a number; only where the channel takes `severalParcels`. */
  more?: readonly Pick<Shipment, 'carrier' | 'trackingNumber'>[]
  shippedAt: Date
  /** How many pieces of each line have left with it, those of parcels before included: repeating is harmless. */
  lines: { externalId: string; quantity: number }[]
  /** Others stay open; only where the channel takes `parts`. */
  part?: true
}
