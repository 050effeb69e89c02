import type { ColumnType, Generated } from 'kysely'
import type { At, Owned } from './columns.ts'

export interface StockLevelsTable extends Owned {
  sku: string
  productId: number
  variationId: number | null
  onHand: Generated<number>
  reserved: Generated<number>
  sold: Generated<number>
  available: ColumnType<number, never, never>
  /** Whether it follows other levels, or others follow it. */
  bundled: Generated<'bundle' | 'component' | null>
}
export interface BundlePartsTable {
  organizationId: number
  bundleLevelId: number
  partLevelId: number
  /** Of the component in one bundle. */
  pieces: number
  position: number
}
export interface StockMovementsTable extends Owned {
  levelId: number
  sku: string
  productId: number
  deltaOnHand: number
  deltaReserved: number
  deltaSold: number
  availableAfter: number
  reason: string
  source: string
  sourceKey: string
  orderId: number | null
  userId: number | null
  at: At
  /** The bundle that pieces were moved through. */
  throughLevelId: Generated<number | null>
}
