import { setTimeout as wait } from 'node:timers/promises'
import type { Env } from '../kit/merchants.ts'
import type { MakeSimulator, SimAnswer, SimContext, SimRequest, Simulator } from '../kit/simulator.ts'
import { info, list, retrieve, retrieveMany, search, searchItems } from './listings/catalog-read.ts'
import { batchUpsert, deleteMany, deleteOne, upsertOne } from './listings/catalog-write.ts'
import { controlOf } from './by-hand/control.ts'
import { answerOf, failure, notFound, Refused, tooMany } from './api/errors.ts'
import { createImage, picture } from './listings/images.ts'
import { bodyOf } from './api/input.ts'
import { versionOf } from './api/versions.ts'
import { batchChange, retrieveChanges, retrieveCount, retrieveCounts } from './stock/inventory.ts'
import { listLocations, listMerchants, retrieveLocation, retrieveMerchant } from './shop/merchants.ts'
import { authorize, obtainToken, revokeToken, tokenStatus } from './auth/oauth.ts'
import * as orders from './orders/orders.ts'
import { retrievePayment } from './orders/payments.ts'
import { itemPage, orderPage } from './shop/pages.ts'
import { emptyShop, merchantRow, merchants, saveMerchant, filledTexts } from './state.ts'
import { endTokens, tokenOf } from './auth/tokens.ts'
import { beginWith, consolePage, tellRevoked } from './webhooks/webhooks.ts'

/** How long too many calls keep a seller's next ones waiting. The platform publishes no number; this one is invented. */
const throttleSeconds = 60

interface Route {
  method: string
  path: RegExp
  scope: string
  /** One change of a seller's catalog at a time. */
  isCatalogWrite?: boolean
  work: (env: Env, request: SimRequest, id: string) => SimAnswer | Promise<SimAnswer>
}
const at = (path: string) => new RegExp(`^/v2/${path.replace('{}', '([^/]+)')}$`)

/** What a token must allow is as published for each operation. */
const routes: Route[] = [
  { method: 'GET', path: at('merchants'), scope: 'MERCHANT_PROFILE_READ', work: listMerchants },
  {
    method: 'GET',
    path: at('merchants/{}'),
    scope: 'MERCHANT_PROFILE_READ',
    work: (env, _, id) => retrieveMerchant(env, id),
  },
  { method: 'GET', path: at('locations'), scope: 'MERCHANT_PROFILE_READ', work: listLocations },
  {
    method: 'GET',
    path: at('locations/{}'),
    scope: 'MERCHANT_PROFILE_READ',
    work: (env, _, id) => retrieveLocation(env, id),
  },
  { method: 'GET', path: at('catalog/list'), scope: 'ITEMS_READ', work: list },
  { method: 'GET', path: at('catalog/info'), scope: 'ITEMS_READ', work: info },
  { method: 'POST', path: at('catalog/search'), scope: 'ITEMS_READ', work: search },
  { method: 'POST', path: at('catalog/search-catalog-items'), scope: 'ITEMS_READ', work: searchItems },
  { method: 'POST', path: at('catalog/batch-retrieve'), scope: 'ITEMS_READ', work: retrieveMany },
  {
    method: 'GET',
    path: at('catalog/object/{}'),
    scope: 'ITEMS_READ',
    work: (env, request, id) => retrieve(env, id, request),
  },
  { method: 'POST', path: at('catalog/batch-upsert'), scope: 'ITEMS_WRITE', isCatalogWrite: true, work: batchUpsert },
  { method: 'POST', path: at('catalog/object'), scope: 'ITEMS_WRITE', isCatalogWrite: true, work: upsertOne },
  { method: 'POST', path: at('catalog/images'), scope: 'ITEMS_WRITE', isCatalogWrite: true, work: createImage },
  {
    method: 'POST',
    path: at('catalog/batch-delete'),
    scope: 'ITEMS_WRITE',
    isCatalogWrite: true,
    work: (env, request) => deleteMany(env, filledTexts(bodyOf(request)['object_ids'])),
  },
  {
    method: 'DELETE',
    path: at('catalog/object/{}'),
    scope: 'ITEMS_WRITE',
    isCatalogWrite: true,
    work: (env, _, id) => deleteOne(env, id),
  },
  { method: 'POST', path: at('inventory/changes/batch-create'), scope: 'INVENTORY_WRITE', work: batchChange },
  { method: 'POST', path: at('inventory/changes/batch-retrieve'), scope: 'INVENTORY_READ', work: retrieveChanges },
  { method: 'POST', path: at('inventory/counts/batch-retrieve'), scope: 'INVENTORY_READ', work: retrieveCounts },
  {
    method: 'GET',
    path: at('inventory/{}'),
    scope: 'INVENTORY_READ',
    work: (env, request, id) => retrieveCount(env, request, id),
  },
  { method: 'POST', path: at('orders/search'), scope: 'ORDERS_READ', work: orders.search },
  { method: 'POST', path: at('orders/batch-retrieve'), scope: 'ORDERS_READ', work: orders.retrieveMany },
  { method: 'GET', path: at('orders/{}'), scope: 'ORDERS_READ', work: (env, _, id) => orders.retrieve(env, id) },
  {
    method: 'PUT',
    path: at('orders/{}'),
    scope: 'ORDERS_WRITE',
    work: (env, request, id) => orders.update(env, id, request),
  },
  {
    method: 'GET',
    path: at('payments/{}'),
    scope: 'PAYMENTS_READ',
    work: (env, _, id) => retrievePayment(env, id),
  },
  { method: 'POST', path: at('refunds'), scope: 'PAYMENTS_WRITE', work: orders.refundPayment },
  { method: 'GET', path: at('refunds'), scope: 'PAYMENTS_READ', work: orders.refunds },
  { method: 'GET', path: at('refunds/{}'), scope: 'PAYMENTS_READ', work: (env, _, id) => orders.refund(env, id) },
]

const readsByPost = /\/(search|batch-retrieve)$/
const isApi = ({ path }: SimRequest) => path.startsWith('/v2/')

export const makeSquare: MakeSimulator = (context: SimContext): Simulator => {
  const control = controlOf(context)
  /** Sellers whose catalog is being changed. */
  const writing = new Set<string>()
  beginWith(context)

  async function callApi(request: SimRequest): Promise<SimAnswer> {
    const route = routes.find(({ method, path }) => method === request.method && path.test(request.path))
    if (!route) throw notFound(`${request.method} ${request.path} is not played here.`)
    const env: Env = { context, merchant: tokenOf(context, request, route.scope).merchant }
    const version = versionOf(request)
    const { throttledUntil } = merchantRow(env)
    if (throttledUntil !== null && throttledUntil > context.now().toISOString()) throw tooMany()
    const id = decodeURIComponent(route.path.exec(request.path)?.[1] ?? '')
    if (!route.isCatalogWrite) return answeredIn(version, await route.work(env, request, id))
    if (writing.has(env.merchant)) throw tooMany('Another change of this catalog is being made.')
    writing.add(env.merchant)
    try {
      // It takes a while, so that a second one at the same time is met.
      await wait(1)
      return answeredIn(version, await route.work(env, request, id))
    } finally {
      writing.delete(env.merchant)
    }
  }

  async function route(request: SimRequest): Promise<SimAnswer> {
    const { method, path } = request
    const [, place, id] = /^\/(dashboard\/items\/library|dashboard\/orders\/overview|images)\/([^/.]+)/.exec(path) ?? []
    if (place !== undefined && id !== undefined) return pageOf(context, place, id)
    if (path === '/dashboard') return { status: 302, headers: { location: '/' } }
    if (path === '/oauth2/authorize' && (method === 'GET' || method === 'POST')) return authorize(context, request)
    if (path === '/oauth2/token' && method === 'POST') return obtainToken(context, request)
    if (path === '/oauth2/token/status' && method === 'POST') return tokenStatus(context, request)
    if (path === '/oauth2/revoke' && method === 'POST') return revokeToken(context, request)
    if (path === '/console/webhooks') return consolePage(context, request)
    if (isApi(request)) return callApi(request)
    throw notFound(`${method} ${path} is not played here.`)
  }

  return {
    async handle(request) {
      try {
        return await route(request)
      } catch (error) {
        if (error instanceof Refused) return answerOf(error)
        throw error
      }
    },
    faultable: isApi,
    isWrite: ({ method, path }) => method !== 'GET' && !readsByPost.test(path),
    fail: (kind) => failure(kind),
    useUp(request) {
      const { merchant } = tokenOf(context, request)
      const until = new Date(context.now().getTime() + throttleSeconds * 1000).toISOString()
      saveMerchant({ context, merchant }, { throttledUntil: until })
    },
    refill() {
      for (const env of merchants(context)) saveMerchant(env, { throttledUntil: null })
    },
    expireTokens(revoke) {
      for (const merchant of endTokens(context, revoke)) tellRevoked({ context, merchant }, 'MERCHANT')
    },
    ...control,
    reset: () => emptyShop(context),
  }
}

/** A success names the version that it was made in. */
const answeredIn = (version: string, { headers, ...answer }: SimAnswer): SimAnswer => ({
  ...answer,
  headers: { ...headers, 'square-version': version },
})

/** Pages that people open, and pictures. */
function pageOf(context: SimContext, place: string, id: string): SimAnswer {
  if (place === 'images') return picture({ context }, id)
  return place.includes('items') ? itemPage(context, id) : orderPage(context, id)
}
