import { describe, expect, it } from 'vitest'
import { sandboxedApp } from '../../../testing/setup/sandboxed.ts'
import { openShop } from '../../../testing/shop/shop.ts'
import * as stock from '../../stock/service.ts'
import { reconcileJob } from './reconcile.ts'

const on = sandboxedApp()

it.each(['eBay', 'Etsy', 'Shopify'] as const)(
  'a listing that somebody ended on %s is not told numbers for ever: it is unlisted, or keeps its number',
  async (name) => {
    const channel = name.toLowerCase() as 'ebay' | 'etsy' | 'shopify'
    const shop = await openShop(on.app, on.sandbox, [channel])
    const { id, sku } = await shop.product(await shop.template(), { quantity: 5 })
    expect(await shop.list(channel, id)).toMatchObject({ status: 'listed' })
    await shop.remotes[channel].edit({ sku, status: 'ended' })
    const [level] = await stock.levelsOf(shop.ctx, [id])
    await stock.setAvailable(shop.ctx, [{ levelId: level?.id ?? 0, available: 3 }], {
      reason: 'count',
      source: 'test',
      sourceKey: 'counted',
    })
    await shop.send()
    const { status, pending, result } = await shop.listing(channel, id)
    expect({ status, pending, reason: result?.reason }).toEqual({
      status: name === 'Shopify' ? 'listed' : 'unlisted',
      pending: null,
      reason: name === 'Shopify' ? '' : `This listing ended on ${name}. List it again.`,
    })
  },
)

describe('the next look at a product that somebody changed on Shopify', () => {
  const open = async () => {
    const shop = await openShop(on.app, on.sandbox, ['shopify'])
    const product = await shop.product(await shop.template(), { quantity: 5 })
    const { externalId } = await shop.list('shopify', product.id)
    const integrationId = await shop.integrationId('shopify')
    const look = () => reconcileJob(on.app.services, { organizationId: shop.ctx.organizationId, integrationId })
    const listing = () => shop.listing('shopify', product.id)
    await look()
    expect(await listing()).toMatchObject({ status: 'listed', pending: null, result: { warnings: [] } })
    return { shop, product, externalId, look, listing }
  }

  it('tells that it is archived, and it lists again as it was', async () => {
    const { shop, product, externalId, look, listing } = await open()
    await shop.remotes.shopify.edit({ sku: product.sku, status: 'ended' })
    await look()
    const reason = 'This listing is no longer live on Shopify. It ended or was removed there. List it again.'
    expect(await listing()).toMatchObject({ status: 'unlisted', result: { reason } })
    expect(await shop.list('shopify', product.id)).toMatchObject({ status: 'listed', externalId })
    expect(await shop.remotes.shopify.listings()).toMatchObject([{ sku: product.sku, status: 'active', quantity: 5 }])
  })

  it('tells that it is a draft until it is active again, and keeps its quantity in step: it comes back without a word to us', async () => {
    const { shop, product, look, listing } = await open()
    await shop.remotes.shopify.edit({ sku: product.sku, status: 'hidden' })
    await look()
    const { status, result } = await listing()
    expect([status, result?.warnings]).toEqual([
      'listed',
      [expect.stringContaining('This product is a draft on Shopify, so buyers can’t see it.')],
    ])
    const [level] = await stock.levelsOf(shop.ctx, [product.id])
    const count = { reason: 'count', source: 'test', sourceKey: 'counted' } as const
    await stock.setAvailable(shop.ctx, [{ levelId: level?.id ?? 0, available: 3 }], count)
    await shop.send()
    await shop.remotes.shopify.edit({ sku: product.sku, status: 'live' })
    await look()
    expect((await listing()).result?.warnings).toEqual([])
    expect(await shop.remotes.shopify.listings()).toMatchObject([{ sku: product.sku, status: 'active', quantity: 3 }])
  })
})
