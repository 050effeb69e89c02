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
          (change) =>
            (inventoryItemIds?.includes(change.itemId) ?? true) &&
            (locationIds?.includes(change.locationId) ?? true) &&
            (names?.includes(change.name) ?? true),
        )
        .map((change) => ({
          name: change.name,
          delta: change.delta,
          quantityAfterChange: change.after,
          ledgerDocumentUri: null,
          item: () => inventoryItemView(env, change.itemId),
          location: () => findLocation(env, change.locationId),
        })),
  }
}
