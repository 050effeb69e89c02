import { setTimeout as wait } from 'node:timers/promises'
import type { Env } from '../kit/merchants.ts'
import { bearerOf } from '../kit/consent.ts'
import type { MakeSimulator, SimAnswer, SimContext, SimRequest, Simulator } from '../kit/simulator.ts'
import { controlOf } from './by-hand/control.ts'
import { failure, notFound, Refused, unauthorized } from './api/errors.ts'
import * as groups from './listings/groups.ts'
import * as items from './listings/items.ts'
import * as merchants from './shop/merchants.ts'
import { authorize, obtainToken, recoverToken, refreshToken } from './auth/oauth.ts'
import * as orders from './orders/orders.ts'
import { inventoryPage } from './shop/pages.ts'
import { allows, permissionsPage } from './auth/permissions.ts'
import { Quotas } from './api/quotas.ts'
import { emptyShop } from './state.ts'
import { listStock, readStock, writeStock } from './stock/stock.ts'
import { endTokens, merchantOf } from './auth/tokens.ts'
import { beginWith, dashboardPage, tellChange } from './webhooks/webhooks.ts'

interface Route {
  method: string
  path: RegExp
  /** What the app must be allowed. */
  needs: string
  work: (env: Env, request: SimRequest, id: string) => SimAnswer
}
const at = (method: string, path: string, needs: string, work: Route['work']): Route => ({
  method,
  path: new RegExp(`^/v3/merchants/[^/]+${path.replace('{}', '([^/]+)')}$`),
  needs,
  work,
})

const routes: Route[] = [
  at('GET', '', 'Merchant', merchants.readMerchant),
  at('GET', '/properties', 'Merchant', merchants.readProperties),
  at('GET', '/categories', 'Inventory', merchants.listCategories),
  at('POST', '/categories', 'Inventory', merchants.createCategory),
  at('POST', '/category_items', 'Inventory', groups.linkCategories),
  at('GET', '/items', 'Inventory', items.list),
  at('POST', '/items', 'Inventory', items.create),
  at('GET', '/items/{}', 'Inventory', items.retrieve),
  at('POST', '/items/{}', 'Inventory', items.update),
  at('PUT', '/items/{}', 'Inventory', items.replace),
  at('DELETE', '/items/{}', 'Inventory', (env, _, id) => items.remove(env, id)),
  at('POST', '/bulk_items', 'Inventory', items.createMany),
  at('PUT', '/bulk_items', 'Inventory', items.updateMany),
  at('GET', '/item_stocks', 'Inventory', listStock),
  at('GET', '/item_stocks/{}', 'Inventory', (env, _, id) => readStock(env, id)),
  at('POST', '/item_stocks/{}', 'Inventory', writeStock),
  at('PUT', '/item_stocks/{}', 'Inventory', writeStock),
  at('GET', '/item_groups', 'Inventory', groups.listGroups),
  at('POST', '/item_groups', 'Inventory', (env, request) => groups.writeGroup(env, request)),
  at('GET', '/item_groups/{}', 'Inventory', groups.readGroup),
  at('POST', '/item_groups/{}', 'Inventory', groups.writeGroup),
  at('DELETE', '/item_groups/{}', 'Inventory', (env, _, id) => groups.removeGroup(env, id)),
  at('GET', '/attributes', 'Inventory', groups.listAttributes),
  at('POST', '/attributes', 'Inventory', groups.createAttribute),
  at('GET', '/attributes/{}', 'Inventory', (env, _, id) => groups.readAttribute(env, id)),
  at('DELETE', '/attributes/{}', 'Inventory', (env, _, id) => groups.removeAttribute(env, id)),
  at('GET', '/attributes/{}/options', 'Inventory', groups.listOptions),
  at('POST', '/attributes/{}/options', 'Inventory', groups.createOption),
  at('POST', '/option_items', 'Inventory', groups.linkOptions),
  at('GET', '/orders', 'Orders', orders.listOrders),
  at('GET', '/orders/{}', 'Orders', orders.readOrder),
  at('POST', '/orders/{}', 'Orders', orders.writeOrder),
  at('GET', '/orders/{}/line_items', 'Orders', orders.listLines),
  at('GET', '/payments', 'Payments', orders.listPayments),
  at('GET', '/refunds', 'Payments', orders.listRefunds),
  at('GET', '/customers', 'Customers', orders.listCustomers),
]

const isApi = ({ path }: SimRequest) => path.startsWith('/v3/')

export const makeClover: MakeSimulator = (context: SimContext): Simulator => {
  const control = controlOf(context)
  const quotas = new Quotas(context.now)
  beginWith(context)

  async function callApi(request: SimRequest): Promise<SimAnswer> {
    // A token is for one merchant, and never goes into the address.
    const merchant = merchantOf(context, request)
    if (request.query.has('access_token') || request.path.split('/')[3] !== merchant) throw unauthorized()
    const token = bearerOf(request)
    const refusal = quotas.enter(token)
    if (refusal) throw refusal
    try {
      // It takes a while, so that calls at the same time are met.
      await wait(1)
      const env: Env = { context, merchant }
      const known = routes.filter(({ path }) => path.test(request.path))
      const route = known.find(({ method }) => method === request.method)
      if (!route) throw known.length > 0 ? new Refused(405, 'Method Not Allowed') : notFound('No such resource')
      if (!allows(context, route.needs)) throw unauthorized()
      return route.work(env, request, decodeURIComponent(route.path.exec(request.path)?.[1] ?? ''))
    } finally {
      quotas.leave(token)
    }
  }

  async function route(request: SimRequest): Promise<SimAnswer> {
    const { method, path } = request
    const [, item] = /^\/inventory\/items(?:\/([^/]+))?$/.exec(path) ?? []
    if (path.startsWith('/inventory/items')) return inventoryPage(context, item)
    if (path === '/oauth/v2/authorize' && (method === 'GET' || method === 'POST')) return authorize(context, request)
    if (path === '/oauth/v2/token' && method === 'POST') return obtainToken(context, request)
    if (path === '/oauth/v2/refresh' && method === 'POST') return refreshToken(context, request)
    if (path === '/oauth/v2/recovery' && method === 'POST') return recoverToken(context, request)
    if (path === '/developer/webhooks') return dashboardPage(context, request)
    if (path === '/developer/permissions') return permissionsPage(context, request)
    if (isApi(request)) return callApi(request)
    throw notFound('No such resource')
  }

  return {
    async handle(request) {
      try {
        return await route(request)
      } catch (error) {
        if (error instanceof Refused) return error.answer()
        throw error
      }
    },
    faultable: isApi,
    fail: (kind) => failure(kind),
    useUp: (request) => quotas.useUp(bearerOf(request)),
    refill: () => quotas.refill(),
    expireTokens(revoke) {
      for (const merchant of endTokens(context, revoke))
        tellChange({ context, merchant }, [{ objectId: `A:${context.app.clientId}`, type: 'DELETE' }])
    },
    ...control,
    reset: () => emptyShop(context),
  }
}
