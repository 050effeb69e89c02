import type { Permission } from '#contract/permissions.ts'
import { linkTo, type PageLink, toAdopting, toIntegrations, toNewProduct, toOrganization } from '../../addresses.ts'
import type { IconName } from '../../ui/images/icons.ts'

export interface NavItem {
  link: PageLink
  label: string
  icon: IconName
}

/** The main links, in the order of the sidebar (NAV-056..NAV-061). */
export const mainLinks: readonly NavItem[] = [
  { link: linkTo({ to: '/dashboard' }), label: 'Dashboard', icon: 'dashboard' },
  { link: linkTo({ to: '/templates' }), label: 'Templates', icon: 'templates' },
  { link: linkTo({ to: '/inventory' }), label: 'Inventory', icon: 'inventory' },
  { link: linkTo({ to: '/listings' }), label: 'Listings', icon: 'listings' },
  { link: linkTo({ to: '/orders' }), label: 'Orders', icon: 'orders' },
  { link: toIntegrations(), label: 'Integrations', icon: 'plug' },
  { link: linkTo({ to: '/analytics' }), label: 'Analytics', icon: 'analytics' },
]

/** Pages that the palette opens besides. */
export const otherLinks: readonly NavItem[] = [
  { link: toAdopting(), label: 'Existing listings', icon: 'link' },
  { link: linkTo({ to: '/stock-sharing' }), label: 'Stock sharing', icon: 'inventory' },
]

/** What the palette begins from anywhere, for whoever may. */
export const creations: readonly (NavItem & { needs: Permission })[] = [
  { link: linkTo({ to: '/create-and-list' }), label: 'Create and list', icon: 'bolt', needs: 'listings:write' },
  { link: toNewProduct(), label: 'New Product', icon: 'plus', needs: 'products:write' },
  { link: linkTo({ to: '/templates/new' }), label: 'New Template', icon: 'plus', needs: 'templates:write' },
  { link: linkTo({ to: '/orders/new' }), label: 'New Order', icon: 'plus', needs: 'orders:write' },
]

/** The Settings submenu; a super-admin's first entry is Admin (NAV-066..NAV-068). */
export const settingsLinks = (superAdmin: boolean): readonly NavItem[] => [
  ...(superAdmin ? [{ link: linkTo({ to: '/superAdmin' }), label: 'Admin', icon: 'shield' } as const] : []),
  { link: toOrganization(), label: 'Organization', icon: 'people' },
  { link: linkTo({ to: '/account' }), label: 'Account', icon: 'user' },
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
