import { ebayMarketplaces } from '#contract/channels/ebay-marketplaces.ts'
import type { Inspect } from '../conformance/stage.ts'
import { channelSpecs, hasPublished } from './specs.ts'
import { openApiChecker } from './spec.ts'

const described = [
  ['/sell/inventory/v1/', 'sell_inventory_v1'],
  ['/sell/account/v1/', 'sell_account_v1'],
  ['/sell/fulfillment/v1/', 'sell_fulfillment_v1'],
  ['/sell/metadata/v1/', 'sell_metadata_v1'],
  ['/commerce/taxonomy/v1/', 'commerce_taxonomy_v1'],
  ['/commerce/identity/v1/', 'commerce_identity_v1'],
  ['/commerce/notification/v1/', 'commerce_notification_v1'],
  ['/commerce/media/v1_beta/', 'commerce_media_v1_beta'],
  ['/buy/marketplace_insights/v1_beta/', 'buy_marketplace_insights_v1_beta'],
  ['/developer/analytics/v1_beta/', 'developer_analytics_v1_beta'],
].map(([prefix = '', name = '']) => ({ prefix, file: `ebay/spec/${name}_oas3.json` }))
/** Where eBay tells two languages of a marketplace apart by their headers, reads are in the site's own. */
const read = new Set(
  Object.values(ebayMarketplaces).flatMap(({ language, marketplace }) =>
    marketplace ? [language, ebayMarketplaces[marketplace]?.language ?? ''] : [],
  ),
).add('en-US')
/** A write is in the language of the account's marketplace. */
const languages: ReadonlySet<string> = new Set(Object.values(ebayMarketplaces).map(({ language }) => language))
export const isEbayDescribed = described.every(({ file }) => hasPublished(file))

/** Every call is held against eBay's own descriptions; its writes must name their language. @param base where its API is */
export function inspectEbay(base: string): Inspect {
  const checkers = described.map(({ prefix, file }) => ({ prefix, checker: openApiChecker(`${channelSpecs}/${file}`) }))
  return ({ method, url, json, headers }, { status, body }) => {
    const path = url.slice(base.length)
    if (path.startsWith('/identity/')) return []
    const checker = checkers.find(({ prefix }) => path.startsWith(prefix))?.checker
    if (!checker) return [`${path} belongs to no API that we know`]
    const spoken = [
      ...(read.has(headers?.['accept-language'] ?? '') ? [] : ['Accept-Language is missing']),
      ...(method === 'GET' || languages.has(headers?.['content-language'] ?? '')
        ? []
        : ['Content-Language is missing']),
    ]
    return [
      ...spoken,
      ...checker.checkRequest(method, path, json),
      ...checker.checkResponse(method, path, status, body === '' ? undefined : foundIn(path, body)),
    ]
  }
}

/** The description demands an item of each SKU that is asked for, also of those that are not there. */
function foundIn(path: string, body: unknown): unknown {
  if (!path.endsWith('/bulk_get_inventory_item')) return body
  const { responses } = body as { responses?: { statusCode: number }[] }
  return responses ? { responses: responses.filter(({ statusCode }) => statusCode !== 404) } : body
}
