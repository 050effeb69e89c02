import type { Access, Built } from './describe.ts'
import { named } from './names.ts'
import { refundReasons } from './reasons.ts'

/** LST-312..LST-323. */
export const bigcommerce = {
  ...named.bigcommerce,
  undoing: {
    // BigCommerce knows no reasons: what is said stands with the refund, and with the notes of its staff.
    refund: {
      reasons: refundReasons,
      noteChars: 200,
    },
    shippingApart: true,
    cancel: {
      reasons: [
        { value: 'Customer asked', label: 'Customer asked' },
        { value: 'Out of stock', label: 'Out of stock' },
        { value: 'Payment declined', label: 'Payment declined' },
        { value: 'Fraud', label: 'Fraudulent order' },
        { value: 'Other', label: 'Other' },
      ],
      noteChars: 200,
    },
  },
  // Orders are read with V2.
  api: { version: 'V3' },
  docs: 'https://developer.bigcommerce.com/docs/rest-catalog',
  storeId: 'Store',
  // No most is published for a description.
  limits: {
    titleChars: 250,
    descriptionChars: 500_000,
    images: 1000,
    skuChars: 255,
    variants: 600,
    pieces: 2_147_483_647,
  },
  needsPicture: false,
  needsCategory: false,
  shippingHint: 'BigCommerce may email the buyer about shipping, depending on your store settings',
  fields: [
    { name: 'title', label: 'Title', section: 'Details', kind: 'title', on: ['template', 'product'], chars: 500 },
    { name: 'description', label: 'Description', section: 'Details', kind: 'html', on: ['template', 'product'] },
    {
      name: 'categoryIds',
      override: 'selectedCategoryIds',
      label: 'Category',
      section: 'Category',
      kind: 'category',
      on: ['template', 'product'],
      several: { label: 'Categories', section: 'Category' },
      tree: { lookup: 'categories', id: 'category_id', name: 'name', children: 'children' },
    },
    {
      name: 'brandName',
      label: 'Brand',
      section: 'Details',
      kind: 'text',
      on: ['template'],
      chars: 255,
      mentions: true,
      blank: "The product's Brand",
    },
    {
      name: 'tags',
      label: 'Tags',
      section: 'Details',
      kind: 'tags',
      on: ['template'],
      wide: true,
      blank: "The product's own tags",
    },
    {
      name: 'locationId',
      label: 'Location',
      section: 'BigCommerce Location',
      kind: 'choice',
      on: ['template', 'integration'],
      wide: true,
      asks: { lookup: 'locations', value: 'id', label: ['label'], open: 'isActive', closed: ' (closed)' },
    },
  ],
  lookups: {
    categories: { path: '/channels/bigcommerce/categories', summary: 'List BigCommerce categories' },
    locations: { path: '/channels/bigcommerce/locations', summary: 'List BigCommerce locations' },
    products: {
      path: '/channels/bigcommerce/products',
      summary: 'List BigCommerce products with their total',
      asks: { limit: 0, page: 0 },
    },
  },
} as const satisfies Built

export const bigcommerceAccess = {
  clientId: {
    setting: 'BIGCOMMERCE_CLIENT_ID',
    example: '0123456789abcdefghijklmnopqrstu',
    sandbox: 'motto-sandbox-bigcommerce',
  },
  clientSecret: {
    setting: 'BIGCOMMERCE_CLIENT_SECRET',
    example: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    sandbox: 'sandbox-bigcommerce-secret',
  },
  hosts: {
    api: { setting: 'BIGCOMMERCE_API_URL', live: 'https://api.bigcommerce.com' },
    login: { setting: 'BIGCOMMERCE_LOGIN_URL', live: 'https://login.bigcommerce.com' },
    store: { setting: 'BIGCOMMERCE_STORE_URL', live: 'https://store-{shop}.mybigcommerce.com' },
  },
} as const satisfies Access
