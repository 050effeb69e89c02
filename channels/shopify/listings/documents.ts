import { shopify } from '#contract/channels/shopify.ts'

// Admin GraphQL API, version 2026-07: https://shopify.dev/docs/api/admin-graphql/2026-07, read 2026-11-21

export const shopifyVersion = shopify.api.version

const page = 'pageInfo { hasNextPage endCursor }'
const money = '{ shopMoney { amount currencyCode } }'
const failures = 'userErrors { field message }'
const codedFailures = 'userErrors { field message code }'
const variantIds = 'id sku inventoryItem { id }'
const sold = 'id sku product { id handle status }'
const picture = 'media(first: 1) { nodes { preview { image { url } } } }'
const listedVariant = `id sku barcode title price inventoryQuantity selectedOptions { name value } ${picture}
  inventoryItem { id tracked measurement { weight { value unit } } }`
const address = '{ name company phone address1 address2 city province provinceCode zip countryCodeV2 }'
const orderLine = `id title variantTitle sku quantity currentQuantity unfulfilledQuantity originalUnitPriceSet ${money} discountedTotalSet(withCodeDiscounts: true) ${money}`

const refunded = `refundLineItems(first: 50) { nodes { quantity restockType lineItem { id } } ${page} }`

export const documents = {
  account: 'query Account { shop { id name myshopifyDomain currencyCode } }',
  locations: `query StockLocations($after: String) {
    locations(first: 50, after: $after, includeInactive: true) { nodes { id name isActive address { address1 city provinceCode zip countryCode } } ${page} }
  }`,
  publications: `query SalesChannels($after: String) { publications(first: 50, after: $after) { nodes { id name } ${page} } }`,
  collections: `query CollectionList($after: String) { collections(first: 100, after: $after, sortKey: TITLE) { nodes { id title handle } ${page} } }`,
  categories: `query CategoryChildren($parent: ID, $after: String) {
    taxonomy { categories(first: 100, childrenOf: $parent, after: $after) { nodes { id name fullName level isLeaf parentId } ${page} } }
  }`,
  categorySearch: `query CategorySearch($text: String!) {
    taxonomy { categories(first: 25, search: $text) { nodes { id name fullName level isLeaf parentId } ${page} } }
  }`,
  known: 'query Known($ids: [ID!]!) { nodes(ids: $ids) { id } }',

  variantsBySku: `query VariantsBySku($query: String!) { productVariants(first: 50, query: $query) { nodes { ${sold} } } }`,
  place: `query Place($handle: String!, $query: String!) {
    productByIdentifier(identifier: { handle: $handle }) { id variants(first: 100) { nodes { ${variantIds} } ${page} } }
    productVariants(first: 50, query: $query) { nodes { ${sold} } }
  }`,
  saveProduct: `mutation SaveProduct($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
    productSet(synchronous: true, identifier: $identifier, input: $input) {
      product { id handle onlineStoreUrl variants(first: 100) { nodes { ${variantIds} } ${page} } }
      ${codedFailures}
    }
  }`,
  productVariants: `query ProductVariants($id: ID!, $after: String) {
    product(id: $id) { variants(first: 100, after: $after) { nodes { ${variantIds} } ${page} } }
  }`,
  standing: `query Standing($id: ID!, $after: String) {
    product(id: $id) {
      tags
      media(first: 250) { nodes { status mediaErrors { message } } }
      variants(first: 100, after: $after) { nodes { id sku selectedOptions { name value } } ${page} }
    }
  }`,
  looks: `query Looks($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Product { id status media(first: 250) { nodes { status mediaErrors { message } } } } }
  }`,
  show: `mutation Show($id: ID!, $on: [PublicationInput!]!) { publishablePublish(id: $id, input: $on) { ${failures} } }`,
  hide: `mutation Hide($id: ID!, $from: [PublicationInput!]!) { publishableUnpublish(id: $id, input: $from) { ${failures} } }`,
  setStatus: `mutation SetStatus($product: ProductUpdateInput!) { productUpdate(product: $product) { product { id status } ${failures} } }`,
  deleteProduct: `mutation DeleteProduct($id: ID!) { productDelete(input: { id: $id }) { deletedProductId ${failures} } }`,
  products: `query ProductList($first: Int!, $after: String) {
    products(first: $first, after: $after, sortKey: ID) {
      nodes {
        id title handle status onlineStoreUrl updatedAt descriptionHtml vendor productType tags category { id fullName }
        media(first: 20) { nodes { preview { image { url } } } }
        variants(first: 10) { nodes { ${listedVariant} } ${page} }
      }
      ${page}
    }
  }`,
  productItems: `query ProductItems($first: Int!, $after: String, $query: String) {
    products(first: $first, after: $after, query: $query, sortKey: ID) {
      nodes { id title status variants(first: 20) { nodes { id sku price } ${page} } }
      ${page}
    }
  }`,
  productItemRest: `query ProductItemRest($id: ID!, $after: String) {
    product(id: $id) { variants(first: 250, after: $after) { nodes { id sku price } ${page} } }
  }`,
  productRest: `query ProductRest($id: ID!, $after: String) {
    product(id: $id) { variants(first: 50, after: $after) { nodes { ${listedVariant} } ${page} } }
  }`,

  levels: `query Levels($ids: [ID!]!, $location: ID!, $state: Boolean!) {
    nodes(ids: $ids) {
      ... on InventoryItem {
        id tracked inventoryLevel(locationId: $location) { id quantities(names: ["available"]) { name quantity } }
        variants(first: 1) @include(if: $state) { nodes { product { status } } }
      }
    }
  }`,
  stockAt: `mutation StockAt($item: ID!, $location: ID!, $available: Int!, $key: String!) {
    inventoryActivate(inventoryItemId: $item, locationId: $location, available: $available) @idempotent(key: $key) { inventoryLevel { id } ${failures} }
  }`,
  setStock: `mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) { inventoryAdjustmentGroup { id } ${codedFailures} }
  }`,
  setPrices: `mutation SetPrices($product: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $product, variants: $variants) { productVariants { id price } ${codedFailures} }
  }`,

  orders: `query OrdersChanged($query: String!, $first: Int!, $after: String) {
    orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
      nodes {
        id name test createdAt processedAt updatedAt cancelledAt closedAt displayFinancialStatus displayFulfillmentStatus
        email phone currencyCode paymentGatewayNames
        totalPriceSet ${money} totalShippingPriceSet ${money} totalTaxSet ${money} totalDiscountsSet ${money} totalReceivedSet ${money} totalRefundedSet ${money}
        shippingAddress ${address} billingAddress ${address} shippingLine { title }
        fulfillments(first: 10) { id status createdAt trackingInfo(first: 5) { company number } }
        refunds(first: 10) { ${refunded} }
        fulfillmentOrders(first: 5) { nodes { status fulfillBy } }
        lineItems(first: 50) { nodes { ${orderLine} } ${page} }
      }
      ${page}
    }
  }`,
  orderLines: `query OrderLines($id: ID!, $after: String) { order(id: $id) { lineItems(first: 100, after: $after) { nodes { ${orderLine} } ${page} } } }`,
  orderRefunds: `query OrderRefunds($id: ID!) { order(id: $id) { refunds(first: 100) { refundLineItems(first: 250) { nodes { quantity restockType lineItem { id } } ${page} } } } }`,
  orderParcels: `query OrderParcels($id: ID!) { order(id: $id) { fulfillments(first: 20) { status fulfillmentLineItems(first: 250) { nodes { quantity lineItem { id } } } } } }`,
  toShip: `query ToShip($id: ID!, $after: String) {
    order(id: $id) {
      id
      fulfillments(first: 50) { id status trackingInfo(first: 10) { number } }
      fulfillmentOrders(first: 20, after: $after) {
        nodes {
          id status assignedLocation { location { id } }
          lineItems(first: 100) { nodes { id totalQuantity remainingQuantity lineItem { id } } ${page} }
        }
        ${page}
      }
    }
  }`,
  toShipRest: `query ToShipRest($id: ID!, $after: String) {
    fulfillmentOrder(id: $id) { lineItems(first: 100, after: $after) { nodes { id totalQuantity remainingQuantity lineItem { id } } ${page} } }
  }`,
  track: `mutation Track($id: ID!, $info: FulfillmentTrackingInput!) {
    fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $info) { fulfillment { id } ${failures} }
  }`,
  ship: `mutation Ship($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } ${failures} } }`,
  toRefund: `query ToRefund($id: ID!) {
    order(id: $id) {
      id cancelledAt currencyCode presentmentCurrencyCode
      transactions(first: 50) { id kind status gateway amountSet ${money} parentTransaction { id } }
      refunds(first: 100) { id note totalRefundedSet ${money} }
      fulfillmentOrders(first: 20) {
        nodes { status assignedLocation { location { id } } lineItems(first: 100) { nodes { remainingQuantity lineItem { id } } } }
      }
    }
  }`,
  refund: `mutation Refund($input: RefundInput!, $key: String!) {
    refundCreate(input: $input) @idempotent(key: $key) { refund { id } ${failures} }
  }`,
  cancel: `mutation Cancel($id: ID!, $reason: OrderCancelReason!, $restock: Boolean!, $note: String) {
    orderCancel(
      orderId: $id, reason: $reason, restock: $restock, refundMethod: { originalPaymentMethodsRefund: true }, notifyCustomer: true, staffNote: $note
    ) { job { id } orderCancelUserErrors { field message code } }
  }`,

  subscriptions: `query Subscriptions($after: String) { webhookSubscriptions(first: 50, after: $after) { nodes { id topic uri } ${page} } }`,
  subscribe: `mutation Subscribe($topic: WebhookSubscriptionTopic!, $to: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $to) { webhookSubscription { id } ${failures} }
  }`,
  unsubscribe: `mutation Unsubscribe($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId ${failures} } }`,
  leave: `mutation Leave { appUninstall { ${failures} } }`,
}
export type DocumentName = keyof typeof documents
