import type { Access, Built } from './describe.ts'
import { named } from './names.ts'

/** LST-324..LST-329. */
export const clover = {
  ...named.clover,
  undoing: {
    refund: 'Refund Clover orders in the Clover dashboard. Its API doesn’t support refunds.',
    cancel: 'Clover orders are paid at the counter. Refund them in the Clover dashboard instead.',
  },
  api: { version: 'v3' },
  docs: 'https://docs.clover.com/dev/docs/managing-items-item-groups',
  lacks: ['images', 'description', 'regrouping', 'addresses', 'parcels'],
  storeId: 'Merchant ID',
  // Lists inside an answer end at 100, so a larger group could not be read whole.
  limits: { titleChars: 127, descriptionChars: 0, images: 0, skuChars: 100, variants: 100 },
  needsPicture: false,
  needsCategory: false,
  fields: [
    {
      name: 'categoryIds',
      override: 'selectedCategoryIds',
      label: 'Category',
      section: 'Category',
      kind: 'category',
      on: ['template', 'product'],
      tree: { lookup: 'categories', id: 'id', name: 'name', children: 'children' },
    },
    { name: 'title', label: 'Title', section: 'Details', kind: 'title', on: ['template', 'product'], chars: 500 },
    { name: 'description', label: 'Description', section: '', kind: 'hidden', on: ['template'] },
    { name: 'locationId', label: 'Location', section: '', kind: 'hidden', on: ['template'] },
  ],
  lookups: {
    categories: { path: '/channels/clover/categories', summary: 'List Clover categories' },
    items: { path: '/channels/clover/items', summary: 'List Clover items', asks: { offset: 0, limit: 0 } },
  },
} as const satisfies Built

/** Each region is a Clover of its own, with hosts of its own; the seller says which. */
export const cloverAccess = {
  clientId: { setting: 'CLOVER_CLIENT_ID', example: 'A1B2C3D4E5F6G', sandbox: 'MOTTOSANDBOX1' },
  clientSecret: {
    setting: 'CLOVER_CLIENT_SECRET',
    example: '01234567-89ab-cdef-0123-456789abcdef',
    sandbox: 'sandbox-clover-secret',
  },
  secrets: {
    webhookAuth: {
      setting: 'CLOVER_WEBHOOK_AUTH',
      example: '89abcdef-0123-4567-89ab-cdef01234567',
      sandbox: 'sandbox-clover-auth-code',
    },
  },
  hosts: {
    api: { setting: 'CLOVER_API_URL', live: 'https://api.clover.com' },
    web: { setting: 'CLOVER_WEB_URL', live: 'https://www.clover.com' },
    apiEurope: { setting: 'CLOVER_EUROPE_API_URL', live: 'https://api.eu.clover.com' },
    webEurope: { setting: 'CLOVER_EUROPE_WEB_URL', live: 'https://www.eu.clover.com' },
    apiLatin: { setting: 'CLOVER_LATIN_API_URL', live: 'https://api.la.clover.com' },
    webLatin: { setting: 'CLOVER_LATIN_WEB_URL', live: 'https://www.la.clover.com' },
  },
} as const satisfies Access
