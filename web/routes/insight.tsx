import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { readSearch } from '#web/features/analytics/read-search.ts'
import { count, oneOf, type RawSearch, text } from '../search.ts'
import { rootRoute } from './root.tsx'

const analytics = createRoute({
  getParentRoute: () => rootRoute,
  path: 'analytics',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('#web/features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
})

const reports = createRoute({
  getParentRoute: () => rootRoute,
  path: 'analytics/reports',
  validateSearch: (s: RawSearch): { offset?: number; organization?: number } => ({
    offset: count(s.offset),
    organization: count(s.organization, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/analytics/reports/reports-page.tsx'), 'ReportsPage'),
})

const superAdmin = createRoute({
  getParentRoute: () => rootRoute,
  path: 'superAdmin',
  validateSearch: (s: RawSearch): { tab?: 'users' | 'library' | 'upgrade'; search?: string; page?: number } => ({
    tab: oneOf(s.tab, ['users', 'library', 'upgrade']),
    search: text(s.search),
    page: count(s.page, 1),
  }),
  component: lazyRouteComponent(() => import('./super-admin.tsx'), 'SuperAdmin'),
})

/** Components with their states, for whoever works on them: there only where the app runs from source. */
const gallery = createRoute({
  getParentRoute: () => rootRoute,
  path: '_gallery',
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: import.meta.env.DEV ? lazyRouteComponent(() => import('./gallery.tsx'), 'Gallery') : undefined,
})

export const insightRoutes = [analytics, reports, superAdmin, gallery] as const
