import { beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/integrations/integrations.ts'
import { pressConsent } from '#channels/testing/conformance/stage.ts'
import { unlistProduct } from '#contract/listings/listings.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { integrationsApp } from '../../testing/shop/integrations.ts'
import { type Shop, openShop } from '../../testing/shop/shop.ts'
import { checkIntegrationJob } from './jobs.ts'
import { pullOrdersJob } from '../orders/jobs.ts'

const { app, sandbox, row } = integrationsApp()

describe('an account on several sites', () => {
  const username = 'sites_of_one'
  const other = async (shop: Shop) => {
    const started = await app().call(contract.createIntegration, { body: { name: 'ebay', another: true }, as: shop.as })
    return started.body.data?.id ?? 0
  }
  const consent = async (shop: Shop, integrationId: number, name: string) => {
    const query = { integrationId: String(integrationId) }
    const { body } = await app().call(contract.oauthUrl, { params: { channel: 'ebay' }, query, as: shop.as })
    const back = await pressConsent(body.data ?? '', { username: name })
    return app().call(contract.exchangeCode, { params: { channel: 'ebay' }, query: {}, body: back, as: shop.as })
  }
  const save = (shop: Shop, integrationId: number, settings: object) =>
    app().call(contract.saveIntegration, {
      body: { channel: 'ebay', settings: settings as Record<string, unknown>, integrationId },
      as: shop.as,
    })
  const accounts = async (shop: Shop) =>
    app()
      .services.database.forOrganization(shop.ctx.organizationId)
      .selectFrom('integrations')
      .select(['id', 'accountName', 'currency', 'settings'])
      .orderBy('id')
      .execute()
  const pull = async (shop: Shop) => {
    // Who was connected last looks first: what it is not sold for, it leaves.
    for (const { id } of (await accounts(shop)).toReversed())
      await pullOrdersJob(app().services, { organizationId: shop.ctx.organizationId, integrationId: id })
    const { body } = await app().call(searchOrders, { query: {}, as: shop.as })
    return (body.data ?? []).map(({ integrationId, currency, skus }) => ({ integrationId, currency, skus }))
  }
  const sandboxed = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${sandbox().url}/_sandbox/ebay/${path}?account=${username}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.status, await answer.clone().text()).toBe(200)
  }
  const openTwo = async () => {
    const shop = await openShop(app(), sandbox(), ['ebay'], { username })
    const second = await other(shop)
    expect(await consent(shop, second, username)).toMatchObject({ status: 200 })
    expect(await save(shop, second, { marketplaceId: 'EBAY_GB' })).toMatchObject({ status: 200 })
    return { shop, first: await shop.integrationId('ebay'), second }
  }
  let open: Awaited<ReturnType<typeof openTwo>>
  beforeAll(async () => {
    open = await openTwo()
  })

  it('is connected once more for each, with its currency, and never twice for one', async () => {
    const { shop, first, second } = open
    expect(await accounts(shop)).toMatchObject([
      { id: first, accountName: username, currency: 'USD', settings: { marketplaceId: 'EBAY_US' } },
      {
        id: second,
        accountName: `${username} · United Kingdom (GBP)`,
        currency: 'GBP',
        settings: { marketplaceId: 'EBAY_GB' },
      },
    ])
    expect(await save(shop, second, { marketplaceId: 'EBAY_US' })).toMatchObject({
      status: 400,
      body: { fields: { marketplaceId: 'This account is already connected for United States (USD).' } },
    })
    // So does the hourly look at the account, and authorizing it again.
    await checkIntegrationJob(app().services, { organizationId: shop.ctx.organizationId, integrationId: second })
    expect(await consent(shop, second, username)).toMatchObject({ status: 200 })
    expect((await accounts(shop))[1]).toMatchObject({
      accountName: `${username} · United Kingdom (GBP)`,
      currency: 'GBP',
      settings: { marketplaceId: 'EBAY_GB' },
    })
    const others = await openShop(app(), sandbox(), [])
    expect(await consent(others, await other(others), username)).toMatchObject({ status: 409 })
  })

  it('takes in each order once: where it was sold, else where it was connected first', async () => {
    const { shop, first, second } = open
    await shop.product(await shop.template(), { sku: 'US-MUG', quantity: 9 })
    await sandboxed('items', [{ sku: 'US-MUG', title: 'Mug', price: 10, quantity: 9 }])
    await sandboxed('items', [{ sku: 'GB-MUG', title: 'Mug', price: 10, quantity: 9, marketplaceId: 'EBAY_GB' }])
    await sandboxed('items', [{ sku: 'DE-MUG', title: 'Mug', price: 10, quantity: 9, marketplaceId: 'EBAY_DE' }])
    for (const sku of ['US-MUG', 'GB-MUG', 'DE-MUG']) await sandboxed('buy', { sku, quantity: 1 })
    const orders = await pull(shop)
    expect(orders.toSorted((a, b) => (a.skus[0] ?? '').localeCompare(b.skus[0] ?? ''))).toEqual([
      { integrationId: first, currency: 'EUR', skus: ['DE-MUG'] },
      { integrationId: second, currency: 'GBP', skus: ['GB-MUG'] },
      { integrationId: first, currency: 'USD', skus: ['US-MUG'] },
    ])
    // What was taken in stays where it is when the site changes, and nothing is taken in twice.
    expect(await save(shop, second, { marketplaceId: 'EBAY_DE' })).toMatchObject({ status: 200 })
    await sandboxed('buy', { sku: 'DE-MUG', quantity: 1 })
    const later = await pull(shop)
    expect(later.map(({ integrationId, skus }) => [integrationId, skus[0]]).toSorted()).toEqual(
      [
        [first, 'DE-MUG'],
        [second, 'DE-MUG'],
        [second, 'GB-MUG'],
        [first, 'US-MUG'],
      ].toSorted(),
    )
    expect(await save(shop, second, { marketplaceId: 'EBAY_GB' })).toMatchObject({ status: 200 })
  })

  it('takes in an order from a country with two languages where its SKU is listed', async () => {
    const { shop, second } = open
    const third = await other(shop)
    expect(await consent(shop, third, username)).toMatchObject({ status: 200 })
    for (const [id, marketplaceId] of [
      [second, 'EBAY_BE'],
      [third, 'EBAY_BE_FR'],
    ] as const)
      expect(await save(shop, id, { marketplaceId })).toMatchObject({ status: 200 })
    const templateId = await shop.template()
    for (const [sku, id] of [
      ['NL-MUG', second],
      ['FR-MUG', third],
    ] as const) {
      const product = await shop.product(templateId, { sku, quantity: 9 })
      await sandboxed('items', [{ sku, title: 'Mug', price: 10, quantity: 9, marketplaceId: 'EBAY_BE' }])
      await shop.ctx.db
        .insertInto('listingProducts')
        .values({
          organizationId: shop.ctx.organizationId,
          productId: product.id,
          templateId,
          channel: 'ebay',
          integrationId: id,
          externalId: `${product.id}`,
          status: 'listed',
          updatedAt: shop.ctx.services.clock.now(),
        })
        .execute()
    }
    await sandboxed('items', [{ sku: 'BE-MUG', title: 'Mug', price: 10, quantity: 9, marketplaceId: 'EBAY_BE' }])
    for (const sku of ['NL-MUG', 'FR-MUG', 'BE-MUG']) await sandboxed('buy', { sku, quantity: 1 })
    const orders = await pull(shop)
    const owner = (sku: string) => orders.flatMap(({ integrationId, skus }) => (skus[0] === sku ? [integrationId] : []))
    expect([owner('NL-MUG'), owner('FR-MUG'), owner('BE-MUG')]).toEqual([[second], [third], [second]])
  })
})

describe('the site that an account sells on', () => {
  let shop: Shop
  const save = (settings: object) =>
    app().call(contract.saveIntegration, {
      body: { channel: 'ebay', settings: settings as Record<string, unknown> },
      as: shop.as,
    })
  const state = async () => {
    const { currency, settings } = await row(shop.ctx, 'ebay')
    return [currency, settings.marketplaceId, settings.paymentPolicyId, settings.euSales]
  }
  beforeAll(async () => {
    shop = await openShop(app(), sandbox(), ['ebay'])
  })

  it('is the one where the account was opened, with its currency', async () => {
    const german = await openShop(app(), sandbox(), ['ebay'], { username: 'sites_test_de' })
    expect(await row(german.ctx, 'ebay')).toMatchObject({ currency: 'EUR', settings: { marketplaceId: 'EBAY_DE' } })
    expect(await row(shop.ctx, 'ebay')).toMatchObject({ currency: 'USD' })
  })

  it('is where products are listed and sold, in its currency', async () => {
    const account = 'sites_sale_de'
    const german = await openShop(app(), sandbox(), ['ebay'], { username: account })
    await german.ctx.services.database.system
      .updateTable('organizations')
      .set({ currency: 'EUR' })
      .where('id', '=', german.ctx.organizationId)
      .execute()
    const make = (field: string, answers: Record<string, string>) =>
      app().call(contract.makeThere, { params: { channel: 'ebay' }, body: { field, answers }, as: german.as })
    for (const [field, answers] of [
      ['paymentPolicyId', { name: 'Sofort', immediatePay: 'yes' }],
      ['returnPolicyId', { name: '30 Tage', days: '30', payer: 'BUYER', refund: 'MONEY_BACK' }],
      ['fulfillmentPolicyId', { name: 'Abholung', handlingDays: '1', costType: 'PICKUP', cost: '0' }],
    ] as const)
      expect(await make(field, answers)).toMatchObject({ status: 200 })
    const { id, sku } = await german.product(await german.template())
    expect((await german.list('ebay', id)).status).toBe('listed')
    const buy = `${sandbox().url}/_sandbox/ebay/buy?account=${account}`
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(buy, { method: 'POST', headers, body: JSON.stringify({ sku, quantity: 2 }) })).status).toBe(200)
    const integrationId = await german.integrationId('ebay')
    await pullOrdersJob(app().services, { organizationId: german.ctx.organizationId, integrationId })
    const { body } = await app().call(searchOrders, { query: {}, as: german.as })
    expect(body.data).toMatchObject([{ currency: 'EUR', totalAmount: 39.98 }])
  })

  it('changes with its currency, without the policies of the one before, and keeps the other answers', async () => {
    expect((await save({ paymentPolicyId: '6196940000', euSales: 'trader' })).status).toBe(200)
    expect((await save({ marketplaceId: 'EBAY_DE' })).status).toBe(200)
    expect(await state()).toEqual(['EUR', 'EBAY_DE', '', 'trader'])
    expect((await save({ marketplaceId: 'EBAY_US' })).status).toBe(200)
    expect(await state()).toEqual(['USD', 'EBAY_US', '', 'trader'])
  })

  it('is one that Motto knows', async () => {
    expect(await save({ marketplaceId: 'EBAY_MARS' })).toMatchObject({
      status: 400,
      body: { fields: { marketplaceId: 'eBay has no site “EBAY_MARS” that Motto knows.' } },
    })
  })

  it('stays while something is listed there', async () => {
    const templateId = await shop.template()
    const { id } = await shop.product(templateId)
    expect((await shop.list('ebay', id)).status).toBe('listed')
    expect(await save({ marketplaceId: 'EBAY_DE' })).toMatchObject({
      status: 400,
      body: { fields: { marketplaceId: expect.stringContaining('Unlist all listings of this account first.') } },
    })
    expect((await state()).slice(0, 2)).toEqual(['USD', 'EBAY_US'])
    await app().call(unlistProduct, { params: { integration: 'ebay' }, body: { productId: id, wait: 0 }, as: shop.as })
    await shop.send()
    expect((await save({ marketplaceId: 'EBAY_GB' })).status).toBe(200)
    expect((await state()).slice(0, 2)).toEqual(['GBP', 'EBAY_GB'])
  })
})
