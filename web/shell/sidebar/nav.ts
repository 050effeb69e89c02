import type { Permission } from '#contract/permissions.ts'
import type { IconName } from '../../ui/images/icons.ts'

export interface NavItem {
  to: string
  label: string
  icon: IconName
}

/** The main links, in the order of the sidebar (NAV-056..NAV-061). */
export const mainLinks: readonly NavItem[] = [
  { to: '/dashboard', label: 'Dashboard', icon: 'dashboard' },
  { to: '/templates', label: 'Templates', icon: 'templates' },
  { to: '/inventory', label: 'Inventory', icon: 'inventory' },
  { to: '/listings', label: 'Listings', icon: 'listings' },
  { to: '/orders', label: 'Orders', icon: 'orders' },
  { to: '/integrations', label: 'Integrations', icon: 'plug' },
  { to: '/analytics', label: 'Analytics', icon: 'analytics' },
]

/** Pages that the palette opens besides. */
export const otherLinks: readonly NavItem[] = [
  { to: '/adopt', label: 'What you already sell', icon: 'link' },
  { to: '/stock-sharing', label: 'Stock sharing', icon: 'inventory' },
]

/** What the palette begins from anywhere, for whoever may. */
export const creations: readonly (NavItem & { needs: Permission })[] = [
  { to: '/create-and-list', label: 'Create and list', icon: 'bolt', needs: 'listings:write' },
  { to: '/inventory/new', label: 'New Product', icon: 'plus', needs: 'products:write' },
  { to: '/templates/new', label: 'New Template', icon: 'plus', needs: 'templates:write' },
  { to: '/orders/new', label: 'New Order', icon: 'plus', needs: 'orders:write' },
]

/** The Settings submenu; a super-admin's first entry is Admin (NAV-066..NAV-068). */
export const settingsLinks = (superAdmin: boolean): readonly NavItem[] => [
  ...(superAdmin ? [{ to: '/superAdmin', label: 'Admin', icon: 'shield' } as const] : []),
  { to: '/admin', label: 'Organization', icon: 'people' },
  { to: '/account', label: 'Account', icon: 'user' },
]

const alsoBelow: Record<string, readonly string[]> = {
  '/inventory': ['/products', '/product', '/product-not-found', '/create-and-list'],
  '/templates': ['/template'],
  '/orders': ['/order'],
  '/integrations': ['/oauth', '/adopt', '/stock-sharing'],
  '/admin': ['/clients'],
}

/** Whether a page stands below a link: `/product/7` belongs to Inventory. */
export const isBelow = (path: string, to: string): boolean =>
  [to, ...(alsoBelow[to] ?? [])].some((start) => path === start || path.startsWith(`${start}/`))
