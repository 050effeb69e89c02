import { z } from 'zod'
import { TemplateAttribute } from '../../shapes.ts'
import { ebay } from '../ebay.ts'
import { Pricing } from '../pricing-shape.ts'
import { schemaOf, settingsOf } from '../shape.ts'

export const EbayAspectValue = z.object({
  aspectName: z.string().min(1).max(40),
  /** A text with `{{attribute}}` references, or several for a multi-value aspect. */
  value: z.union([z.string(), z.array(z.string())]),
  dataType: z.string().default('STRING'),
  required: z.boolean().default(false),
})

/** LST-159..LST-171: how a template lists on eBay. */
export const EbaySchema = schemaOf(ebay, {
  aspects: z.array(EbayAspectValue).default([]),
  pricingConfiguration: Pricing.prefault({}),
})
export type EbaySchema = z.output<typeof EbaySchema>

export const EbayCategory = z.object({
  category: z.object({ categoryId: z.string(), categoryName: z.string() }),
  categoryTreeNodeLevel: z.number(),
  parentCategoryTreeNodeHref: z.string().optional(),
  leafCategoryTreeNode: z.boolean().optional(),
  get childCategoryTreeNodes() {
    return z.array(EbayCategory).optional()
  },
})
export const EbayTree = z.object({ categoryTreeVersion: z.string(), rootCategoryNode: EbayCategory })

export const EbayAspect = z.object({
  localizedAspectName: z.string(),
  aspectConstraint: z.object({
    aspectRequired: z.boolean().default(false),
    aspectUsage: z.string().default('OPTIONAL'),
    aspectDataType: z.string().default('STRING'),
    aspectMode: z.string().default('FREE_TEXT'),
    itemToAspectCardinality: z.string().default('SINGLE'),
    aspectMaxLength: z.number().optional(),
    aspectEnabledForVariations: z.boolean().optional(),
  }),
  aspectValues: z.array(z.object({ localizedValue: z.string() })).default([]),
})
export type EbayAspect = z.output<typeof EbayAspect>

export const EbayLocation = z.object({
  merchantLocationKey: z.string(),
  name: z.string().default(''),
  phone: z.string().default(''),
  addressLine1: z.string().default(''),
  addressLine2: z.string().default(''),
  city: z.string().default(''),
  postalCode: z.string().default(''),
  stateOrProvince: z.string().default(''),
  country: z.string().default(''),
  enabled: z.boolean(),
})
export const EbayShippingService = z.object({ shippingService: z.string(), description: z.string() })
const CategoryType = z.object({ name: z.string(), default: z.boolean().optional() })
export const EbayPolicies = z.object({
  paymentPolicies: z.array(
    z.object({
      paymentPolicyId: z.string(),
      name: z.string(),
      description: z.string().default(''),
      immediatePay: z.boolean().default(false),
      categoryTypes: z.array(CategoryType).default([]),
      marketplaceId: z.string(),
    }),
  ),
  returnPolicies: z.array(
    z.object({
      returnPolicyId: z.string(),
      name: z.string(),
      description: z.string().default(''),
      marketplaceId: z.string(),
    }),
  ),
  fulfillmentPolicies: z.array(
    z.object({
      fulfillmentPolicyId: z.string(),
      name: z.string(),
      description: z.string().default(''),
      marketplaceId: z.string(),
      shippingOptions: z.array(z.unknown()).default([]),
      handlingTime: z.object({ value: z.number(), unit: z.string() }).nullable().default(null),
    }),
  ),
})

const EbaySuggestions = z.object({
  categorySuggestions: z.array(
    z.object({
      category: z.object({ categoryId: z.string(), categoryName: z.string() }),
      /** Nearest first. */
      categoryTreeNodeAncestors: z.array(z.object({ categoryId: z.string(), categoryName: z.string() })),
    }),
  ),
})

/** What some categories ask for, as attributes of a template. */
const CategoryAttributes = z.array(TemplateAttribute.omit({ id: true, index: true }))
export type CategoryAttribute = z.output<typeof CategoryAttributes>[number]

export const EbaySettings = settingsOf(ebay)
export type EbaySettings = z.output<typeof EbaySettings>

export const EbayDefaults = z.object({
  paymentPolicyId: z.string().max(100),
  returnPolicyId: z.string().max(100),
  fulfillmentPolicyId: z.string().max(100),
  locationId: z.string().max(100).optional(),
})

/** IMP-170. The price is as eBay writes it. */
export const EbayItemOffer = z.object({
  offerId: z.string(),
  sku: z.string(),
  status: z.string(),
  pricingSummary: z.object({ price: z.object({ value: z.string(), currency: z.string() }).nullable() }),
  listing: z.object({ listingId: z.string() }),
})
export type EbayItemOffer = z.output<typeof EbayItemOffer>
/** IMP-184. `offer` is null where nobody offered the item for sale (IMP-169). */
export const EbayItemOffers = z.object({
  count: z.number().int(),
  inventoryItemOffers: z.array(
    z.object({
      inventoryItem: z.object({
        sku: z.string(),
        product: z.object({ title: z.string() }),
        availability: z.object({ shipToLocationAvailability: z.object({ quantity: z.number().int() }) }),
      }),
      offer: EbayItemOffer.nullable(),
    }),
  ),
})
export type EbayItemOffers = z.output<typeof EbayItemOffers>

export const ebayReplies = {
  categories: EbayTree,
  aspects: z.array(EbayAspect),
  aspectsMany: z.record(z.string(), z.array(EbayAspect)),
  templateAttributes: CategoryAttributes,
  suggestions: EbaySuggestions,
  locations: z.array(EbayLocation),
  policies: EbayPolicies,
  shippingServices: z.array(EbayShippingService),
  inventoryItemOffers: EbayItemOffers,
  offer: EbayItemOffer.nullable(),
}
