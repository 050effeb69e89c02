export const productTypes = `
enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
enum ProductVariantInventoryPolicy { CONTINUE DENY }
enum ProductSortKeys { CREATED_AT ID INVENTORY_TOTAL PRODUCT_TYPE RELEVANCE TITLE UPDATED_AT VENDOR }
enum ProductVariantSortKeys { ID INVENTORY_QUANTITY POSITION RELEVANCE SKU TITLE }
enum ProductMediaSortKeys { ID POSITION }
enum CollectionSortKeys { ID RELEVANCE TITLE UPDATED_AT }
enum CollectionSortOrder { ALPHA_ASC ALPHA_DESC BEST_SELLING CREATED CREATED_DESC MANUAL MOST_RELEVANT PRICE_ASC PRICE_DESC }
enum CollectionConditionMatchType { ALL ANY }
enum CollectionSourceTargetType { PRODUCTS VARIANTS }
enum FileContentType { EXTERNAL_VIDEO FILE IMAGE MODEL_3D VIDEO }
enum FileCreateInputDuplicateResolutionMode { APPEND_UUID RAISE_ERROR REPLACE }
enum MediaContentType { EXTERNAL_VIDEO IMAGE MODEL_3D VIDEO }
enum MediaStatus { FAILED PROCESSING READY UPLOADED }
enum MediaPreviewImageStatus { FAILED PROCESSING READY UPLOADED }
enum MediaErrorCode { IMAGE_DOWNLOAD_FAILURE IMAGE_PROCESSING_FAILURE UNKNOWN UNSUPPORTED_IMAGE_FILE_TYPE }
enum ProductOperationStatus { ACTIVE COMPLETE CREATED }

type Publication implements Node { id: ID! name: String! autoPublish: Boolean! supportsFuturePublishing: Boolean! }
interface Publishable {
  resourcePublicationsCount(onlyPublished: Boolean = true): Count
  publishedOnPublication(publicationId: ID!): Boolean!
}
input PublicationInput { publicationId: ID publishDate: DateTime }
type PublishablePublishPayload { publishable: Publishable shop: Shop! userErrors: [UserError!]! }
type PublishableUnpublishPayload { publishable: Publishable shop: Shop! userErrors: [UserError!]! }

type Taxonomy {
  categories(
    after: String before: String childrenOf: ID descendantsOf: ID first: Int last: Int search: String siblingsOf: ID
  ): TaxonomyCategoryConnection!
}
type TaxonomyCategory implements Node {
  id: ID! name: String! fullName: String! level: Int! isArchived: Boolean! isLeaf: Boolean! isRoot: Boolean! parentId: ID
  ancestorIds: [ID!]! childrenIds: [ID!]!
}

type CollectionInclusionProductSelection { product: Product! variantIds: [ID!] }
interface CollectionSourceInclusionCondition { id: ID! }
type CollectionSourceInclusionConditionUnknown implements CollectionSourceInclusionCondition { id: ID! }
type CollectionSourceInclusion {
  conditions: [CollectionSourceInclusionCondition!]! matchType: CollectionConditionMatchType
  selections(after: String before: String first: Int last: Int reverse: Boolean = false): CollectionInclusionProductSelectionConnection!
}
interface CollectionSource implements Node { id: ID! title: String! description: String }
type CollectionConditionsSource implements CollectionSource & Node {
  id: ID! title: String! description: String shareable: Boolean! targetType: CollectionSourceTargetType! inclusion: CollectionSourceInclusion!
}
type Collection implements Node & Publishable {
  id: ID! legacyResourceId: UnsignedInt64! handle: String! title: String! descriptionHtml: HTML! updatedAt: DateTime!
  sortOrder: CollectionSortOrder! sources: [CollectionSource!]! productsCount: Count hasProduct(id: ID!): Boolean!
  resourcePublicationsCount(onlyPublished: Boolean = true): Count
  publishedOnPublication(publicationId: ID!): Boolean!
}
input SEOInput { description: String title: String }
input CollectionInclusionProductSelectionInput { productId: ID! variantIds: [ID!] }
input CollectionCreateSourceInclusionInput {
  matchType: CollectionConditionMatchType selections: [CollectionInclusionProductSelectionInput!] = []
}
input CollectionCreateConditionsSourceInput {
  description: String inclusion: CollectionCreateSourceInclusionInput targetType: CollectionSourceTargetType = PRODUCTS title: String!
}
input CollectionCreateSourceTargetInput @oneOf { source: CollectionCreateConditionsSourceInput }
input CollectionCreateInput {
  descriptionHtml: String handle: String seo: SEOInput sortOrder: CollectionSortOrder sources: [CollectionCreateSourceTargetInput!]
  templateSuffix: String title: String!
}
type CollectionCreatePayload { collection: Collection userErrors: [UserError!]! }

type Image { id: ID altText: String height: Int width: Int url: URL! }
type MediaError { code: MediaErrorCode! details: String message: String! }
type MediaPreviewImage { image: Image status: MediaPreviewImageStatus! }
interface Media {
  id: ID! alt: String mediaContentType: MediaContentType! mediaErrors: [MediaError!]! preview: MediaPreviewImage status: MediaStatus!
}
type MediaImage implements Media & Node {
  id: ID! alt: String mediaContentType: MediaContentType! mediaErrors: [MediaError!]! preview: MediaPreviewImage status: MediaStatus!
  image: Image mimeType: String createdAt: DateTime! updatedAt: DateTime!
}
type SEO { description: String title: String }
type SelectedOption { name: String! value: String! optionValue: ProductOptionValue! }
type ProductOptionValue implements Node { id: ID! name: String! hasVariants: Boolean! }
type ProductOption implements Node { id: ID! name: String! position: Int! values: [String!]! optionValues: [ProductOptionValue!]! }
type ProductPriceRangeV2 { maxVariantPrice: MoneyV2! minVariantPrice: MoneyV2! }

type ProductVariant implements Node {
  id: ID! legacyResourceId: UnsignedInt64! title: String! displayName: String! sku: String barcode: String price: Money!
  compareAtPrice: Money position: Int! taxable: Boolean! availableForSale: Boolean! inventoryPolicy: ProductVariantInventoryPolicy!
  inventoryQuantity: Int sellableOnlineQuantity: Int! createdAt: DateTime! updatedAt: DateTime! selectedOptions: [SelectedOption!]!
  inventoryItem: InventoryItem! product: Product! image: Image
  media(after: String before: String first: Int last: Int reverse: Boolean = false): MediaConnection!
}
type Product implements Node & Publishable {
  id: ID! legacyResourceId: UnsignedInt64! handle: String! title: String! descriptionHtml: HTML! vendor: String! productType: String!
  tags: [String!]! status: ProductStatus! category: TaxonomyCategory seo: SEO! templateSuffix: String isGiftCard: Boolean!
  createdAt: DateTime! updatedAt: DateTime! publishedAt: DateTime onlineStoreUrl: URL onlineStorePreviewUrl: URL
  hasOnlyDefaultVariant: Boolean! totalInventory: Int! tracksInventory: Boolean! variantsCount: Count mediaCount: Count
  priceRangeV2: ProductPriceRangeV2! featuredMedia: Media inCollection(id: ID!): Boolean!
  options(first: Int): [ProductOption!]!
  media(
    after: String before: String first: Int last: Int query: String reverse: Boolean = false sortKey: ProductMediaSortKeys = POSITION
  ): MediaConnection!
  variants(
    after: String before: String first: Int last: Int reverse: Boolean = false sortKey: ProductVariantSortKeys = POSITION
  ): ProductVariantConnection!
  collections(
    after: String before: String first: Int last: Int query: String reverse: Boolean = false sortKey: CollectionSortKeys = ID
  ): CollectionConnection!
  resourcePublicationsCount(onlyPublished: Boolean = true): Count
  publishedOnPublication(publicationId: ID!): Boolean!
}

input UniqueMetafieldValueInput { key: String! namespace: String value: String! }
input MetafieldInput { id: ID key: String namespace: String type: String value: String }
input ProductIdentifierInput @oneOf { customId: UniqueMetafieldValueInput handle: String id: ID }
input ProductSetIdentifiers @oneOf { customId: UniqueMetafieldValueInput handle: String id: ID }
input ProductUpdateIdentifiers @oneOf { customId: UniqueMetafieldValueInput handle: String id: ID }
input WeightInput { unit: WeightUnit! value: Float! }
input InventoryItemMeasurementInput { shippingPackageId: ID weight: WeightInput }
input InventoryItemInput {
  cost: Decimal countryCodeOfOrigin: CountryCode harmonizedSystemCode: String measurement: InventoryItemMeasurementInput
  provinceCodeOfOrigin: String requiresShipping: Boolean sku: String tracked: Boolean
}
input OptionValueSetInput { id: ID name: String }
input OptionSetInput { id: ID name: String position: Int values: [OptionValueSetInput!] }
input VariantOptionValueInput { id: ID name: String optionId: ID optionName: String }
input FileSetInput {
  alt: String contentType: FileContentType duplicateResolutionMode: FileCreateInputDuplicateResolutionMode = APPEND_UUID
  filename: String id: ID originalSource: String
}
input ProductSetInventoryInput { locationId: ID! name: String! quantity: Int! }
input ProductVariantSetInput {
  barcode: String compareAtPrice: Money file: FileSetInput id: ID inventoryItem: InventoryItemInput
  inventoryPolicy: ProductVariantInventoryPolicy inventoryQuantities: [ProductSetInventoryInput!] metafields: [MetafieldInput!]
  optionValues: [VariantOptionValueInput!]! position: Int price: Money sku: String taxCode: String taxable: Boolean
}
input ProductSetInput {
  category: ID collections: [ID!] descriptionHtml: String files: [FileSetInput!] giftCard: Boolean handle: String id: ID
  metafields: [MetafieldInput!] productOptions: [OptionSetInput!] productType: String redirectNewHandle: Boolean
  requiresSellingPlan: Boolean seo: SEOInput status: ProductStatus tags: [String!] templateSuffix: String title: String
  variants: [ProductVariantSetInput!] vendor: String
}
enum ProductSetUserErrorCode {
  CANNOT_COMBINE_LINKED_AND_NONLINKED_OPTION_VALUES CAPABILITY_VIOLATION DUPLICATED_METAFIELD_VALUE DUPLICATED_OPTION_NAME
  DUPLICATED_OPTION_VALUE DUPLICATED_VALUE GENERIC_ERROR HANDLE_NOT_UNIQUE ID_NOT_ALLOWED INPUT_MISMATCH INVALID_INPUT INVALID_METAFIELD METAFIELD_MISMATCH
  INVALID_PRODUCT INVALID_VARIANT INVENTORY_QUANTITIES_LIMIT_EXCEEDED MISSING_FIELD_REQUIRED NOT_FOUND OPTIONS_OVER_LIMIT
  OPTION_DOES_NOT_EXIST OPTION_VALUES_MISSING OPTION_VALUES_OVER_LIMIT OPTION_VALUE_DOES_NOT_EXIST PRODUCT_DOES_NOT_EXIST
  PRODUCT_OPTIONS_INPUT_MISSING PRODUCT_VARIANT_DOES_NOT_EXIST VARIANTS_INPUT_MISSING VARIANTS_OVER_LIMIT
}
type ProductSetUserError implements DisplayableError { code: ProductSetUserErrorCode field: [String!] message: String! }
type ProductSetOperation implements Node { id: ID! product: Product status: ProductOperationStatus! userErrors: [ProductSetUserError!]! }
type ProductSetPayload { product: Product productSetOperation: ProductSetOperation userErrors: [ProductSetUserError!]! }

input ProductUpdateInput {
  category: ID collectionsToJoin: [ID!] collectionsToLeave: [ID!] descriptionHtml: String handle: String id: ID
  metafields: [MetafieldInput!] productType: String redirectNewHandle: Boolean seo: SEOInput status: ProductStatus tags: [String!]
  templateSuffix: String title: String vendor: String
}
type ProductUpdatePayload { product: Product userErrors: [UserError!]! }
input ProductDeleteInput { id: ID! }
type ProductDeletePayload { deletedProductId: ID shop: Shop! userErrors: [UserError!]! }

input ProductVariantsBulkInput {
  barcode: String compareAtPrice: Money id: ID inventoryItem: InventoryItemInput inventoryPolicy: ProductVariantInventoryPolicy
  metafields: [MetafieldInput!] optionValues: [VariantOptionValueInput!] price: Money taxCode: String taxable: Boolean
}
enum ProductVariantsBulkUpdateUserErrorCode {
  GREATER_THAN_OR_EQUAL_TO INVALID_INPUT INVALID_VALUE NEGATIVE_PRICE_VALUE OPTION_DOES_NOT_EXIST PRODUCT_DOES_NOT_EXIST
  PRODUCT_VARIANT_DOES_NOT_EXIST PRODUCT_VARIANT_ID_MISSING VARIANT_ALREADY_EXISTS
}
type ProductVariantsBulkUpdateUserError implements DisplayableError {
  code: ProductVariantsBulkUpdateUserErrorCode field: [String!] message: String!
}
type ProductVariantsBulkUpdatePayload {
  product: Product productVariants: [ProductVariant!] userErrors: [ProductVariantsBulkUpdateUserError!]!
}
`
