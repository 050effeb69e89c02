import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { getProduct } from '#contract/products/products.ts'
import { inventorySearch } from '../../features/inventory/search.ts'
import { count, flag, ofListing, oneOf, type RawSearch, text } from '../../search.ts'
import type { Entered } from '../early-listing.ts'
import { early } from '../early.ts'
import { rootRoute } from '../root.tsx'

const byId = (id: string) => (/^\d+$/.test(id) ? { params: { id: Number(id) } } : null)

const inventory = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inventory',
  validateSearch: inventorySearch,
  component: lazyRouteComponent(() => import('#web/features/inventory/inventory-page.tsx'), 'InventoryPage'),
})

const history = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inventory/history/{-$changeSetId}',
  validateSearch: (s: RawSearch): { offset?: number; state?: 'changed' | 'unchanged' | 'failed' } => ({
    offset: count(s.offset, 1),
    state: oneOf(s.state, ['changed', 'unchanged', 'failed']),
  }),
  component: lazyRouteComponent(() => import('#web/features/inventory/history/history-page.tsx'), 'HistoryPage'),
})

const operators = createRoute({
  getParentRoute: () => rootRoute,
  path: 'operators',
  validateSearch: (s: RawSearch): { operator?: number | 'new' } => ({
    operator: oneOf(s.operator, ['new']) ?? count(s.operator, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/safety/operators-page.tsx'), 'OperatorsPage'),
})

const publishingRuns = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inventory/publishing',
  validateSearch: (s: RawSearch): { offset?: number } => ({ offset: count(s.offset, 1) }),
  component: lazyRouteComponent(
    () => import('#web/features/inventory/publishing/publishing-runs-page.tsx'),
    'PublishingRunsPage',
  ),
})

const publishing = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inventory/publishing/$runId',
  validateSearch: (s: RawSearch): { offset?: number; problem?: string } => ({
    offset: count(s.offset, 1),
    problem: text(s.problem),
  }),
  component: lazyRouteComponent(
    () => import('#web/features/inventory/publishing/publishing-page.tsx'),
    'PublishingPage',
  ),
})

/** What the page reads after its product. Contracts of listings bring zod along, so no other page loads them; a failure is the page's to tell. */
const earlyOfListing = (of: Entered): void =>
  void import('../early-listing.ts').then(
    (listing) => listing.early(of),
    () => undefined,
  )
/** The same list under its older name (NAV-046, NAV-047). */
const products = createRoute({
  getParentRoute: () => rootRoute,
  path: 'products',
  validateSearch: inventorySearch,
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/inventory${location.searchStr}`, replace: true })
  },
})

const newProduct = createRoute({
  getParentRoute: () => rootRoute,
  path: 'inventory/new/{-$templateId}',
  validateSearch: (s: RawSearch): { method?: 'csv' | 'import'; step?: number; account?: number } => ({
    method: oneOf(s.method, ['csv', 'import']),
    step: count(s.step, 1),
    account: count(s.account, 1),
  }),
  component: lazyRouteComponent(() => import('../new-pages.tsx'), 'NewProduct'),
})

const product = createRoute({
  getParentRoute: () => rootRoute,
  path: 'product/$productId',
  validateSearch: (s: RawSearch): { created?: true; rules?: string } => ({
    created: flag(s.created),
    rules: text(s.rules),
  }),
  loader: early(getProduct, ({ productId }: { productId: string }) => byId(productId)),
  component: lazyRouteComponent(() => import('./product-frame.tsx'), 'ProductFrame'),
})

const productTab = createRoute({
  getParentRoute: () => product,
  path: '/',
  component: lazyRouteComponent(() => import('#web/features/products/page/product-tab.tsx'), 'ProductTab'),
})

const publishTab = createRoute({
  getParentRoute: () => product,
  path: 'publish/{-$channel}',
  validateSearch: ofListing,
  loader: earlyOfListing,
  component: lazyRouteComponent(() => import('./tabs.tsx'), 'ProductPublish'),
})

const listingsTab = createRoute({
  getParentRoute: () => product,
  path: 'listings',
  component: lazyRouteComponent(() => import('./tabs.tsx'), 'ProductListings'),
})

const ordersTab = createRoute({
  getParentRoute: () => product,
  path: 'orders',
  component: lazyRouteComponent(() => import('./tabs.tsx'), 'ProductOrdersTab'),
})

const bySku = createRoute({
  getParentRoute: () => rootRoute,
  path: 'product/sku/$sku',
  component: lazyRouteComponent(() => import('#web/features/products/page/product-by-sku.tsx'), 'ProductBySku'),
})

const notFound = createRoute({
  getParentRoute: () => rootRoute,
  path: 'product-not-found',
  validateSearch: (s: RawSearch): { sku?: string } => ({ sku: text(s.sku) }),
  component: lazyRouteComponent(
    () => import('#web/features/products/page/product-not-found-page.tsx'),
    'ProductNotFoundPage',
  ),
})

export const productRoutes = [
  operators,
  inventory,
  publishingRuns,
  publishing,
  history,
  products,
  newProduct,
  bySku,
  notFound,
  product.addChildren([productTab, publishTab, listingsTab, ordersTab]),
] as const
