import { retire } from './listings/catalog.ts'
import { randomUUID } from 'node:crypto'
import type { MakeSimulator, SimAnswer, SimContext, SimRequest } from '../kit/simulator.ts'
import { controlOf } from './by-hand/control.ts'
import { ok } from './api/call.ts'
import { accessDenied, systemFailure, tooManyRequests } from './api/errors.ts'
import { authorize, giveToken, holderOf } from './auth/oauth.ts'
import { forget } from './webhooks/notices.ts'
import { listingPage, picture } from './shop/pages.ts'
import { Quotas } from './api/quotas.ts'
import { callApi } from './api/routes.ts'
import { shops } from './state.ts'

/** eBay's REST APIs, all of its hosts under one address. */
export const makeEbay: MakeSimulator = (context) => {
  const quotas = new Quotas(context.now)
  return {
    handle: (request) => handle(context, quotas, request),
    faultable: ({ path }) => /^\/(sell|commerce|identity|buy)\//.test(path),
    fail: (kind, { path }) => stamp(failures[kind](path)),
    useUp: ({ path }) => quotas.useUp(path),
    refill: () => quotas.refill(),
    takeCategory: () => takeCategory(context),
    expireTokens: (revoke) => context.store.clear(revoke ? ['token', 'refresh'] : ['token']),
    ...controlOf(context),
    forget: (forgetting) => forget(context, forgetting),
    reset() {
      context.store.clear(['retired'])
      for (const shop of shops(context)) shop.clear()
    },
  }
}

const failures = {
  rate_limit: (path: string) => tooManyRequests(path, 1),
  error500: systemFailure,
  forbidden: accessDenied,
}

/** The category of the listing that was published last is in no tree any more. */
function takeCategory(context: SimContext): string | undefined {
  const id = shops(context)
    .flatMap((shop) => shop.list('offer'))
    .findLast(({ status }) => status === 'PUBLISHED')?.categoryId
  if (id !== undefined) retire(context, id)
  return id
}

async function handle(context: SimContext, quotas: Quotas, request: SimRequest): Promise<SimAnswer> {
  const { method, path } = request
  if (path === '/oauth2/authorize')
    return method === 'GET' || method === 'POST' ? authorize(context, request) : { status: 405 }
  if (path.startsWith('/itm/')) return listingPage(context, path.slice('/itm/'.length))
  if (path.startsWith('/pictures/'))
    return picture(decodeURIComponent(path.slice('/pictures/'.length)).replace(/\.svg$/, ''))
  const waitSeconds = quotas.count(path)
  if (waitSeconds !== null) return stamp(tooManyRequests(path, waitSeconds))
  if (path === '/identity/v1/oauth2/token' && method === 'POST') return stamp(giveToken(context, request))
  if (path === '/developer/analytics/v1_beta/rate_limit/' && method === 'GET')
    return stamp(rateLimits(context, quotas, request))
  return stamp(await callApi(context, request))
}

/** Of the app itself: a seller's token does not serve. */
function rateLimits(context: SimContext, quotas: Quotas, request: SimRequest): SimAnswer {
  const grant = holderOf(context, request)
  return grant?.seller === null ? ok({ rateLimits: quotas.asRateLimits() }) : accessDenied()
}

/** eBay names every answer, so that its support can find the call. */
const stamp = (answer: SimAnswer): SimAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'x-ebay-c-request-id': `ri=${randomUUID()}` },
})
