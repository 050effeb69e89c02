import type { SimAnswer, SimContext, SimRequest } from '../../kit/simulator.ts'
import { accountRoutes } from '../shop/account.ts'
import { bulkRoutes } from '../listings/bulk.ts'
import { type Call, readJson, type Route } from './call.ts'
import { accessDenied, accessError, EbayError, inventoryError, refuse, tokenError } from './errors.ts'
import { groupRoutes } from '../listings/groups.ts'
import { keyRoutes } from '../signing/keys.ts'
import { identityRoutes } from '../auth/identity.ts'
import { itemRoutes } from '../listings/items.ts'
import { endAuctions } from '../listings/listings.ts'
import { locationRoutes } from '../shop/locations.ts'
import { documentRoutes } from '../media/documents.ts'
import { metadataRoutes } from '../listings/metadata.ts'
import { migrateRoutes } from '../listings/migrate.ts'
import { noticeRoutes } from '../webhooks/notices.ts'
import { carries, holderOf } from '../auth/oauth.ts'
import { offerRoutes } from '../listings/offers.ts'
import { orderRoutes } from '../orders/orders.ts'
import { publishRoutes } from '../listings/publish.ts'
import { refundRoutes } from '../orders/refunds.ts'
import { salesRoutes } from '../insights/sales.ts'
import { Shop } from '../state.ts'
import { subscriptionRoutes } from '../webhooks/subscriptions.ts'
import { taxonomyRoutes } from '../listings/taxonomy.ts'

const routes: Route[] = [
  ...identityRoutes,
  ...keyRoutes,
  ...noticeRoutes,
  ...subscriptionRoutes,
  ...accountRoutes,
  ...locationRoutes,
  ...taxonomyRoutes,
  ...metadataRoutes,
  ...itemRoutes,
  ...groupRoutes,
  // Before the offers: `/offer/publish_by_inventory_item_group` is no offer's id.
  ...bulkRoutes,
  ...migrateRoutes,
  ...publishRoutes,
  ...offerRoutes,
  ...orderRoutes,
  ...refundRoutes,
  ...salesRoutes,
  ...documentRoutes,
]

/** Answers one API call: gate, language, route. */
export async function callApi(context: SimContext, request: SimRequest): Promise<SimAnswer> {
  try {
    const match = find(request)
    const grant = holderOf(context, request)
    if (!grant)
      throw refuse(401, {
        ...tokenError(1001, 'Invalid access token'),
        longMessage: 'Invalid access token. Check the value of the Authorization HTTP request header.',
      })
    const { scope, ofApp } = match.route
    if (scope !== null && (ofApp !== (grant.seller === null) || !carries(grant, scope))) return accessDenied()
    if (request.path.startsWith('/sell/inventory/')) checkLanguages(request)
    const shop = new Shop(context, grant.seller ?? '')
    if (grant.seller !== null) endAuctions(shop)
    const call: Call = {
      shop,
      context,
      request,
      params: match.params,
      query: request.query,
      body: () => readJson(request),
    }
    return await match.route.handle(call)
  } catch (error) {
    if (error instanceof EbayError) return error.answer()
    throw error
  }
}

function find(request: SimRequest): { route: Route; params: string[] } {
  let known = false
  for (const route of routes) {
    const match = route.pattern.exec(request.path)
    if (!match) continue
    known = true
    if (route.method === request.method) return { route, params: match.slice(1).map(decode) }
  }
  throw known
    ? refuse(405, accessError(2006, 'Method not allowed'))
    : refuse(404, accessError(2002, 'Resource not found'))
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw refuse(400, accessError(2004, 'Invalid request'))
  }
}

const writesText =
  /^\/sell\/inventory\/v1\/(inventory_item(_group)?\/[^/]+|offer|offer\/\d+|bulk_create_or_replace_inventory_item|bulk_create_offer)\/?$/

/** eBay refuses a language it cannot read, also the `*` that HTTP libraries send when nobody asked for one. */
function checkLanguages({ method, path, headers }: SimRequest): void {
  const accepted = headers['accept-language']
  if (accepted !== undefined && !isLanguage(accepted))
    throw refuse(400, inventoryError(25709, 'Invalid value for header Accept-Language.'))
  const writes = (method === 'PUT' || method === 'POST') && writesText.test(path)
  if (writes && !isLanguage(headers['content-language'] ?? ''))
    throw refuse(400, inventoryError(25709, 'Invalid value for header Content-Language.'))
}
const isLanguage = (value: string) => /^[a-z]{2}-[A-Z]{2}\b/.test(value)
