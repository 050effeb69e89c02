import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandboxed, pressConsent } from '#channels/testing/conformance/stage.ts'
import type { CallReply } from '#contract/endpoint.ts'
import * as contract from '#contract/integrations/integrations.ts'
import {
  listListings,
  listProduct,
  listToChannels,
  listingChannels,
  saveListingProducts,
  saveListingTemplates,
  unlistProduct,
} from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { listDrift, saveDriftRule } from '#contract/sync/drift.ts'
import { getOrder, importOrders, searchOrders } from '#contract/orders/orders.ts'
import { makeSeller } from '#seed/make.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, orderLine } from '../../../testing/shop/orders.ts'
import { type Shop, type Sold, openShop } from '../../../testing/shop/shop.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { levelsOf } from '../../stock/service.ts'

let sandbox: Sandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await openSandbox()
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
})
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
})

type Account = Omit<NonNullable<CallReply<typeof contract.listIntegrations>['ebay']>, 'others'>

const integrations = async (as: string) => (await app.call(contract.listIntegrations, { as })).body.data ?? {}

/** Gives consent for an integration. @param account as whom, else as the sandbox proposes */
async function consent(as: string, channel: Sold, integrationId: number, account?: string) {
  const query: Record<string, string> = { integrationId: String(integrationId) }
  if (account && channel === 'shopify') query.shop = account
  const { body } = await app.call(contract.oauthUrl, { params: { channel }, query, as })
  const url = new URL(body.data ?? '')
  if (account) url.searchParams.set('account', account)
  return app.call(contract.exchangeCode, { params: { channel }, body: await pressConsent(url.href), as })
}
const begin = (as: string, channel: Sold) =>
  app.call(contract.createIntegration, { body: { name: channel, another: true }, as })

describe.each(['ebay', 'shopify'] as const)('two accounts of %s', (channel) => {
  let shop: Shop
  let template: number
  let first: Account
  let second: Account
  const onChannel = async (account: Account, sku: string) => {
    const name = encodeURIComponent(account.integration.shop)
    const answer = await fetch(`${sandbox.url}/_sandbox/${channel}/listings?account=${name}`)
    return ((await answer.json()) as Sandboxed[]).filter((listing) => listing.sku === sku)
  }
  const shown = async (account: Account, sku: string) => (await onChannel(account, sku))[0]?.quantity
  const buy = async (account: Account, sku: string, quantity: number) => {
    const name = encodeURIComponent(account.integration.shop)
    const answer = await fetch(`${sandbox.url}/_sandbox/${channel}/buy?account=${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sku, quantity }),
    })
    return ((await answer.json()) as { externalOrderId: string }).externalOrderId
  }
  const look = (account: Account) =>
    app.call(importOrders, { params: { channel }, body: { integrationId: account.id }, as: shop.as })
  const available = async (productId: number) => (await levelsOf(shop.ctx, [productId]))[0]?.available

  beforeAll(async () => {
    shop = await openShop(app, sandbox, [channel])
    await shop.send()
    const { body } = await begin(shop.as, channel)
    await consent(shop.as, channel, body.data?.id ?? 0)
    template = await shop.template()
    const all = (await integrations(shop.as))[channel]
    if (!all?.others[0]) throw new Error('there is no second account')
    ;[first, second] = [all, all.others[0]]
    // Places and policies are an account's own.
    const [place] =
      (await app.call(lookups.shopify.locations, { query: { integrationId: second.id }, as: shop.as })).body.data ?? []
    const its = place ? { locationId: place.id } : {}
    const panels = (await app.call(listingChannels, { query: { templateId: template }, as: shop.as })).body.data
    await app.call(saveListingTemplates, {
      body: {
        listingTemplates: [
          {
            templateId: template,
            channel,
            integrationId: second.id,
            schemas: (panels?.[channel]?.listingTemplate?.schemas ?? []).map((schema) => ({
              ...schema,
              ...its,
              id: 'second',
            })),
          },
        ],
      },
      as: shop.as,
    })
    await shop.send()
  })

  /** A product that is live in both. */
  async function live(quantity = 10) {
    const product = await shop.product(template, { quantity })
    for (const { id } of [first, second])
      await app.call(saveListingProducts, {
        body: {
          listingProducts: [
            { channel, productId: product.id, integrationId: id, listSettings: { list: true, sync: true } },
          ],
        },
        as: shop.as,
      })
    const answer = await shop.sending(
      app.call(listToChannels, { body: { productId: product.id, wait: 20 }, as: shop.as }),
    )
    return { product, answer: answer.body.data?.[channel] }
  }

  it('CHN-018 CHN-114 are both connected, each as an account of its own; the first stands for the channel', () => {
    expect([first.authenticated, second.authenticated]).toEqual([true, true])
    expect(second.id).toBeGreaterThan(first.id)
    expect(new Set([first.integration.shop, second.integration.shop, '']).size).toBe(3)
  })

  it('LST-339 LST-345 list one product, each with its own listing template, and each answers', async () => {
    const { product, answer } = await live()
    expect(answer).toMatchObject({
      status: 'fulfilled',
      integrationId: first.id,
      others: [{ status: 'fulfilled', integrationId: second.id }],
    })
    const { body } = await app.call(listingChannels, {
      query: { templateId: template, productId: product.id },
      as: shop.as,
    })
    const panel = (account: Account, schema: string) => ({
      integrationId: account.id,
      account: account.integration.shop,
      authenticated: true,
      listingTemplate: { integrationId: account.id, schemas: [{ id: schema }] },
      listingProduct: { integrationId: account.id, selectedSchemaId: schema, status: 'listed' },
    })
    expect(body.data?.[channel]).toMatchObject({ ...panel(first, 'default'), others: [panel(second, 'second')] })
    const [here, there] = [await onChannel(first, product.sku), await onChannel(second, product.sku)]
    expect([here, there]).toMatchObject([[{ quantity: 10 }], [{ quantity: 10 }]])
    const listed = await app.call(listListings, { query: { integrationId: second.id }, as: shop.as })
    expect(listed.body).toMatchObject({ data: { items: 1, data: [{ integrationId: second.id }] } })
  })

  it('ORD-083 lower a SKU in both when either sells it, once; the order says where it was placed', async () => {
    const { product } = await live()
    const there = await buy(second, product.sku, 3)
    await look(first)
    expect(await available(product.id)).toBe(10)
    await look(second)
    await look(second)
    await shop.send()
    expect(await available(product.id)).toBe(7)
    expect([await shown(first, product.sku), await shown(second, product.sku)]).toEqual([7, 7])
    const here = await buy(first, product.sku, 2)
    await look(second)
    await look(first)
    await shop.send()
    expect(await available(product.id)).toBe(5)
    expect([await shown(first, product.sku), await shown(second, product.sku)]).toEqual([5, 5])
    const orders = async (query: object) =>
      ((await app.call(searchOrders, { query, as: shop.as })).body.data ?? []).map((o) => o.externalOrderId)
    expect(await orders({ integrationIds: [String(second.id)] })).toEqual([there])
    expect(await orders({ integrationIds: [String(first.id)] })).toEqual([here])
    expect((await orders({ channels: [channel] })).sort()).toEqual([here, there].sort())
    const [row] = (await app.call(searchOrders, { query: {}, as: shop.as })).body.data ?? []
    const order = await app.call(getOrder, { query: { orderId: row?.id ?? 0 }, as: shop.as })
    expect(order.body.data?.order.integrationId).toBe(row?.integrationId)
  })

  it('a sale in one is not counted as a sale in the other: what was set there stays known', async () => {
    const { product } = await live()
    await buy(second, product.sku, 4)
    await look(second)
    const known = await shop.ctx.db
      .selectFrom('listingStock')
      .select(['integrationId', 'expected', 'unseen'])
      .where('organizationId', '=', shop.ctx.organizationId)
      .where('sku', '=', product.sku)
      .orderBy('integrationId')
      .execute()
    expect(known).toEqual([
      { integrationId: first.id, expected: 10, unseen: 0 },
      { integrationId: second.id, expected: 6, unseen: 0 },
    ])
  })

  it('ORD-084 the same order id in both is two orders, each taken in once', async () => {
    const product = await shop.product(template, { quantity: 10 })
    const order = channelOrder({
      externalOrderId: `same-${channel}`,
      lines: [orderLine({ sku: product.sku, quantity: 2 })],
    })
    const sources = [first, second].map(({ id }) => ({ id, channel }))
    for (const source of sources) expect(await takeIn(shop.ctx, source, [order])).toEqual({ imported: 1, updated: 0 })
    for (const source of sources) expect(await takeIn(shop.ctx, source, [order])).toEqual({ imported: 0, updated: 0 })
    expect(await available(product.id)).toBe(6)
  })

  it('LST-346 LST-347 are listed in and ended by themselves; without a name it is the first', async () => {
    const product = await shop.product(template)
    const params = { channel }
    await shop.sending(
      app.call(listProduct, {
        params,
        body: { productId: product.id, integrationId: second.id, wait: 20 },
        as: shop.as,
      }),
    )
    expect([await onChannel(first, product.sku), await shown(second, product.sku)]).toEqual([[], 10])
    const check = (more: object) =>
      app.call(preflight, { query: { productId: product.id, channel, ...more }, as: shop.as })
    const checked = await Promise.all([check({ integrationId: second.id }), check({})])
    expect(checked.map(({ status, body }) => [status, body.data === null])).toEqual([
      [200, false],
      [200, true],
    ])
    await shop.sending(app.call(listProduct, { params, body: { productId: product.id, wait: 20 }, as: shop.as }))
    expect(await shown(first, product.sku)).toBe(10)
    const ended = await shop.sending(
      app.call(unlistProduct, {
        params: { integration: channel },
        body: { productId: product.id, integrationId: second.id, wait: 20 },
        as: shop.as,
      }),
    )
    expect(ended.body.data).toEqual({ status: 'fulfilled' })
    const open = async (account: Account) =>
      (await onChannel(account, product.sku)).filter((l) => !/ended|archived|unpublished|draft/i.test(l.status)).length
    expect([await open(first), await open(second)]).toEqual([1, 0])
  })

  it('CHN-113 keep their settings, lookups and drift rules apart', async () => {
    const save = (settings: object, integrationId?: number) =>
      app.call(contract.saveIntegration, {
        body: { channel, settings: settings as Record<string, unknown>, ...(integrationId && { integrationId }) },
        as: shop.as,
      })
    await save({ buffer: 2 }, second.id)
    const read = async () => (await integrations(shop.as))[channel]
    expect([
      (await read())?.integration.config.buffer ?? 0,
      (await read())?.others[0]?.integration.config.buffer,
    ]).toEqual([0, 2])
    await save({ buffer: 0 }, second.id)
    await app.call(saveDriftRule, {
      params: { channel },
      body: { rule: 'theirs', integrationId: second.id },
      as: shop.as,
    })
    const rule = async (query: object) =>
      (await app.call(listDrift, { params: { channel }, query, as: shop.as })).body.data?.rule
    expect([await rule({}), await rule({ integrationId: second.id })]).toEqual(['ask', 'theirs'])
    const places = async (query: object) =>
      (await app.call(lookups.shopify.locations, { query, as: shop.as })).body.data
    const [here, there] = [await places({}), await places({ integrationId: second.id })]
    if (channel === 'shopify') expect(here?.[0]?.id).not.toBe(there?.[0]?.id)
  })

  it('CHN-115 an account is connected once; one that was only begun goes again, and disconnecting one leaves the other', async () => {
    const third = (await begin(shop.as, channel)).body.data?.id ?? 0
    expect((await begin(shop.as, channel)).body.data?.id).toBe(third)
    const name = second.integration.shop
    // Of a channel with several sites it is connected once for each (sites.test.ts).
    if (channel === 'shopify') {
      const twice = await consent(shop.as, channel, third, name)
      expect(twice).toMatchObject({ status: 409, body: { code: 'account_connected' } })
      expect(twice.body.message).toContain(`${name} is already connected`)
    }
    const disconnect = (integrationId: number) =>
      app.call(contract.disconnectIntegration, { body: { channel, integrationId }, as: shop.as })
    expect((await disconnect(third)).status).toBe(200)
    expect((await integrations(shop.as))[channel]?.others).toHaveLength(1)
    expect((await disconnect(first.id)).status).toBe(200)
    expect((await integrations(shop.as))[channel]).toMatchObject({
      authenticated: false,
      others: [{ authenticated: true }],
    })
    expect(await consent(shop.as, channel, first.id)).toMatchObject({ status: 200 })
  })

  it('ORG-003 a neighbour reaches neither, by its number', async () => {
    const { as } = await makeSeller(app.services)
    const body = { channel, integrationId: second.id }
    expect((await app.call(contract.disconnectIntegration, { body, as })).status).toBe(404)
    expect(await app.call(listListings, { query: { integrationId: second.id }, as })).toMatchObject({
      body: { data: { items: 0, data: [] } },
    })
    expect((await app.call(searchOrders, { query: { integrationIds: [String(second.id)] }, as })).body.data).toEqual([])
  })
})
