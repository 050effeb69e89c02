import { z } from 'zod'
import { Html } from '../html.ts'

/** eBay's own words for an item's condition, and the sentence Motto shows (LST-139: default "New"). */
export const ebayConditions = {
  NEW: 'New',
  NEW_OTHER: 'New Other',
  NEW_WITH_DEFECTS: 'New with Defects',
  CERTIFIED_REFURBISHED: 'Certified Refurbished',
  EXCELLENT_REFURBISHED: 'Refurbished - Excellent',
  VERY_GOOD_REFURBISHED: 'Refurbished - Very Good',
  GOOD_REFURBISHED: 'Refurbished - Good',
  SELLER_REFURBISHED: 'Refurbished',
  LIKE_NEW: 'Like New',
  USED_EXCELLENT: 'Used - Excellent',
  USED_VERY_GOOD: 'Used - Very Good',
  USED_GOOD: 'Used - Good',
  USED_ACCEPTABLE: 'Used - Acceptable',
  FOR_PARTS_OR_NOT_WORKING: 'Parts or Not Working',
} as const
export type EbayCondition = keyof typeof ebayConditions

export const EbayAspectValue = z.object({
  aspectName: z.string().min(1).max(40),
  /** A text with `{{attribute}}` references, or several for a multi-value aspect. */
  value: z.union([z.string(), z.array(z.string())]),
  dataType: z.string().default('STRING'),
  required: z.boolean().default(false),
})

/** LST-159..LST-171: how a template lists on eBay. Texts may hold `{{attribute}}` references; blank means "the product's own". */
export const EbaySchema = z.object({
  ebayCategoryIds: z.string().default(''),
  ebayCategoryVersion: z.string().default(''),
  title: z.string().max(500).default(''),
  subtitle: z.string().max(55).default(''),
  description: Html.default(''),
  condition: z.string().default('New'),
  conditionDescription: z.string().max(1000).default(''),
  brand: z.string().max(65).default(''),
  locationId: z.string().default(''),
  paymentPolicyId: z.string().default(''),
  returnPolicyId: z.string().default(''),
  fulfillmentPolicyId: z.string().default(''),
  aspects: z.array(EbayAspectValue).default([]),
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

/** Kept with the integration: defaults for new listings. */
export const EbaySettings = z.object({
  marketplaceId: z.string().default('EBAY_US'),
  locationId: z.string().default(''),
  paymentPolicyId: z.string().default(''),
  returnPolicyId: z.string().default(''),
  fulfillmentPolicyId: z.string().default(''),
  buffer: z.number().int().min(0).default(0),
})
export type EbaySettings = z.output<typeof EbaySettings>
