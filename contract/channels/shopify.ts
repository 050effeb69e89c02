import type { Access, Built } from './describe.ts'
import { named } from './names.ts'
import { refundReasons } from './reasons.ts'

/** LST-288..LST-304. */
export const shopify = {
  ...named.shopify,
  // Each version is served for a year and 15 days: https://shopify.dev/docs/api/usage/versioning, read 2026-11-26.
  api: { version: '2026-10', servedUntil: '2027-10-16' },
  docs: 'https://shopify.dev/docs/api/admin-graphql',
  storeId: 'Shop',
  shopExample: 'my-shop.myshopify.com',
  limits: { titleChars: 255, descriptionChars: 500_000, images: 250, skuChars: 255, variants: 2048 },
  undoing: {
    refund: {
      // Shopify knows no reasons of a refund: what is said goes into its note.
      reasons: refundReasons,
      noteChars: 200,
    },
    shippingApart: true,
    cancel: {
      reasons: [
        { value: 'CUSTOMER', label: 'Customer changed or cancelled' },
        { value: 'INVENTORY', label: 'Items unavailable' },
        { value: 'FRAUD', label: 'Fraudulent order' },
        { value: 'DECLINED', label: 'Payment declined' },
        { value: 'STAFF', label: 'Staff error' },
        { value: 'OTHER', label: 'Other' },
      ],
      noteChars: 255,
    },
  },
  needsPicture: false,
  needsCategory: false,
  fields: [
    { name: 'title', label: 'Title', section: 'Details', kind: 'title', on: ['template', 'product'], chars: 500 },
    { name: 'description', label: 'Description', section: 'Details', kind: 'html', on: ['template', 'product'] },
    {
      name: 'productType',
      label: 'Product Type',
      section: 'Details',
      kind: 'text',
      on: ['template'],
      chars: 255,
      mentions: true,
    },
    {
      name: 'vendor',
      label: 'Vendor',
      section: 'Details',
      kind: 'text',
      on: ['template'],
      chars: 255,
      mentions: true,
      blank: "The product's vendor, else its brand",
    },
    {
      name: 'tags',
      label: 'Tags',
      section: 'Details',
      kind: 'tags',
      on: ['template'],
      chars: 20_000,
      wide: true,
      blank: "The product's own tags",
    },
    {
      name: 'collectionIds',
      override: 'selectedCollectionIds',
      label: 'Collections',
      section: 'Collections',
      kind: 'choices',
      on: ['template', 'product'],
      asks: { lookup: 'collections', value: 'id', label: ['title'] },
      tree: { lookup: 'collections', id: 'id', name: 'title', children: 'children' },
    },
    {
      name: 'locationId',
      label: 'Location',
      section: 'Shopify Location',
      kind: 'choice',
      on: ['template', 'integration'],
      wide: true,
      asks: { lookup: 'locations', value: 'id', label: ['name'], open: 'isActive', closed: ' (closed)' },
    },
  ],
  lookups: {
    locations: { path: '/channels/shopify/locations', summary: 'List Shopify locations' },
    collections: { path: '/channels/shopify/collections', summary: 'List Shopify collections' },
    products: {
      path: '/channels/shopify/products',
      summary: 'List up to 100 Shopify products after `sinceId`',
      asks: { limit: 0, sinceId: 0 },
    },
  },
} as const satisfies Built

export const shopifyAccess = {
  clientId: {
    setting: 'SHOPIFY_CLIENT_ID',
    example: '0123456789abcdef0123456789abcdef',
    sandbox: 'motto-sandbox-shopify',
  },
  clientSecret: {
    setting: 'SHOPIFY_CLIENT_SECRET',
    example: 'shpss_0123456789abcdef0123456789abcdef',
    sandbox: 'sandbox-shopify-secret',
  },
  hosts: { shop: { setting: 'SHOPIFY_SHOP_URL', live: 'https://{shop}' } },
} as const satisfies Access
