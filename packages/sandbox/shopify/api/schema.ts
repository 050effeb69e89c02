import { buildSchema, type GraphQLSchema } from 'graphql'
import { inventoryTypes } from './schema-inventory.ts'
import { orderTypes } from './schema-orders.ts'
import { productTypes } from './schema-products.ts'

/** Version 2026-10 of the Admin API, the part that this simulator carries out. Names and types are the published ones. */
const shopTypes = `
schema { query: QueryRoot mutation: Mutation }
directive @idempotent(key: String!) on FIELD

scalar ARN
scalar DateTime
scalar Decimal
scalar HTML
scalar JSON
scalar Money
scalar URL
scalar UnsignedInt64

enum CurrencyCode { AUD CAD CHF DKK EUR GBP JPY NOK NZD PLN SEK USD }
enum CountryCode { AT AU BE CA CH CN DE DK ES FR GB IE IN IT JP NL NO NZ PL PT SE US }
enum WeightUnit { GRAMS KILOGRAMS OUNCES POUNDS }
enum CountPrecision { AT_LEAST EXACT }
enum CatalogType { APP COMPANY_LOCATION MARKET NONE }
enum LocationSortKeys { ID NAME RELEVANCE }
enum WebhookSubscriptionFormat { JSON XML }
enum WebhookSubscriptionSortKeys { CREATED_AT ID }
enum WebhookSubscriptionTopic {
  APP_SCOPES_UPDATE APP_UNINSTALLED BULK_OPERATIONS_FINISH
  FULFILLMENTS_CREATE FULFILLMENTS_UPDATE INVENTORY_ITEMS_UPDATE INVENTORY_LEVELS_CONNECT INVENTORY_LEVELS_UPDATE
  LOCATIONS_ACTIVATE LOCATIONS_CREATE LOCATIONS_DEACTIVATE LOCATIONS_DELETE LOCATIONS_UPDATE
  ORDERS_CANCELLED ORDERS_CREATE ORDERS_DELETE ORDERS_EDITED ORDERS_FULFILLED ORDERS_PAID ORDERS_PARTIALLY_FULFILLED ORDERS_UPDATED
  PRODUCTS_CREATE PRODUCTS_DELETE PRODUCTS_UPDATE REFUNDS_CREATE SHOP_UPDATE
}

interface Node { id: ID! }
interface DisplayableError { field: [String!] message: String! }
type UserError implements DisplayableError { field: [String!] message: String! }
type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
type Count { count: Int! precision: CountPrecision! }
type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type MoneyBag { presentmentMoney: MoneyV2! shopMoney: MoneyV2! }
type Weight { unit: WeightUnit! value: Float! }

type ShopPlan { displayName: String! partnerDevelopment: Boolean! publicDisplayName: String! shopifyPlus: Boolean! }
type ShopResourceLimits { locationLimit: Int! maxProductOptions: Int! maxProductVariants: Int! redirectLimitReached: Boolean! }
type Shop implements Node {
  id: ID! name: String! email: String! contactEmail: String! myshopifyDomain: String! url: URL! currencyCode: CurrencyCode!
  ianaTimezone: String! weightUnit: WeightUnit! createdAt: DateTime! plan: ShopPlan! resourceLimits: ShopResourceLimits!
}
type AccessScope { description: String! handle: String! }
type App implements Node { id: ID! title: String! apiKey: String! handle: String }
type AppInstallation implements Node { id: ID! accessScopes: [AccessScope!]! app: App! launchUrl: URL! }
enum AppUninstallAppUninstallErrorCode { APP_NOT_FOUND APP_NOT_INSTALLED APP_UNINSTALL_ERROR USER_PERMISSIONS_INSUFFICIENT }
type AppUninstallAppUninstallError implements DisplayableError {
  code: AppUninstallAppUninstallErrorCode field: [String!] message: String!
}
type AppUninstallPayload { app: App userErrors: [AppUninstallAppUninstallError!]! }

type LocationAddress {
  address1: String address2: String city: String country: String countryCode: String formatted: [String!]!
  phone: String province: String provinceCode: String zip: String
}
type Location implements Node {
  id: ID! name: String! isActive: Boolean! isFulfillmentService: Boolean! fulfillsOnlineOrders: Boolean! shipsInventory: Boolean!
  legacyResourceId: UnsignedInt64! address: LocationAddress! createdAt: DateTime! updatedAt: DateTime!
}

type ApiVersion { displayName: String! handle: String! supported: Boolean! }
type WebhookSubscription implements Node {
  id: ID! legacyResourceId: UnsignedInt64! topic: WebhookSubscriptionTopic! uri: String! format: WebhookSubscriptionFormat!
  filter: String includeFields: [String!]! metafieldNamespaces: [String!]! name: String apiVersion: ApiVersion!
  createdAt: DateTime! updatedAt: DateTime! callbackUrl: URL! endpoint: WebhookSubscriptionEndpoint!
}
union WebhookSubscriptionEndpoint = WebhookEventBridgeEndpoint | WebhookHttpEndpoint | WebhookPubSubEndpoint
type WebhookHttpEndpoint { callbackUrl: URL! }
type WebhookEventBridgeEndpoint { arn: ARN! }
type WebhookPubSubEndpoint { pubSubProject: String! pubSubTopic: String! }
input WebhookSubscriptionInput {
  filter: String format: WebhookSubscriptionFormat includeFields: [String!] metafieldNamespaces: [String!] name: String uri: String
}
type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }

type QueryRoot {
  shop: Shop!
  currentAppInstallation: AppInstallation!
  publicApiVersions: [ApiVersion!]!
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  location(id: ID): Location
  locations(
    after: String before: String first: Int last: Int includeInactive: Boolean = false includeLegacy: Boolean = false
    query: String reverse: Boolean = false sortKey: LocationSortKeys = NAME
  ): LocationConnection!
  publications(after: String before: String catalogType: CatalogType first: Int last: Int reverse: Boolean = false): PublicationConnection!
  collection(id: ID!): Collection
  collections(
    after: String before: String first: Int last: Int query: String reverse: Boolean = false sortKey: CollectionSortKeys = ID
  ): CollectionConnection!
  taxonomy: Taxonomy
  product(id: ID!): Product
  productByIdentifier(identifier: ProductIdentifierInput!): Product
  products(
    after: String before: String first: Int last: Int query: String reverse: Boolean = false sortKey: ProductSortKeys = ID
  ): ProductConnection!
  productsCount(limit: Int = 10000 query: String): Count
  productVariant(id: ID!): ProductVariant
  productVariants(
    after: String before: String first: Int last: Int query: String reverse: Boolean = false sortKey: ProductVariantSortKeys = ID
  ): ProductVariantConnection!
  inventoryItem(id: ID!): InventoryItem
  inventoryLevel(id: ID!): InventoryLevel
  order(id: ID!): Order
  orders(
    after: String before: String first: Int last: Int query: String reverse: Boolean = false sortKey: OrderSortKeys = PROCESSED_AT
  ): OrderConnection!
  fulfillment(id: ID!): Fulfillment
  fulfillmentOrder(id: ID!): FulfillmentOrder
  webhookSubscription(id: ID!): WebhookSubscription
  webhookSubscriptions(
    after: String before: String first: Int last: Int format: WebhookSubscriptionFormat query: String reverse: Boolean = false
    sortKey: WebhookSubscriptionSortKeys = CREATED_AT topics: [WebhookSubscriptionTopic!] uri: String
  ): WebhookSubscriptionConnection!
}

type Mutation {
  appUninstall: AppUninstallPayload
  collectionCreate(collection: CollectionCreateInput): CollectionCreatePayload
  fulfillmentCreate(fulfillment: FulfillmentInput! message: String): FulfillmentCreatePayload
  fulfillmentTrackingInfoUpdate(
    fulfillmentId: ID! notifyCustomer: Boolean trackingInfoInput: FulfillmentTrackingInput!
  ): FulfillmentTrackingInfoUpdatePayload
  orderCancel(
    notifyCustomer: Boolean = false orderId: ID! reason: OrderCancelReason! refundMethod: OrderCancelRefundMethodInput restock: Boolean!
    staffNote: String = null
  ): OrderCancelPayload
  refundCreate(input: RefundInput!): RefundCreatePayload
  inventoryActivate(
    available: Int inventoryItemId: ID! locationId: ID! onHand: Int stockAtLegacyLocation: Boolean = false
  ): InventoryActivatePayload
  inventoryAdjustQuantities(input: InventoryAdjustQuantitiesInput!): InventoryAdjustQuantitiesPayload
  inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
  productDelete(input: ProductDeleteInput! synchronous: Boolean = true): ProductDeletePayload
  productSet(identifier: ProductSetIdentifiers input: ProductSetInput! synchronous: Boolean = true): ProductSetPayload
  productUpdate(identifier: ProductUpdateIdentifiers product: ProductUpdateInput): ProductUpdatePayload
  productVariantsBulkUpdate(
    allowPartialUpdates: Boolean = false productId: ID! variants: [ProductVariantsBulkInput!]!
  ): ProductVariantsBulkUpdatePayload
  publishablePublish(id: ID! input: [PublicationInput!]!): PublishablePublishPayload
  publishableUnpublish(id: ID! input: [PublicationInput!]!): PublishableUnpublishPayload
  webhookSubscriptionCreate(
    topic: WebhookSubscriptionTopic! webhookSubscription: WebhookSubscriptionInput!
  ): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
}
`

const connected = [
  'Collection',
  'CollectionInclusionProductSelection',
  'Fulfillment',
  'FulfillmentOrder',
  'FulfillmentOrderLineItem',
  'InventoryLevel',
  'FulfillmentLineItem',
  'LineItem',
  'RefundLineItem',
  'Location',
  'Media',
  'Order',
  'Product',
  'ProductVariant',
  'Publication',
  'ShippingLine',
  'TaxonomyCategory',
  'WebhookSubscription',
]
const connection = (name: string) => `
type ${name}Connection { edges: [${name}Edge!]! nodes: [${name}!]! pageInfo: PageInfo! }
type ${name}Edge { cursor: String! node: ${name}! }
`

export const schema: GraphQLSchema = buildSchema(
  [shopTypes, productTypes, inventoryTypes, orderTypes, ...connected.map(connection)].join('\n'),
)
