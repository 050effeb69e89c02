import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { count, day, oneOf, type RawSearch, text } from '../search.ts'
import { rootRoute } from './root.tsx'

const dashboard = createRoute({
  getParentRoute: () => rootRoute,
  path: 'dashboard',
  validateSearch: (s: RawSearch): { range?: '7' | '90' | 'ytd'; page?: number } => ({
    range: oneOf(s.range, ['7', '90', 'ytd']),
    page: count(s.page, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/organizations/dashboard-page.tsx'), 'DashboardPage'),
})

const admin = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin/{-$clientId}',
  validateSearch: (s: RawSearch) => ({ redirectTo: text(s.redirectTo) }),
  component: lazyRouteComponent(() => import('#web/features/organizations/admin-page.tsx'), 'AdminPage'),
})

/** What of the log is shown; spelled here too, so that every page need not load the log. */
const logKinds = ['people', 'organization', 'products', 'templates', 'listings', 'orders', 'integrations'] as const

const log = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin/log',
  validateSearch: (
    s: RawSearch,
  ): { kind?: (typeof logKinds)[number]; user?: number; from?: string; to?: string; page?: number } => ({
    kind: oneOf(s.kind, logKinds),
    user: count(s.user, 1),
    from: day(s.from),
    to: day(s.to),
    page: count(s.page, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/organizations/log-page.tsx'), 'LogPage'),
})

const rates = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin/rates',
  validateSearch: (s: RawSearch): { currency?: string; offset?: number } => ({
    currency: text(s.currency),
    offset: count(s.offset),
  }),
  component: lazyRouteComponent(() => import('#web/features/organizations/rates/rates-page.tsx'), 'RatesPage'),
})

const clients = createRoute({
  getParentRoute: () => rootRoute,
  path: 'clients',
  beforeLoad: () => {
    throw redirect({ href: '/admin' })
  },
})

export const organizationRoutes = [dashboard, log, rates, admin, clients] as const
