import { randomUUID } from 'node:crypto'
import type { MakeSimulator, SimAnswer, SimContext, SimRequest } from '../kit/simulator.ts'
import { systemFailure, tooManyRequests } from './errors.ts'
import { addItems } from './foreign-items.ts'
import { authorize, giveToken } from './oauth.ts'
import { listingPage, picture } from './pages.ts'
import { Quotas } from './quotas.ts'
import { callApi } from './routes.ts'
import { listings, orders } from './shop-window.ts'
import { shops } from './state.ts'
import { buy, cancel } from './trade.ts'

/** eBay's REST APIs, all of its hosts under one address. */
export const makeEbay: MakeSimulator = (context) => {
  const quotas = new Quotas(context.now)
  return {
    handle: (request) => handle(context, quotas, request),
    faultable: ({ path }) => /^\/(sell|commerce|identity)\//.test(path),
    fail: (kind, { path }) => stamp(kind === 'rate_limit' ? tooManyRequests(path, 1) : systemFailure(path)),
    expireTokens: (revoke) => context.store.clear(revoke ? ['token', 'refresh'] : ['token']),
    listings: () => listings(context),
    addItems: (items) => addItems(context, items),
    buy: (order) => buy(context, order),
    cancel: ({ externalOrderId }) => cancel(context, externalOrderId),
    orders: () => orders(context),
    reset: () => shops(context).forEach((shop) => shop.clear()),
  }
}

function handle(context: SimContext, quotas: Quotas, request: SimRequest): SimAnswer {
  const { method, path } = request
  if (path === '/oauth2/authorize')
    return method === 'GET' || method === 'POST' ? authorize(context, request) : { status: 405 }
  if (path.startsWith('/itm/')) return listingPage(context, path.slice('/itm/'.length))
  if (path.startsWith('/pictures/'))
    return picture(decodeURIComponent(path.slice('/pictures/'.length)).replace(/\.svg$/, ''))
  const waitSeconds = quotas.count(path)
  if (waitSeconds !== null) return stamp(tooManyRequests(path, waitSeconds))
  if (path === '/identity/v1/oauth2/token' && method === 'POST') return stamp(giveToken(context, request))
  return stamp(callApi(context, request))
}

/** eBay names every answer, so that its support can find the call. */
const stamp = (answer: SimAnswer): SimAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'x-ebay-c-request-id': `ri=${randomUUID()}` },
})
