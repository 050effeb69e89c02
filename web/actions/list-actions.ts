import { linkTo, toAdopting, toIntegrations, toNewProduct } from '../addresses.ts'
import type { Action } from './action.ts'

const inventory = linkTo({ to: '/inventory' })
const select = 'Select products'

/** What lists offer above or below their rows: small, as every page loads it. */
export const listActions = {
  newProduct: {
    name: 'New Product',
    icon: 'plus',
    needs: 'products:write',
    page: toNewProduct(),
  },
  importProducts: {
    name: 'Import products from a file',
    short: 'Import',
    icon: 'upload',
    needs: 'imports:write',
    page: toNewProduct(undefined, { method: 'csv' }),
  },
  importListings: {
    name: 'Import existing listings',
    icon: 'link',
    needs: 'integrations:write',
    page: toAdopting(),
  },
  bulkEdit: {
    name: 'Bulk edit products',
    short: 'Bulk Edit',
    icon: 'edit',
    needs: 'products:write',
    page: inventory,
    after: select,
  },
  applyTags: {
    name: 'Apply tags to products',
    short: 'Apply Tags',
    icon: 'tag',
    needs: 'products:write',
    page: inventory,
    after: select,
  },
  deleteProducts: {
    name: 'Delete products',
    short: 'Delete',
    icon: 'trash',
    needs: 'products:delete-many',
    page: inventory,
    after: select,
  },
  listProducts: {
    name: 'List products',
    short: 'List',
    icon: 'upload',
    needs: 'listings:write',
    page: inventory,
    after: select,
  },
  newOrder: {
    name: 'New Order',
    icon: 'plus',
    needs: 'orders:write',
    page: linkTo({ to: '/orders/new' }),
  },
  importOrders: {
    name: 'Import orders',
    short: 'Import',
    icon: 'upload',
    needs: 'integrations:write',
    page: linkTo({ to: '/orders', search: { dialog: 'import' } }),
  },
  editSlips: {
    name: 'Change the logo and return address of packing slips',
    short: 'Slip settings',
    icon: 'settings',
    needs: 'organization:write',
    page: linkTo({ to: '/orders', search: { dialog: 'slips' } }),
    after: 'Print packing slips',
  },
  printSlips: {
    name: 'Print packing slips',
    short: 'Print All',
    icon: 'printer',
    needs: 'orders:write',
    page: linkTo({ to: '/orders', search: { dialog: 'slips' } }),
  },
  newTemplate: {
    name: 'New Template',
    icon: 'plus',
    needs: 'templates:write',
    page: linkTo({ to: '/templates/new' }),
  },
  importTemplates: {
    name: 'Import templates from a file',
    short: 'Import',
    icon: 'upload',
    needs: 'imports:write',
    page: linkTo({ to: '/templates/new', search: { method: 'csv' } }),
  },
  seeProfit: {
    name: 'See profit by channel',
    icon: 'analytics',
    needs: 'organization:read',
    page: linkTo({ to: '/analytics', search: { tab: 'profit' } }),
  },
  connectChannel: {
    name: 'Connect a channel',
    icon: 'plug',
    needs: 'integrations:write',
    page: toIntegrations(),
  },
} satisfies Record<string, Action>
