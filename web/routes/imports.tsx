import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { importOutcomes } from '#contract/imports.ts'
import { count, flag, oneOf, type RawSearch } from '../search.ts'
import { rootRoute } from './root.tsx'

interface ImportSearch {
  outcome?: (typeof importOutcomes)[number]
  problems?: true
  offset?: number
  limit?: number
}

const oneImport = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inventory/import/$importId',
  validateSearch: (s: RawSearch): ImportSearch => ({
    outcome: oneOf(s.outcome, importOutcomes),
    problems: flag(s.problems),
    offset: count(s.offset, 1),
    limit: count(s.limit, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/imports/import-page.tsx'), 'ImportPage'),
})

export const importRoutes = [oneImport] as const
