import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roles } from '#contract/permissions.ts'
import { MOST_ENDPOINTS } from '#contract/webhooks/webhooks.ts'
import * as contract from '#contract/webhooks/webhooks.ts'
import { listAuditEntries } from '#contract/organizations/organizations.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeToken, makeUser } from '#seed/make.ts'
import type { Ctx } from '#server/context.ts'
import { type WebhookReceiver, rightSignatures, webhookReceiver } from '#server/testing/receiver.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { deliverDue } from './jobs.ts'

let app: TestApp
let receiver: WebhookReceiver
let ctx: Ctx
let as: string
beforeAll(async () => {
  receiver = await webhookReceiver()
  app = await testApp({ WEBHOOK_HOSTS: `n8n.lan:5678, ${receiver.host}` })
})
afterAll(async () => {
  await app.stop()
  receiver.stop()
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.answer = (_, reply) => void reply.writeHead(200).end('thank you')
  const seller = await makeSeller(app.services)
  ctx = seller.ctx
  as = seller.as
})

const body = (more: object = {}) => ({ url: receiver.url, types: ['product.changed' as const], ...more })
async function create(more: object = {}) {
  const { body: answer } = await app.call(contract.createWebhook, { body: body(more), as })
  if (!answer.data) throw new Error(answer.message)
  return { ...answer.data, params: { id: answer.data.webhook.id } }
}

describe('webhook endpoints', () => {
  it('a new endpoint shows its secret once, and no list, log, audit entry or table holds it', async () => {
    const { secret, webhook, params } = await create({ description: 'ERP' })
    expect(webhook).toMatchObject({ url: receiver.url, description: 'ERP', state: 'active', waiting: 0, failed: 0 })
    // The receiver answers with our own secret, which the log must not keep.
    receiver.answer = (_, reply) => void reply.writeHead(500).end(`wrong key ${secret}`)
    const { id } = await makeProduct(ctx, (await makeTemplate(ctx)).id)
    await ctx.db.updateTable('products').set({ version: 2 }).where('id', '=', id).execute()
    while ((await deliverDue(app.services)) > 0) {
      /* until nothing is due */
    }
    const raws = [
      await app.call(contract.listWebhooks, { as }),
      await app.call(contract.listDeliveries, { params, as }),
      await app.call(contract.testWebhook, { params, as }),
      await app.call(listAuditEntries, { as }),
    ].map(({ raw }) => raw.toString())
    expect(raws[1]).toContain('wrong key whsec_…')
    const stored = await ctx.db.selectFrom('webhookEndpoints').selectAll().execute()
    for (const text of [...raws, JSON.stringify(stored)]) expect(text).not.toContain(secret.slice(6))
    expect(stored[0]?.secret.toString('latin1')).not.toContain(secret)
  })

  it.each([
    ['http://example.com/hook', 'Use an https address.'],
    ['ftp://example.com', 'Enter an address like https://example.com/hook.'],
    ['example.com', 'Enter an address like https://example.com/hook.'],
    ['https://me:secret@example.com', 'Leave the user name and password out of the address.'],
  ])('%s is no address for webhooks', async (url, sentence) => {
    const { status, body: answer } = await app.call(contract.createWebhook, { body: body({ url }), as })
    expect([status, answer.fields?.url]).toEqual([400, sentence])
  })

  it('a host that the operator opened may answer by http, and at least one event is needed', async () => {
    expect((await create({ url: 'http://n8n.lan:5678/x' })).webhook.url).toBe('http://n8n.lan:5678/x')
    expect((await app.call(contract.createWebhook, { body: body({ types: [] }), as })).status).toBe(400)
  })

  it('an organization has ten endpoints at most', async () => {
    for (let n = 0; n < MOST_ENDPOINTS; n += 1) await create()
    const { body: answer } = await app.call(contract.createWebhook, { body: body(), as })
    expect([answer.code, answer.message]).toEqual([
      'unsupported',
      'An organization can have up to 10 webhooks. Delete one first.',
    ])
  })

  it('an endpoint can be edited, paused, resumed and deleted, and the audit log says so', async () => {
    const { params } = await create()
    const edit = async (change: object) =>
      (await app.call(contract.updateWebhook, { params, body: change, as })).body.data
    expect(await edit({ description: 'Chat', types: ['order.received', 'order.received'] })).toMatchObject({
      description: 'Chat',
      types: ['order.received'],
      url: receiver.url,
    })
    expect(await edit({ state: 'paused' })).toMatchObject({ state: 'paused', reason: 'person' })
    expect(await edit({ state: 'active' })).toMatchObject({ state: 'active', reason: '' })
    await app.call(contract.deleteWebhook, { params, as })
    expect((await app.call(contract.listWebhooks, { as })).body.data).toEqual([])
    const actions = await ctx.db
      .selectFrom('auditEntries')
      .select('action')
      .where('entity', '=', 'webhook')
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update', 'delete'])
  })

  it('only Admins manage webhooks, and no API token does', async () => {
    await create()
    for (const roleId of [roles.manager, roles.member, roles.guest]) {
      const user = await makeUser(app.services)
      await makeMember(app.services, ctx.organizationId, user.id, roleId)
      const cookie = await makeSession(app.services, user.id, ctx.organizationId)
      expect((await app.call(contract.listWebhooks, { as: cookie })).body.code).toBe('forbidden')
    }
    const { headers } = await makeToken(ctx)
    expect((await app.call(contract.listWebhooks, { headers })).body.code).toBe('insufficient_scope')
    const neighbour = await makeSeller(app.services)
    expect((await app.call(contract.listWebhooks, { as: neighbour.as })).body.data).toEqual([])
  })

  it('a test event shows what the receiver answers, in any state, and is not logged', async () => {
    const { secret, params } = await create()
    await app.call(contract.updateWebhook, { params, body: { state: 'paused' }, as })
    const { body: answer } = await app.call(contract.testWebhook, { params, as })
    expect(answer.data).toMatchObject({ ok: true, status: 200, answer: 'thank you' })
    expect(receiver.received.map((message) => [message.body.type, rightSignatures(message, secret)])).toEqual([
      ['test', 1],
    ])
    expect((await app.call(contract.listDeliveries, { params, as })).body.data?.items).toBe(0)
    receiver.answer = (_, reply) => void reply.destroy()
    expect((await app.call(contract.testWebhook, { params, as })).body.data).toMatchObject({
      ok: false,
      status: null,
      answer: 'The receiver could not be reached (ECONNRESET).',
    })
  })

  it('the log is paged, newest first, and filtered by state', async () => {
    const { params } = await create()
    const { id } = await makeProduct(ctx, (await makeTemplate(ctx)).id)
    for (const version of [2, 3, 4])
      await ctx.db.updateTable('products').set({ version }).where('id', '=', id).execute()
    const list = async (query: object) => (await app.call(contract.listDeliveries, { params, query, as })).body.data
    const page = await list({ offset: 1, limit: 1 })
    expect(page).toMatchObject({
      items: 3,
      data: [{ type: 'product.changed', record: `product:${id}`, state: 'waiting' }],
    })
    expect(JSON.parse(page?.data[0]?.body ?? '')).toMatchObject({ type: 'product.changed', data: { version: 3 } })
    expect((await list({ state: 'failed' }))?.items).toBe(0)
    const { body: webhooks } = await app.call(contract.listWebhooks, { as })
    expect(webhooks.data).toMatchObject([{ waiting: 3, failed: 0 }])
  })

  it('an endless answer is read only as far as it is kept', async () => {
    const { params } = await create()
    receiver.answer = (_, reply) => {
      reply.writeHead(200)
      const more = () => {
        if (!reply.destroyed && reply.write('x'.repeat(10_000))) setImmediate(more)
      }
      reply.on('drain', more)
      more()
    }
    const { data } = (await app.call(contract.testWebhook, { params, as })).body
    expect([data?.ok, data?.answer.length]).toEqual([true, 2000])
  })
})
