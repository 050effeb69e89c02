import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

const integrations = createRoute({
  getParentRoute: () => rootRoute,
  path: 'integrations/{-$channel}',
  component: lazyRouteComponent(() => import('#web/features/integrations/integrations-page.tsx'), 'IntegrationsPage'),
})

export const integrationRoutes = [integrations] as const
