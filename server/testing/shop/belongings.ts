import { makeProduct, makeTemplate, makeToken } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { seal } from '../../http/seal.ts'
import { operatorInput } from '../operators.ts'

export type Belongings = Record<
  | 'organization'
  | 'user'
  | 'invitation'
  | 'token'
  | 'webhook'
  | 'delivery'
  | 'template'
  | 'product'
  | 'integration'
  | 'check'
  | 'listing'
  | 'order'
  | 'refund'
  | 'itemReport'
  | 'orderRule'
  | 'operator'
  | 'slips'
  | 'view'
  | 'report'
  | 'changeSet'
  | 'publishing'
  | 'proposal'
  | 'import',
  number
>

/** One row of everything that an organization owns and that a request can name. @param integrationId an account of eBay; else one without tokens is made */
export async function makeBelongings(ctx: Ctx, integrationId?: number): Promise<Belongings> {
  const integration =
    integrationId ?? (await add(ctx, 'integrations', { channel: 'ebay', settings: '{}', tokens: null }))
  const template = await makeTemplate(ctx)
  const product = await makeProduct(ctx, template.id, { sku: 'OURS-1' })
  const listing = await add(ctx, 'listingProducts', {
    productId: product.id,
    templateId: template.id,
    channel: 'ebay',
    integrationId: integration,
    schemaOverrides: '{}',
  })
  const at = new Date(0)
  const check = await add(ctx, 'connectionChecks', {
    integrationId: integration,
    state: 'done',
    startedAt: at,
    seenAt: at,
    endedAt: at,
    exchanges: '[]',
  })
  const operator = await add(ctx, 'operators', { ...operatorInput(), externalIds: '{}', updatedAt: new Date(0) })
  const catalogue = { check, operator, template: template.id, product: product.id, integration, listing }
  return { ...catalogue, ...(await makeOrders(ctx)), ...(await makePeople(ctx)), ...(await makeWork(ctx, product.id)) }
}

type Table =
  | 'webhookEndpoints'
  | 'webhookDeliveries'
  | 'integrations'
  | 'connectionChecks'
  | 'listingProducts'
  | 'orders'
  | 'orderRefunds'
  | 'orderItems'
  | 'itemReports'
  | 'orderRules'
  | 'operators'
  | 'slipDocuments'
  | 'invitations'
  | 'views'
  | 'mailedReports'
  | 'changeSets'
  | 'proposals'
  | 'publishRuns'
  | 'imports'

/** Adds a row. @returns its id */
async function add({ db, organizationId }: Ctx, table: Table, row: object): Promise<number> {
  const { id } = await db
    .insertInto(table)
    .values({ organizationId, ...row } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function makeOrders(ctx: Ctx) {
  const order = await add(ctx, 'orders', {
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
  const refund = await add(ctx, 'orderRefunds', {
    orderId: order,
    kind: 'refund',
    key: '00000000-0000-4000-8000-000000000000',
    reason: 'Other',
    lines: '[]',
    userId: ctx.userId,
    askedAt: new Date(),
  })
  const item = await add(ctx, 'orderItems', {
    orderId: order,
    externalId: '1',
    sku: 'OURS-9',
    itemTitle: 'Ours',
    quantity: 1,
    price: 100,
    orderDate: new Date(),
  })
  const itemReport = await add(ctx, 'itemReports', {
    orderId: order,
    itemId: item,
    kind: 'missing',
    units: 1,
    short: 1,
    stockTurn: 0,
    holds: false,
    at: new Date(),
  })
  const orderRule = await add(ctx, 'orderRules', {
    place: 1,
    name: 'Ours',
    conditions: '[]',
    actions: JSON.stringify({ addTags: ['ours'], service: '', assigneeId: null, hold: false }),
    updatedAt: new Date(0),
  })
  const slips = await add(ctx, 'slipDocuments', {
    userId: ctx.userId,
    paper: 'a4',
    orderIds: [order],
    unwritten: '[]',
    createdAt: new Date(),
    touchedAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  return { order, refund, itemReport, orderRule, slips }
}

async function makePeople(ctx: Ctx) {
  const { userId } = ctx
  const secret = seal(ctx.services, 'webhook secret', String(ctx.organizationId), 'whsec_AAAA')
  const webhook = await add(ctx, 'webhookEndpoints', {
    url: 'https://hooks.test/ours',
    types: ['import.finished'],
    secret,
    createdBy: userId,
  })
  const delivery = await add(ctx, 'webhookDeliveries', {
    endpointId: webhook,
    record: 'import:1',
    type: 'import.finished',
    data: '{}',
    state: 'failed',
  })
  const waiting = { email: 'waiting@example.com', roleId: 5, invitedBy: userId }
  return {
    organization: ctx.organizationId,
    user: userId ?? 0,
    invitation: await add(ctx, 'invitations', waiting),
    token: (await makeToken(ctx)).id,
    identity: await addIdentity(ctx),
    webhook,
    delivery,
    view: await add(ctx, 'views', { userId, page: 'products', name: 'Ours', shared: true, config: '{}' }),
    report: await add(ctx, 'mailedReports', { name: 'Ours', every: 'week', filter: '{}', nextDay: '2026-11-23' }),
  }
}

async function makeWork(ctx: Ctx, productId: number) {
  const { userId } = ctx
  return {
    changeSet: await add(ctx, 'changeSets', { kind: 'bulk', state: 'running', work: null, selection: null, userId }),
    proposal: await add(ctx, 'proposals', {
      userId,
      title: 'Ours',
      reason: 'Ours',
      state: 'waiting',
      products: 1,
      units: 0,
      money: 0,
      pricePercent: 0,
      rows: '[]',
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    }),
    publishing: await add(ctx, 'publishRuns', {
      state: 'ready',
      integrationIds: [],
      selection: JSON.stringify({ ids: [productId] }),
      userId,
    }),
    import: await add(ctx, 'imports', {
      kind: 'products',
      fileName: 'a.csv',
      state: 'mapping',
      changeSetId: null,
      userId,
    }),
  }
}

async function addIdentity({ services, userId }: Ctx): Promise<number> {
  const { id } = await services.database.system
    .insertInto('userIdentities')
    .values({ userId: userId ?? 0, issuer: 'https://login.example', subject: `ours-${userId}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
