import { z } from 'zod'
import { ConditionDescriptors } from './conditions/shape.ts'

// Inventory 1.18.5, Fulfillment 1.20.6, Account 1.9.3, Taxonomy 1.1.1, Metadata 1.13.0, Identity 2.0.0:
// https://developer.ebay.com/api-docs/static/ebay-rest-landing.html, OpenAPI documents of June 2026, read 2026-11-21.
// Loose objects: what we do not name must survive a read-merge-write.

export const Amount = z.looseObject({ value: z.string(), currency: z.string() })

export const EbayProblem = z.looseObject({
  errorId: z.number(),
  message: z.string().default(''),
  longMessage: z.string().optional(),
  parameters: z.array(z.looseObject({ name: z.string().default(''), value: z.string().default('') })).default([]),
})
export type EbayProblem = z.output<typeof EbayProblem>
export const Problems = z.looseObject({
  errors: z.array(EbayProblem).default([]),
  warnings: z.array(EbayProblem).default([]),
})

export const InventoryItem = z.looseObject({
  sku: z.string().optional(),
  locale: z.string().optional(),
  condition: z.string().optional(),
  product: z
    .looseObject({
      title: z.string().optional(),
      description: z.string().optional(),
      brand: z.string().optional(),
      imageUrls: z.array(z.string()).optional(),
      ean: z.array(z.string()).optional(),
      upc: z.array(z.string()).optional(),
      isbn: z.array(z.string()).optional(),
      aspects: z.record(z.string(), z.array(z.string())).optional(),
    })
    .optional(),
  packageWeightAndSize: z
    .looseObject({
      weight: z.looseObject({ value: z.number(), unit: z.string() }).optional(),
      dimensions: z
        .looseObject({ width: z.number(), length: z.number(), height: z.number(), unit: z.string() })
        .optional(),
    })
    .optional(),
  availability: z
    .looseObject({ shipToLocationAvailability: z.looseObject({ quantity: z.number().optional() }).optional() })
    .optional(),
  groupIds: z.array(z.string()).optional(),
  inventoryItemGroupKeys: z.array(z.string()).optional(),
})
export type InventoryItem = z.output<typeof InventoryItem>
/** Of the calls that take many, which answer for each. */
export const BulkAnswers = z.looseObject({
  responses: z
    .array(
      z.looseObject({
        statusCode: z.number(),
        sku: z.string().optional(),
        offerId: z.string().optional(),
        listingId: z.string().optional(),
        inventoryItem: InventoryItem.optional(),
        errors: z.array(EbayProblem).optional(),
        warnings: z.array(EbayProblem).optional(),
      }),
    )
    .default([]),
})
export const InventoryItems = z.looseObject({
  inventoryItems: z.array(InventoryItem).default([]),
  next: z.string().optional(),
  total: z.number().optional(),
})

export const Offer = z.looseObject({
  offerId: z.string(),
  sku: z.string(),
  marketplaceId: z.string().optional(),
  status: z.string(),
  availableQuantity: z.number().optional(),
  listingDescription: z.string().optional(),
  pricingSummary: z.looseObject({ price: Amount.optional(), auctionStartPrice: Amount.optional() }).optional(),
  listingPolicies: z.looseObject({}).optional(),
  regulatory: z.record(z.string(), z.unknown()).optional(),
  categoryId: z.string().optional(),
  listing: z.looseObject({ listingId: z.string().optional(), listingStatus: z.string().optional() }).optional(),
})
export type Offer = z.output<typeof Offer>
/** Of an offer that is still said to be published when its listing ended. */
const ended = new Set(['ENDED', 'EBAY_ENDED', 'NOT_LISTED'])
/** Whether its listing stands, on sale or hidden. */
export const isLive = ({ status, listing }: Offer): boolean =>
  status === 'PUBLISHED' && !ended.has(listing?.listingStatus ?? '')
/** Whether buyers find it. */
export const isOnSale = (offer: Offer): boolean => isLive(offer) && offer.listing?.listingStatus !== 'INACTIVE'
export const Offers = z.looseObject({ offers: z.array(Offer).default([]) })
export const OfferMade = z.looseObject({ offerId: z.string(), warnings: z.array(EbayProblem).optional() })
export const Published = z.looseObject({ listingId: z.string(), warnings: z.array(EbayProblem).optional() })
export const Group = z.looseObject({
  variantSKUs: z.array(z.string()).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  imageUrls: z.array(z.string()).optional(),
  aspects: z.record(z.string(), z.array(z.string())).optional(),
  variesBy: z.looseObject({ specifications: z.array(z.looseObject({ name: z.string() })).optional() }).optional(),
})
export type Group = z.output<typeof Group>

export const PriceQuantityAnswers = z.looseObject({
  responses: z.array(
    z.looseObject({
      sku: z.string().optional(),
      offerId: z.string().optional(),
      statusCode: z.number(),
      errors: z.array(EbayProblem).optional(),
    }),
  ),
})

const Address = z.looseObject({
  addressLine1: z.string().optional(),
  addressLine2: z.string().optional(),
  city: z.string().optional(),
  stateOrProvince: z.string().optional(),
  postalCode: z.string().optional(),
  countryCode: z.string().optional(),
})
const Contact = z.looseObject({
  fullName: z.string().optional(),
  companyName: z.string().optional(),
  email: z.string().optional(),
  primaryPhone: z.looseObject({ phoneNumber: z.string().optional() }).optional(),
  contactAddress: Address.optional(),
})
export type EbayContact = z.output<typeof Contact>
const Refunds = z
  .array(
    z.looseObject({ amount: Amount.optional(), refundId: z.string().optional(), refundDate: z.string().optional() }),
  )
  .default([])
const EbayLine = z.looseObject({
  lineItemId: z.string(),
  sku: z.string().optional(),
  title: z.string().default(''),
  quantity: z.number(),
  lineItemCost: Amount,
  discountedLineItemCost: Amount.optional(),
  deliveryCost: z.looseObject({ shippingCost: Amount.optional() }).optional(),
  taxes: z.array(z.looseObject({ amount: Amount.optional() })).default([]),
  lineItemFulfillmentStatus: z.string().optional(),
  listingMarketplaceId: z.string().optional(),
  lineItemFulfillmentInstructions: z.looseObject({ shipByDate: z.string().optional() }).optional(),
  refunds: Refunds,
})
export type EbayLine = z.output<typeof EbayLine>
export const EbayOrder = z.looseObject({
  orderId: z.string(),
  salesRecordReference: z.string().optional(),
  creationDate: z.string(),
  lastModifiedDate: z.string(),
  orderFulfillmentStatus: z.string(),
  orderPaymentStatus: z.string(),
  cancelStatus: z
    .looseObject({
      cancelState: z.string(),
      /** Empty in lists. */
      cancelRequests: z.array(z.looseObject({ cancelReason: z.string().optional() })).optional(),
    })
    .optional(),
  buyer: z.looseObject({ username: z.string().default(''), buyerRegistrationAddress: Contact.optional() }).optional(),
  pricingSummary: z.looseObject({
    priceSubtotal: Amount.optional(),
    deliveryCost: Amount.optional(),
    tax: Amount.optional(),
    total: Amount,
    priceDiscount: Amount.optional(),
    deliveryDiscount: Amount.optional(),
  }),
  paymentSummary: z
    .looseObject({
      refunds: Refunds,
      payments: z
        .array(
          z.looseObject({
            amount: Amount.optional(),
            paymentDate: z.string().optional(),
            paymentMethod: z.string().optional(),
            paymentStatus: z.string().optional(),
          }),
        )
        .default([]),
    })
    .optional(),
  totalMarketplaceFee: Amount.optional(),
  fulfillmentStartInstructions: z
    .array(
      z.looseObject({
        shippingStep: z
          .looseObject({ shippingServiceCode: z.string().optional(), shipTo: Contact.optional() })
          .optional(),
      }),
    )
    .default([]),
  lineItems: z.array(EbayLine),
})
export type EbayOrder = z.output<typeof EbayOrder>
export const EbayOrders = z.looseObject({
  orders: z.array(EbayOrder).default([]),
  total: z.number(),
  next: z.string().optional(),
})
/** What `issue_refund` answers. */
export const RefundBegun = z.looseObject({ refundId: z.string().optional(), refundStatus: z.string() })
export const Shipments = z.looseObject({
  fulfillments: z
    .array(
      z.looseObject({
        shipmentTrackingNumber: z.string().optional(),
        shippingCarrierCode: z.string().optional(),
        shippedDate: z.string().optional(),
        lineItems: z.array(z.looseObject({ lineItemId: z.string(), quantity: z.number().optional() })).default([]),
      }),
    )
    .default([]),
})
export type Shipments = z.output<typeof Shipments>

export const User = z.looseObject({
  userId: z.string(),
  username: z.string().optional(),
  registrationMarketplaceId: z.string().optional(),
})

export const Locations = z.looseObject({
  locations: z
    .array(
      z.looseObject({
        merchantLocationKey: z.string(),
        name: z.string().optional(),
        phone: z.string().optional(),
        merchantLocationStatus: z.string().optional(),
        location: z
          .looseObject({
            address: z
              .looseObject({
                addressLine1: z.string().optional(),
                addressLine2: z.string().optional(),
                city: z.string().optional(),
                postalCode: z.string().optional(),
                stateOrProvince: z.string().optional(),
                country: z.string().optional(),
              })
              .optional(),
          })
          .optional(),
      }),
    )
    .default([]),
  next: z.string().optional(),
})
export const TreeId = z.looseObject({ categoryTreeId: z.string() })
export const Conditions = z.looseObject({
  itemConditionPolicies: z
    .array(
      z.looseObject({
        categoryId: z.string(),
        itemConditions: z
          .array(
            z.looseObject({
              conditionId: z.string(),
              conditionDescription: z.string().default(''),
              conditionDescriptors: ConditionDescriptors,
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})

/** @see https://developer.ebay.com/api-docs/sell/metadata/resources/shipping:marketplace/methods/getShippingServices read 2026-11-22 */
export const ShippingServices = z.object({
  shippingServices: z.array(
    z.object({
      shippingService: z.string(),
      description: z.string(),
      internationalService: z.boolean(),
      validForSellingFlow: z.boolean(),
      shippingCostTypes: z.array(z.string()),
    }),
  ),
})

/** Which regulatory details a category asks for on a site. */
export const RegulatoryPolicies = z.looseObject({
  regulatoryPolicies: z
    .array(
      z.looseObject({
        categoryId: z.string(),
        supportedAttributes: z.array(z.looseObject({ name: z.string(), usage: z.string() })).default([]),
      }),
    )
    .default([]),
})
