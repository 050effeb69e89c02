import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

const account = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
})

export const accountRoutes = [account] as const
