import type { Access, Built } from './describe.ts'
import { named } from './names.ts'

/** LST-305..LST-311. */
export const square = {
  ...named.square,
  undoing: {
    refund: {
      // Square knows no reasons: what is said stands with the refund.
      reasons: [
        { value: 'Returned', label: 'Returned' },
        { value: 'Cancelled', label: 'Cancelled' },
        { value: 'Damaged', label: 'Damaged' },
        { value: 'Out of stock', label: 'Out of stock' },
        { value: 'Other', label: 'Other' },
      ],
      noteChars: 100,
    },
    shippingApart: true,
    cancel: 'Paid Square orders can’t be cancelled. Refund them instead.',
  },
  api: { version: '2026-09-16' },
  docs: 'https://developer.squareup.com/docs/catalog-api/what-it-does',
  storeId: 'Store ID',
  limits: { titleChars: 512, descriptionChars: 65_535, images: 250, skuChars: 255, variants: 250 },
  needsPicture: false,
  needsCategory: false,
  fields: [
    {
      name: 'categoryIds',
      override: 'selectedCategoryIds',
      label: 'Category',
      section: 'Categories',
      kind: 'category',
      on: ['template', 'product'],
      several: { label: 'Categories', section: 'Categories' },
      tree: { lookup: 'categories', id: 'id', name: 'categoryData.name', children: 'children' },
    },
    { name: 'title', label: 'Title', section: 'Details', kind: 'title', on: ['template', 'product'], chars: 500 },
    { name: 'description', label: 'Description', section: 'Details', kind: 'html', on: ['template', 'product'] },
    {
      name: 'taxIds',
      label: 'Taxes',
      section: 'Details',
      kind: 'choices',
      on: ['template'],
      asks: { lookup: 'taxes', value: 'id', label: ['name', 'rate'], open: 'isEnabled', closed: ' (off)' },
      blank: 'No tax is added',
    },
    {
      name: 'locationId',
      label: 'Location',
      section: 'Square Location',
      kind: 'choice',
      on: ['template', 'integration'],
      wide: true,
      asks: { lookup: 'locations', value: 'id', label: ['name', 'address'], open: 'isActive', closed: ' (inactive)' },
    },
  ],
  lookups: {
    categories: { path: '/channels/square/categories', summary: 'List Square categories' },
    locations: { path: '/channels/square/locations', summary: 'List Square locations' },
    taxes: { path: '/channels/square/taxes', summary: 'List Square taxes' },
    items: {
      path: '/channels/square/items',
      summary: 'List Square items, optionally searching name, description, SKU and barcode',
      asks: { textFilter: 0, offset: 0, limit: 0 },
    },
  },
} as const satisfies Built

export const squareAccess = {
  clientId: {
    setting: 'SQUARE_CLIENT_ID',
    example: 'sq0idp-0123456789abcdefghijkl',
    sandbox: 'sq0idp-motto-sandbox',
  },
  clientSecret: {
    setting: 'SQUARE_CLIENT_SECRET',
    example: 'sq0csp-0123456789abcdefghijklmnopqrstuvwxyz',
    sandbox: 'sandbox-square-secret',
  },
  secrets: {
    webhookKey: {
      setting: 'SQUARE_WEBHOOK_KEY',
      example: '0123456789abcdefghijkl',
      sandbox: 'sandbox-square-webhook-key',
    },
  },
  hosts: {
    api: { setting: 'SQUARE_API_URL', live: 'https://connect.squareup.com' },
    web: { setting: 'SQUARE_WEB_URL', live: 'https://app.squareup.com' },
  },
} as const satisfies Access
