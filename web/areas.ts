import type { Area } from '#contract/endpoint.ts'

/**
 * Which areas a read belongs to, by the beginning of its path; the longest match counts. After a write, every read of the
 * areas in its `changes` is fetched anew. A path that stands nowhere here belongs to all areas: too fresh is better than stale.
 */
const areasByPath: readonly (readonly [string, readonly Area[]])[] = [
  ['/users', ['account']],
  ['/tokens', ['account']],
  ['/webhooks', ['organization']],
  ['/users/getUserClients', ['account', 'organization']],
  ['/admin', ['organization', 'members']],
  ['/admin/getClient', ['organization']],
  ['/admin/clientUsers', ['members']],
  ['/organization/start', ['organization', 'templates', 'products', 'integrations', 'listings', 'orders', 'proposals']],
  ['/productTemplates', ['templates']],
  ['/productTemplates/mergeAttributes', ['templates', 'products']],
  ['/stockTemplates', ['templates']],
  ['/products', ['products']],
  ['/products/{id}/sharing', ['products', 'listings', 'orders']],
  ['/changes', ['changes', 'products']],
  ['/stock', ['products', 'listings', 'orders']],
  ['/views', ['views']],
  ['/imports', ['imports', 'jobs']],
  ['/integrations', ['integrations']],
  ['/integrations/{integrationId}/checks', ['jobs']],
  ['/integrations/{integrationId}/shadow', ['integrations', 'listings', 'orders']],
  ['/channels', ['integrations']],
  ['/channels/ebay/priceSuggestionConfiguration', ['templates']],
  // The values that a channel takes depend on the categories that templates and listings chose.
  ['/channels/ebay/attributeAspectValues', ['integrations', 'listings', 'templates', 'products']],
  ['/channels/etsy/attributePropertyValues', ['integrations', 'listings', 'templates', 'products']],
  ['/channels/csv/attributeValues', ['integrations', 'listings', 'templates', 'products']],
  ['/mapping', ['templates', 'products']],
  ['/mapping/valueMapping', ['listings', 'templates', 'integrations']],
  ['/mapping/channelValues', ['listings', 'templates', 'products', 'integrations']],
  ['/listings', ['listings', 'products']],
  ['/listingProducts', ['listings', 'products', 'integrations']],
  ['/listingTemplates', ['listings', 'templates', 'integrations']],
  ['/publishing', ['listings', 'products', 'templates', 'integrations']],
  ['/adopting', ['integrations', 'listings', 'products']],
  ['/orders', ['orders']],
  ['/orders/packing', ['orders', 'packing']],
  ['/orders/slips', ['jobs']],
  ['/orders/analytics', ['orders', 'products', 'templates', 'organization']],
  ['/orders/orderMedians', ['orders', 'products', 'templates', 'organization']],
  ['/orders/inventorySignal', ['orders', 'products', 'templates', 'organization']],
  ['/orders/ordersByDay', ['orders', 'products', 'templates', 'organization']],
  ['/orders/templateAnalytics', ['orders', 'products', 'templates', 'organization']],
  ['/orders/attributeAnalytics', ['orders', 'products', 'templates', 'organization']],
  ['/orders/skuAnalytics', ['orders', 'products', 'templates', 'organization']],
  ['/products/overview', ['products', 'listings', 'orders']],
  ['/search', ['products', 'orders', 'templates']],
  ['/analytics', ['orders', 'products', 'listings', 'integrations']],
  ['/analytics/attention', ['orders', 'products', 'listings', 'integrations', 'proposals']],
  ['/exchangeRates', ['orders', 'organization']],
  ['/operators', ['organization']],
  ['/requirements', ['listings', 'integrations', 'templates']],
  ['/jobs', ['jobs']],
  ['/notifications', ['notifications']],
  ['/reports', ['reports', 'members', 'organization']],
  ['/proposals', ['proposals']],
]

const everything: readonly Area[] = [
  'account',
  'organization',
  'members',
  'templates',
  'products',
  'integrations',
  'listings',
  'orders',
  'packing',
  'jobs',
  'changes',
  'views',
  'imports',
  'notifications',
  'reports',
  'proposals',
]

const within = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/** The areas whose change makes a read of this path stale. */
export function areasOf(path: string): readonly Area[] {
  const areas = areasByPath.filter(([prefix]) => within(path, prefix)).sort(([a], [b]) => b.length - a.length)[0]
  return areas ? areas[1] : everything
}
