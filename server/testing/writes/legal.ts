import { CATEGORY, type Sold } from '../shop/shop.ts'
import { operatorInput } from '../operators.ts'
import { foreign, foreignAccount } from '../attacks/foreign.ts'
import { pressConsent } from '#channels/testing/conformance/stage.ts'
import { applyProposal, propose } from '#contract/agents/proposals.ts'
import { applyTags } from '#contract/changes/changes.ts'
import { createIntegration, oauthUrl } from '#contract/integrations/integrations.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { saveLineCost } from '#contract/orders/costs.ts'
import { createOrder } from '#contract/orders/create.ts'
import { createOrderRule } from '#contract/orders/rules.ts'
import { packPieces } from '#contract/orders/packing.ts'
import { assignLine } from '#contract/orders/settling.ts'
import { saveRates } from '#contract/organizations/rates.ts'
import { productHistory } from '#contract/products/history.ts'
import { updateProduct } from '#contract/products/products.ts'
import { createReport, leaveReport } from '#contract/reports.ts'
import { createView } from '#contract/views.ts'
import type { Desk } from './desk.ts'
import { prepared, preparedAccounts } from './prepared.ts'

interface Input {
  params?: object
  query?: object
  body?: object
  /** Another legal body, where one with one more field is not. */
  otherBody?: object
}
export type Ask = (desk: Desk) => Input | Promise<Input>

const image = { url: 'https://x.test/1.png' }
const parcel = { service: 'UPS', trackingNumber: '1Z999' }
const view = {
  name: 'Mine',
  config: { version: 1, page: 'products', type: 'table', columns: [], widths: {}, filters: {} },
}
const manualOrder = (sku: string, quantity = 1) => ({
  order: { source: 'Phone', items: [{ sku, quantity, price: 5 }] },
})
const idOf = (data: unknown): number => (data as { id: number }).id
const orderRule = (assigneeId: number) => ({
  name: 'Another',
  conditions: [],
  actions: { addTags: ['x'], service: '', assigneeId, hold: false },
})
const report = { name: 'Sales', every: 'week', filter: { channels: [], templateNames: [], skus: [], attributes: [] } }

async function packed(desk: Desk, quantity = 1) {
  const { orderId, itemId } = await manual(desk, quantity)
  await desk.call(packPieces, { body: { orderId, itemId, by: 1 } })
  return orderId
}
async function manual(desk: Desk, quantity = 1) {
  const { sku } = await desk.product()
  const orderId = idOf(await desk.call(createOrder, { body: manualOrder(sku, quantity) }))
  const { id: itemId } = await desk.ctx.db
    .selectFrom('orderItems')
    .select('id')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return { orderId, itemId, sku }
}

const people: Record<string, Ask> = {
  updateWebhook: ({ ids }) => ({ params: { id: ids.webhook }, body: { state: 'paused' } }),
  deleteWebhook: ({ ids }) => ({ params: { id: ids.webhook } }),
  replayDelivery: ({ ids }) => ({ params: { id: ids.webhook, deliveryId: ids.delivery } }),
  replayFailed: ({ ids }) => ({ params: { id: ids.webhook }, body: { since: '2026-01-01T00:00:00Z' } }),
  updateView: async ({ call }) => ({
    params: { id: idOf(await call(createView, { params: { page: 'products' }, body: view })) },
    body: { name: 'Renamed' },
  }),
  updateReport: async (desk) => ({
    params: { id: await reportOf(desk) },
    body: { name: 'Renamed' },
    otherBody: { name: 'Renamed again' },
  }),
  sendSupportEmail: () => ({ body: { email: 'dana@example.com', message: 'The list stays empty.' } }),
  changeUserRole: async ({ ids, colleague }) => ({
    body: { clientId: ids.organization, userId: await colleague(), userRole: 5 },
  }),
  removeUser: async ({ ids, colleague }) => ({ body: { clientId: ids.organization, userId: await colleague() } }),
  endMemberSessions: async ({ ids, colleague }) => ({
    body: { clientId: ids.organization, userId: await colleague() },
  }),
  createClient: ({ ids: { organization } }) => ({
    body: { name: `Second${organization}`, displayName: `Second ${organization}`, description: '' },
  }),
  hideFirstSteps: () => ({ body: { hidden: true } }),
  saveNotificationSetting: () => ({ body: { kind: 'orders', browser: false, mail: true } }),
  sendTestMail: () => ({}),
  createView: () => ({ params: { page: 'products' }, body: view }),
  createViewByBody: () => ({ body: { page: 'products', ...view } }),
  createReport: ({ ids }) => ({ body: { ...report, readers: [ids.user] } }),
  leaveReport: async (desk) => ({ params: { id: await reportOf(desk) } }),
  rejoinReport: async (desk) => {
    const params = { id: await reportOf(desk) }
    await desk.call(leaveReport, { params })
    return { params }
  },
  sendReport: async (desk) => ({ params: { id: await reportOf(desk) } }),
  saveRates: () => ({ body: rates }),
  deleteRate: async ({ call }) => {
    await call(saveRates, { body: rates })
    return { body: { currency: 'EUR', day: '2026-11-02' } }
  },
}
const rates = { into: 'USD', rates: [{ currency: 'EUR', day: '2026-11-02', rate: '1.1' }] }
const reportOf = async ({ call, ids }: Desk) =>
  idOf(await call(createReport, { body: { ...report, readers: [ids.user] } }))

const rule = {
  uuid: '00000000-0000-4000-8000-000000000002',
  name: 'Prefix',
  rules: [
    {
      uuid: '00000000-0000-4000-8000-000000000003',
      conditionSets: [],
      actions: [{ uuid: '00000000-0000-4000-8000-000000000004', action: 'set value', value: 'A mug' }],
    },
  ],
}

const proposalOf = (productId: number) => ({
  reason: 'The maker has another name',
  changes: [{ productIds: [productId], edits: [{ field: 'vendor', action: 'set', value: 'Acme' }] }],
})
const proposed = async ({ call, ids }: Desk) => idOf(await call(propose, { body: proposalOf(ids.product) }))
async function applied(desk: Desk) {
  const id = await proposed(desk)
  await desk.call(applyProposal, { params: { id } })
  return id
}

const catalogue: Record<string, Ask> = {
  previewBulkEdit: ({ ids }) => ({
    body: { selection: { ids: [ids.product] }, edits: [{ field: 'vendor', action: 'set', value: 'Acme' }] },
  }),
  generateDetail: () => ({ body: { item: { title: 'A mug' }, field: 'title' } }),
  createOperator: () => ({ body: operatorInput({ name: 'Another' }) }),
  updateOperator: ({ ids }) => ({
    params: { id: ids.operator },
    body: { operator: operatorInput({ city: 'Bonn' }), updatedAt: new Date(0).toISOString() },
  }),
  saveDynamicMappings: ({ ids }) => ({
    query: { ownerType: 'Template', ownerId: ids.template, applyTo: 'title' },
    body: { dynamicMappings: [rule] },
  }),
  saveRules: ({ ids }) => ({
    body: { templateId: ids.template, tabs: [{ ownerType: 'Template', applyTo: 'title', dynamicMappings: [rule] }] },
  }),
  saveBundle: async ({ product }) => ({
    body: { id: (await product(0)).id, parts: [{ sku: (await product()).sku, pieces: 2 }] },
  }),
  cancelChangeSet: async ({ ids, ctx }) => {
    await ctx.db.updateTable('changeSets').set({ state: 'waiting' }).where('id', '=', ids.changeSet).execute()
    return { params: { id: ids.changeSet } }
  },
  planImport: ({ ids }) => ({ params: { id: ids.import }, body: { template: ids.template } }),
  applyImport: async ({ ids, ctx }) => {
    await ctx.db.updateTable('imports').set({ state: 'ready' }).where('id', '=', ids.import).execute()
    return { params: { id: ids.import } }
  },
  createTemplate: () => ({ body: { productTemplate: { name: 'Mugs' } } }),
  deleteTemplate: async ({ template }) => ({ params: { id: await template() } }),
  mergeAttributes: async ({ template }) => ({
    body: { templateId: await template(['Size', 'Width']), source: 'Size', target: 'Width', action: 'fill' },
  }),
  convertProduct: async ({ ids, template }) => ({
    body: { productId: ids.product, productTemplateId: await template() },
  }),
  deleteImage: async ({ ids, call }) => {
    await call(updateProduct, { body: { product: { id: ids.product, images: [image] } } })
    return { body: { productId: ids.product, imageUrl: image.url } }
  },
  undoProductChange: async ({ ids, call }) => {
    await call(updateProduct, { body: { product: { id: ids.product, title: 'Another title' } } })
    const { data } = (await call(productHistory, { params: { id: ids.product } })) as { data: { id: number }[] }
    return { body: { id: ids.product, changeId: data[0]?.id } }
  },
  applyTags: ({ ids }) => ({ body: { productIds: [ids.product], addTags: ['new'] } }),
  bulkEdit: ({ ids }) => ({
    body: { selection: { ids: [ids.product] }, edits: [{ field: 'vendor', action: 'set', value: 'Acme' }] },
  }),
  deleteProducts: ({ ids }) => ({ body: { selection: { ids: [ids.product] } } }),
  undoChangeSet: async ({ ids, call }) => ({
    params: { id: idOf(await call(applyTags, { body: { productIds: [ids.product], addTags: ['old'] } })) },
  }),
  propose: ({ ids }) => ({ body: proposalOf(ids.product) }),
  applyProposal: async (desk) => ({ params: { id: await proposed(desk) } }),
  withdrawProposal: async (desk) => ({ params: { id: await proposed(desk) } }),
  decideProposal: async (desk) => ({ params: { id: await proposed(desk) }, body: { approve: false } }),
  undoProposal: async (desk) => ({ params: { id: await applied(desk) } }),
  undoProposals: async (desk) => {
    const id = await applied(desk)
    const tokenId = desk.ids.token
    await desk.ctx.db.updateTable('proposals').set({ tokenId }).where('id', '=', id).execute()
    return { body: { tokenId, since: '2026-01-01T00:00:00Z' } }
  },
  updateProducts: ({ ids }) => ({ body: { products: [{ id: ids.product, title: 'Another title' }] } }),
  bulkInsert: ({ ids }) => ({ body: { products: [{ sku: 'NEW-2', templateId: ids.template, title: 'New' }] } }),
  saveValueMappings: () => ({
    body: {
      valueMappings: [
        {
          uuid: '00000000-0000-4000-8000-000000000001',
          channel: 'ebay',
          name: 'Colors',
          mappings: [],
          configurations: [],
        },
      ],
    },
  }),
  saveOrganizationSharing: () => ({ body: { sharing: { mode: 'guaranteed' } } }),
}

const orders: Record<string, Ask> = {
  moveOrderRule: async ({ call, ids }) => {
    await call(createOrderRule, { body: orderRule(ids.user) })
    return { params: { id: ids.orderRule }, body: { to: 1 } }
  },
  settleUndoing: async ({ ids, ctx }) => {
    await ctx.db.updateTable('orderRefunds').set({ state: 'refused' }).where('id', '=', ids.refund).execute()
    return { body: { refundId: ids.refund, action: 'withdraw' } }
  },
  createOrder: async ({ product }) => ({ body: manualOrder((await product()).sku) }),
  updateShipping: async (desk) => ({
    body: { orderId: (await manual(desk)).orderId, channel: 'manual', action: 'ship', ...parcel },
  }),
  shipOrders: async (desk) => {
    const ids = [await manual(desk), await manual(desk), await manual(desk)].map(({ orderId }) => orderId)
    return { body: { orders: ids.map((orderId) => ({ orderId, ...parcel })) } }
  },
  cancelOrder: async (desk) => ({ body: { orderId: (await manual(desk)).orderId } }),
  updateOrder: async (desk) => ({ body: { order: { id: (await manual(desk)).orderId, shippingCost: 3 } } }),
  packPieces: async (desk) => {
    const { orderId, itemId } = await manual(desk)
    return { body: { orderId, itemId, by: 1 } }
  },
  saveSlipSettings: () => ({ body: { returnAddress: '1 Rose St', logo: '' } }),
  reportItems: async (desk) => {
    const { orderId, itemId } = await manual(desk)
    return { body: { orderId, itemId, kind: 'missing', units: 1, reports: 0 } }
  },
  undoItemReport: ({ ids }) => ({ body: { reportId: ids.itemReport } }),
  shipPart: async (desk) => ({ body: { orderId: await packed(desk, 2), ...parcel } }),
  shipPacked: async (desk) => ({ body: { orderId: await packed(desk), ...parcel } }),
  promisePieces: async ({ sale, ctx }) => {
    const { orderId, sku } = await sale({ quantity: 12 })
    await ctx.db.updateTable('stockLevels').set({ onHand: 50 }).where('sku', '=', sku).execute()
    return { body: { orderId } }
  },
  returnPieces: async ({ sale }) => {
    const { orderId, itemId } = await sale({ sent: 2 } as never)
    return { body: { orderId, returnedBefore: 0, lines: [{ itemId, quantity: 1, restock: true }] } }
  },
  refundOrder: async ({ sale }) => {
    const { orderId, itemId } = await sale()
    const lines = [{ itemId, quantity: 1, amount: 10, restock: true }]
    return { body: { orderId, seen: 0, lines, shipping: 0, reason: 'BUYER_RETURN', note: '' } }
  },
  saveLineCost: async ({ sale }) => ({ body: { itemId: (await sale({ sku: 'NO-SUCH' })).itemId, cost: 5 } }),
  fillCosts: async ({ sale }) => {
    await sale({ sku: 'NO-SUCH' })
    return { body: { sku: 'NO-SUCH', cost: 5 } }
  },
  clearCosts: async ({ sale, call }) => {
    const { itemId } = await sale({ sku: 'NO-SUCH' })
    const costed = (await call(saveLineCost, { body: { itemId, cost: 5 } })) as CallReply<typeof saveLineCost>
    return { body: { sku: 'NO-SUCH', at: costed.at } }
  },
  createOrderRule: ({ ids }) => ({ body: orderRule(ids.user) }),
  makeSlips: ({ ids }) => ({ query: { selectedIds: [String(ids.order)] }, body: { paper: 'a4' } }),
  assignLine: async ({ sale, product }) => ({
    body: { itemId: (await sale({ sku: 'NO-SUCH' })).itemId, sku: (await product()).sku },
  }),
  takeFromSku: async ({ sale, product }) => ({
    body: { itemId: (await sale({ quantity: 99 })).itemId, sku: (await product(200)).sku },
  }),
  waitForStock: async ({ sale }) => ({ body: { itemId: (await sale({ quantity: 99 })).itemId, waits: true } }),
  leaveLine: async ({ sale }) => ({ body: { itemId: (await sale({ sku: 'NO-SUCH' })).itemId, leave: true } }),
  forgetMeaning: async ({ sale, product, call }) => {
    const { itemId } = await sale({ sku: 'NO-SUCH' })
    await call(assignLine, { body: { itemId, sku: (await product()).sku } })
    return { body: { channel: 'ebay', sku: 'NO-SUCH' } }
  },
}

const channels: Record<string, Ask> = {
  createIntegration: () => ({ body: { name: 'square' } }),
  exchangeCode: async ({ call }) => {
    await call(createIntegration, { body: { name: 'square' } })
    const consent = await pressConsent(String(await call(oauthUrl, { params: { channel: 'square' }, query: {} })))
    return { params: { channel: 'square' }, body: consent }
  },
  makeThere: () => ({
    params: { channel: 'ebay' },
    body: {
      field: 'locationId',
      answers: { name: 'North dock', country: 'US', stateOrProvince: 'IL', postalCode: '60601', phone: '555 0100' },
    },
  }),
  createSpreadsheet: () => ({ body: { title: 'Stock' } }),
  createEbayTemplate: () => ({ body: { categoryIds: [CATEGORY], template: 'Shirts' } }),
  listProduct: ({ ids }) => ({ params: { channel: 'ebay' }, body: { productId: ids.product, wait: 0 } }),
  unlistProduct: async ({ ids, ctx }) => {
    const live = { status: 'listed', externalId: 'e-1', list: true } as const
    await ctx.db.updateTable('listingProducts').set(live).where('id', '=', ids.listing).execute()
    return { params: { integration: 'ebay' }, body: { productId: ids.product, wait: 0 } }
  },
  listToChannels: ({ ids }) => ({ body: { productId: ids.product, wait: 0 } }),
  settleDrift: async ({ ids, ctx }) => {
    const { id } = await ctx.db
      .insertInto('stockDrift')
      .values({
        organizationId: ctx.organizationId,
        integrationId: ids.integration,
        listingId: ids.listing,
        sku: 'OURS-1',
        ours: 10,
        theirs: 8,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { body: { ids: [id], as: 'theirs' } }
  },
}

/** Writes that need an account of the sandbox, with the channels. */
const onEbay = [
  'makeThere',
  'createEbayTemplate',
  'switchOnChannels',
  'createAndList',
  'listProduct',
  'listToChannels',
  'unlistProduct',
  'beginPublishing',
  'proposePublishing',
  'importOrders',
  'readCatalogue',
  'startConnectionCheck',
  'linkFound',
  'checkReadiness',
]
export const accounts = (name: string): readonly Sold[] => {
  if (name === 'createSpreadsheet') return ['csv']
  return onEbay.includes(name) ? ['ebay'] : preparedAccounts(name)
}

/** Writes that ask a channel: each holds its key on a connection, and works on another. */
export const asksChannel = (name: string): boolean =>
  accounts(name).length > 0 || name === 'exchangeCode' || name === 'disconnectIntegration'

/** Writes that need not change a row for the desk. */
export const savesNothingHere = new Set(['cancelChangeSet', 'listToChannels', 'retryJob'])

/** Keyed writes that this walk does not send, and where their repeats are proven, or what they need that a desk does not have. */
export const elsewhere: Record<string, string> = {
  ...Object.fromEntries(
    Object.keys(prepared).map((name) => [name, 'much to prepare: server/testing/writes/prepared.ts']),
  ),
  uploadImport: 'a file: server/http/idempotency.test.ts',
  importCsv: 'a file, taken by the same steps as uploadImport',
  importTemplatesCsv: 'a file, taken by the same steps as uploadImport',
  importPicture: 'a host of pictures',
  fixImportCells: 'a file under review: server/features/imports/fixing.test.ts',
  connectWithKey: 'a channel that is connected with a key: there is none',
  cancelAtChannel: 'a channel that takes cancellations: there is none',
  refreshShadow: 'an account in shadow mode: server/features/sync/shadow/shadow.test.ts',
  confirmShadow: 'an account in shadow mode: server/features/sync/shadow/shadow.test.ts',
}

/** A request that Motto carries out for the desk. */
export async function legalRequest(name: string, desk: Desk): Promise<Input> {
  const own = prepared[name] ?? people[name] ?? catalogue[name] ?? orders[name] ?? channels[name]
  if (own) return own(desk)
  const { id: theirProduct, templateId: theirTemplate } = await desk.product()
  const shaped = foreign[name] ?? foreignAccount[name]
  if (!shaped) throw new Error(`no legal request for ${name}`)
  return shaped({ ...desk.ids, theirProduct, theirTemplate })
}
