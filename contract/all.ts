import type { AnyEndpoint } from './endpoint.ts'
import * as ai from './ai.ts'
import * as accounts from './accounts.ts'
import * as adopting from './adopting/adopting.ts'
import * as analytics from './analytics/analytics.ts'
import * as bundles from './products/bundles.ts'
import * as changes from './changes/changes.ts'
import * as connectionChecks from './integrations/connection-checks.ts'
import * as connectionHealth from './integrations/health.ts'
import * as drift from './sync/drift.ts'
import * as figures from './analytics/figures.ts'
import * as exports from './exports.ts'
import * as imports from './imports.ts'
import * as integrations from './integrations/integrations.ts'
import * as itemReports from './orders/item-reports.ts'
import * as jobs from './jobs.ts'
import * as library from './library.ts'
import * as listings from './listings/listings.ts'
import * as lookups from './integrations/lookups.ts'
import * as converting from './products/converting.ts'
import * as merging from './products/merging.ts'
import * as notifications from './notifications.ts'
import * as orderChanges from './orders/change.ts'
import * as requirements from './requirements/requirements.ts'
import * as operators from './safety/operators.ts'
import * as newOrder from './orders/create.ts'
import * as orders from './orders/orders.ts'
import * as orderCosts from './orders/costs.ts'
import * as orderHandling from './orders/handling.ts'
import * as orderShipments from './orders/ship-many.ts'
import * as orderRules from './orders/rules.ts'
import * as orderSlips from './orders/slips.ts'
import * as orderWork from './orders/work.ts'
import * as organizations from './organizations/organizations.ts'
import * as packing from './orders/packing.ts'
import * as pictures from './products/images.ts'
import * as mappings from './mappings/mappings.ts'
import * as preflight from './listings/preflight.ts'
import * as publishing from './publishing.ts'
import * as priceSuggestion from './channels/ebay-prices.ts'
import * as pricing from './pricing/pricing.ts'
import * as productHistory from './products/history.ts'
import * as products from './products/products.ts'
import * as proposals from './agents/proposals.ts'
import * as listingDays from './analytics/listing-days.ts'
import * as rates from './organizations/rates.ts'
import * as upgrade from './organizations/upgrade.ts'
import * as refunds from './orders/refunds.ts'
import * as reports from './reports.ts'
import * as ruleChanges from './mappings/rule-changes.ts'
import * as returns from './orders/returns.ts'
import * as settling from './orders/settling.ts'
import * as search from './search.ts'
import * as shadow from './sync/shadow.ts'
import * as sharing from './sync/sharing.ts'
import * as profit from './analytics/profit.ts'
import * as soldFigures from './analytics/sold-figures.ts'
import * as signOn from './accounts/sign-on.ts'
import * as stockFigures from './analytics/stock-figures.ts'
import * as support from './support.ts'
import * as templates from './templates.ts'
import * as tokens from './tokens/tokens.ts'
import * as optionValues from './listings/option-values.ts'
import * as valueMappings from './mappings/values.ts'
import * as views from './views.ts'
import * as webhooks from './webhooks/webhooks.ts'

const isEndpoint = (v: unknown): v is AnyEndpoint =>
  typeof v === 'object' && v !== null && 'method' in v && 'needs' in v && 'reply' in v

/** Every endpoint by its name, area by area: what the API document and the walk over all endpoints read. */
export const areas: Record<string, Record<string, AnyEndpoint>> = Object.fromEntries(
  Object.entries({
    accounts: { ...accounts, ...signOn },
    tokens,
    webhooks,
    organizations,
    notifications,
    templates,
    operators,
    upgrade,
    requirements,
    products,
    productHistory,
    pictures,
    bundles,
    changes,
    converting,
    merging,
    exports,
    views,
    imports,
    integrations,
    lookups: { ...lookups, ...lookups.lookupEndpoints },
    listings,
    library,
    preflight,
    publishing,
    priceSuggestion,
    pricing,
    mappings,
    ruleChanges,
    optionValues,
    valueMappings,
    orders: {
      ...orders,
      ...newOrder,
      ...orderChanges,
      ...orderCosts,
      ...orderHandling,
      ...orderRules,
      ...orderShipments,
      ...orderSlips,
      ...orderWork,
      ...packing,
      ...itemReports,
      ...returns,
      ...refunds,
      ...settling,
    },
    adopting,
    reports,
    search,
    ai,
    analytics: { ...analytics, ...figures, ...listingDays, ...profit, ...rates, ...soldFigures, ...stockFigures },
    connectionChecks,
    connectionHealth,
    drift,
    sharing,
    shadow,
    jobs,
    proposals,
    support,
  }).map(([area, module]) => [
    area,
    Object.fromEntries(Object.entries(module).filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1]))),
  ]),
)
export const allEndpoints: AnyEndpoint[] = Object.values(areas).flatMap((area) => Object.values(area))
