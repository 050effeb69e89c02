import type { Generated } from 'kysely'
import type { Shipment } from '#channels/shipment.ts'
import type { ShadowAction, ShadowField } from '#contract/sync/shadow.ts'
import type { At, Json, Owned } from './columns.ts'

/** What would be sent of a listing, as it was computed for one version of what it owes. */
export interface ShadowChangesTable {
  organizationId: number
  listingId: number
  integrationId: number
  version: number
  action: ShadowAction
  changes: Json<ShadowField[]>
  problem: Generated<string>
  plannedAt: At
}
/** A parcel that an order's channel is told of once the seller confirms. */
export interface ShadowParcelsTable extends Owned {
  integrationId: number
  orderId: number
  what: 'ship' | 'track'
  /** With its time as text. */
  shipment: Json<Omit<Shipment, 'shippedAt'> & { shippedAt: string }>
  createdAt: At
  /** In the channel's words, once it rejected it. */
  problem: Generated<string>
}
export interface ShadowTables {
  shadowChanges: ShadowChangesTable
  shadowParcels: ShadowParcelsTable
}
