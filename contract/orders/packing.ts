import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Address, OrderChannel, Payment, Shipping, Stage } from './orders.ts'
import { MoreParcel, MoreParcels } from './shipping.ts'
import { Joined } from '../products/filter.ts'
import { Id, Time } from '../shapes.ts'

/** A line as whoever packs it sees it. */
/** A line, or of a bundle one of its components. */
export const PackLine = z.object({
  id: Id,
  /** The component; 0: the line is no bundle. */
  levelId: z.number().int(),
  /** SKU of the bundle that it is for; else ''. */
  bundle: z.string(),
  sku: z.string(),
  title: z.string(),
  quantity: z.number().int(),
  /** Pieces of it that one of its line asks for: 1, but for a bundle's component. */
  each: z.number().int(),
  /** Pieces that lie in the box. */
  packed: z.number().int(),
  /** Who put the last one in or took it out, null where nobody did. */
  packedBy: z.object({ id: Id, name: z.string() }).nullable(),
  /** Its barcodes, filled up to the fourteen digits of a GTIN. */
  codes: z.array(z.string()),
  image: z.string(),
  warehouse: z.string(),
  location: z.string(),
  bin: z.string(),
  /** Pieces that were sold when there were none left. */
  shortfall: z.number().int(),
})
export type PackLine = z.output<typeof PackLine>

export const ReportKind = z.enum(['missing', 'damaged'])
export type ReportKind = z.output<typeof ReportKind>

/** Items of an order line that a packer could not find or found damaged. */
export const ItemReport = z.object({
  id: Id,
  orderId: Id,
  itemId: Id,
  /** Of a bundle, its component's. */
  sku: z.string(),
  title: z.string(),
  kind: ReportKind,
  units: z.number().int(),
  /** Units by which the line is short because of it; 0 where another unit took its place. */
  short: z.number().int(),
  by: z.string(),
  at: Time,
  /** Nothing has happened to the line since. */
  canUndo: z.boolean(),
})
export type ItemReport = z.output<typeof ItemReport>

export const PackOrder = z.object({
  id: Id,
  channel: OrderChannel,
  integrationId: Id.nullable(),
  number: z.string(),
  externalOrderId: z.string(),
  state: z.enum(['open', 'shipped', 'cancelled']),
  stage: Stage,
  shipping: Shipping,
  payment: Payment,
  /** Nobody packs it until it is released. */
  held: z.boolean(),
  /** By when it is to be shipped; null where its channel says nothing, or where nothing is left to ship. */
  shipBy: Time.nullable(),
  buyer: z.string(),
  address: Address,
  notes: z.string(),
  service: z.string(),
  trackingNumber: z.string(),
  moreParcels: z.array(MoreParcel),
  /** Parcels that have left already with a part of it: the first of these. */
  sentParcels: z.number().int(),
  /** Whether its channel is told of each parcel; else of the first alone. */
  tellsParcels: z.boolean(),
  /** Why it leaves as a whole or not at all; '' where a part of it may leave first. */
  whyWhole: z.string(),
  /** Where its channel sells postage for it, '' where it does not. */
  labelUrl: z.string(),
  lines: z.array(PackLine),
  /** Of an open order, those that were not undone. */
  reports: z.array(ItemReport),
})
export type PackOrder = z.output<typeof PackOrder>

/** Those that exist, in the order asked for. */
export const ordersToPack = endpoint({
  method: 'GET',
  path: '/orders/packing',
  summary: 'List orders with their packed items',
  needs: 'organization:read',
  query: z.object({ ids: Joined }),
  reply: z.array(PackOrder),
})
/** Pieces go in one by one, from several devices at once: more than the line asks for are refused. */
export const packPieces = endpoint({
  method: 'POST',
  path: '/orders/packPieces',
  summary: 'Pack or unpack items of an order line',
  needs: 'orders:write',
  body: z.object({
    orderId: Id,
    itemId: Id,
    levelId: z.number().int().min(0).default(0),
    by: z.number().int().min(-100_000).max(100_000),
  }),
  reply: PackOrder,
  errors: ['not_found', 'packing_conflict'],
  changes: ['packing'],
})
/** Sends what lies in the box as a parcel; the order stays open for the rest. */
export const shipPart = endpoint({
  method: 'POST',
  path: '/orders/shipPart',
  summary: 'Ship the packed part of an order',
  needs: 'orders:write',
  body: z.object({
    orderId: Id,
    service: z.string().trim().max(200, 'At most 200 characters.').default(''),
    trackingNumber: z.string().trim().max(200, 'At most 200 characters.').default(''),
  }),
  reply: PackOrder,
  errors: ['not_found', 'packing_conflict', 'channel_refused', 'channel_unavailable', 'integration_unauthenticated'],
  changes: ['packing', 'orders'],
})
/** Ships an order whose every piece is packed, once: whoever comes second is told who was first. */
export const shipPacked = endpoint({
  method: 'POST',
  path: '/orders/shipPacked',
  summary: 'Ship a packed order',
  needs: 'orders:write',
  body: z.object({
    orderId: Id,
    /** Of the parcels that have not left yet, the first. Left out, it stays. */
    service: z.string().trim().max(200, 'At most 200 characters.').optional(),
    trackingNumber: z.string().trim().max(200, 'At most 200 characters.').optional(),
    moreParcels: MoreParcels.optional(),
  }),
  reply: PackOrder,
  errors: ['not_found', 'packing_conflict', 'channel_refused', 'channel_unavailable', 'integration_unauthenticated'],
  changes: ['packing', 'orders', 'products'],
})
