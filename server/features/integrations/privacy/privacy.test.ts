import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Jobs } from '../../../jobs/jobs.ts'
import { unseal } from '../../../mail/seal.ts'
import { channelOrder, makeIntegration } from '../../../testing/shop/orders.ts'
import { sandboxedApp } from '../../../testing/setup/sandboxed.ts'
import { until } from '../../../testing/setup/until.ts'
import { makeSeller } from '#seed/make.ts'
import { eraseBuyersJob } from '../../orders/erase.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { privacyAddress, verificationToken } from './privacy.ts'

const on = sandboxedApp()
beforeAll(async () => {
  const publicUrl = await on.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(on.app.services.config, { publicUrl })
})

const erasing = async () =>
  (await on.app.services.queue.boss.findJobs<Jobs['orders.erase']>('orders.erase', {})).map(({ data }) => data)
const post = (channel: string, body: object, headers: Record<string, string>) =>
  on.app.fastify.inject({ method: 'POST', url: `/api/v2/privacy/${channel}`, payload: JSON.stringify(body), headers })
const control = (path: string, body: object) =>
  fetch(`${on.sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })

describe('eBay tells us of a person who closes their account', () => {
  it('at an address that proves to be ours, and their data is forgotten', async () => {
    const { ctx } = await makeSeller(on.app.services)
    const integration = await makeIntegration(ctx, 'ebay')
    const order = channelOrder({
      buyer: { account: 'gone_buyer', name: 'Ana Lima', email: 'ana@example.com', phone: '' },
    })
    await takeIn(ctx, { id: integration.id, channel: 'ebay' }, [order])
    const address = privacyAddress(on.app.services.config, 'ebay')
    const token = verificationToken(on.app.services.secret, 'ebay')
    expect(token).toMatch(/^[\w-]{32,80}$/)
    expect((await control('ebay/forget', { buyer: 'gone_buyer', address, token: 'of somebody else' })).status).toBe(409)
    expect((await control('ebay/forget', { buyer: 'gone_buyer', address, token })).status).toBe(200)
    const job = await until('the notice', async () =>
      (await erasing()).find((request) => 'accounts' in request && request.accounts.includes('gone_buyer')),
    )
    await eraseBuyersJob(on.app.services, job)
    const { buyerName, buyerEmail } = await ctx.db
      .selectFrom('orders')
      .select(['buyerName', 'buyerEmail'])
      .where('externalOrderId', '=', order.externalOrderId)
      .executeTakeFirstOrThrow()
    expect([buyerName, buyerEmail]).toEqual(['', ''])
  })

  it('and nobody else can: a forged notice is answered as eBay asks, and forgets nobody', async () => {
    const before = await erasing()
    const notice = {
      metadata: { topic: 'MARKETPLACE_ACCOUNT_DELETION' },
      notification: { data: { username: 'somebody', userId: 'x' } },
    }
    const signed = (header: object) => ({
      'x-ebay-signature': Buffer.from(JSON.stringify(header)).toString('base64'),
      'content-type': 'application/json',
    })
    for (const header of [{}, { kid: '../../user', signature: 'AAAA' }, { kid: 'unknown', signature: 'AAAA' }])
      expect((await post('ebay', notice, signed(header))).statusCode).toBe(412)
    expect((await post('ebay', notice, {})).statusCode).toBe(412)
    expect(await erasing()).toEqual(before)
    expect((await on.app.fastify.inject('/api/v2/privacy/ebay')).statusCode).toBe(404)
    const twice = '/api/v2/privacy/ebay?challenge_code=a&challenge_code=b'
    expect((await on.app.fastify.inject(twice)).statusCode).toBe(404)
    expect((await post('etsy', notice, {})).statusCode).toBe(404)
  })
})

it('a notice that cannot be judged, because eBay does not tell its key, is not refused: it is sent again', async () => {
  await control('faults', { channel: 'ebay', kind: 'error500', count: 9 })
  const header = { kid: 'never-asked-for', signature: 'AAAA' }
  const headers = { 'x-ebay-signature': Buffer.from(JSON.stringify(header)).toString('base64') }
  expect((await post('ebay', {}, headers)).statusCode).toBe(503)
  await fetch(`${on.sandbox.url}/_sandbox/faults`, { method: 'DELETE' })
  expect((await post('ebay', {}, headers)).statusCode).toBe(412)
})

describe('Shopify asks about the people who bought', () => {
  const signed = (topic: string, body: object, secret = 'sandbox-shopify-secret') => ({
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(JSON.stringify(body)).digest('base64'),
  })
  const ask = (topic: string, body: object) => post('shopify', body, signed(topic, body))
  const shopOf = async (domain: string, authenticatedAt: Date | null = new Date()) => {
    const seller = await makeSeller(on.app.services)
    const { id } = await makeIntegration(seller.ctx, 'shopify')
    await seller.ctx.db
      .updateTable('integrations')
      .set({ shop: domain, authenticatedAt })
      .where('organizationId', '=', seller.ctx.organizationId)
      .where('id', '=', id)
      .execute()
    return { ...seller, key: { organizationId: seller.ctx.organizationId, integrationId: id } }
  }

  it('to forget the buyer of some orders, or all of a shop that left', async () => {
    const { key } = await shopOf('forgetful.myshopify.com')
    const about = { shop_id: 1, shop_domain: 'forgetful.myshopify.com', customer: { id: 2, email: 'ana@example.com' } }
    expect((await ask('customers/redact', { ...about, orders_to_redact: [12, 13] })).statusCode).toBe(200)
    expect((await ask('shop/redact', about)).statusCode).toBe(200)
    const mine = (await erasing()).filter((job) => job.organizationId === key.organizationId)
    expect(mine).toHaveLength(2)
    const externalOrderIds = ['gid://shopify/Order/12', 'gid://shopify/Order/13']
    expect(mine).toContainEqual(expect.objectContaining({ ...key, externalOrderIds }))
    expect(mine.filter((job) => !('externalOrderIds' in job))).toMatchObject([key])
  })

  it('what is kept of one: the owners are mailed which orders to look at, and nothing of the buyer', async () => {
    const { ctx, key } = await shopOf('asking.myshopify.com')
    const order = channelOrder({
      externalOrderId: 'gid://shopify/Order/77',
      number: '#1077',
      buyer: { name: 'Ana Lima', email: 'ana@example.com', phone: '' },
    })
    await takeIn(ctx, { id: key.integrationId, channel: 'shopify' }, [order])
    const body = { shop_domain: 'asking.myshopify.com', orders_requested: [77], customer: { email: 'ana@example.com' } }
    expect((await ask('customers/data_request', body)).statusCode).toBe(200)
    const mails = await on.app.services.queue.boss.findJobs<Jobs['mail.send']>('mail.send', {
      data: { organizationId: key.organizationId },
    })
    expect(mails.map(({ data }) => data.subject)).toEqual([
      'A customer of asking.myshopify.com has requested their data',
    ])
    const text = unseal(on.app.services.secret, mails[0]?.data.text ?? '')
    expect(text).toContain('Order #1077')
    expect(text).not.toMatch(/Ana|example\.com/)
  })

  it('and not whoever named the shop and never connected it', async () => {
    const { key } = await shopOf('not-mine.myshopify.com', null)
    const body = { shop_domain: 'not-mine.myshopify.com', orders_requested: [1] }
    expect((await ask('customers/data_request', body)).statusCode).toBe(200)
    expect((await ask('shop/redact', body)).statusCode).toBe(200)
    expect(
      await on.app.services.queue.boss.findJobs('mail.send', { data: { organizationId: key.organizationId } }),
    ).toEqual([])
    expect((await erasing()).filter((job) => job.organizationId === key.organizationId)).toEqual([])
  })

  it('with its signature alone', async () => {
    const body = { shop_domain: 'forgetful.myshopify.com', orders_to_redact: [1] }
    const before = await erasing()
    expect((await post('shopify', body, signed('customers/redact', body, 'guessed'))).statusCode).toBe(401)
    expect(await erasing()).toEqual(before)
  })
})
