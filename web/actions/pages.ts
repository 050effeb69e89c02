import type { Permission } from '#contract/permissions.ts'
import { linkTo, type PageLink, toIntegrations, toOrganization } from '../addresses.ts'
import type { IconName } from '../ui/images/icons.ts'

export interface NavItem {
  link: PageLink
  label: string
  icon: IconName
  needs: Permission
}

export const page = (link: PageLink, label: string, icon: IconName): NavItem => ({
  link,
  label,
  icon,
  needs: 'organization:read',
})

/** The main links, in the order of the sidebar (NAV-056..NAV-061). */
export const mainLinks: readonly NavItem[] = [
  page(linkTo({ to: '/dashboard' }), 'Dashboard', 'dashboard'),
  page(linkTo({ to: '/templates' }), 'Templates', 'templates'),
  page(linkTo({ to: '/inventory' }), 'Inventory', 'inventory'),
  page(linkTo({ to: '/listings' }), 'Listings', 'listings'),
  page(linkTo({ to: '/orders' }), 'Orders', 'orders'),
  page(toIntegrations(), 'Integrations', 'plug'),
  page(linkTo({ to: '/analytics' }), 'Analytics', 'analytics'),
]

/** The Settings submenu; a super-admin's first entry is Admin (NAV-066..NAV-068). */
export const settingsLinks = (superAdmin: boolean): readonly NavItem[] => [
  ...(superAdmin ? [adminPage] : []),
  organizationPage,
  accountPage,
]

const adminPage: NavItem = {
  ...page(linkTo({ to: '/superAdmin' }), 'Admin', 'shield'),
  needs: 'everything:admin',
}
const organizationPage: NavItem = {
  ...page(toOrganization(), 'Organization', 'people'),
  needs: 'session',
}
const accountPage: NavItem = {
  ...page(linkTo({ to: '/account' }), 'Account', 'user'),
  needs: 'session',
}
