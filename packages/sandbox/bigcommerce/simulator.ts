import type { MakeSimulator, SimAnswer, SimContext, SimRequest } from '../kit/simulator.ts'
import { controlOf } from './by-hand/control.ts'
import type { Route } from './api/call.ts'
import { BigCommerceError, notFound, refuse } from './api/errors.ts'
import { forgetHooks, hookRoutes, switchOff, tellUninstalled } from './webhooks/webhooks.ts'
import { imageRoutes } from './listings/images.ts'
import { inventoryRoutes } from './stock/inventory.ts'
import { accountsPath, apiAccounts, exchange, type Grant, grantOf, install, installPath } from './auth/oauth.ts'
import { orderRoutes } from './orders/orders.ts'
import { panelPage, picture, productPageOf } from './shop/pages.ts'
import { productRoutes } from './listings/products.ts'
import { Quotas } from './api/quotas.ts'
import { shops } from './state.ts'
import { storeRoutes } from './shop/store-view.ts'
import { variantRoutes } from './listings/variants.ts'

const routes: Route[] = [
  ...storeRoutes,
  ...productRoutes,
  ...variantRoutes,
  ...imageRoutes,
  ...inventoryRoutes,
  ...orderRoutes,
  ...hookRoutes,
]

/** `/stores/{hash}/v3/…` */
const inApi = (path: string) => /^\/stores\/([a-z0-9]+)\/(v2|v3)(\/.*)$/.exec(path)
const storeIn = ({ path }: SimRequest): string => inApi(path)?.[1] ?? ''

/** BigCommerce's V2 and V3 REST APIs, all of its hosts under one address. */
export const makeBigCommerce: MakeSimulator = (context) => {
  const quotas = new Quotas(context.now)
  return {
    handle: (request) => handle(context, quotas, request),
    faultable: ({ path }) => path.startsWith('/stores/'),
    fail: (kind, request) => failed(kind, quotas, request),
    useUp: (request) => quotas.useUp(storeIn(request)),
    refill: () => quotas.refill(),
    expireTokens(revoke) {
      // Its tokens have no end: only who uninstalls the app, or deletes the key, takes them away.
      if (revoke) endTokens(context)
    },
    ...controlOf(context),
    forget() {
      throw new Error('BigCommerce does not ask apps to forget a buyer.')
    },
    gaveUp: (subscription) => switchOff(context, subscription),
    reset: () => shops(context).forEach((shop) => shop.clear()),
  }
}

const failures = {
  // Overload of the platform says no time to wait.
  rate_limit: () => refuse(429, 'Too many requests. Please slow down.', { 'x-rate-limit-time-reset-ms': '1500' }),
  error500: () => refuse(500, 'Internal Server Error'),
  forbidden: () => refuse(403, "You don't have the required scope to access the endpoint."),
}
function failed(kind: keyof typeof failures, quotas: Quotas, request: SimRequest): SimAnswer {
  const { headers, ...answer } = failures[kind]().answer(inApi(request.path)?.[2] ?? 'v3')
  return { ...answer, headers: { ...quotas.headers(storeIn(request)), ...headers } }
}

/** A token has no end; it goes when the app is installed anew, or taken out of the store, and then its webhooks go, too. */
function endTokens(context: SimContext): void {
  for (const shop of shops(context)) {
    tellUninstalled(shop)
    for (const { hash, client } of context.store.list<Grant>('token'))
      if (hash === shop.merchant.hash) forgetHooks(context, hash, client)
  }
  context.store.clear(['token'])
}

async function handle(context: SimContext, quotas: Quotas, request: SimRequest): Promise<SimAnswer> {
  const { method, path } = request
  const reads = method === 'GET' || method === 'POST'
  if (path === installPath && reads) return install(context, request)
  if (path === accountsPath && reads) return apiAccounts(context, request)
  if (path === '/oauth2/token' && method === 'POST') return exchange(context, request)
  const page = /^\/([a-z0-9]{10})\/([^/]+)\/([^/]*)/.exec(path)
  if (page) return pageOf(context, page[1] ?? '', page[2] ?? '', page[3] ?? '')
  const [, hash = '', version = 'v3', rest = ''] = inApi(path) ?? []
  try {
    const answer = await called(context, quotas, request, { hash, version, rest })
    return { ...answer, headers: { ...quotas.headers(hash), ...answer.headers } }
  } catch (error) {
    if (!(error instanceof BigCommerceError)) throw error
    const answer = error.answer(version)
    return { ...answer, headers: { ...quotas.headers(hash), ...answer.headers } }
  }
}

function pageOf(context: SimContext, hash: string, what: string, id: string): SimAnswer {
  if (what === 'product_images') return picture(context, hash, id)
  return what === 'manage' ? panelPage(context, hash) : productPageOf(context, hash, what)
}

async function called(
  context: SimContext,
  quotas: Quotas,
  request: SimRequest,
  { hash, version, rest }: { hash: string; version: string; rest: string },
): Promise<SimAnswer> {
  if (!hash) throw notFound()
  if (!quotas.count(hash)) throw refuse(429, 'Your rate limit has been exceeded.')
  for (const { method, version: of, pattern, scope, handle: work } of routes) {
    const params = method === request.method && of === version ? pattern.exec(rest)?.slice(1) : undefined
    if (!params) continue
    const { shop, grant } = grantOf(context, request, hash, scope)
    return work({ shop, token: grant.token, context, request, params: params.map(Number), query: request.query })
  }
  // Whoever has no token is not told what is there.
  grantOf(context, request, hash, '')
  throw notFound()
}
