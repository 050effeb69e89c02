import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { type RawSearch, text } from '../search.ts'
import { rootRoute } from './root.tsx'

const dashboard = createRoute({
  getParentRoute: () => rootRoute,
  path: 'dashboard',
  component: lazyRouteComponent(() => import('#web/features/organizations/dashboard-page.tsx'), 'DashboardPage'),
})

const admin = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin/{-$clientId}',
  validateSearch: (s: RawSearch) => ({ redirectTo: text(s.redirectTo) }),
  component: lazyRouteComponent(() => import('#web/features/organizations/admin-page.tsx'), 'AdminPage'),
})

const clients = createRoute({
  getParentRoute: () => rootRoute,
  path: 'clients',
  beforeLoad: () => {
    throw redirect({ href: '/admin' })
  },
})

export const organizationRoutes = [dashboard, admin, clients] as const
