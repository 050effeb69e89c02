import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { AnalyticsSearch } from '#web/features/analytics/address.ts'
import { count, list, oneOf, type RawSearch, text } from '../search.ts'
import { rootRoute } from './root.tsx'

const day = (v: unknown) => {
  const given = text(v)
  return given && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : undefined
}
const analytics = createRoute({
  getParentRoute: () => rootRoute,
  path: 'analytics',
  validateSearch: (s: RawSearch): AnalyticsSearch => ({
    startDate: day(s.startDate),
    endDate: day(s.endDate),
    channels: list(s.channels),
    templates: list(s.templates),
    skus: list(s.skus),
    attributes: text(s.attributes),
    only: oneOf(s.only, ['skus']),
  }),
  component: lazyRouteComponent(() => import('#web/features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
})

const superAdmin = createRoute({
  getParentRoute: () => rootRoute,
  path: 'superAdmin',
  validateSearch: (s: RawSearch): { tab?: 'users' | 'library'; search?: string; page?: number } => ({
    tab: oneOf(s.tab, ['users', 'library']),
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

export const insightRoutes = [analytics, superAdmin, gallery] as const
