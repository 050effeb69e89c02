import { ebayMakes } from './ebay-makes.ts'
import { ebayMarketplaces } from './ebay-marketplaces.ts'
import type { Access, Built, Option } from './describe.ts'
import { named } from './names.ts'

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

const conditions: readonly Option[] = Object.values(ebayConditions).map((value) => ({ value, label: value }))

/** Product safety rules ask for operators of traders alone. */
const euSales: readonly Option[] = [
  { value: 'trader', label: 'As a trader' },
  { value: 'private', label: 'As a private seller' },
]

/** LST-122..LST-175. */
export const ebay = {
  ...named.ebay,
  undoing: {
    refund: {
      reasons: [
        { value: 'BUYER_CANCEL', label: 'Buyer cancelled' },
        { value: 'SELLER_CANCEL', label: 'Seller cancelled' },
        { value: 'BUYER_RETURN', label: 'Buyer returned it' },
        { value: 'ITEM_NOT_RECEIVED', label: 'Item not received' },
        { value: 'ITEM_NOT_AS_DESCRIBED', label: 'Item not as described' },
        { value: 'SHIPPING_DISCOUNT', label: 'Shipping discount' },
        { value: 'OTHER_ADJUSTMENT', label: 'Other adjustment' },
      ],
      noteChars: 100,
    },
    cancel: 'Cancel eBay orders on eBay. The API that Motto uses doesn’t support cancellations.',
  },
  api: { version: 'v1' },
  docs: 'https://developer.ebay.com/develop',
  limits: { titleChars: 80, descriptionChars: 500_000, images: 24, skuChars: 50, variants: 250 },
  needsPicture: true,
  needsCategory: true,
  missingTemplate: 'No Listing Templates',
  shippingHint: 'Ebay can only print labels for USPS services',
  fields: [
    {
      name: 'ebayCategoryIds',
      override: 'selectedCategoryIds',
      label: 'Category',
      section: 'Select Category',
      several: { label: 'eBay categories', section: 'Categories' },
      kind: 'category',
      on: ['template', 'product'],
      tree: {
        lookup: 'categories',
        root: 'rootCategoryNode',
        id: 'category.categoryId',
        name: 'category.categoryName',
        children: 'childCategoryTreeNodes',
        version: { at: 'categoryTreeVersion', field: 'ebayCategoryVersion' },
        suggest: { lookup: 'suggestions', at: 'categorySuggestions', id: 'category.categoryId' },
      },
    },
    { name: 'ebayCategoryVersion', label: 'Category version', section: '', kind: 'hidden', on: ['template'] },
    { name: 'title', label: 'Title', section: 'Details', kind: 'title', on: ['template', 'product'], chars: 500 },
    { name: 'description', label: 'Description', section: 'Details', kind: 'html', on: ['template', 'product'] },
    { name: 'subtitle', label: 'Subtitle', section: 'Details', kind: 'text', on: ['template'], chars: 55, wide: true },
    {
      name: 'condition',
      label: 'Condition',
      section: 'Details',
      kind: 'choice',
      on: ['template'],
      standard: 'New',
      blank: "The product's own",
      options: conditions,
    },
    {
      name: 'brand',
      label: 'Brand',
      section: 'Details',
      kind: 'text',
      on: ['template'],
      chars: 65,
      mentions: true,
      blank: "The product's Brand",
      entry: { list: 'aspects', name: 'Brand' },
    },
    {
      name: 'conditionDescription',
      label: 'Condition description',
      section: 'Details',
      kind: 'text',
      on: ['template'],
      chars: 1000,
      lines: 2,
      wide: true,
    },
    {
      name: 'marketplaceId',
      label: 'Marketplace',
      section: '',
      kind: 'choice',
      on: ['integration'],
      standard: 'EBAY_US',
      blank:
        'Policies, categories and prices are those of this eBay site. For another site, connect this eBay account again.',
      options: Object.entries(ebayMarketplaces).map(([value, { name, currency }]) => ({
        value,
        label: `${name} (${currency})`,
      })),
      currencies: Object.fromEntries(
        Object.entries(ebayMarketplaces).map(([value, { currency }]) => [value, currency]),
      ),
      siteNames: Object.fromEntries(
        Object.entries(ebayMarketplaces).flatMap(([value, { marketplace }]) =>
          marketplace ? [[value, marketplace]] : [],
        ),
      ),
    },
    {
      name: 'locationId',
      label: 'Location',
      section: 'Location and policies',
      kind: 'choice',
      on: ['template', 'integration'],
      asks: {
        lookup: 'locations',
        value: 'merchantLocationKey',
        label: ['name', 'city', 'stateOrProvince'],
        open: 'enabled',
      },
    },
    {
      name: 'paymentPolicyId',
      label: 'Payment Policy',
      section: 'Location and policies',
      kind: 'choice',
      on: ['template', 'integration'],
      asks: { lookup: 'policies', at: 'paymentPolicies', value: 'paymentPolicyId', label: ['name'] },
    },
    {
      name: 'returnPolicyId',
      label: 'Return Policy',
      section: 'Location and policies',
      kind: 'choice',
      on: ['template', 'integration'],
      asks: { lookup: 'policies', at: 'returnPolicies', value: 'returnPolicyId', label: ['name'] },
    },
    {
      name: 'fulfillmentPolicyId',
      label: 'Fulfillment Policy',
      section: 'Location and policies',
      kind: 'choice',
      on: ['template', 'integration'],
      asks: { lookup: 'policies', at: 'fulfillmentPolicies', value: 'fulfillmentPolicyId', label: ['name'] },
    },
    {
      name: 'aspects',
      label: 'Item Specifics',
      section: 'Item Specifics',
      kind: 'attributes',
      on: ['template', 'product'],
      entries: {
        name: 'aspectName',
        value: 'value',
        filled: { dataType: 'STRING', required: false },
        nameChars: 40,
      },
    },
    {
      name: 'pricingConfiguration',
      label: 'Pricing',
      section: 'Listing and Pricing',
      kind: 'pricing',
      on: ['template', 'product'],
    },
    {
      name: 'euSales',
      label: 'Sales to the EU',
      section: '',
      kind: 'choice',
      on: ['integration'],
      blank: 'Motto checks product safety details for traders.',
      options: euSales,
    },
  ],
  lookups: {
    categories: { path: '/channels/ebay/categories', summary: 'Get eBay’s category tree' },
    aspects: {
      path: '/channels/ebay/productAspectsForCategory',
      summary: 'List the aspects of a leaf category',
      asks: { categoryId: 1 },
    },
    aspectsMany: {
      path: '/channels/ebay/productAspectsForCategories',
      summary: 'List the aspects of several leaf categories',
      asks: { categoryIds: 1 },
    },
    templateAttributes: {
      path: '/channels/ebay/templateAttributes',
      summary: 'Suggest template attributes for leaf categories',
      asks: { categoryIds: 1 },
    },
    suggestions: {
      path: '/channels/ebay/categorySuggestions',
      summary: 'Suggest eBay categories for a text',
      asks: { query: 2 },
    },
    locations: { path: '/channels/ebay/inventoryLocations', summary: 'List eBay inventory locations' },
    policies: { path: '/channels/ebay/listingPolicies', summary: 'List eBay business policies' },
    shippingServices: { path: '/channels/ebay/shippingServices', summary: 'List eBay’s domestic shipping services' },
    inventoryItemOffers: {
      path: '/channels/ebay/inventoryItemOffers',
      summary: 'List eBay items with their offers and total',
      asks: { offset: 0, limit: 0 },
    },
    offer: { path: '/channels/ebay/offer', summary: 'Get the eBay offer of a SKU', asks: { sku: 1 } },
  },
  makes: ebayMakes,
  defaultsPath: '/channels/ebay/listingPolicies',
  templatePath: '/channels/ebay/createTemplate',
} as const satisfies Built

export const ebayAccess = {
  clientId: {
    setting: 'EBAY_CLIENT_ID',
    example: 'MyShop-Motto-PRD-0123456789ab-01234567',
    sandbox: 'motto-sandbox-SBX-ebay',
  },
  clientSecret: {
    setting: 'EBAY_CLIENT_SECRET',
    example: 'PRD-0123456789ab-0123-4567-89ab-cdef',
    sandbox: 'sandbox-ebay-secret',
  },
  redirect: { setting: 'EBAY_RUNAME', example: 'My_Shop-MyShop-Motto-abcdefg', sandbox: 'Motto-MottoSBX-ebay' },
  hosts: {
    api: { setting: 'EBAY_API_URL', live: 'https://api.ebay.com' },
    apiz: { setting: 'EBAY_APIZ_URL', live: 'https://apiz.ebay.com' },
    auth: { setting: 'EBAY_AUTH_URL', live: 'https://auth.ebay.com' },
    web: { setting: 'EBAY_WEB_URL', live: 'https://www.ebay.com' },
  },
} as const satisfies Access
