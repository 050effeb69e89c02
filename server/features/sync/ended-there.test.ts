import { expect, it } from 'vitest'
import { sandboxedApp } from '../../testing/sandboxed.ts'
import { openShop } from '../../testing/shop.ts'
import * as stock from '../stock/service.ts'

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
      reason: name === 'Shopify' ? '' : `This listing has ended on ${name}. List it again.`,
    })
  },
)
