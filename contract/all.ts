import type { AnyEndpoint } from './endpoint.ts'
import * as ai from './ai.ts'
import * as accounts from './accounts.ts'
import * as adopting from './adopting.ts'
import * as analytics from './analytics.ts'
import * as bundles from './bundles.ts'
import * as changes from './changes.ts'
import * as connectionHealth from './connection-health.ts'
import * as drift from './drift.ts'
import * as figures from './figures.ts'
import * as exports from './exports.ts'
import * as imports from './imports.ts'
import * as integrations from './integrations.ts'
import * as jobs from './jobs.ts'
import * as library from './library.ts'
import * as listings from './listings.ts'
import * as lookups from './lookups.ts'
import * as converting from './converting.ts'
import * as merging from './merging.ts'
import * as notifications from './notifications.ts'
import * as orderChanges from './order-changes.ts'
import * as newOrder from './new-order.ts'
import * as orders from './orders.ts'
import * as orderHandling from './order-handling.ts'
import * as orderRules from './order-rules.ts'
import * as orderSlips from './order-slips.ts'
import * as orderWork from './order-work.ts'
import * as organizations from './organizations.ts'
import * as packing from './packing.ts'
import * as pictures from './pictures.ts'
import * as mappings from './mappings.ts'
import * as preflight from './preflight.ts'
import * as publishing from './publishing.ts'
import * as priceSuggestion from './channels/ebay-prices.ts'
import * as pricing from './pricing.ts'
import * as productHistory from './product-history.ts'
import * as products from './products.ts'
import * as listingDays from './listing-days.ts'
import * as rates from './rates.ts'
import * as refunds from './refunds.ts'
import * as reports from './reports.ts'
import * as ruleChanges from './rule-changes.ts'
import * as returns from './returns.ts'
import * as settling from './settling.ts'
import * as search from './search.ts'
import * as sharing from './sharing.ts'
import * as soldFigures from './sold-figures.ts'
import * as stockFigures from './stock-figures.ts'
import * as support from './support.ts'
import * as templates from './templates.ts'
import * as optionValues from './option-values.ts'
import * as valueMappings from './value-mappings.ts'
import * as views from './views.ts'

const isEndpoint = (v: unknown): v is AnyEndpoint =>
  typeof v === 'object' && v !== null && 'method' in v && 'needs' in v && 'reply' in v

/** Every endpoint by its name, area by area: what the API document and the walk over all endpoints read. */
export const areas: Record<string, Record<string, AnyEndpoint>> = Object.fromEntries(
  Object.entries({
    accounts,
    organizations,
    notifications,
    templates,
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
      ...orderHandling,
      ...orderRules,
      ...orderSlips,
      ...orderWork,
      ...packing,
      ...returns,
      ...refunds,
      ...settling,
    },
    adopting,
    reports,
    search,
    ai,
    analytics: { ...analytics, ...figures, ...listingDays, ...rates, ...soldFigures, ...stockFigures },
    connectionHealth,
    drift,
    sharing,
    jobs,
    support,
  }).map(([area, module]) => [
    area,
    Object.fromEntries(Object.entries(module).filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1]))),
  ]),
)
export const allEndpoints: AnyEndpoint[] = Object.values(areas).flatMap((area) => Object.values(area))
