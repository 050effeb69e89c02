import type { App } from '../http/route.ts'
import adopting from './adopting/routes.ts'
import agents from './agents/routes.ts'
import ai from './ai/routes.ts'
import analytics from './analytics/routes.ts'
import accounts from './accounts/routes.ts'
import exports from './exports/routes.ts'
import changes from './changes/routes.ts'
import imports from './imports/routes.ts'
import images from './images/routes.ts'
import integrations from './integrations/routes.ts'
import library from './library/routes.ts'
import listings from './listings/routes.ts'
import mappings from './mappings/routes.ts'
import notifications from './notifications/routes.ts'
import orders from './orders/routes.ts'
import organizations from './organizations/routes.ts'
import products from './products/routes.ts'
import publishing from './publishing/routes.ts'
import requirements from './requirements/routes.ts'
import reports from './reports/routes.ts'
import safety from './safety/routes.ts'
import search from './search/routes.ts'
import support from './support/routes.ts'
import sync from './sync/routes.ts'
import templates from './templates/routes.ts'
import tokens from './tokens/routes.ts'
import views from './views/routes.ts'
import webhooks from './webhooks/routes.ts'

/** Every area's endpoints. */
export function mountAreas(app: App) {
  for (const mount of [
    tokens,
    webhooks,
    accounts,
    organizations,
    notifications,
    templates,
    safety,
    images,
    products,
    mappings,
    changes,
    exports,
    views,
    integrations,
    listings,
    publishing,
    requirements,
    library,
    sync,
    orders,
    adopting,
    imports,
    search,
    analytics,
    reports,
    ai,
    support,
    agents,
  ])
    mount(app)
}
