import type { Permission } from '#contract/permissions.ts'
import { linkTo, type PageLink, toAdopting, toHistory, toIntegrations, toOrganization } from '../addresses.ts'
import type { IconName } from '../ui/images/icons.ts'

export interface NavItem {
  link: PageLink
  label: string
  icon: IconName
  /** Other words that people use for it. */
  synonyms: readonly string[]
  needs: Permission
}

const page = (link: PageLink, label: string, icon: IconName, synonyms: readonly string[]): NavItem => ({
  link,
  label,
  icon,
  synonyms,
  needs: 'organization:read',
})

/** The main links, in the order of the sidebar (NAV-056..NAV-061). */
export const mainLinks: readonly NavItem[] = [
  page(linkTo({ to: '/dashboard' }), 'Dashboard', 'dashboard', ['home', 'overview', 'start', 'today']),
  page(linkTo({ to: '/templates' }), 'Templates', 'templates', ['product types', 'categories', 'attributes']),
  page(linkTo({ to: '/inventory' }), 'Inventory', 'inventory', ['products', 'stock', 'items', 'catalog', 'skus']),
  page(linkTo({ to: '/listings' }), 'Listings', 'listings', ['live', 'published', 'offers', 'rejected']),
  page(linkTo({ to: '/orders' }), 'Orders', 'orders', ['sales', 'buyers', 'customers', 'sold']),
  page(toIntegrations(), 'Integrations', 'plug', ['channels', 'marketplaces', 'connections', 'stores', 'shops']),
  page(linkTo({ to: '/analytics' }), 'Analytics', 'analytics', [
    'reports',
    'figures',
    'revenue',
    'statistics',
    'charts',
  ]),
]

/** Pages without a place of their own in the sidebar. */
export const morePages: readonly NavItem[] = [
  page(toAdopting(), 'Existing listings', 'link', ['adopt', 'link', 'scan']),
  page(linkTo({ to: '/stock-sharing' }), 'Stock sharing', 'inventory', ['oversell', 'allocation', 'buffer']),
  page(toHistory(), 'History', 'history', ['changes', 'undo', 'imports']),
  page(linkTo({ to: '/inventory/publishing' }), 'Publish runs', 'listings', ['publishing', 'bulk listing']),
  page(linkTo({ to: '/orders/settle' }), 'Order issues', 'warning', ['oversold', 'short', 'unknown sku', 'resolve']),
  page(linkTo({ to: '/orders/rules' }), 'Order rules', 'settings', ['automation', 'automatic']),
  page(linkTo({ to: '/account/tokens' }), 'API tokens', 'code', [
    'api key',
    'developer',
    'automation',
    'agent',
    'program',
  ]),
  page(linkTo({ to: '/analytics/reports' }), 'Email reports', 'mail', ['schedule', 'weekly', 'monthly']),
  {
    ...page(linkTo({ to: '/admin/rates' }), 'Exchange rates', 'refresh', ['currency', 'convert']),
    needs: 'organization:write',
  },
  {
    ...page(linkTo({ to: '/admin/log' }), 'Audit log', 'history', ['activity', 'who changed', 'security']),
    needs: 'people:write',
  },
]

/** The Settings submenu; a super-admin's first entry is Admin (NAV-066..NAV-068). */
export const settingsLinks = (superAdmin: boolean): readonly NavItem[] => [
  ...(superAdmin ? [adminPage] : []),
  organizationPage,
  accountPage,
]

const adminPage: NavItem = {
  ...page(linkTo({ to: '/superAdmin' }), 'Admin', 'shield', ['users', 'installation', 'library']),
  needs: 'everything:admin',
}
const organizationPage: NavItem = {
  ...page(toOrganization(), 'Organization', 'people', ['company', 'team', 'members', 'users', 'settings']),
  needs: 'session',
}
const accountPage: NavItem = {
  ...page(linkTo({ to: '/account' }), 'Account', 'user', ['profile', 'password', 'notifications', 'settings']),
  needs: 'session',
}
