import { beforeEach, describe, expect, it } from 'vitest'
import { savePriceRule } from '#contract/integrations/integrations.ts'
import { listProduct } from '#contract/listings/listings.ts'
import { getClient, updateClient } from '#contract/organizations/organizations.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { listingPrices } from '#contract/pricing/pricing.ts'
import type { PriceRule } from '#contract/pricing/price-rule.ts'
import { syncShop } from '../../../testing/setup/sync.ts'

const { app, shop, template } = syncShop()

describe('an account that sells in another currency', () => {
  let integrationId: number
  let product: { id: number; sku: string }
  beforeEach(async () => {
    integrationId = await shop().integrationId('shopify')
    product = await shop().product(template(), { price: 42.5 })
    await shop()
      .ctx.db.updateTable('integrations')
      .set({ currency: 'EUR' })
      .where('organizationId', '=', shop().ctx.organizationId)
      .where('id', '=', integrationId)
      .execute()
  })
  const rule: PriceRule = { from: 'USD', to: 'EUR', rate: 0.92, percent: 0, fixed: 0, round: null }
  const save = (next: PriceRule | null) =>
    app().call(savePriceRule, { body: { integrationId, rule: next }, as: shop().as })
  const checked = async () =>
    (await app().call(preflight, { query: { productId: product.id, channel: 'shopify' }, as: shop().as })).body.data
  const priceThere = async () => (await shop().onChannel('shopify', product.sku)).map(({ price }) => price)

  it('gets nothing before a rate says what our prices are there', async () => {
    const answer = await shop().sending(
      app().call(listProduct, {
        params: { channel: 'shopify' },
        body: { productId: product.id, wait: 20 },
        as: shop().as,
      }),
    )
    const sentence =
      'Your prices are in USD, but this Shopify account sells in EUR. Set an exchange rate under Integrations, Shopify, Prices to start syncing.'
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'listing_incomplete', message: sentence, fields: { priceRule: sentence } },
    })
    expect(await priceThere()).toEqual([])
    expect(await checked()).toMatchObject({ price: null, own: { price: 42.5, currency: 'USD' }, currency: 'EUR' })
  })

  it('is asked what the rule makes of them: in the preview, when it is listed, and at once when the rule changes', async () => {
    expect(await save(rule)).toMatchObject({
      status: 200,
      body: { message: 'Saved the price rule', data: { currency: 'EUR', priceRule: rule } },
    })
    await shop().list('shopify', product.id, { sync: true })
    expect(await checked()).toMatchObject({ price: 39.1, own: { price: 42.5 }, rule, errors: {} })
    expect(await priceThere()).toEqual([39.1])
    await save({ ...rule, percent: 10, round: { to: 1, less: 0.01, direction: 'up' } })
    await shop().send()
    expect(await priceThere()).toEqual([43.99])
  })

  it('is shown for each account, where the product is listed and where it is not yet', async () => {
    const priced = async () =>
      (await app().call(listingPrices, { query: { productId: product.id }, as: shop().as })).body.data
    expect(await priced()).toEqual([
      expect.objectContaining({ channel: 'shopify', price: null, problem: expect.stringContaining('exchange rate') }),
    ])
    await save({ ...rule, percent: 10 })
    const there = { channel: 'shopify', currency: 'EUR', price: 43.01, authenticated: true, problem: '' }
    expect(await priced()).toEqual([expect.objectContaining(there)])
    await shop().list('shopify', product.id, { sync: true })
    expect(await priced()).toEqual([expect.objectContaining(there)])
    expect(await priceThere()).toEqual([43.01])
  })

  it.each([
    // Of 42.50; no sen of the yen, a thousand fils of the dinar.
    ['JPY', 150, 6375],
    ['KWD', 0.3, 12_750],
  ])('is asked in the least coins that %s has', async (to, rate, minor) => {
    await shop()
      .ctx.db.updateTable('integrations')
      .set({ currency: to })
      .where('organizationId', '=', shop().ctx.organizationId)
      .execute()
    await save({ ...rule, to, rate })
    await shop().list('shopify', product.id, { sync: true })
    expect(await priceThere()).toEqual([minor / 100])
  })

  it('takes no rule for other currencies, nor one that cannot be', async () => {
    expect(await save({ ...rule, to: 'GBP' })).toMatchObject({
      status: 400,
      body: { fields: { 'rule.rate': expect.stringContaining('sells in EUR now') } },
    })
    expect(await save({ ...rule, rate: 0 })).toMatchObject({
      status: 400,
      body: { fields: { 'rule.rate': 'Enter a rate above 0.' } },
    })
    expect(await save({ ...rule, to: 'USD' })).toMatchObject({
      status: 400,
      body: { fields: { 'rule.rate': 'Between the same currencies the rate is 1.' } },
    })
  })

  it('is held back again when the organization changes its own currency', async () => {
    await save(rule)
    await shop().list('shopify', product.id)
    const { id: clientId, displayName } = (await app().call(getClient, { query: {}, as: shop().as })).body.data ?? {}
    const change = (currency: string) =>
      app().call(updateClient, {
        body: { clientId: clientId ?? 0, displayName: displayName ?? '', currency },
        as: shop().as,
      })
    expect(await change('doubloons')).toMatchObject({
      status: 400,
      body: { fields: { currency: 'Choose a currency.' } },
    })
    expect(await change('GBP')).toMatchObject({ status: 200, body: { data: { currency: 'GBP' } } })
    expect((await checked())?.errors).toMatchObject({ priceRule: expect.stringContaining('Update the rule') })
  })
})
