import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

const account = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
})

const tokens = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account/tokens',
  component: lazyRouteComponent(() => import('#web/features/tokens/tokens-page.tsx'), 'TokensPage'),
})

export const accountRoutes = [account, tokens] as const
