import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { channelIds } from '#contract/channels/names.ts'
import type { ListingSearch } from '#web/features/listings/list/listing-search.ts'
import { count, list, oneOf, type RawSearch } from '../search.ts'
import { rootRoute } from './root.tsx'

const listings = createRoute({
  getParentRoute: () => rootRoute,
  path: 'listings',
  validateSearch: (s: RawSearch): ListingSearch => ({
    channel: oneOf(s.channel, channelIds),
    account: count(s.account, 1),
    status: oneOf(s.status, ['draft', 'listed', 'unlisted', 'error']),
    search: list(s.search)?.join(' '),
    behind: oneOf(s.behind, ['notKept', 'pending', 'held', 'tooMany']),
    offset: count(s.offset),
  }),
  component: lazyRouteComponent(() => import('#web/features/listings/list/listings-page.tsx'), 'ListingsPage'),
})

const createAndList = createRoute({
  getParentRoute: () => rootRoute,
  path: 'create-and-list',
  validateSearch: (s: RawSearch): { product?: number } => ({ product: count(s.product, 1) }),
  component: lazyRouteComponent(() => import('./create-and-list.tsx'), 'CreateAndList'),
})

export const listingRoutes = [listings, createAndList] as const
