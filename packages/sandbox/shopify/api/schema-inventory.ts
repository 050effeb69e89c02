export const inventoryTypes = `
type InventoryItemMeasurement implements Node { id: ID! weight: Weight }
type InventoryQuantity implements Node { id: ID! name: String! quantity: Int! updatedAt: DateTime }
type InventoryLevel implements Node {
  id: ID! isActive: Boolean! canDeactivate: Boolean! createdAt: DateTime! updatedAt: DateTime! item: InventoryItem! location: Location!
  quantities(names: [String!]!): [InventoryQuantity!]!
}
type InventoryItem implements Node {
  id: ID! legacyResourceId: UnsignedInt64! sku: String tracked: Boolean! requiresShipping: Boolean! duplicateSkuCount: Int!
  createdAt: DateTime! updatedAt: DateTime! unitCost: MoneyV2 measurement: InventoryItemMeasurement!
  variant: ProductVariant!
  variants(after: String before: String first: Int last: Int): ProductVariantConnection
  inventoryLevel(includeInactive: Boolean = false locationId: ID!): InventoryLevel
  inventoryLevels(
    after: String before: String first: Int includeInactive: Boolean = false last: Int query: String reverse: Boolean = false
  ): InventoryLevelConnection!
}

type InventoryChange {
  delta: Int! item: InventoryItem ledgerDocumentUri: String location: Location name: String! quantityAfterChange: Int
}
type InventoryAdjustmentGroup implements Node {
  id: ID! createdAt: DateTime! reason: String! referenceDocumentUri: String
  changes(inventoryItemIds: [ID!] locationIds: [ID!] quantityNames: [String!]): [InventoryChange!]!
}

input InventoryQuantityInput { changeFromQuantity: Int inventoryItemId: ID! locationId: ID! quantity: Int! }
input InventorySetQuantitiesInput { name: String! quantities: [InventoryQuantityInput!]! reason: String! referenceDocumentUri: String }
enum InventorySetQuantitiesUserErrorCode {
  CHANGE_FROM_QUANTITY_STALE COMPARE_QUANTITY_REQUIRED COMPARE_QUANTITY_STALE IDEMPOTENCY_CONCURRENT_REQUEST
  IDEMPOTENCY_KEY_PARAMETER_MISMATCH IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED INVALID_INVENTORY_ITEM INVALID_LOCATION INVALID_NAME
  INVALID_QUANTITY_NEGATIVE INVALID_QUANTITY_TOO_HIGH INVALID_QUANTITY_TOO_LOW INVALID_REASON INVALID_REFERENCE_DOCUMENT
  NON_MUTABLE_INVENTORY_ITEM NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR
}
type InventorySetQuantitiesUserError implements DisplayableError {
  code: InventorySetQuantitiesUserErrorCode field: [String!] message: String!
}
type InventorySetQuantitiesPayload {
  inventoryAdjustmentGroup: InventoryAdjustmentGroup userErrors: [InventorySetQuantitiesUserError!]!
}

input InventoryChangeInput {
  changeFromQuantity: Int delta: Int! inventoryItemId: ID! ledgerDocumentUri: String locationId: ID!
}
input InventoryAdjustQuantitiesInput { changes: [InventoryChangeInput!]! name: String! reason: String! referenceDocumentUri: String }
enum InventoryAdjustQuantitiesUserErrorCode {
  ADJUST_QUANTITIES_FAILED CHANGE_FROM_QUANTITY_STALE IDEMPOTENCY_CONCURRENT_REQUEST IDEMPOTENCY_KEY_PARAMETER_MISMATCH
  IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED INVALID_INVENTORY_ITEM INVALID_LOCATION INVALID_QUANTITY_NAME INVALID_QUANTITY_TOO_HIGH
  INVALID_QUANTITY_TOO_LOW INVALID_REASON INVALID_REFERENCE_DOCUMENT NON_MUTABLE_INVENTORY_ITEM
}
type InventoryAdjustQuantitiesUserError implements DisplayableError {
  code: InventoryAdjustQuantitiesUserErrorCode field: [String!] message: String!
}
type InventoryAdjustQuantitiesPayload {
  inventoryAdjustmentGroup: InventoryAdjustmentGroup userErrors: [InventoryAdjustQuantitiesUserError!]!
}
type InventoryActivatePayload { inventoryLevel: InventoryLevel userErrors: [UserError!]! }
`
