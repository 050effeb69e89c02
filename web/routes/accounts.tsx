import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { count, oneOf, type RawSearch, text } from '../search.ts'
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

/** Every operation of the API. `operation` is the name of the one that is shown. */
const reference = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account/api',
  validateSearch: (s: RawSearch): { operation?: string; search?: string } => ({
    operation: text(s.operation),
    search: text(s.search),
  }),
  component: lazyRouteComponent(() => import('#web/features/reference/reference-page.tsx'), 'ReferencePage'),
})

const approvals = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account/approvals',
  validateSearch: (s: RawSearch): { show?: 'all'; page?: number } => ({
    show: oneOf(s.show, ['all']),
    page: count(s.page, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/agents/approvals-page.tsx'), 'ApprovalsPage'),
})

const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account/webhooks',
  component: lazyRouteComponent(() => import('#web/features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account/webhooks/$webhookId',
  validateSearch: (s: RawSearch): { state?: 'waiting' | 'delivered' | 'failed'; page?: number } => ({
    state: oneOf(s.state, ['waiting', 'delivered', 'failed']),
    page: count(s.page, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/webhooks/webhook-page.tsx'), 'WebhookPage'),
})

export const accountRoutes = [account, tokens, reference, approvals, webhooks, webhook] as const
