import { linkTo, toHistory } from '../addresses.ts'
import type { Action } from './action.ts'

const page = linkTo({ to: '/inventory' })
const open = 'Open a product'

/** What is done with products and their stock. */
export const productActions = {
  exportProducts: {
    name: 'Export products',
    icon: 'download',
    needs: 'organization:read',
    page,
    after: 'Click Export CSV',
  },
  newOperator: {
    name: 'New operator',
    icon: 'shield',
    needs: 'products:write',
    page: linkTo({ to: '/operators', search: { operator: 'new' } }),
  },
  undoChange: {
    name: 'Undo a change or an import',
    icon: 'undo',
    needs: 'products:write',
    page: toHistory(),
    after: 'Open the change',
  },
  editProduct: {
    name: 'Edit a product',
    icon: 'edit',
    needs: 'products:write',
    page,
    after: open,
  },
  deleteProduct: {
    name: 'Delete a product',
    short: 'Delete',
    icon: 'trash',
    needs: 'products:write',
    page,
    after: open,
  },
  duplicateProduct: {
    name: 'Duplicate a product',
    short: 'Duplicate',
    icon: 'copy',
    needs: 'products:write',
    page,
    after: open,
  },
  changeTemplate: {
    name: 'Change a product’s template',
    short: 'Change template',
    icon: 'templates',
    needs: 'products:write',
    page,
    after: open,
  },
  bundleProducts: {
    name: 'Edit a bundle',
    icon: 'inventory',
    needs: 'products:write',
    page,
    after: open,
  },
  saveView: {
    name: 'Save a view',
    icon: 'bookmark',
    needs: 'organization:read',
    page,
  },
} satisfies Record<string, Action>
