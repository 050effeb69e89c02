import { inventoryItemView } from '../listings/catalog-view.ts'
import type { AdjustmentRow } from './inventory.ts'
import { findLocation, type View } from '../shop/shop-view.ts'
import { shown, type Env } from '../state.ts'

interface ChangesArgs {
  inventoryItemIds?: string[] | null
  locationIds?: string[] | null
  quantityNames?: string[] | null
}
export function adjustmentView(env: Env, row: AdjustmentRow | null): View | null {
  if (!row) return null
  return {
    __typename: 'InventoryAdjustmentGroup',
    id: row.id,
    createdAt: shown(row.createdAt),
    reason: row.reason,
    referenceDocumentUri: row.reference,
    changes: ({ inventoryItemIds, locationIds, quantityNames: names }: ChangesArgs) =>
      row.changes
        .filter(
          (one) =>
            (inventoryItemIds?.includes(one.itemId) ?? true) &&
            (locationIds?.includes(one.locationId) ?? true) &&
            (names?.includes(one.name) ?? true),
        )
        .map((one) => ({
          name: one.name,
          delta: one.delta,
          quantityAfterChange: one.after,
          ledgerDocumentUri: null,
          item: () => inventoryItemView(env, one.itemId),
          location: () => findLocation(env, one.locationId),
        })),
  }
}
