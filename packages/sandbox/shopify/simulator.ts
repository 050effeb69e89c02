import { escapeHtml, htmlPage } from '../kit/pages.ts'
import type { MakeSimulator, SimAnswer, SimContext, SimRequest, Simulator } from '../kit/simulator.ts'
import { controlOf } from './by-hand/control.ts'
import { Buckets } from './api/cost.ts'
import { storefrontUrl } from './listings/catalog-view.ts'
import { answerGraphql, asksForChange, emptyBucket } from './api/graphql.ts'
import { accessToken, authorize } from './auth/oauth.ts'
import { ofSale, products, shopDomain, type Env } from './state.ts'
import { dropTokens } from './auth/tokens.ts'
import { answeredIn } from './version.ts'

const notFound: SimAnswer = { status: 404, body: { errors: 'Not Found' } }

/** `/{shop}/admin/…` and `/{shop}/products/…`, where the shop is a handle or the whole domain. */
function split(path: string): { shop: string; rest: string } | undefined {
  const [, name = '', rest = ''] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? []
  const shop = shopDomain(name.toLowerCase())
  return shop ? { shop, rest: rest.replace(/\/$/, '') } : undefined
}
const isAdminApi = (request: SimRequest): boolean => split(request.path)?.rest.startsWith('/admin/api/') ?? false

function productPage(env: Env, handle: string): SimAnswer {
  const product = products(env).find(
    (candidate) =>
      candidate.handle === handle && candidate.status === 'ACTIVE' && Object.keys(candidate.publications).length > 0,
  )
  if (!product)
    return htmlPage({ status: 404, title: '404 Not Found', main: '<main><h1>404 Page Not Found</h1></main>' })
  const picture = product.media[0]
    ? `<img src="${escapeHtml(product.media[0].source)}" alt="${escapeHtml(product.media[0].alt)}" width="320">`
    : ''
  const variants = product.variants
    .map(
      (variant) =>
        `<li>${escapeHtml(variant.values.join(' / '))} · ${escapeHtml(variant.sku)} · $${escapeHtml(variant.price)}</li>`,
    )
    .join('')
  const description = product.descriptionHtml.replace(/<[^>]*>/g, ' ')
  return htmlPage({
    title: product.title,
    main: `<main><h1>${escapeHtml(product.title)}</h1><p>${escapeHtml(product.vendor)}</p>${picture}<p>${escapeHtml(description)}</p><ul>${variants}</ul>
<p><a href="${escapeHtml(storefrontUrl(env, product))}">Link to this product</a></p></main>`,
  })
}

const failures = {
  rate_limit: emptyBucket,
  error500: (): SimAnswer => ({
    status: 500,
    headers: { 'content-type': 'text/plain' },
    body: 'Internal Server Error',
  }),
  forbidden: (): SimAnswer => ({
    status: 403,
    body: { errors: '[API] This action requires merchant approval for the access scope.' },
  }),
}

export const makeShopify: MakeSimulator = (context: SimContext): Simulator => {
  const buckets = new Buckets()
  const control = controlOf(context)
  return {
    handle(request) {
      const place = split(request.path)
      if (!place) return notFound
      const { shop, rest } = place
      const env: Env = { context, shop }
      if (rest === '/admin/oauth/authorize' && (request.method === 'GET' || request.method === 'POST'))
        return authorize(context, shop, request)
      if (rest === '/admin/oauth/access_token' && request.method === 'POST') return accessToken(context, shop, request)
      const requestedVersion = /^\/admin\/api\/([^/]+)\/graphql\.json$/.exec(rest)?.[1]
      const version = requestedVersion === undefined ? undefined : answeredIn(requestedVersion, context.now())
      if (version !== undefined && request.method === 'POST')
        return { ...answerGraphql(env, request, buckets), headers: { 'x-shopify-api-version': version } }
      const handle = /^\/products\/([^/]+)$/.exec(rest)?.[1]
      return handle && request.method === 'GET' ? productPage(env, decodeURIComponent(handle)) : notFound
    },
    faultable: isAdminApi,
    isWrite: (request) => isAdminApi(request) && asksForChange(request),
    fail: (kind, request) => failures[kind](request),
    useUp(request) {
      const shop = split(request.path)?.shop
      if (shop !== undefined) buckets.useUp(shop, context.now())
    },
    refill: () => buckets.clear(),
    expireTokens(revoke) {
      for (const env of control.shops()) dropTokens(env, revoke)
    },
    gaveUp: (subscription) => context.store.delete('subscription', subscription),
    ...control,
    reset() {
      context.store.clear(ofSale)
      buckets.clear()
    },
  }
}
