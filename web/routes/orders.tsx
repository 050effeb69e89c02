import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { getOrder } from '#contract/orders/orders.ts'
import { readOrderSearch } from '#web/features/orders/list/order-search.ts'
import { type OrderDialog, orderDialogs } from '#web/features/orders/order-dialogs.ts'
import { count, list, oneOf, type RawSearch } from '../search.ts'
import { early } from './early.ts'
import { rootRoute } from './root.tsx'

const orders = createRoute({
  getParentRoute: () => rootRoute,
  path: 'orders',
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(() => import('#web/features/orders/list/orders-page.tsx'), 'OrdersPage'),
})

const newOrder = createRoute({
  getParentRoute: () => rootRoute,
  path: 'orders/new',
  validateSearch: (s: RawSearch): { items?: string; form?: 'quick' | 'steps' } => ({
    items: list(s.items)?.join(' '),
    form: oneOf(s.form, ['quick', 'steps']),
  }),
  component: lazyRouteComponent(() => import('./new-order.tsx'), 'NewOrder'),
})

const paper = createRoute({
  getParentRoute: () => rootRoute,
  path: 'orders/print',
  validateSearch: (
    s: RawSearch,
  ): {
    kind?: 'pick' | 'slips'
    orders?: string[]
    paper?: 'a4' | 'letter' | 'label' | 'a6'
    by?: 'order' | 'place'
  } => ({
    kind: oneOf(s.kind, ['pick', 'slips']),
    orders: list(s.orders),
    paper: oneOf(s.paper, ['a4', 'letter', 'label', 'a6']),
    by: oneOf(s.by, ['order', 'place']),
  }),
  component: lazyRouteComponent(() => import('#web/features/orders/slips/paper-page.tsx'), 'PaperPage'),
})

const packing = createRoute({
  getParentRoute: () => rootRoute,
  path: 'orders/pack',
  validateSearch: (s: RawSearch): { orders?: string[]; at?: number } => ({
    orders: list(s.orders),
    at: count(s.at, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/orders/packing/packing-page.tsx'), 'PackingPage'),
})

const issues = createRoute({
  getParentRoute: () => rootRoute,
  path: 'orders/issues',
  validateSearch: (s: RawSearch): { kind?: 'short' | 'unknown'; order?: number; line?: number; page?: number } => ({
    kind: oneOf(s.kind, ['short', 'unknown']),
    order: count(s.order, 1),
    line: count(s.line, 1),
    page: count(s.page),
  }),
  component: lazyRouteComponent(() => import('#web/features/orders/settling/settle-page.tsx'), 'SettlePage'),
})

/** The older address of the order issues. */
const oldIssues = createRoute({
  getParentRoute: () => rootRoute,
  path: 'orders/settle',
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/orders/issues${location.searchStr}`, replace: true })
  },
})

const rules = createRoute({
  getParentRoute: () => rootRoute,
  path: 'orders/rules',
  validateSearch: (s: RawSearch): { rule?: number | 'new'; on?: number } => ({
    rule: oneOf(s.rule, ['new']) ?? count(s.rule, 1),
    on: count(s.on, 1),
  }),
  component: lazyRouteComponent(() => import('#web/features/orders/rules/rules-page.tsx'), 'RulesPage'),
})

const order = createRoute({
  getParentRoute: () => rootRoute,
  path: 'order/$orderId',
  validateSearch: (s: RawSearch): { dialog?: OrderDialog } => ({
    dialog: oneOf(s.dialog, orderDialogs),
  }),
  loader: early(getOrder, ({ orderId: id }: { orderId: string }) =>
    /^\d{1,15}$/.test(id) ? { query: { orderId: Number(id) } } : null,
  ),
  component: lazyRouteComponent(() => import('#web/features/orders/page/order-page.tsx'), 'OrderPage'),
})

export const orderRoutes = [orders, newOrder, paper, packing, issues, oldIssues, rules, order] as const
