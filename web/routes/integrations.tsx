import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { flag, ofAccount, type RawSearch } from '../search.ts'
import { rootRoute } from './root.tsx'

const integrations = createRoute({
  getParentRoute: () => rootRoute,
  path: 'integrations/{-$channel}/{-$tab}',
  validateSearch: (s: RawSearch): { account?: number; another?: true } => ({
    ...ofAccount(s),
    another: flag(s.another),
  }),
  component: lazyRouteComponent(() => import('#web/features/integrations/integrations-page.tsx'), 'IntegrationsPage'),
})

const sharing = createRoute({
  getParentRoute: () => rootRoute,
  path: 'stock-sharing',
  component: lazyRouteComponent(() => import('#web/features/sharing/sharing-page.tsx'), 'SharingPage'),
})

export const integrationRoutes = [integrations, sharing] as const
