/**
 * The pages inside the shell, one file per area. To add one:
 *
 * 1. Write it in `web/features/<area>/<name>-page.tsx` as a named export that begins with `<Page title=… crumbs=…>` from
 *    `#web/ui/layout/page.tsx`: that sets the heading, the tab's title and the breadcrumbs. Read with `useRead(endpoint, input)`, write
 *    with `useWrite(endpoint)` (`#web/api.ts`); for what is not there use `TableSkeleton`, `ErrorState`, `EmptyState` of `#web/ui/`.
 * 2. Declare its route in `web/routes/<area>.tsx` and put it into that file's list:
 *
 *        const orders = createRoute({
 *          getParentRoute: () => rootRoute,
 *          path: 'orders',                       // 'order/$orderId' takes a parameter, 'integrations/{-$channel}' an optional one
 *          validateSearch: (s: RawSearch) => ({ page: count(s.page, 1), skus: list(s.skus) }),       // helpers of #web/search.ts
 *          component: lazyRouteComponent(() => import('#web/features/orders/list/orders-page.tsx'), 'OrdersPage'),
 *        })
 *        export const orderRoutes = [orders] as const
 *
 *    Search parameters are the page's state (filters, sort, page, tab, dialog); undefined means "not in the address". In the page:
 *    `useSearch({ from: '/orders' })`, `useParams({ from: '/order/$orderId' })`, `<Link to="/order/$orderId" params={{ orderId }}>` of
 *    `#web/ui/link.tsx`. An address that is data is a `PageLink` (`web/addresses.ts`).
 *    These files are loaded before every page: import only the router, `root.tsx`, `#web/search.ts`, and an endpoint that the page reads
 *    first: `loader: early(getOrder, …)` asks for it while the page's script is on its way. A loader imports all else inside itself.
 * 3. Spread the list below.
 *
 * Marketing and sign-in pages are not here: they load without router and shell (`web/outside/pages.ts`); link to them with `<a href>`.
 */
import { accountRoutes } from './accounts.tsx'
import { adoptingRoutes } from './adopting.tsx'
import { importRoutes } from './imports.tsx'
import { insightRoutes } from './insight.tsx'
import { integrationRoutes } from './integrations.tsx'
import { listingRoutes } from './listings.tsx'
import { orderRoutes } from './orders.tsx'
import { organizationRoutes } from './organizations.tsx'
import { productRoutes } from './products/products.tsx'
import { rootRoute } from './root.tsx'
import { templateRoutes } from './templates/templates.tsx'

export const routeTree = rootRoute.addChildren([
  ...organizationRoutes,
  ...productRoutes,
  ...templateRoutes,
  ...integrationRoutes,
  ...adoptingRoutes,
  ...listingRoutes,
  ...orderRoutes,
  ...importRoutes,
  ...accountRoutes,
  ...insightRoutes,
])
