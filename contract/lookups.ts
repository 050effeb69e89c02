import { z } from 'zod'
import { EbayAspect, EbayLocation, EbayPolicies, EbayTree } from './channels/ebay.ts'
import { ShopifyCollection, ShopifyLocation } from './channels/shopify.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './shapes.ts'

const errors = [
  'integration_missing',
  'integration_unauthenticated',
  'channel_refused',
  'channel_unavailable',
  'invalid_input',
] as const
const common = { method: 'GET', needs: 'organization:read', errors } as const

export const ebayCategories = endpoint({
  ...common,
  path: '/channels/ebay/categories',
  summary: "eBay's category tree",
  reply: EbayTree,
})
export const ebayAspects = endpoint({
  ...common,
  path: '/channels/ebay/productAspectsForCategory',
  summary: 'Aspects of one leaf category',
  query: z.object({ categoryId: z.string().min(1) }),
  reply: z.array(EbayAspect),
})
export const ebayAspectsMany = endpoint({
  ...common,
  path: '/channels/ebay/productAspectsForCategories',
  summary: 'Aspects of several leaf categories',
  query: z.object({ categoryIds: z.string().min(1) }),
  reply: z.record(z.string(), z.array(EbayAspect)),
})
export const ebaySuggestions = endpoint({
  ...common,
  path: '/channels/ebay/categorySuggestions',
  summary: 'Categories for a text',
  query: z.object({ query: z.string().min(2) }),
  reply: z.object({
    categorySuggestions: z.array(
      z.object({
        category: z.object({ categoryId: z.string(), categoryName: z.string() }),
        /** Nearest first. */
        categoryTreeNodeAncestors: z.array(z.object({ categoryId: z.string(), categoryName: z.string() })),
      }),
    ),
  }),
})
export const ebayLocations = endpoint({
  ...common,
  path: '/channels/ebay/inventoryLocations',
  summary: 'Inventory locations on eBay',
  reply: z.array(EbayLocation),
})
export const ebayPolicies = endpoint({
  ...common,
  path: '/channels/ebay/listingPolicies',
  summary: 'Business policies on eBay',
  reply: EbayPolicies,
})
export const saveEbayPolicies = endpoint({
  method: 'POST',
  path: '/channels/ebay/listingPolicies',
  summary: 'Default policies for new listings',
  needs: 'integrations:write',
  body: z.object({
    paymentPolicyId: z.string(),
    returnPolicyId: z.string(),
    fulfillmentPolicyId: z.string(),
    locationId: z.string().optional(),
  }),
  reply: Ok,
  errors: ['integration_missing'],
  changes: ['integrations'],
})
export const shopifyLocations = endpoint({
  ...common,
  path: '/channels/shopify/locations',
  summary: 'Locations on Shopify',
  reply: z.array(ShopifyLocation),
})
export const shopifyCollections = endpoint({
  ...common,
  path: '/channels/shopify/collections',
  summary: 'Collections on Shopify',
  reply: z.array(ShopifyCollection),
})
