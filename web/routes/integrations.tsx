import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type ChannelId, channelIds } from '#contract/channels/names.ts'
import { count, flag, ofAccount, oneOf, type RawSearch } from '../search.ts'
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

const requirements = createRoute({
  getParentRoute: () => rootRoute,
  path: 'requirements',
  validateSearch: (s: RawSearch): { channel?: ChannelId; requirement?: number } => ({
    channel: oneOf(s.channel, channelIds),
    requirement: count(s.requirement, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/requirements/requirements-page.tsx'), 'RequirementsPage'),
})

export const integrationRoutes = [integrations, sharing, requirements] as const
