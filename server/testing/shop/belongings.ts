import { makeProduct, makeTemplate, makeToken } from '#seed/make.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { together } from '../../db/connection/pipelined.ts'
import { seal } from '../../http/seal.ts'
import { operatorInput } from '../operators.ts'

const HOUR_MS = 3_600_000

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

/**
 * One row of everything that an organization owns and that a request can name, in one transaction: a test makes them for each of hundreds of writes.
 * @param integrationId an account of eBay; else one without tokens is made
 */
export async function makeBelongings(ctx: Ctx, integrationId?: number): Promise<Belongings> {
  const identity = await addIdentity(ctx)
  return inTransaction(ctx, async (inner) => {
    const catalogue = await makeCatalogue(inner, integrationId)
    const [orders, people, work] = await together([
      makeOrders(inner),
      makePeople(inner),
      makeWork(inner, catalogue.product),
    ])
    return { ...catalogue, ...orders, ...people, ...work, identity }
  })
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

async function makeCatalogue(ctx: Ctx, integrationId?: number) {
  const at = new Date(0)
  const [integration, template, operator] = await together([
    integrationId ?? add(ctx, 'integrations', { channel: 'ebay', settings: '{}', tokens: null }),
    makeTemplate(ctx),
    add(ctx, 'operators', { ...operatorInput(), externalIds: '{}', updatedAt: at }),
  ])
  const product = await makeProduct(ctx, template.id, { sku: 'OURS-1' })
  const [listing, check] = await together([
    add(ctx, 'listingProducts', {
      productId: product.id,
      templateId: template.id,
      channel: 'ebay',
      integrationId: integration,
      schemaOverrides: '{}',
    }),
    add(ctx, 'connectionChecks', {
      integrationId: integration,
      state: 'done',
      startedAt: at,
      seenAt: at,
      endedAt: at,
      exchanges: '[]',
    }),
  ])
  return { check, operator, template: template.id, product: product.id, integration, listing }
}

async function makeOrders(ctx: Ctx) {
  const now = new Date()
  const [order, orderRule] = await together([
    add(ctx, 'orders', {
      channel: 'manual',
      integrationId: null,
      externalOrderId: 'MAN-1',
      number: 'MAN-1',
      state: 'open',
      orderStatus: 'open',
      shippingStatus: 'Not Shipped',
      paymentStatus: 'Paid',
      orderDate: now,
      paymentAmount: null,
      shippingAddress: '{}',
      billingAddress: '{}',
    }),
    add(ctx, 'orderRules', {
      place: 1,
      name: 'Ours',
      conditions: '[]',
      actions: JSON.stringify({ addTags: ['ours'], service: '', assigneeId: null, hold: false }),
      updatedAt: new Date(0),
    }),
  ])
  const [refund, item, slips] = await together([
    add(ctx, 'orderRefunds', {
      orderId: order,
      kind: 'refund',
      key: '00000000-0000-4000-8000-000000000000',
      reason: 'Other',
      lines: '[]',
      userId: ctx.userId,
      askedAt: now,
    }),
    add(ctx, 'orderItems', {
      orderId: order,
      externalId: '1',
      sku: 'OURS-9',
      itemTitle: 'Ours',
      quantity: 1,
      price: 100,
      orderDate: now,
    }),
    add(ctx, 'slipDocuments', {
      userId: ctx.userId,
      paper: 'a4',
      orderIds: [order],
      unwritten: '[]',
      createdAt: now,
      touchedAt: now,
      expiresAt: new Date(now.getTime() + HOUR_MS),
    }),
  ])
  const itemReport = await add(ctx, 'itemReports', {
    orderId: order,
    itemId: item,
    kind: 'missing',
    units: 1,
    short: 1,
    stockTurn: 0,
    holds: false,
    at: now,
  })
  return { order, refund, itemReport, orderRule, slips }
}

async function makePeople(ctx: Ctx) {
  const { userId } = ctx
  const secret = seal(ctx.services, 'webhook secret', String(ctx.organizationId), 'whsec_AAAA')
  const [webhook, invitation, token, view, report] = await together([
    add(ctx, 'webhookEndpoints', {
      url: 'https://hooks.test/ours',
      types: ['import.finished'],
      secret,
      createdBy: userId,
    }),
    add(ctx, 'invitations', { email: 'waiting@example.com', roleId: 5, invitedBy: userId }),
    makeToken(ctx),
    add(ctx, 'views', { userId, page: 'products', name: 'Ours', shared: true, config: '{}' }),
    add(ctx, 'mailedReports', { name: 'Ours', every: 'week', filter: '{}', nextDay: '2026-11-23' }),
  ])
  const delivery = await add(ctx, 'webhookDeliveries', {
    endpointId: webhook,
    record: 'import:1',
    type: 'import.finished',
    data: '{}',
    state: 'failed',
  })
  const { organizationId: organization } = ctx
  return { organization, user: userId ?? 0, invitation, token: token.id, webhook, delivery, view, report }
}

async function makeWork(ctx: Ctx, productId: number) {
  const { userId } = ctx
  const now = new Date()
  const [changeSet, proposal, publishing, imported] = await together([
    add(ctx, 'changeSets', { kind: 'bulk', state: 'running', work: null, selection: null, userId }),
    add(ctx, 'proposals', {
      userId,
      title: 'Ours',
      reason: 'Ours',
      state: 'waiting',
      products: 1,
      units: 0,
      money: 0,
      pricePercent: 0,
      rows: '[]',
      createdAt: now,
      expiresAt: new Date(now.getTime() + 24 * HOUR_MS),
    }),
    add(ctx, 'publishRuns', {
      state: 'ready',
      integrationIds: [],
      selection: JSON.stringify({ ids: [productId] }),
      userId,
    }),
    add(ctx, 'imports', { kind: 'products', fileName: 'a.csv', state: 'mapping', changeSetId: null, userId }),
  ])
  return { changeSet, proposal, publishing, import: imported }
}

async function addIdentity({ services, userId }: Ctx): Promise<number> {
  const { id } = await services.database.system
    .insertInto('userIdentities')
    .values({ userId: userId ?? 0, issuer: 'https://login.example', subject: `ours-${userId}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
