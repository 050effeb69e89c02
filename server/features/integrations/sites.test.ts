import { beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/integrations/integrations.ts'
import { unlistProduct } from '#contract/listings/listings.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { integrationsApp } from '../../testing/shop/integrations.ts'
import { type Shop, openShop } from '../../testing/shop/shop.ts'
import { pullOrdersJob } from '../orders/jobs.ts'

const { app, sandbox, row } = integrationsApp()

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
