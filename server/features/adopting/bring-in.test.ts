import { beforeAll, describe, expect, it } from 'vitest'
import { bringIn, listFound, readCatalogue } from '#contract/adopting/adopting.ts'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'
import { type Shop, openShop } from '../../testing/shop/shop.ts'
import { readJob } from './jobs.ts'

const on = sandboxedApp()
let shop: Shop
let at: { integrationId: number }
beforeAll(async () => {
  shop = await openShop(on.app, on.sandbox, ['ebay', 'shopify'])
  at = { integrationId: await shop.integrationId('ebay') }
  await shop.remotes.ebay.addItems(
    ['HAND-1', 'HAND-2', 'HAND-3', 'HAND-4', 'HAND-5', 'HAND-6', 'HAND-BID'].map((sku) => ({
      sku,
      title: `Lamp ${sku}`,
      price: 30,
      quantity: 4,
      madeIn: 'Seller Hub',
      ...(sku === 'HAND-BID' ? { format: 'AUCTION' } : {}),
    })),
  )
})
const numberOf = async (sku: string) => (await shop.onChannel('ebay', sku))[0]?.externalId ?? ''
const ask = (numbers: string[], agreed = true) =>
  on.app.call(bringIn, { params: at, body: { numbers, agreed } as never, as: shop.as })
async function seen() {
  await on.app.call(readCatalogue, { params: at, as: shop.as })
  await readJob(on.app.services, { organizationId: shop.ctx.organizationId, ...at })
  const { body } = await on.app.call(listFound, { params: at, query: { tab: 'new', limit: 100 }, as: shop.as })
  return (body.data?.data ?? []).map(({ externalId, parts }) => [externalId, parts[0]?.sku])
}

describe('Seller Hub listings', () => {
  it('are seen once they were brought in, by their own numbers, and what cannot be says why', async () => {
    const good = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => numberOf(`HAND-${n}`)))
    const auction = await numberOf('HAND-BID')
    expect(await seen()).toEqual([])
    const { status, body } = await ask([...good, auction, '999999999999'])
    expect(status).toBe(200)
    expect(body.data).toEqual({
      brought: 6,
      refused: [
        { number: auction, reason: expect.stringContaining('not fixed price') },
        { number: '999999999999', reason: expect.stringContaining('not an active listing') },
      ],
    })
    expect((await seen()).sort()).toEqual(good.map((number, n) => [number, `HAND-${n + 1}`]).sort())
    // Buyers saw nothing of it.
    expect((await shop.onChannel('ebay', 'HAND-1')).map(({ quantity, price }) => [quantity, price])).toEqual([[4, 30]])
    const again = (await ask([good[0] ?? ''])).body.data
    expect(again).toMatchObject({ brought: 0, refused: [{ number: good[0] }] })
  })
  it('are brought in with the seller’s consent alone, by their numbers, and from channels that have such', async () => {
    expect((await ask(['110000000001'], false)).status).toBe(400)
    expect((await ask(['a lamp'])).body.fields).toMatchObject({ 'numbers.0': 'An item number has 12 digits.' })
    const many = await ask(Array.from({ length: 26 }, (_, n) => String(110_000_000_000 + n)))
    expect(many.body.fields).toEqual({ numbers: 'Enter up to 25 item numbers at a time.' })
    const shopify = { integrationId: await shop.integrationId('shopify') }
    const refused = await on.app.call(bringIn, {
      params: shopify,
      body: { numbers: ['110000000001'], agreed: true },
      as: shop.as,
    })
    expect(refused.body).toMatchObject({
      success: false,
      message: expect.stringContaining('already sees all your Shopify listings'),
    })
  })
})
