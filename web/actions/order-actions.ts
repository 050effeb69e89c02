import { linkTo } from '../addresses.ts'
import type { Action } from './action.ts'

const page = linkTo({ to: '/orders' })
const open = 'Open an order'
const select = 'Select orders'

/** What is done with orders. */
export const orderActions = {
  exportOrders: {
    name: 'Export orders',
    icon: 'download',
    needs: 'organization:read',
    page,
    after: 'Click Export CSV',
  },
  packOrders: {
    name: 'Pack orders',
    short: 'Pack',
    icon: 'scan',
    needs: 'orders:write',
    page: linkTo({ to: '/orders/pack' }),
  },
  printPickList: {
    name: 'Print a pick list',
    short: 'Pick List',
    icon: 'orders',
    needs: 'organization:read',
    page,
    after: select,
  },
  printLabel: {
    name: 'Print a shipping label',
    short: 'Shipping Label',
    icon: 'printer',
    needs: 'organization:read',
    page,
    after: open,
  },
  markShipped: {
    name: 'Mark an order shipped',
    short: 'Mark Shipped',
    icon: 'truck',
    needs: 'orders:write',
    page,
    after: open,
  },
  shipOrders: {
    name: 'Mark many orders shipped',
    icon: 'truck',
    needs: 'orders:write',
    page,
    after: select,
  },
  refundOrder: {
    name: 'Refund an order',
    icon: 'undo',
    needs: 'orders:write',
    page,
    after: open,
  },
  recordReturn: {
    name: 'Record a return',
    short: 'Record return…',
    icon: 'undo',
    needs: 'orders:write',
    page,
    after: open,
  },
  cancelOrder: {
    name: 'Cancel an order',
    short: 'Cancel order',
    icon: 'close',
    needs: 'orders:write',
    page,
    after: open,
  },
  editOrder: {
    name: 'Edit an order',
    short: 'Edit order',
    icon: 'edit',
    needs: 'orders:write',
    page,
    after: open,
  },
  recordPayment: {
    name: 'Record a payment',
    short: 'Payment…',
    icon: 'check',
    needs: 'orders:write',
    page,
    after: open,
  },
  enterCosts: {
    name: 'Add missing costs of orders',
    short: 'Add cost',
    icon: 'orders',
    needs: 'orders:write',
    page,
    after: open,
  },
  handleOrders: {
    name: 'Tag, assign or hold orders',
    icon: 'tag',
    needs: 'orders:write',
    page,
    after: select,
  },
  resolveOrders: {
    name: 'Resolve order issues',
    icon: 'warning',
    needs: 'orders:write',
    page: linkTo({ to: '/orders/issues' }),
  },
  newOrderRule: {
    name: 'New order rule',
    icon: 'settings',
    needs: 'orders:write',
    page: linkTo({ to: '/orders/rules', search: { rule: 'new' } }),
  },
} satisfies Record<string, Action>
