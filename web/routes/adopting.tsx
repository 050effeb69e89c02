import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type AdoptingTab, type Doubt, adoptingTabs, doubtNames } from '#contract/adopting/names.ts'
import { count, oneOf, type RawSearch } from '../search.ts'
import { rootRoute } from './root.tsx'

interface AdoptingSearch {
  tab?: AdoptingTab | undefined
  doubt?: Doubt | undefined
  offset?: number | undefined
}

const adopting = createRoute({
  getParentRoute: () => rootRoute,
  path: 'adopt/{-$integrationId}',
  validateSearch: (s: RawSearch): AdoptingSearch => ({
    tab: oneOf(s.tab, adoptingTabs),
    doubt: oneOf(s.doubt, doubtNames),
    offset: count(s.offset),
  }),
  component: lazyRouteComponent(() => import('#web/features/adopting/adopting-page.tsx'), 'AdoptingPage'),
})

export const adoptingRoutes = [adopting] as const
