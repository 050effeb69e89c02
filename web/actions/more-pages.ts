import { linkTo, toAdopting, toHistory } from '../addresses.ts'
import { type NavItem, page } from './pages.ts'

/** Pages without a place of their own in the sidebar. */
export const morePages: readonly NavItem[] = [
  page(toAdopting(), 'Existing listings', 'link'),
  page(linkTo({ to: '/stock-sharing' }), 'Stock sharing', 'inventory'),
  page(linkTo({ to: '/requirements' }), 'Channel requirements', 'shield'),
  page(toHistory(), 'History', 'history'),
  page(linkTo({ to: '/inventory/publishing' }), 'Publish runs', 'listings'),
  page(linkTo({ to: '/operators' }), 'Operators', 'shield'),
  page(linkTo({ to: '/orders/issues' }), 'Order issues', 'warning'),
  page(linkTo({ to: '/orders/rules' }), 'Order rules', 'settings'),
  page(linkTo({ to: '/account/tokens' }), 'API tokens', 'code'),
  page(linkTo({ to: '/account/api' }), 'API reference', 'book'),
  page(linkTo({ to: '/account/approvals' }), 'Approvals', 'check'),
  {
    ...page(linkTo({ to: '/account/webhooks' }), 'Webhooks', 'link'),
    needs: 'organization:write',
  },
  page(linkTo({ to: '/analytics/reports' }), 'Email reports', 'mail'),
  {
    ...page(linkTo({ to: '/admin/rates' }), 'Exchange rates', 'refresh'),
    needs: 'organization:write',
  },
  {
    ...page(linkTo({ to: '/admin/log' }), 'Audit log', 'history'),
    needs: 'people:write',
  },
]
