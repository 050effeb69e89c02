import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { allEndpoints, areas } from '#contract/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { may, roles } from '#contract/permissions.ts'
import { buildApp } from '../app.ts'
import { type TestApp, testApp } from '../testing/app.ts'

let app: TestApp
/** Cookies: by role id in one organization, and the neighbour's admin. */
const as: Record<string, string> = {}
/** What the first organization owns, by kind. */
const ids: Record<string, number> = {}

beforeAll(async () => {
  app = await testApp()
  const owner = await makeSeller(app.services)
  for (const roleId of [roles.admin, roles.manager, roles.member, roles.guest]) {
    const user = await makeUser(app.services)
    await makeMember(app.services, owner.organization.id, user.id, roleId)
    as[roleId] = await makeSession(app.services, user.id, owner.organization.id)
  }
  as.nobody = await makeSession(app.services, (await makeUser(app.services)).id, null)
  const neighbour = await makeSeller(app.services)
  as.neighbour = neighbour.as
  const template = await makeTemplate(owner.ctx)
  const product = await makeProduct(owner.ctx, template.id, { sku: 'OURS-1' })
  const { db, organizationId } = owner.ctx
  const integration = await db
    .insertInto('integrations')
    .values({ organizationId, channel: 'ebay', settings: '{}', tokens: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The neighbour's own account does not stand in for another's that was named.
  const own = await makeProduct(neighbour.ctx, (await makeTemplate(neighbour.ctx)).id, { sku: 'THEIRS-1' })
  await neighbour.ctx.db
    .insertInto('integrations')
    .values({ organizationId: neighbour.ctx.organizationId, channel: 'ebay', settings: '{}', tokens: null })
    .execute()
  const listing = await db
    .insertInto('listingProducts')
    .values({
      organizationId,
      productId: product.id,
      templateId: template.id,
      channel: 'ebay',
      integrationId: integration.id,
      schemaOverrides: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = await db
    .insertInto('orders')
    .values({
      organizationId,
      channel: 'manual',
      integrationId: null,
      externalOrderId: 'MAN-1',
      number: 'MAN-1',
      state: 'open',
      orderStatus: 'open',
      shippingStatus: 'Not Shipped',
      paymentStatus: 'Paid',
      orderDate: new Date(),
      paymentAmount: null,
      shippingAddress: '{}',
      billingAddress: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const invitation = await db
    .insertInto('invitations')
    .values({ organizationId, email: 'waiting@example.com', roleId: 5, invitedBy: owner.user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const view = await db
    .insertInto('views')
    .values({ organizationId, userId: owner.user.id, page: 'products', name: 'Ours', shared: true, config: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const changeSet = await db
    .insertInto('changeSets')
    .values({ organizationId, kind: 'bulk', state: 'running', work: null, selection: null, userId: owner.user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = await db
    .insertInto('imports')
    .values({
      organizationId,
      kind: 'products',
      fileName: 'a.csv',
      state: 'mapping',
      changeSetId: null,
      userId: owner.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  Object.assign(ids, {
    import: file.id,
    changeSet: changeSet.id,
    view: view.id,
    invitation: invitation.id,
    organization: organizationId,
    user: owner.user.id,
    template: template.id,
    product: product.id,
    integration: integration.id,
    listing: listing.id,
    order: order.id,
    theirProduct: own.id,
    theirTemplate: own.templateId,
  })
})
afterAll(() => app.stop())

const named = Object.values(areas).flatMap((area) => Object.entries(area))
const call = (endpoint: AnyEndpoint, cookie: string | undefined, input: object = {}) =>
  app.call(endpoint, { ...input, ...(cookie ? { as: cookie } : {}) } as never)
/** Any parameters: who may call is decided before they are read. */
const anything = { params: new Proxy({}, { get: () => '1' }) }

describe('every endpoint', () => {
  it('is mounted exactly once', async () => {
    const { app: built } = await buildApp({ services: app.services, webRoot: '/nowhere', ready: async () => true })
    expect([...built.mounted].length).toBe(allEndpoints.length)
    for (const [name, endpoint] of named) expect(built.mounted.has(endpoint), name).toBe(true)
    await built.fastify.close()
  })
  it.each(named.filter(([, e]) => e.needs !== 'public'))('ACC-026 %s refuses a stranger', async (_name, endpoint) => {
    const { status, body } = await call(endpoint, undefined, anything)
    expect([status, body.success, body.code]).toEqual([401, false, 'unauthenticated'])
  })
  it.each(named.filter(([, e]) => e.needs !== 'public' && e.needs !== 'session'))(
    '%s refuses someone without an organization',
    async (_name, endpoint) => {
      expect((await call(endpoint, as.nobody, anything)).body.code).toBe('no_organization')
    },
  )
  const refusals = named.flatMap(([name, e]) =>
    [roles.admin, roles.manager, roles.member, roles.guest]
      .filter((r) => !may(r, e.needs))
      .map((r) => [name, r, e] as const),
  )
  it.each(refusals)('ORG-082 %s refuses role %i', async (_name, role, endpoint) => {
    expect((await call(endpoint, as[role], anything)).body.code).toBe('forbidden')
  })
})

/** How to name what belongs to another organization, for every endpoint that takes an id. */
const ruleTab = (templateId: number | undefined) => ({
  templateId,
  tabs: [{ ownerType: 'Template', applyTo: 'title', dynamicMappings: [] }],
})
const foreign: Record<string, (i: typeof ids) => object> = {
  updateClient: (i) => ({ body: { clientId: i.organization, displayName: 'Mine now' } }),
  getClient: (i) => ({ query: { clientId: i.organization } }),
  addUserRole: (i) => ({ body: { clientId: i.organization, userEmail: 'x@example.com', userRole: 3 } }),
  changeUserRole: (i) => ({ body: { clientId: i.organization, userId: i.user, userRole: 5 } }),
  removeUser: (i) => ({ body: { clientId: i.organization, userId: i.user } }),
  endMemberSessions: (i) => ({ body: { clientId: i.organization, userId: i.user } }),
  resendInvitation: (i) => ({ params: { id: i.invitation } }),
  withdrawInvitation: (i) => ({ params: { id: i.invitation } }),
  getTemplate: (i) => ({ params: { id: i.template } }),
  saveTemplate: (i) => ({ params: { id: i.template }, body: { productTemplate: { name: 'Mine now' } } }),
  copySku: (i) => ({ params: { id: i.product } }),
  deleteTemplate: (i) => ({ params: { id: i.template } }),
  addAttributes: (i) => ({ body: { templateId: i.template, attributes: ['Colour'] } }),
  attributeValueCounts: (i) => ({ query: { templateId: i.template } }),
  mergeAttributes: (i) => ({ body: { templateId: i.template, source: 'Bin', target: 'Brand', action: 'fill' } }),
  previewMerge: (i) => ({ body: { templateId: i.template, source: 'Bin', target: 'Brand', action: 'fill' } }),
  convertProduct: (i) => ({ body: { productId: i.product, productTemplateId: i.theirTemplate } }),
  duplicateTemplate: (i) => ({ body: { templateId: i.template } }),
  getProduct: (i) => ({ params: { id: i.product } }),
  getProductBySku: () => ({ params: { sku: 'OURS-1' } }),
  createProduct: (i) => ({ body: { product: { templateId: i.template, sku: 'NEW-1' } } }),
  updateProduct: (i) => ({ body: { product: { id: i.product, title: 'Mine now' } } }),
  deleteProduct: (i) => ({ params: { id: i.product } }),
  importTemplateFile: (i) => ({ params: { id: i.template } }),
  getChangeSet: (i) => ({ params: { id: i.changeSet } }),
  listChangeItems: (i) => ({ params: { id: i.changeSet } }),
  undoChangeSet: (i) => ({ params: { id: i.changeSet } }),
  cancelChangeSet: (i) => ({ params: { id: i.changeSet } }),
  duplicateProduct: (i) => ({ params: { id: i.product } }),
  deleteImage: (i) => ({ body: { productId: i.product, imageUrl: 'https://x.test/1.png' } }),
  listMovements: (i) => ({ params: { id: i.product } }),
  getProductSharing: (i) => ({ params: { id: i.product } }),
  saveSharingException: (i) => ({ body: { productId: i.product, sharing: { mode: 'guaranteed' } } }),
  productPictures: (i) => ({ params: { id: i.product } }),
  retryProductPictures: (i) => ({ params: { id: i.product } }),
  savePriceRule: (i) => ({ body: { integrationId: i.integration, rule: null } }),
  disconnectIntegration: (i) => ({ body: { channel: 'ebay', integrationId: i.integration } }),
  listingChannels: (i) => ({ query: { templateId: i.template } }),
  listDynamicMappings: (i) => ({ query: { parentId: i.template } }),
  saveDynamicMappings: (i) => ({
    query: { ownerType: 'Template', ownerId: i.template, applyTo: 'title' },
    body: { dynamicMappings: [] },
  }),
  previewRules: (i) => ({ body: ruleTab(i.template) }),
  saveRules: (i) => ({ body: ruleTab(i.template) }),
  channelValues: (i) => ({ query: { templateId: i.template, channel: 'ebay' } }),
  saveListingTemplates: (i) => ({
    body: { listingTemplates: [{ templateId: i.template, channel: 'ebay', schemas: [{ id: 'd', name: 'Default' }] }] },
  }),
  listListingProducts: (i) => ({ query: { productId: i.product } }),
  switchOnChannels: (i) => ({ body: { productId: i.product, channels: ['ebay'] } }),
  saveListingProducts: (i) => ({ body: { listingProducts: [{ channel: 'ebay', productId: i.product }] } }),
  listToChannels: (i) => ({ body: { productId: i.product } }),
  retryListing: (i) => ({ params: { id: i.listing } }),
  getOrder: (i) => ({ query: { orderId: i.order } }),
  updateShipping: (i) => ({ body: { orderId: i.order, channel: 'manual' } }),
  updateOrder: (i) => ({ body: { order: { id: i.order } } }),
  cancelOrder: (i) => ({ body: { orderId: i.order } }),
  updateView: (i) => ({ params: { id: i.view }, body: { name: 'Mine now' } }),
  deleteView: (i) => ({ params: { id: i.view } }),
  getImport: (i) => ({ params: { id: i.import } }),
  planImport: (i) => ({ params: { id: i.import }, body: {} }),
  rereadImport: (i) => ({ params: { id: i.import }, body: {} }),
  listImportRows: (i) => ({ params: { id: i.import } }),
  suggestColumns: (i) => ({ params: { id: i.import } }),
  applyImport: (i) => ({ params: { id: i.import } }),
  cancelImport: (i) => ({ params: { id: i.import } }),
  failedRowsFile: (i) => ({ params: { id: i.import } }),
  importPictures: (i) => ({ params: { id: i.import } }),
  importCsv: (i) => ({ params: { id: i.template } }),
  adoptingState: (i) => ({ params: { integrationId: i.integration } }),
  readCatalogue: (i) => ({ params: { integrationId: i.integration } }),
  listFound: (i) => ({ params: { integrationId: i.integration } }),
  decideFound: (i) => ({
    params: { integrationId: i.integration },
    body: { which: { tab: 'look' }, as: 'link' },
  }),
  settleQuantities: (i) => ({
    params: { integrationId: i.integration },
    body: { which: { tab: 'differs' }, as: 'ours' },
  }),
  importFound: (i) => ({ params: { integrationId: i.integration }, body: { which: { tab: 'new' } } }),
  linkFound: (i) => ({ params: { integrationId: i.integration } }),
  unlinkFound: (i) => ({ params: { integrationId: i.integration }, body: { ids: [1] } }),
  linkThere: (i) => ({ body: { listingIds: [i.listing] } }),
  settleDrift: () => ({ body: { ids: [999_999], as: 'ours' } }),
  retryJob: () => ({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
}
/** How to name another organization's account of a channel, for every endpoint that takes one. */
const foreignAccount: Record<string, (i: typeof ids) => object> = {
  bulkImport: (i) => ({ params: { channel: 'ebay' }, body: { skus: ['A'], integrationId: i.integration } }),
  saveIntegration: (i) => ({ body: { channel: 'ebay', settings: {}, integrationId: i.integration } }),
  oauthUrl: (i) => ({ params: { channel: 'ebay' }, query: { integrationId: String(i.integration) } }),
  connectWithKey: (i) => ({ params: { channel: 'ebay' }, body: { answers: {}, integrationId: i.integration } }),
  makeThere: (i) => ({
    params: { channel: 'ebay' },
    body: { field: 'locationId', answers: {}, integrationId: i.integration },
  }),
  saveEbayPolicies: (i) => ({
    body: { paymentPolicyId: '', returnPolicyId: '', fulfillmentPolicyId: '', integrationId: i.integration },
  }),
  ebayCategories: (i) => ({ query: { integrationId: i.integration } }),
  ebayAspects: (i) => ({ query: { integrationId: i.integration, categoryId: '1' } }),
  ebayAspectsMany: (i) => ({ query: { integrationId: i.integration, categoryIds: '1' } }),
  ebayTemplateAttributes: (i) => ({ query: { integrationId: i.integration, categoryIds: '1' } }),
  createEbayTemplate: (i) => ({ body: { categoryIds: ['1'], template: 'Mine', integrationId: i.integration } }),
  ebaySuggestions: (i) => ({ query: { integrationId: i.integration, query: 'shirt' } }),
  ebayLocations: (i) => ({ query: { integrationId: i.integration } }),
  ebayShippingServices: (i) => ({ query: { integrationId: i.integration } }),
  ebayPolicies: (i) => ({ query: { integrationId: i.integration } }),
  etsyTaxonomy: (i) => ({ query: { integrationId: i.integration } }),
  etsyProperties: (i) => ({ query: { integrationId: i.integration, taxonomyId: '1' } }),
  etsyPropertiesMany: (i) => ({ query: { integrationId: i.integration, taxonomyIds: '1' } }),
  etsyShippingProfiles: (i) => ({ query: { integrationId: i.integration } }),
  etsyReturnPolicies: (i) => ({ query: { integrationId: i.integration } }),
  etsyProcessingProfiles: (i) => ({ query: { integrationId: i.integration } }),
  etsySections: (i) => ({ query: { integrationId: i.integration } }),
  shopifyLocations: (i) => ({ query: { integrationId: i.integration } }),
  shopifyCollections: (i) => ({ query: { integrationId: i.integration } }),
  squareCategories: (i) => ({ query: { integrationId: i.integration } }),
  squareLocations: (i) => ({ query: { integrationId: i.integration } }),
  squareTaxes: (i) => ({ query: { integrationId: i.integration } }),
  connectionHealth: (i) => ({ params: { channel: 'ebay' }, query: { integrationId: i.integration } }),
  checkReadiness: (i) => ({ params: { channel: 'ebay' }, body: { integrationId: i.integration } }),
  switchOn: (i) => ({ params: { channel: 'ebay' }, body: { id: 'any', integrationId: i.integration } }),
  listDrift: (i) => ({ params: { channel: 'ebay' }, query: { integrationId: i.integration } }),
  readBack: (i) => ({ params: { channel: 'ebay' }, body: { integrationId: i.integration } }),
  saveDriftRule: (i) => ({ params: { channel: 'ebay' }, body: { rule: 'ours', integrationId: i.integration } }),
  importOrders: (i) => ({ params: { channel: 'ebay' }, body: { integrationId: i.integration } }),
  saveListingTemplates: (i) => ({
    body: {
      listingTemplates: [
        {
          templateId: i.theirTemplate,
          channel: 'ebay',
          integrationId: i.integration,
          schemas: [{ id: 'd', name: 'Default' }],
        },
      ],
    },
  }),
  saveListingProducts: (i) => ({
    body: { listingProducts: [{ channel: 'ebay', productId: i.theirProduct, integrationId: i.integration }] },
  }),
  switchOnChannels: (i) => ({
    body: { productId: i.theirProduct, channels: ['ebay'], integrationIds: [i.integration] },
  }),
  preflight: (i) => ({ query: { productId: i.theirProduct, channel: 'ebay', integrationId: i.integration } }),
  listProduct: (i) => ({
    params: { channel: 'ebay' },
    body: { productId: i.theirProduct, integrationId: i.integration },
  }),
  unlistProduct: (i) => ({
    params: { integration: 'ebay' },
    body: { productId: i.theirProduct, integrationId: i.integration },
  }),
  createAndList: (i) => ({
    body: {
      product: { sku: 'THEIRS-2', title: 'A shirt', price: 1, quantity: 1 },
      template: { name: 'Shirts' },
      channels: [{ channel: 'ebay', integrationId: i.integration }],
    },
  }),
}
/** Takes an id, but of what the caller's session decides, or of a channel, or goes by the SKU: a neighbour's is out of reach by construction. */
const ownOnly = new Set([
  'saveValueMappings',
  'getUser',
  'updateUser',
  'userRoles',
  'acceptRole',
  'declineRole',
  'clientLogin',
  'skuPrefixes',
  'listProducts',
  'updateProducts',
  'applyTags',
  'previewBulkEdit',
  'bulkEdit',
  'deleteProducts',
  'exportProducts',
  'exchangeCode',
  'createOrder',
  'confirmEmail',
  'resetPassword',
  'searchOrders',
  // The library belongs to the installation.
  'importStockTemplate',
  'addStockTemplate',
  'removeStockTemplate',
  'ordersByProduct',
  'listAuditEntries',
  'listListings',
  'listJobs',
])

describe('another organization', () => {
  it('is asked for by every endpoint that takes an id', () => {
    const takesId = named
      .filter(([, e]) =>
        /[iI]ds?\b|"id"|\{id\}/.test(
          JSON.stringify([Object.keys(shapeOf(e.params)), keysDeep(e.body), Object.keys(shapeOf(e.query))]),
        ),
      )
      .map(([name]) => name)
    expect(takesId.filter((name) => !foreign[name] && !foreignAccount[name] && !ownOnly.has(name))).toEqual([])
  })
  it.each(Object.entries(foreign))('ORG-003 %s does not find what belongs to a neighbour', async (name, input) => {
    const endpoint = named.find(([n]) => n === name)?.[1]
    if (!endpoint) throw new Error(`${name} is no endpoint`)
    const { status, body } = await call(endpoint, as.neighbour, input(ids))
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
  it.each(Object.entries(foreignAccount))(
    'ORG-003 %s does not find an account that a neighbour connected',
    async (name, input) => {
      const endpoint = named.find(([n]) => n === name)?.[1]
      if (!endpoint) throw new Error(`${name} is no endpoint`)
      const { status, body } = await call(endpoint, as.neighbour, input(ids))
      expect([status, body.code]).toEqual([409, 'integration_missing'])
    },
  )
  it('ORG-003 leaves the neighbour as it was', async () => {
    const { database } = app.services
    expect(await database.system.selectFrom('products').select(['title', 'sku']).orderBy('id').execute()).toEqual([
      { title: 'Product OURS-1', sku: 'OURS-1' },
      { title: 'Product THEIRS-1', sku: 'THEIRS-1' },
    ])
  })
})

interface Shaped {
  shape?: Record<string, unknown>
  def?: { type?: string; element?: unknown; options?: unknown[]; innerType?: unknown; in?: unknown }
}
const shapeOf = (schema: unknown): Record<string, unknown> => (schema as Shaped | undefined)?.shape ?? {}
/** Names of all fields of a body, at any depth. */
function keysDeep(schema: unknown, depth = 0): string[] {
  const s = schema as Shaped | undefined
  if (!s || depth > 6) return []
  const inner = [s.def?.element, s.def?.innerType, s.def?.in, ...(s.def?.options ?? [])].filter(Boolean)
  return [
    ...Object.entries(shapeOf(s)).flatMap(([k, v]) => [k, ...keysDeep(v, depth + 1)]),
    ...inner.flatMap((i) => keysDeep(i, depth + 1)),
  ]
}
