import { z } from 'zod'

// Answers to our own documents (documents.ts); Admin GraphQL API 2026-07,
// https://shopify.dev/docs/api/admin-graphql/2026-07, read 2026-11-21

const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const connection = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node), pageInfo: PageInfo })
export interface Connected<T> {
  nodes: T[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

export const UserError = z.object({
  field: z.array(z.string()).nullish(),
  message: z.string(),
  code: z.string().nullish(),
})
export type UserError = z.output<typeof UserError>
const userErrors = z.array(UserError)
export const Failures = z.object({ userErrors })

/** The outer shape of every answer. */
export const GraphqlAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .union([
      z.array(
        z.looseObject({
          message: z.string(),
          extensions: z.looseObject({ code: z.string().optional() }).optional(),
          path: z.array(z.unknown()).optional(),
        }),
      ),
      // answers below GraphQL (a wrong token, a closed shop) carry one sentence
      z.string(),
    ])
    .optional(),
  extensions: z
    .looseObject({
      cost: z
        .looseObject({
          requestedQueryCost: z.number(),
          /** None where nothing was carried out. */
          actualQueryCost: z.number().nullish(),
          throttleStatus: z.looseObject({
            maximumAvailable: z.number(),
            currentlyAvailable: z.number(),
            restoreRate: z.number(),
          }),
        })
        .optional(),
    })
    .optional(),
})
export type GraphqlAnswer = z.output<typeof GraphqlAnswer>

export const Account = z.object({
  shop: z.object({ id: z.string(), name: z.string(), myshopifyDomain: z.string(), currencyCode: z.string() }),
})
const PlaceAddress = z.object({
  address1: z.string().nullable(),
  city: z.string().nullable(),
  provinceCode: z.string().nullable(),
  zip: z.string().nullable(),
  countryCode: z.string().nullable(),
})
export const Locations = z.object({
  locations: connection(z.object({ id: z.string(), name: z.string(), isActive: z.boolean(), address: PlaceAddress })),
})
export const Publications = z.object({ publications: connection(z.object({ id: z.string(), name: z.string() })) })
export const Collections = z.object({
  collections: connection(z.object({ id: z.string(), title: z.string(), handle: z.string() })),
})
export const Categories = z.object({
  taxonomy: z
    .object({
      categories: connection(
        z.object({
          id: z.string(),
          name: z.string(),
          fullName: z.string(),
          level: z.number(),
          isLeaf: z.boolean(),
          parentId: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
})

const VariantIds = z.object({ id: z.string(), sku: z.string().nullable(), inventoryItem: z.object({ id: z.string() }) })
export type VariantIds = z.output<typeof VariantIds>
export const VariantsBySku = z.object({
  productVariants: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        sku: z.string().nullable(),
        product: z.object({ id: z.string(), handle: z.string(), status: z.string() }),
      }),
    ),
  }),
})
export type SoldVariant = z.output<typeof VariantsBySku>['productVariants']['nodes'][number]
export const Place = VariantsBySku.extend({
  productByIdentifier: z.object({ id: z.string(), variants: connection(VariantIds) }).nullable(),
})
export const SaveProduct = z.object({
  productSet: z.object({
    product: z
      .object({
        id: z.string(),
        handle: z.string(),
        onlineStoreUrl: z.string().nullable(),
        variants: connection(VariantIds),
      })
      .nullable(),
    userErrors,
  }),
})
export const ProductVariants = z.object({ product: z.object({ variants: connection(VariantIds) }).nullable() })
const selectedOptions = z.array(z.object({ name: z.string(), value: z.string() }))
const StandingVariant = z.object({ id: z.string(), sku: z.string().nullable(), selectedOptions })
const StandingMedia = z.object({ status: z.string(), mediaErrors: z.array(z.object({ message: z.string() })) })
export type StandingMedia = z.output<typeof StandingMedia>
const LookOfProduct = z.object({
  id: z.string(),
  status: z.string(),
  media: z.object({ nodes: z.array(StandingMedia) }),
})
export type LookOfProduct = z.output<typeof LookOfProduct>
export const Looks = z.object({ nodes: z.array(z.union([LookOfProduct, z.object({}), z.null()])) })
export const Standing = z.object({
  product: z
    .object({
      tags: z.array(z.string()),
      media: z.object({ nodes: z.array(StandingMedia) }),
      variants: connection(StandingVariant),
    })
    .nullable(),
})
export const Show = z.object({ publishablePublish: Failures })
export const Hide = z.object({ publishableUnpublish: Failures })
export const DeleteProduct = z.object({ productDelete: Failures })
export const SetStatus = z.object({ productUpdate: Failures })
const Media = z.object({
  nodes: z.array(z.object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })),
})
export type ShopifyMedia = z.output<typeof Media>
const ListedVariant = z.object({
  id: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  title: z.string(),
  price: z.string(),
  inventoryQuantity: z.number().nullable(),
  selectedOptions,
  media: Media,
  inventoryItem: z.object({
    id: z.string(),
    tracked: z.boolean(),
    measurement: z.object({ weight: z.object({ value: z.number(), unit: z.string() }).nullable() }),
  }),
})
export type ListedVariant = z.output<typeof ListedVariant>
const ListedProduct = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  status: z.string(),
  onlineStoreUrl: z.string().nullable(),
  updatedAt: z.string(),
  descriptionHtml: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  category: z.object({ id: z.string(), fullName: z.string() }).nullable(),
  media: Media,
  variants: connection(ListedVariant),
})
export type ListedProduct = z.output<typeof ListedProduct>
export const Products = z.object({ products: connection(ListedProduct) })
const ItemVariants = connection(z.object({ id: z.string(), sku: z.string().nullable(), price: z.string() }))
const ProductItem = z.object({ id: z.string(), title: z.string(), status: z.string(), variants: ItemVariants })
export type ProductItem = z.output<typeof ProductItem>
export const ProductItems = z.object({ products: connection(ProductItem) })
export const ProductItemRest = z.object({ product: z.object({ variants: ItemVariants }).nullable() })
export const ProductRest = z.object({ product: z.object({ variants: connection(ListedVariant) }).nullable() })

const LevelOfItem = z.object({
  id: z.string(),
  tracked: z.boolean(),
  inventoryLevel: z
    .object({ id: z.string(), quantities: z.array(z.object({ name: z.string(), quantity: z.number() })) })
    .nullable(),
  /** Absent: it was not asked. */
  variants: z.object({ nodes: z.array(z.object({ product: z.object({ status: z.string() }) })) }).nullish(),
})
/** null: what had this id is gone. */
export const Known = z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) })
/** null: that item is gone. An object without an id: the id belongs to something else. */
export const Levels = z.object({ nodes: z.array(z.union([LevelOfItem, z.object({}), z.null()])) })
export const StockAt = z.object({ inventoryActivate: Failures })
export const SetStock = z.object({ inventorySetQuantities: Failures })
export const SetPrices = z.object({ productVariantsBulkUpdate: Failures })

const Money = z.object({ shopMoney: z.object({ amount: z.string(), currencyCode: z.string() }) })
const Address = z
  .object({
    name: z.string().nullish(),
    company: z.string().nullish(),
    phone: z.string().nullish(),
    address1: z.string().nullish(),
    address2: z.string().nullish(),
    city: z.string().nullish(),
    province: z.string().nullish(),
    provinceCode: z.string().nullish(),
    zip: z.string().nullish(),
    countryCodeV2: z.string().nullish(),
  })
  .nullish()
export type ShopifyAddress = z.output<typeof Address>
const Line = z.object({
  id: z.string(),
  title: z.string(),
  variantTitle: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: z.number(),
  currentQuantity: z.number(),
  unfulfilledQuantity: z.number(),
  originalUnitPriceSet: Money,
  discountedTotalSet: Money,
})
export type ShopifyLine = z.output<typeof Line>
const Refund = z.object({
  refundLineItems: connection(
    z.object({ quantity: z.number(), restockType: z.string(), lineItem: z.object({ id: z.string() }) }),
  ),
})
export type ShopifyRefund = z.output<typeof Refund>
const Order = z.object({
  id: z.string(),
  name: z.string(),
  test: z.boolean(),
  createdAt: z.string(),
  processedAt: z.string().nullish(),
  updatedAt: z.string(),
  cancelledAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  currencyCode: z.string(),
  paymentGatewayNames: z.array(z.string()),
  totalPriceSet: Money,
  totalShippingPriceSet: Money,
  totalTaxSet: Money.nullable(),
  totalDiscountsSet: Money.nullable(),
  totalReceivedSet: Money,
  totalRefundedSet: Money,
  shippingAddress: Address,
  billingAddress: Address,
  shippingLine: z.object({ title: z.string() }).nullable(),
  fulfillments: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      createdAt: z.string(),
      trackingInfo: z.array(z.object({ company: z.string().nullable(), number: z.string().nullable() })),
    }),
  ),
  refunds: z.array(Refund),
  fulfillmentOrders: z
    .object({ nodes: z.array(z.object({ status: z.string(), fulfillBy: z.string().nullable() })) })
    .optional(),
  lineItems: connection(Line),
})
export type ShopifyOrder = z.output<typeof Order>
export const Orders = z.object({ orders: connection(Order) })
export const OrderRefunds = z.object({ order: z.object({ refunds: z.array(Refund) }).nullable() })
export const OrderParcels = z.object({
  order: z
    .object({
      fulfillments: z.array(
        z.object({
          status: z.string(),
          fulfillmentLineItems: z.object({
            nodes: z.array(z.object({ quantity: z.number().nullable(), lineItem: z.object({ id: z.string() }) })),
          }),
        }),
      ),
    })
    .nullable(),
})
export const OrderLines = z.object({ order: z.object({ lineItems: connection(Line) }).nullable() })

const Remaining = connection(
  z.object({
    id: z.string(),
    totalQuantity: z.number(),
    remainingQuantity: z.number(),
    lineItem: z.object({ id: z.string() }),
  }),
)
const FulfillmentOrder = z.object({
  id: z.string(),
  status: z.string(),
  assignedLocation: z.object({ location: z.object({ id: z.string() }).nullable() }),
  lineItems: Remaining,
})
export type FulfillmentOrder = z.output<typeof FulfillmentOrder>
export const ToShip = z.object({
  order: z
    .object({
      id: z.string(),
      fulfillments: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          trackingInfo: z.array(z.object({ number: z.string().nullable() })),
        }),
      ),
      fulfillmentOrders: connection(FulfillmentOrder),
    })
    .nullable(),
})
export const ToShipRest = z.object({ fulfillmentOrder: z.object({ lineItems: Remaining }).nullable() })
export const Ship = z.object({ fulfillmentCreate: Failures })
export const Track = z.object({ fulfillmentTrackingInfoUpdate: Failures })

const ToRefundOrder = z.object({
  id: z.string(),
  cancelledAt: z.string().nullable(),
  currencyCode: z.string(),
  presentmentCurrencyCode: z.string(),
  transactions: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      status: z.string(),
      gateway: z.string().nullable(),
      amountSet: Money,
      parentTransaction: z.object({ id: z.string() }).nullable(),
    }),
  ),
  refunds: z.array(z.object({ id: z.string(), note: z.string().nullable(), totalRefundedSet: Money })),
  fulfillmentOrders: z.object({
    nodes: z.array(
      z.object({
        status: z.string(),
        assignedLocation: z.object({ location: z.object({ id: z.string() }).nullable() }),
        lineItems: z.object({
          nodes: z.array(z.object({ remainingQuantity: z.number(), lineItem: z.object({ id: z.string() }) })),
        }),
      }),
    ),
  }),
})
export type ToRefundOrder = z.output<typeof ToRefundOrder>
export const ToRefund = z.object({ order: ToRefundOrder.nullable() })
export const RefundMade = z.object({
  refundCreate: Failures.extend({ refund: z.object({ id: z.string() }).nullable() }),
})
export const Cancelled = z.object({
  orderCancel: z.object({ orderCancelUserErrors: Failures.shape.userErrors }),
})

export const Subscriptions = z.object({
  webhookSubscriptions: connection(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
})
export const Subscribe = z.object({ webhookSubscriptionCreate: Failures })
export const Unsubscribe = z.object({ webhookSubscriptionDelete: Failures })
export const Leave = z.object({ appUninstall: Failures.nullable() })
