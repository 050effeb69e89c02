import type { IconName } from '../ui/icons.ts'

/** The main links, in the order of the sidebar (NAV-056..NAV-061). */
export const mainLinks = [
  { to: '/dashboard', label: 'Dashboard', icon: 'dashboard' },
  { to: '/templates', label: 'Templates', icon: 'templates' },
  { to: '/inventory', label: 'Inventory', icon: 'inventory' },
  { to: '/orders', label: 'Orders', icon: 'orders' },
  { to: '/integrations', label: 'Integrations', icon: 'plug' },
  { to: '/analytics', label: 'Analytics', icon: 'analytics' },
] as const satisfies readonly { to: string; label: string; icon: IconName }[]

const alsoBelow: Record<string, readonly string[]> = {
  '/inventory': ['/products', '/product', '/product-not-found'],
  '/templates': ['/template'],
  '/orders': ['/order'],
  '/integrations': ['/oauth'],
}

/** Whether a page stands below a main link: `/product/7` belongs to Inventory. */
export const isBelow = (path: string, to: string): boolean =>
  [to, ...(alsoBelow[to] ?? [])].some((start) => path === start || path.startsWith(`${start}/`))
