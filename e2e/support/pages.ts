import type { BrowserContext } from 'playwright-core'
import { login } from '#contract/accounts.ts'
import { applyImport, getImport, planImport } from '#contract/imports.ts'
import { listListings } from '#contract/listings/listings.ts'
import { recentOrders } from '#contract/orders/orders.ts'
import { clientLogin, getUserClients } from '#contract/organizations/organizations.ts'
import { beginPublishing, getPublishing, listPublishAccounts } from '#contract/publishing.ts'
import { listProducts } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { plainPages } from '../../bin/lib/sources.ts'
import type { Motto } from './motto.ts'
import { Seller, sha256 } from './seller.ts'
import { until } from './wait.ts'

/** Every page that a guest may see. */
export const outside = [
  '/',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/pricing',
  '/login',
  '/createAccount',
  '/forgotPassword',
  '/resetPassword',
  '/confirmEmail?uuid=x&code=y',
  '/unsubscribe',
  '/unsubscribe/report',
  '/nowhere',
]
/** Pages that no journey looks at by their address, each with the reason. */
const notLookedAt: Record<string, string> = {
  '/_gallery': 'for developers, and no part of a build',
  '/clients': 'an older address of the organization',
  '/product-not-found': 'an answer to an address that leads nowhere',
  '/orders/settle': 'an older address of the order issues',
  '/products': 'an older address of the inventory',
  '/superAdmin': 'for whoever runs Motto, who has a look of their own',
}
/** Every page of the demo's seller: those without a parameter by their routes, and examples of the others. What stands behind a colon is found by `examplesOf`. */
export const inside = [
  ...plainPages.filter((path) => !(path in notLookedAt)),
  '/inventory?search=nothing-is-called-so',
  '/inventory/new?method=csv',
  '/inventory/import/:mapping',
  '/inventory/import/:ready',
  '/inventory/import/:done',
  '/inventory/import/999999',
  '/inventory/publishing/:publishing',
  '/inventory/history/:changeSet',
  '/inventory/new/:template',
  '/product/:product',
  '/product/:product/publish',
  '/product/:product/publish/shopify',
  '/product/:refused/publish/ebay',
  '/product/:product/listings',
  '/product/:product/orders',
  '/product/sku/NOPE',
  '/listings?status=error',
  '/templates/new?method=csv',
  '/template/:template',
  '/template/:template/listing/ebay',
  '/template/:template/listing/shopify',
  '/template/:template/details',
  '/template/:template/products',
  '/orders?tab=completed',
  '/orders?dialog=import',
  '/orders/rules?rule=new',
  '/orders/issues?order=:oversold',
  '/order/:oversold',
  '/order/:shipped',
  '/order/999999',
  '/integrations/ebay',
  '/integrations/ebay/defaults',
  '/integrations/ebay/prices',
  '/integrations/ebay/health',
  '/integrations/shopify',
  '/integrations/shopify/defaults',
  '/account/api?operation=listProducts',
  '/account/webhooks/999999',
  '/confirmEmail',
  '/oauth/ebay?error=access_denied',
  '/nowhere/at/all',
]
/** The main links, in their order. */
export const mainLinks = [
  ['Dashboard', '/dashboard'],
  ['Templates', '/templates'],
  ['Inventory', '/inventory'],
  ['Listings', '/listings'],
  ['Orders', '/orders'],
  ['Integrations', '/integrations'],
  ['Analytics', '/analytics'],
]
/** Whom the demo made. */
export const accountOf = (motto: Motto) => {
  const [, email = '', password = ''] = /Sign in with (\S+) and the password (\S+)/.exec(motto.output()) ?? []
  return { email, password }
}

/** Imports as far as their pages can be looked at: to be mapped, to be reviewed, done. */
async function imports(motto: Motto, context: BrowserContext, dana: Seller, templateId: number) {
  const upload = async (name: string) => {
    const rows = [
      'SKU,Title,Price,Qty',
      `${name}-1,First of ${name},12.50,3`,
      `${name}-2,Second of ${name},cheap,4`,
      `${name}-3,Third of ${name},9,0`,
    ]
    const file = { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    const answer = await context.request.post(`${motto.url}/api/v2/imports`, { multipart: { file } })
    return ((await answer.json()) as { data: { id: number } }).data.id
  }
  const reached = (id: number, state: string) =>
    until(`import ${id} is ${state}`, async () => {
      const record = await dana.call(getImport, { params: { id } })
      return record.state === state && record
    })
  const planned = async (name: string) => {
    const id = await upload(name)
    await dana.call(planImport, {
      params: { id },
      body: { template: templateId, fieldMappings: { sku: 'SKU', title: 'Title', price: 'Price', quantity: 'Qty' } },
    })
    await reached(id, 'ready')
    return id
  }
  const [mapping, ready, done] = [await upload('map'), await planned('review'), await planned('apply')]
  await dana.call(applyImport, { params: { id: done } })
  const { changeSetId } = await reached(done, 'done')
  return { mapping, ready, done, changeSet: changeSetId ?? Number.NaN }
}

/** Listings of many that were looked at, with what stands in their way. */
async function publishing(dana: Seller, productId = Number.NaN) {
  const accounts = await dana.call(listPublishAccounts)
  const integrationIds = accounts.map(({ integrationId }) => integrationId)
  const { id } = await dana.call(beginPublishing, { body: { selection: { ids: [productId] }, integrationIds } })
  await until(`publishing ${id} is looked at`, async () => {
    const { state } = await dana.call(getPublishing, { params: { id } })
    return state === 'ready'
  })
  return id
}

/** Numbers of one of each kind that looks different. */
export type Sought = Record<
  | 'product'
  | 'refused'
  | 'template'
  | 'shipped'
  | 'oversold'
  | 'mapping'
  | 'ready'
  | 'done'
  | 'changeSet'
  | 'publishing',
  number
>

/** Finds or makes them. @param context of a browser that is signed in */
export async function examplesOf(motto: Motto, context: BrowserContext): Promise<Sought> {
  const dana = new Seller(motto.url, motto.dataDir)
  await dana.call(login, { body: { email: accountOf(motto).email, password: sha256(accountOf(motto).password) } })
  const [shop] = await dana.call(getUserClients)
  await dana.call(clientLogin, { body: { clientLoginId: shop?.id ?? 0 } })
  const { data: products } = await dana.call(listProducts, { query: { limit: '100' } })
  const orders = await dana.call(recentOrders, { query: { limit: '100' } })
  const { data: refused } = await dana.call(listListings, { query: { status: 'error' } })
  const templates = await dana.call(listTemplates)
  const id = (row: { id: number } | undefined) => row?.id ?? Number.NaN
  return {
    ...(await imports(motto, context, dana, id(templates[0]))),
    publishing: await publishing(dana, refused[0]?.productId),
    product: id(products.find(({ listings }) => listings?.length === 2)),
    refused: refused[0]?.productId ?? Number.NaN,
    template: id(templates[0]),
    shipped: id(orders.find((order) => order.state === 'shipped')),
    oversold: id(orders.find((order) => order.oversold)),
  }
}
