/** Root field → scopes, any of which is enough. `write_x` includes `read_x`. @see requiredAccess of the fields, 2026-07 */
const needed: Record<string, string[]> = {
  publications: ['read_publications'],
  locations: ['read_locations', 'read_inventory'],
  location: ['read_locations', 'read_inventory'],
  collection: ['read_products'],
  collections: ['read_products'],
  product: ['read_products'],
  products: ['read_products'],
  productByIdentifier: ['read_products'],
  productsCount: ['read_products'],
  productVariant: ['read_products'],
  productVariants: ['read_products'],
  inventoryItem: ['read_inventory', 'read_products'],
  inventoryLevel: ['read_inventory'],
  order: ['read_orders'],
  orders: ['read_orders'],
  fulfillment: ['read_orders', 'read_merchant_managed_fulfillment_orders'],
  fulfillmentOrder: ['read_merchant_managed_fulfillment_orders'],
  collectionCreate: ['write_products'],
  productSet: ['write_products'],
  productUpdate: ['write_products'],
  productDelete: ['write_products'],
  productVariantsBulkUpdate: ['write_products'],
  publishablePublish: ['write_publications'],
  publishableUnpublish: ['write_publications'],
  inventoryActivate: ['write_inventory'],
  inventorySetQuantities: ['write_inventory'],
  inventoryAdjustQuantities: ['write_inventory'],
  refundCreate: ['write_orders'],
  orderCancel: ['write_orders'],
  fulfillmentCreate: [
    'write_merchant_managed_fulfillment_orders',
    'write_assigned_fulfillment_orders',
    'write_third_party_fulfillment_orders',
  ],
  fulfillmentTrackingInfoUpdate: [
    'write_merchant_managed_fulfillment_orders',
    'write_assigned_fulfillment_orders',
    'write_third_party_fulfillment_orders',
  ],
}

/** The scope that is missing for a root field, undefined when it may be used. */
export function missingScope(field: string, granted: string[]): string | undefined {
  const required = needed[field]
  if (
    !required ||
    required.some((scope) => granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_')))
  )
    return undefined
  return required[0]
}
