import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { getTemplate } from '#contract/templates.ts'
import { count, flag, ofListing, oneOf, type RawSearch, text } from '../../search.ts'
import { early } from '../early.ts'
import { rootRoute } from '../root.tsx'

/** Columns of the templates table that sort (TPL-010). */
const sorts = ['name', 'products', 'attributes', 'updatedAt'] as const

interface TemplatesSearch {
  search?: string
  sort?: (typeof sorts)[number]
  order?: 'asc' | 'desc'
  page?: number
  rows?: number
}

const templates = createRoute({
  getParentRoute: () => rootRoute,
  path: 'templates',
  validateSearch: (s: RawSearch): TemplatesSearch => ({
    search: text(s.search),
    sort: oneOf(s.sort, sorts),
    order: oneOf(s.order, ['asc', 'desc']),
    page: count(s.page, 1),
    rows: count(s.rows, 5),
  }),
  component: lazyRouteComponent(() => import('#web/features/templates/templates-page.tsx'), 'TemplatesPage'),
})

/** Ways to make a template; each has an address. */
const methods = ['scratch', 'category', 'library', 'csv'] as const

const newTemplate = createRoute({
  getParentRoute: () => rootRoute,
  path: 'templates/new',
  validateSearch: (s: RawSearch): { method?: (typeof methods)[number] } => ({ method: oneOf(s.method, methods) }),
  component: lazyRouteComponent(() => import('../new-pages.tsx'), 'NewTemplate'),
})

const template = createRoute({
  getParentRoute: () => rootRoute,
  path: 'template/$templateId',
  validateSearch: (s: RawSearch): { create?: true; rules?: string } => ({
    create: flag(s.create),
    rules: text(s.rules),
  }),
  loader: early(getTemplate, ({ templateId: id }: { templateId: string }) =>
    /^\d+$/.test(id) ? { params: { id: Number(id) } } : null,
  ),
  component: lazyRouteComponent(() => import('./template-frame.tsx'), 'TemplateFrame'),
})

const templateTab = createRoute({
  getParentRoute: () => template,
  path: '/',
  component: lazyRouteComponent(() => import('#web/features/templates/template-tab.tsx'), 'TemplateTab'),
})

const listingTab = createRoute({
  getParentRoute: () => template,
  path: 'listing/{-$channel}',
  validateSearch: ofListing,
  component: lazyRouteComponent(() => import('./tabs.tsx'), 'TemplateListing'),
})

/** The listing tab, at the channel's categories (TPL-100, TPL-101). */
const channels = createRoute({
  getParentRoute: () => template,
  path: 'channels/{-$channel}',
  beforeLoad: ({ params: { templateId, channel } }) => {
    throw redirect({ href: `/template/${templateId}/listing${channel ? `/${channel}` : ''}#category`, replace: true })
  },
})

const detailsTab = createRoute({
  getParentRoute: () => template,
  path: 'details',
  component: lazyRouteComponent(() => import('#web/features/templates/details-tab.tsx'), 'DetailsTab'),
})

const productsTab = createRoute({
  getParentRoute: () => template,
  path: 'products',
  validateSearch: (s: RawSearch): { page?: number; rows?: number } => ({
    page: count(s.page, 1),
    rows: count(s.rows, 5),
  }),
  component: lazyRouteComponent(() => import('#web/features/templates/products-tab.tsx'), 'ProductsTab'),
})

export const templateRoutes = [
  templates,
  newTemplate,
  template.addChildren([templateTab, listingTab, channels, detailsTab, productsTab]),
] as const
