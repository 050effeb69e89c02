import { retire } from './listings/catalog.ts'
import type { MakeSimulator, SimAnswer, SimContext, SimRequest } from '../kit/simulator.ts'
import { attributeRoutes } from './listings/attributes.ts'
import { controlOf } from './by-hand/control.ts'
import type { Route } from './api/call.ts'
import { EtsyError, lacksScope, notFound, refuse } from './api/errors.ts'
import { imageRoutes } from './listings/images.ts'
import { inventoryRoutes } from './stock/inventory.ts'
import { listingRoutes } from './listings/listings.ts'
import { lookupRoutes } from './shop/lookups.ts'
import { authorize, checkKey, giveToken, shopOfToken } from './auth/oauth.ts'
import { listingPage, picture } from './shop/pages.ts'
import { Quotas } from './api/quotas.ts'
import { receiptRoutes } from './orders/receipts.ts'
import { Shop, shops } from './state.ts'
import { portal } from './webhooks/webhooks.ts'

const routes: Route[] = [
  ...lookupRoutes,
  ...listingRoutes,
  ...imageRoutes,
  ...inventoryRoutes,
  ...attributeRoutes,
  ...receiptRoutes,
]

/** Etsy's Open API v3, all of its hosts under one address. */
export const makeEtsy: MakeSimulator = (context) => {
  const quotas = new Quotas(context.now)
  return {
    handle: (request) => handle(context, quotas, request),
    faultable: ({ path }) => path.startsWith('/v3/'),
    fail: (kind) => {
      const { status, body, headers } = failures[kind]()
      return { status, body, headers: { ...quotas.headers(), ...headers } }
    },
    useUp: () => quotas.useUp(),
    refill: () => quotas.refill(),
    takeCategory: () => takeCategory(context),
    expireTokens: (revoke) => context.store.clear(revoke ? ['token', 'refresh'] : ['token']),
    ...controlOf(context),
    forget() {
      throw new Error('Etsy does not ask apps to forget a buyer.')
    },
    reset() {
      context.store.clear(['retired'])
      for (const shop of shops(context)) shop.clear()
    },
  }
}

const failures = {
  rate_limit: () => refuse(429, 'You have exceeded your quota of requests per second', { 'retry-after': '1' }),
  error500: () => refuse(500, 'Server Error'),
  forbidden: () => lacksScope('listings_w'),
}

/** The category of the listing that was put on sale last is in the tree no more. */
function takeCategory(context: SimContext): string | undefined {
  const id = shops(context)
    .flatMap((shop) => shop.listings())
    .findLast(({ state }) => state === 'active')?.taxonomy_id
  if (id === undefined) return undefined
  retire(context, id)
  return String(id)
}

async function handle(context: SimContext, quotas: Quotas, request: SimRequest): Promise<SimAnswer> {
  const { method, path } = request
  if (path === '/oauth/connect')
    return method === 'GET' || method === 'POST' ? authorize(context, request) : { status: 405 }
  if (path === '/developers/webhooks') return portal(context, request)
  if (path.startsWith('/listing/')) return listingPage(context, path.slice('/listing/'.length))
  if (path.startsWith('/pictures/')) return picture(context, path.slice('/pictures/'.length))
  if (path === '/v3/public/oauth/token' && method === 'POST') return giveToken(context, request)
  const answer = await called(context, quotas, request).catch((error: unknown) => {
    if (error instanceof EtsyError) return error.answer()
    throw error
  })
  return { ...answer, headers: { ...quotas.headers(), ...answer.headers } }
}

async function called(context: SimContext, quotas: Quotas, request: SimRequest): Promise<SimAnswer> {
  checkKey(context, request)
  const waitSeconds = quotas.count()
  if (waitSeconds !== null)
    throw refuse(429, `You have exceeded your quota of requests per ${waitSeconds > 1 ? 'day' : 'second'}`, {
      'retry-after': String(waitSeconds),
    })
  for (const { method, pattern, scope, handle: work } of routes) {
    const params = method === request.method ? pattern.exec(request.path)?.slice(1) : undefined
    if (!params) continue
    const shop = scope === null ? new Shop(context, nobody) : shopOfToken(context, request, scope)
    return work({ shop, context, request, params, query: request.query })
  }
  throw notFound()
}

/** Whoever asks what is the same for all. */
const nobody = { name: '', userId: 0, shopId: 0, since: 0, connected: 0 }
