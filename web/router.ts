import { createRouter } from '@tanstack/react-router'
import { queryOf } from './call.ts'
import { routeTree } from './routes/tree.tsx'
import { parseSearch } from './search.ts'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch: queryOf,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // A skeleton comes after 200 ms and then stays long enough to be seen as one.
  defaultPendingMs: 200,
  defaultPendingMinMs: 300,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
